// Starts the dashboard of a page. Until it has read its data, the page shows what the build wrote; where it cannot read
// any, that stays, with the reason.

import { html, render } from "../../vendor/htm-3.1.1/standalone.module.js";
import { keepFresh, Refresher } from "../refreshing.js";
import { App } from "./app.js";
import { Feed } from "./feed.js";
import { VIEWS } from "./query.js";
import { loadView, loadViews } from "./views.js";

const REST = 2_000; // milliseconds after the first view, before the others are fetched

/** @param {HTMLElement} root */
function start(root) {
  const { dataset } = root;
  const [built, mount] = [find(root, ".built"), find(root, ".live")];
  const address = (/** @type {string | undefined} */ link) => new URL(link ?? "", document.baseURI).href;
  const addresses = {
    messages: address(dataset.messages),
    summary: address(dataset.summary),
    index: address(dataset.index),
    text: address(dataset.text),
  };
  const feed = new Feed(addresses, dataset.route ?? "./");
  const place = { store: dataset.store ?? "", index: addresses.index };
  const asked = new URLSearchParams(location.search).get("view") ?? "";
  const view = loadView(VIEWS.includes(asked) ? asked : VIEWS[0]).catch(() => {}); // the page says so itself
  const stop = feed.listen(async () => {
    if (!feed.data) return showFailure(root);
    stop();
    await view; // so that the live page has all that the built one had
    showLive(built, mount, () => render(html`<${App} feed=${feed} place=${place} />`, mount));
    setTimeout(loadViews, REST);
  });
  if (location.search) root.classList.add("is-waiting"); // for a view that is not the one of the build
  const refresher = new Refresher(() => feed.ask());
  keepFresh(refresher, ["summary", "index"].map((name) => `assets/${dataset.dashboard}/${name}.json`));
  refresher.refresh();
}

/** @param {HTMLElement} root */
function showFailure(root) {
  root.classList.remove("is-waiting");
  find(root, ".panel-failed").hidden = false;
}

/**
 * Puts the live dashboard in the place of what was built. What had the focus has it again, and what the address points
 * at is in view.
 * @param {HTMLElement} built
 * @param {HTMLElement} mount
 * @param {() => void} draw
 */
function showLive(built, mount, draw) {
  const link = built.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const isAtTop = scrollY === 0;
  mount.hidden = false; // first: what is not shown cannot take the focus
  draw();
  for (const part of mount.parentElement?.querySelectorAll(".built, .panel-failed, .loading") ?? []) {
    if (!mount.contains(part)) part.remove();
  }
  const again = link && mount.querySelector(`a[href="${CSS.escape(link)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  if (isAtTop && location.hash.length > 1) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** @param {Element} root @param {string} selector @returns {HTMLElement} */
function find(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

for (const root of document.querySelectorAll("[data-dashboard]")) if (root instanceof HTMLElement) start(root);
