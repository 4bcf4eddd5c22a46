// The views by their names. Each is fetched when it is first asked for, so that the first view is light; the others
// follow while nothing else is to do, so that a page that stays open has them all of one version.

import { html, useEffect, useState } from "../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "./context.js";

/** @typedef {() => unknown} Component */

/** @type {Record<string, () => Promise<Component>>} */
const SOURCES = {
  overview: async () => (await import("./views/overview.js")).OverviewView,
  list: async () => (await import("./views/list.js")).ListView,
  board: async () => (await import("./views/board.js")).BoardView,
  tree: async () => (await import("./views/tree.js")).TreeView,
  graph: async () => (await import("./views/graph.js")).GraphView,
  timeline: async () => (await import("./views/timeline.js")).TimelineView,
  ready: async () => (await import("./views/ready.js")).ReadyView,
  blocked: async () => (await import("./views/ready.js")).BlockedView,
};

/** @type {Map<string, Component>} */
const loaded = new Map();

/** Fetches a view, unless it is there. @param {string} name */
export async function loadView(name) {
  if (!loaded.has(name)) loaded.set(name, await SOURCES[name]());
}

/** Fetches all views, one after the other. */
export async function loadViews() {
  for (const name of Object.keys(SOURCES)) await loadView(name);
}

/** A view, as soon as it is there. @param {{ name: string }} props */
export function View({ name }) {
  const dashboard = useDashboard();
  const [failed, setFailed] = useState("");
  const [, setCount] = useState(0);
  useEffect(() => {
    loadView(name).then(
      () => setCount((last) => last + 1),
      () => setFailed(name),
    );
  }, [name]);
  const drawn = loaded.get(name);
  if (drawn) return html`<${drawn} key=${name} />`;
  return html`<p class="hint">${dashboard.say(failed === name ? "dashboard.view.failed" : "dashboard.loading")}</p>`;
}
