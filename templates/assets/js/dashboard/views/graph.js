// The graph: what waits for what. A drawing where there is room, and always the same in words.

import { html, useEffect, useMemo, useRef, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { group } from "../../relations.js";
import { useDashboard } from "../context.js";
import { chooseNodes, findNeighbourhood, makeGraph } from "../dependencies.js";
import { Choice } from "../parts/choice.js";
import { Drawing } from "../parts/drawing.js";
import { Growing, Nothing } from "../parts/rows.js";
import { useMedia } from "../parts/media.js";
import { IdLink, IdList, ItemLink, StateChip } from "../parts/words.js";

/** @typedef {import("../dependencies.js").DependencyGraph} DependencyGraph */
/** @typedef {import("../dependencies.js").GraphNode} GraphNode */

const MOST = 150; // nodes of a drawing that can still be read
const STEP = 50;
const STEPS = [1, 2, 3];

export function GraphView() {
  const dashboard = useDashboard();
  const { model, state, given } = dashboard;
  const { shown } = given.filtered;
  const whole = useMemo(() => {
    const ids = state.around.length ? findNeighbourhood(model, state.around, state.steps) : shown.map(({ id }) => id);
    return makeGraph(model, ids);
  }, [model, state.around, state.steps, shown]);
  const [isAll, setAll] = useState(false);
  const graph = useMemo(() => (isAll ? whole : makeGraph(model, chooseNodes(whole, MOST))), [whole, isAll]);
  const isNarrow = useMedia("(max-width: 48rem)");
  const rest = whole.nodes.length - graph.nodes.length;
  return html`<section aria-labelledby="items">
    <div class="view-head">
      <h2 id="items">${dashboard.say("view.graph")} <span class="count">${dashboard.catalogue.number(graph.nodes.length)}</span></h2>
      ${state.around.length > 0 && html`<${Reach} />`}
    </div>
    <${Around} />
    <p class="hint">
      ${dashboard.say("deps.hint", { shown: graph.nodes.length, total: whole.total, alone: whole.alone.length })}
      ${rest > 0 && html` <button class="button is-framed" type="button" onClick=${() => setAll(true)}>${dashboard.say("deps.all", { count: whole.nodes.length })}</button>`}
    </p>
    <${Circles} graph=${graph} />
    ${graph.nodes.length === 0 && html`<${Nothing}>${dashboard.say("deps.nothing")}<//>`}
    ${!isNarrow && graph.nodes.length > 0 && html`<${Drawing} graph=${graph} around=${state.around} />`}
    ${graph.nodes.length > 0 && html`<${InWords} graph=${graph} isOpen=${isNarrow} />`}
  </section>`;
}

/** Around which items the graph is, and the way back. */
function Around() {
  const dashboard = useDashboard();
  const { around } = dashboard.state;
  if (!around.length) return null;
  return html`<p>
    ${dashboard.parts("deps.around", { items: html`<${IdList} ids=${around} />` })}
    ${" "}<a href=${dashboard.link({ around: [], steps: null })}>${dashboard.say("deps.around.all")}</a>
  </p>`;
}

/** How far the neighbourhood reaches. */
function Reach() {
  const dashboard = useDashboard();
  const steps = STEPS.map((step) => ({ word: String(step), label: dashboard.say("deps.steps", { count: step }) }));
  return html`<${Choice}
    label=${dashboard.say("deps.reach")}
    value=${dashboard.state.steps === null ? "" : String(dashboard.state.steps)}
    options=${[...steps, { word: "", label: dashboard.say("deps.steps.all") }]}
    onChoose=${(/** @type {string} */ word) => dashboard.go({ steps: word ? Number(word) : null })}
  />`;
}

/** The circles among what is shown. @param {{ graph: DependencyGraph }} props */
function Circles({ graph }) {
  const dashboard = useDashboard();
  const shown = new Set(graph.nodes.map(({ id }) => id));
  const circles = dashboard.model.circles.filter((ids) => ids.every((id) => shown.has(id)));
  if (!circles.length) return null;
  return html`<div class="warning">
    <p>${dashboard.say("deps.circles", { count: circles.length })}</p>
    <ul>${circles.map((ids) => html`<li key=${ids[0]}><${IdList} ids=${ids} limit=${10} /></li>`)}</ul>
  </div>`;
}

/** The same for who sees no drawing. @param {{ graph: DependencyGraph, isOpen: boolean }} props */
function InWords({ graph, isOpen }) {
  const dashboard = useDashboard();
  const place = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (place.current && isOpen) place.current.open = true;
  }, [isOpen]);
  const before = group(graph.edges, ({ to }) => to);
  const after = group(graph.edges, ({ from }) => from);
  return html`<details ref=${place}>
    <summary>${dashboard.say("deps.words")}</summary>
    <${Growing}
      entries=${graph.nodes}
      step=${STEP}
      draw=${(/** @type {GraphNode[]} */ nodes) => html`<ul class="rows">
        ${nodes.map((node) => html`<${NodeRow} key=${node.id} node=${node} from=${(before.get(node.id) ?? []).map(({ from }) => from)} to=${(after.get(node.id) ?? []).map(({ to }) => to)} />`)}
      </ul>`}
    />
  </details>`;
}

/** @param {{ node: GraphNode, from: string[], to: string[] }} props */
function NodeRow({ node, from, to }) {
  const dashboard = useDashboard();
  const list = (/** @type {string[]} */ ids) => ids.map((id, at) => [at > 0 && ", ", html`<${IdLink} id=${id} isShort />`]);
  return html`<li>
    <${ItemLink} row=${node.row} />
    <span class="facts">
      <${StateChip} state=${node.row.state} className=${node.row.className} />
      ${node.unblocks > 0 && html`<span class="word">${dashboard.say("ready.unblocks", { count: node.unblocks })}</span>`}
      ${node.inCircle && html`<span class="word is-circle">${dashboard.say("deps.in_circle")}</span>`}
    </span>
    ${from.length > 0 && html`<span class="finding">${dashboard.parts("deps.waits", { items: list(from) })}</span>`}
    ${to.length > 0 && html`<span class="finding">${dashboard.parts("deps.blocks", { items: list(to) })}</span>`}
  </li>`;
}
