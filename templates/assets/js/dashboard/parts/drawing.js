// The drawing of a graph, in a frame that scrolls: so that fingers, wheels and arrow keys move it as they move a page.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { layOut } from "../layout.js";
import { Title } from "./words.js";

/** @typedef {import("../dependencies.js").DependencyGraph} DependencyGraph */
/** @typedef {import("../dependencies.js").GraphEdge} GraphEdge */
/** @typedef {import("../dependencies.js").GraphNode} GraphNode */
/** @typedef {import("../layout.js").PlacedEdge} PlacedEdge */
/** @typedef {import("../layout.js").PlacedNode} PlacedNode */

const SIZES = { width: 220, height: 64, between: 56, beside: 16 };
const EDGE = 12; // around the whole
const LEAST = 0.25;
const MOST = 2;
const STEP = 1.25;

/** @param {{ graph: DependencyGraph, around: string[] }} props */
export function Drawing({ graph, around }) {
  const dashboard = useDashboard();
  const layout = useMemo(() => layOut(graph.nodes.map(({ id }) => id), graph.edges, SIZES), [graph]);
  const [zoom, setZoom] = useState(1);
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, height] = [layout.width + 2 * EDGE, layout.height + 2 * EDGE];
  const change = (/** @type {number} */ factor) => setZoom((last) => Math.min(MOST, Math.max(LEAST, last * factor)));
  const fit = () => frame.current && setZoom(Math.max(LEAST, Math.min(1, frame.current.clientWidth / width, frame.current.clientHeight / height)));
  useDragging(frame, change);
  useLayoutEffect(() => {
    const [first] = [...layout.nodes].sort((left, right) => left.x - right.x);
    frame.current?.scrollTo(0, first.y - frame.current.clientHeight / 2);
  }, [layout]);
  return html`<div class="drawing">
    <div class="choices" role="group" aria-label=${dashboard.say("deps.zoom")}>
      <button class="button is-framed" type="button" onClick=${() => change(1 / STEP)} aria-label=${dashboard.say("deps.zoom.out")}>−</button>
      <button class="button is-framed" type="button" onClick=${() => change(STEP)} aria-label=${dashboard.say("deps.zoom.in")}>+</button>
      <button class="button is-framed" type="button" onClick=${fit}>${dashboard.say("deps.zoom.fit")}</button>
    </div>
    <div class="drawing-frame" dir="ltr" tabindex="0" role="group" aria-label=${dashboard.say("deps.drawing")} ref=${frame}>
      <svg width=${width * zoom} height=${height * zoom} viewBox=${`${-EDGE} ${-EDGE} ${width} ${height}`}>
        <defs>
          <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
            <path d="M0 0.5 L7.5 4 L0 7.5 z" />
          </marker>
        </defs>
        ${layout.edges.map((placed) => html`<${Edge} placed=${placed} edge=${graph.edges[placed.edge]} />`)}
        ${layout.nodes.map((placed, at) => html`<${Node} key=${placed.id} placed=${placed} node=${findNode(graph, layout.nodes, at)} isMiddle=${around.includes(placed.id)} />`)}
      </svg>
    </div>
  </div>`;
}

/** @param {DependencyGraph} graph @param {PlacedNode[]} nodes @param {number} at */
function findNode(graph, nodes, at) {
  return graph.nodes.find(({ id }) => id === nodes[at].id);
}

/** @param {{ placed: PlacedEdge, edge: GraphEdge }} props */
function Edge({ placed: { points }, edge }) {
  if (!points.length) return null;
  const words = ["edge", edge.isActive ? "" : "is-past", edge.inCircle ? "is-circle" : ""].filter(Boolean);
  return html`<path class=${words.join(" ")} d=${drawCurve(points)} marker-end="url(#arrow)" />`;
}

/** A line through points that leaves and enters each along the layers. @param {import("../layout.js").Point[]} points */
function drawCurve([[x, y], ...rest]) {
  let [lastX, lastY] = [x, y];
  const curves = rest.map(([nextX, nextY]) => {
    const bend = (nextX - lastX) / 2;
    const curve = `C${lastX + bend} ${lastY} ${nextX - bend} ${nextY} ${nextX} ${nextY}`;
    [lastX, lastY] = [nextX, nextY];
    return curve;
  });
  return `M${x} ${y}${curves.join("")}`;
}

/** @param {{ placed: PlacedNode, node: GraphNode | undefined, isMiddle: boolean }} props */
function Node({ placed, node, isMiddle }) {
  const dashboard = useDashboard();
  if (!node) return null;
  const { row } = node;
  const words = ["node", row.isOpen ? "" : "is-closed", node.inCircle ? "is-circle" : "", isMiddle ? "is-middle" : ""];
  return html`<foreignObject x=${placed.x - SIZES.width / 2} y=${placed.y - SIZES.height / 2} width=${SIZES.width} height=${SIZES.height}>
    <a class=${words.filter(Boolean).join(" ")} dir=${document.documentElement.dir} href=${dashboard.model.link(row.id)} data-item=${row.id}>
      <span class="node-head">
        ${row.className && html`<span class=${`icon state-${row.className}`} aria-hidden="true"></span><span class="visually-hidden">${row.state || dashboard.say(`class.${row.className}`)}</span>`}
        <code>${row.id}</code>
        ${node.unblocks > 0 && html`<span class="node-count">${dashboard.say("ready.unblocks", { count: node.unblocks })}</span>`}
      </span>
      <span class="node-title"><${Title} title=${row.title} /></span>
    </a>
  </foreignObject>`;
}

/**
 * Moves the drawing with the mouse, and zooms with the wheel and the control key.
 * @param {import("../../../vendor/htm-3.1.1/standalone.module.js").Ref<HTMLElement | null>} frame
 * @param {(factor: number) => void} zoom
 */
function useDragging(frame, zoom) {
  useEffect(() => {
    const place = frame.current;
    if (!place) return undefined;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    place.addEventListener("pointerdown", (event) => startDrag(place, event), options);
    place.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? STEP : 1 / STEP);
      },
      { ...options, passive: false },
    );
    return () => stop.abort();
  }, []);
}

/** @param {HTMLElement} place @param {PointerEvent} event */
function startDrag(place, event) {
  if (event.pointerType !== "mouse" || event.button !== 0 || !(event.target instanceof Element) || event.target.closest("a")) return;
  const from = { x: event.clientX, y: event.clientY, left: place.scrollLeft, top: place.scrollTop };
  const stop = new AbortController();
  place.setPointerCapture(event.pointerId);
  place.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      place.scrollLeft = from.left - (clientX - from.x);
      place.scrollTop = from.top - (clientY - from.y);
    },
    { signal: stop.signal },
  );
  for (const end of ["pointerup", "pointercancel"]) place.addEventListener(end, () => stop.abort(), { signal: stop.signal });
}
