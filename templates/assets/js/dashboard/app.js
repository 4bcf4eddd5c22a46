// The dashboard of one graph: what the address asks for, of the data that was read last.

import { html, useEffect, useMemo, useRef, useState } from "../../vendor/htm-3.1.1/standalone.module.js";
import { Names, readVocabulary } from "../identifiers.js";
import { Dashboard, Provider } from "./context.js";
import { compareModels } from "./changes.js";
import { filterRows } from "./filtering.js";
import { isWriting, loadSwitch, readKey, saveSwitch } from "./keyboard.js";
import { Help } from "./parts/help.js";
import { ItemPanel } from "./parts/item.js";
import { Narrowing } from "./parts/narrowing.js";
import { Status, ViewLinks } from "./parts/frame.js";
import { Address, listViews } from "./query.js";
import { SearchIndex, splitWords } from "./searching.js";
import { Sorter } from "./sorting.js";
import { View } from "./views.js";

/** @typedef {import("./feed.js").Data} Data */
/** @typedef {import("./feed.js").Feed} Feed */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./query.js").State} State */
/** @typedef {{ store: string, index: string }} Place the store, and the link to the projection as plain JSON */

const MINUTE = 60_000;
const MARKED_FOR = 4_000;
const PAUSE = 300; // in typing, before the address follows

/** @param {{ feed: Feed, place: Place }} props */
export function App({ feed, place }) {
  const data = useFeed(feed);
  const now = useMinutes();
  const { model, catalogue, texts } = data;
  const address = useMemo(() => new Address(model), [model]);
  const [state, go] = useAddress(address);
  const names = useMemo(() => new Names([readVocabulary(model.projection.file)], hasForge(model)), [model]);
  const sorter = useMemo(() => new Sorter(model, catalogue.language), [model, catalogue]);
  const search = useMemo(() => makeSearch(model, texts), [model, texts]);
  const words = useMemo(() => splitWords(state.text), [state.text]);
  const order = useMemo(() => sorter.order(state.sort), [sorter, JSON.stringify(state.sort)]);
  const filtered = useMemo(
    () => filterRows(model, order, state.filters, { now, hits: search.find(words) }),
    [model, order, state.filters, now, search, words],
  );
  const changes = useChanges(model);
  const dashboard = new Dashboard({ model, catalogue, names, search, address, state, order, filtered, words, now, changed: changes.paths, go });
  const views = useMemo(() => listViews(model), [model]);
  const view = views.includes(state.view) ? state.view : "overview";
  const keys = useKeys(dashboard, views);
  return html`<${Provider} value=${dashboard}>
    <${Status} feed=${feed} place=${place} changes=${changes} onHelp=${() => keys.setHelp(true)} />
    <${ViewLinks} views=${views} view=${view} />
    <${Narrowing} texts=${sayTexts(feed, texts)} onSearch=${() => feed.wantTexts()} />
    <div class="view view-${view}" data-view=${view}><${View} name=${view} /></div>
    ${state.item && html`<${ItemPanel} id=${state.item} />`}
    ${keys.isHelp && html`<${Help} views=${views} isOn=${keys.isOn} onSwitch=${keys.setOn} onClose=${() => keys.setHelp(false)} />`}
  <//>`;
}

/** @param {Model} model */
function hasForge({ projection }) {
  return Boolean(projection.file.urls?.issue);
}

/** @param {Model} model @param {import("./feed.js").ItemText[] | null} texts */
function makeSearch(model, texts) {
  const search = new SearchIndex(model);
  if (texts) search.addTexts(texts);
  return search;
}

/** How far the texts are. @param {Feed} feed @param {unknown[] | null} texts @returns {"asked" | "read" | "failed"} */
function sayTexts(feed, texts) {
  if (feed.textFailure) return "failed";
  return texts ? "read" : "asked";
}

/** What a feed has read, and again after every answer. @param {Feed} feed @returns {Data} */
function useFeed(feed) {
  const [, setCount] = useState(0);
  useEffect(() => feed.listen(() => setCount((last) => last + 1)), [feed]);
  return /** @type {Data} */ (feed.data);
}

/** The time, to the minute. */
function useMinutes() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * What the address says, and how to say something else.
 * @param {Address} address
 * @returns {[State, (state: State, isTyping?: boolean) => void]}
 */
function useAddress(address) {
  const [state, setState] = useState(() => address.parse(location.search));
  const current = useRef(address);
  current.current = address;
  const timer = useRef(0);
  useEffect(() => {
    const read = () => setState(current.current.parse(location.search));
    window.addEventListener("popstate", read);
    return () => window.removeEventListener("popstate", read);
  }, []);
  const go = (/** @type {State} */ next, isTyping = false) => {
    setState(next);
    clearTimeout(timer.current);
    const written = current.current.write(next) || location.pathname;
    if (isTyping) timer.current = setTimeout(() => history.replaceState(null, "", written), PAUSE);
    else history.pushState(null, "", written);
  };
  return [state, go];
}

/** What differs from the reading before, for a moment. @param {Model} model */
function useChanges(model) {
  const last = useRef(model);
  const [found, setFound] = useState({ paths: new Set(/** @type {string[]} */ ([])), added: 0, changed: 0, gone: 0 });
  useEffect(() => {
    if (last.current === model) return undefined;
    const { added, changed, gone } = compareModels(last.current, model);
    last.current = model;
    const paths = new Set([...added, ...changed].map(({ path }) => path));
    setFound({ paths, added: added.length, changed: changed.length, gone: gone.length });
    const timer = setTimeout(() => setFound((each) => ({ ...each, paths: new Set() })), MARKED_FOR);
    return () => clearTimeout(timer);
  }, [model]);
  return found;
}

/**
 * Listens to keys and to links that lead within the dashboard.
 * @param {Dashboard} dashboard
 * @param {string[]} views
 */
function useKeys(dashboard, views) {
  const [isOn, setOn] = useState(loadSwitch);
  const [isHelp, setHelp] = useState(false);
  const current = useRef({ dashboard, views, isOn, setHelp });
  current.current = { dashboard, views, isOn, setHelp };
  useEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => press(event, current.current);
    const onClick = (/** @type {MouseEvent} */ event) => follow(event, current.current.dashboard);
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", onClick);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", onClick);
    };
  }, []);
  const change = (/** @type {boolean} */ next) => {
    saveSwitch(next);
    setOn(next);
  };
  return { isOn, setOn: change, isHelp, setHelp };
}

/**
 * @param {KeyboardEvent} event
 * @param {{ dashboard: Dashboard, views: string[], isOn: boolean, setHelp: (isHelp: boolean) => void }} current
 */
function press(event, { dashboard, views, isOn, setHelp }) {
  if (event.defaultPrevented || document.querySelector("dialog:modal")) return;
  const asked = readKey(event, { isWriting: isWriting(document.activeElement), isOn, views });
  if (!asked) return;
  const isDone = "view" in asked ? (dashboard.go({ view: asked.view }), true) : act(asked.action, dashboard, setHelp);
  if (isDone) event.preventDefault();
}

/**
 * Does what a key asks for; whether there was anything to do.
 * @param {import("./keyboard.js").Action} action
 * @param {Dashboard} dashboard
 * @param {(isHelp: boolean) => void} setHelp
 * @returns {boolean}
 */
function act(action, dashboard, setHelp) {
  if (action === "close") {
    if (dashboard.state.item) dashboard.go({ item: "" });
    return Boolean(dashboard.state.item);
  }
  if (action === "help") setHelp(true);
  if (action === "clear") dashboard.go(dashboard.given.address.clearFilters(dashboard.state));
  if (action === "search") document.getElementById("search")?.focus();
  if (action === "filters") document.getElementById("filters")?.click();
  if (action === "next" || action === "previous") step(action === "next" ? 1 : -1);
  return true;
}

/** Gives the focus to the next item of the view, or to the one before. @param {1 | -1} by */
function step(by) {
  const items = [...document.querySelectorAll("[data-view] a[data-item]")].filter((each) => each.checkVisibility());
  const at = items.findIndex((each) => each === document.activeElement);
  const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : at + by];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Follows a link without leaving the page: to another view of it, or to an item beside it.
 * @param {MouseEvent} event
 * @param {Dashboard} dashboard
 */
function follow(event, dashboard) {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("data-whole")) return;
  const item = link.getAttribute("data-item");
  const isHere = link.origin === location.origin && link.pathname === location.pathname;
  if (item === null && (!isHere || (link.hash && link.search === location.search))) return;
  event.preventDefault();
  if (item !== null) dashboard.go({ item });
  else dashboard.given.go(dashboard.given.address.parse(link.search));
}
