// What waits for what, among the items that a graph shows: of a selection, of what stands below a container, or of what
// stands around an item. An arrow leads from what blocks to what waits.

import { findCircles } from "./cycles.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/**
 * An id of the graph. `unblocks` counts the open ids that wait for it alone; `before` and `after` how many ids that it
 * waits for, and that wait for it, the graph does not show.
 * @typedef {{ id: string, row: Row, unblocks: number, before: number, after: number, inCircle: boolean }} GraphNode
 */
/**
 * `from` blocks `to`. Active are the arrows between open ids: the others are history. An arrow in a circle leads to
 * what leads back.
 * @typedef {{ from: string, to: string, isActive: boolean, inCircle: boolean }} GraphEdge
 */
/**
 * What has an arrow, and the arrows; the ids that have none; how many ids were asked for.
 * @typedef {{ nodes: GraphNode[], edges: GraphEdge[], alone: string[], total: number }} DependencyGraph
 */

/**
 * The graph of some ids, in the order of ids.
 * @param {Model} model
 * @param {Iterable<string>} ids
 * @returns {DependencyGraph}
 */
export function makeGraph(model, ids) {
  const { blockers, openIds, ranks } = model.relations;
  const asked = new Set(ids);
  const shown = new Set([...ranks.keys()].filter((id) => asked.has(id)));
  /** @type {Map<string, string[]>} */
  const into = new Map([...shown].map((id) => [id, (blockers.get(id) ?? []).filter((other) => shown.has(other))]));
  const circles = numberCircles(into);
  /** @type {GraphEdge[]} */
  const edges = [...into].flatMap(([to, sources]) =>
    sources.map((from) => ({
      from,
      to,
      isActive: openIds.has(from) && openIds.has(to),
      inCircle: from === to || (circles.has(from) && circles.get(from) === circles.get(to)),
    })),
  );
  const ends = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const inCircle = new Set(edges.filter((edge) => edge.inCircle).map(({ to }) => to));
  const nodes = [...shown].filter((id) => ends.has(id)).map((id) => makeNode(model, id, shown, inCircle.has(id)));
  return { nodes, edges, alone: [...shown].filter((id) => !ends.has(id)), total: shown.size };
}

/**
 * @param {Model} model
 * @param {string} id
 * @param {Set<string>} shown
 * @param {boolean} inCircle
 * @returns {GraphNode}
 */
function makeNode(model, id, shown, inCircle) {
  const row = /** @type {Row} */ (model.speaker(id));
  const countUnseen = (/** @type {Map<string, string[]>} */ edges) =>
    (edges.get(id) ?? []).filter((other) => !shown.has(other)).length;
  const [before, after] = [countUnseen(model.relations.blockers), countUnseen(model.blocking)];
  return { id, row, unblocks: row.unblocks, before, after, inCircle };
}

/**
 * The ids of a part of a graph that can still be read: whole neighbourhoods, those of the ids with the most arrows
 * between open work first; all of it where that is few enough.
 * @param {DependencyGraph} graph
 * @param {number} most
 * @returns {string[]}
 */
export function chooseNodes({ nodes, edges }, most) {
  if (nodes.length <= most) return nodes.map(({ id }) => id);
  /** @type {Map<string, string[]>} */
  const beside = new Map(nodes.map(({ id }) => [id, []]));
  const weights = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { from, to, isActive } of edges) {
    beside.get(from)?.push(to);
    beside.get(to)?.push(from);
    for (const id of isActive ? [from, to] : []) weights.set(id, (weights.get(id) ?? 0) + 1);
  }
  const weigh = (/** @type {string} */ id) => weights.get(id) ?? 0;
  const chosen = new Set();
  for (const start of nodes.map(({ id }) => id).sort((left, right) => weigh(right) - weigh(left))) {
    const reached = new Set([start]);
    for (const id of reached) {
      if (chosen.size >= most) return [...chosen];
      chosen.add(id);
      for (const next of beside.get(id) ?? []) if (!chosen.has(next)) reached.add(next);
    }
  }
  return [...chosen];
}

/** The number of the circle of every id that is in one. @param {Map<string, string[]>} edges */
function numberCircles(edges) {
  return new Map(findCircles(edges).flatMap((members, at) => members.map((id) => [id, at])));
}

/**
 * Some ids, everything that they wait for and everything that waits for them.
 * @param {Model} model
 * @param {string[]} ids
 * @param {number | null} steps how far to go, null for all the way
 * @returns {Set<string>}
 */
export function findNeighbourhood(model, ids, steps) {
  const start = ids.filter((id) => model.byId.has(id));
  const limit = steps ?? Infinity;
  return new Set([...walk(start, model.relations.blockers, limit), ...walk(start, model.blocking, limit)]);
}

/**
 * @param {string[]} start
 * @param {Map<string, string[]>} edges
 * @param {number} limit
 */
function walk(start, edges, limit) {
  const found = new Map(start.map((id) => [id, 0]));
  for (const [id, distance] of found) {
    if (distance >= limit) continue;
    for (const next of edges.get(id) ?? []) if (!found.has(next)) found.set(next, distance + 1);
  }
  return found.keys();
}
