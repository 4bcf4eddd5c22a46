// One item beside the view: the content of its own page.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { showAges } from "../../ages.js";
import { serveCopying } from "../../copy.js";
import { useDashboard } from "../context.js";
import { readPage, takeContent } from "../documents.js";
import { useMedia } from "./media.js";

/** @typedef {import("../context.js").Dashboard} Dashboard */

const PREFIX = "item-";

/** @param {{ id: string }} props */
export function ItemPanel({ id }) {
  const dashboard = useDashboard();
  const { model, catalogue } = dashboard;
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const content = useRef(/** @type {HTMLElement | null} */ (null));
  const address = new URL(model.link(id), document.baseURI).href;
  const said = model.byId.get(id)?.map(({ item }) => JSON.stringify(item)).join() ?? "";
  const isLost = useContent(dashboard, content, address, said);
  const close = () => dashboard.go({ item: "" });
  useDialog(place, id, close);
  const around = { view: "graph", around: [id], steps: 2, item: "" };
  return html`<dialog class="item-panel" ref=${place} aria-labelledby="item-panel-name">
    <div class="item-panel-head">
      <h2 id="item-panel-name" tabindex="-1"><code>${id}</code></h2>
      <a class="button is-framed" href=${address} data-whole>${dashboard.say("panel.item.page")}</a>
      ${model.fields.declared.some(({ edge }) => edge === "blocks") && html`<a class="button is-framed" href=${dashboard.link(around)}>${dashboard.say("panel.item.graph")}</a>`}
      <button class="button is-close" type="button" onClick=${close} aria-label=${dashboard.say("panel.item.close")} title=${dashboard.say("panel.item.close")}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
    ${isLost && html`<p class="warning">${dashboard.say("panel.item.lost", { id })}</p>`}
    <div class="item-panel-content" lang=${model.byId.has(id) ? undefined : catalogue.language} ref=${content}></div>
  </dialog>`;
}

/**
 * Shows the page of an item, and again when the item says something else; whether there is none.
 * @param {Dashboard} dashboard
 * @param {import("../../../vendor/htm-3.1.1/standalone.module.js").Ref<HTMLElement | null>} place
 * @param {string} address
 * @param {string} said
 */
function useContent(dashboard, place, address, said) {
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    readPage(address).then((page) => {
      if (!isCurrent || !place.current) return;
      setLost(page === null);
      place.current.replaceChildren(...(page ? takeContent(page, address, PREFIX) : []));
      markItems(dashboard, place.current);
      showAges(place.current, dashboard.catalogue.language, Date.now());
      serveCopying(place.current);
    });
    return () => {
      isCurrent = false;
    };
  }, [address, said]);
  return isLost;
}

/** Marks the links that lead to items of this graph, so that they open here too. @param {Dashboard} dashboard @param {HTMLElement} place */
function markItems({ model }, place) {
  for (const link of place.querySelectorAll("a[href]")) {
    const { pathname } = new URL(link.getAttribute("href") ?? "", document.baseURI);
    const id = decodeURIComponent(pathname.split("/").at(-2) ?? "");
    if (model.byId.has(id) && new URL(model.link(id), document.baseURI).pathname === pathname) link.setAttribute("data-item", id);
  }
}

/**
 * Opens a dialog beside the view where there is room, and over it where there is not; gives the focus back at the end.
 * @param {import("../../../vendor/htm-3.1.1/standalone.module.js").Ref<HTMLDialogElement | null>} place
 * @param {string} id
 * @param {() => void} close
 */
function useDialog(place, id, close) {
  const isNarrow = useMedia("(max-width: 64rem)");
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => giveBack(opener, id);
  }, []);
  useLayoutEffect(() => {
    const dialog = place.current;
    if (!dialog) return undefined;
    if (isNarrow) dialog.showModal();
    else dialog.show();
    const stop = new AbortController();
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      close();
    }, { signal: stop.signal });
    return () => {
      stop.abort();
      dialog.close();
    };
  }, [isNarrow]);
  useLayoutEffect(() => {
    place.current?.querySelector("h2")?.focus({ preventScroll: true });
    place.current?.scrollTo(0, 0);
  }, [id]);
}

/** @param {Element | null} opener @param {string} id */
function giveBack(opener, id) {
  const next = opener?.isConnected && opener !== document.body ? opener : document.querySelector(`[data-item="${CSS.escape(id)}"]`);
  if (next instanceof HTMLElement || next instanceof SVGElement) next.focus({ preventScroll: true });
}
