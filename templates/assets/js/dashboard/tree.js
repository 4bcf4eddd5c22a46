// A tree: what stands below what. It drops nothing: what has no parent, what names one that does not exist, and what
// goes round in a circle each have a place. What a filter leaves out is there only to show what stands below it.

import { linkIds } from "../projection.js";
import { add } from "../relations.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/**
 * One id. `row` speaks for it; `rows` are its files that are shown, none for what only leads to them. `missing` is the
 * parent that does not exist, "" for all but what stands in the place for such.
 * @typedef {{ id: string, row: Row, rows: Row[], children: Node[], missing: string }} Node
 */
/** @typedef {"containers" | "unscheduled" | "dangling" | "circles"} Place */
/**
 * A place, its trees, and how many rows are shown in them.
 * @typedef {{ place: Place, nodes: Node[], count: number }} Part
 */
/** @typedef {{ node: Node, depth: number }} Line */

/**
 * @param {Model} model
 * @param {Row[]} order all rows of the model, sorted
 * @param {Iterable<Row>} shown
 * @returns {Part[]} every place that holds anything
 */
export function makeTree(model, order, shown) {
  const nodes = makeNodes(model, order, shown);
  const tops = [...nodes.values()].filter((node) => !placeBelow(model, nodes, node));
  const reached = reachFrom(tops);
  /** @type {Map<Place, Node[]>} */
  const places = new Map();
  for (const node of tops) add(places, findPlace(model, node), node);
  for (const node of nodes.values()) {
    if (reached.has(node)) continue;
    const top = cutCircle(model, nodes, node);
    add(places, "circles", top);
    for (const each of reachFrom([top])) reached.add(each);
  }
  const names = /** @type {const} */ (["containers", "unscheduled", "dangling", "circles"]);
  return names.flatMap((place) => {
    const found = places.get(place);
    return found ? [{ place, nodes: found, count: countRows(found) }] : [];
  });
}

/**
 * The nodes of all ids that are shown and of what stands above them, containers first and in the order of their types.
 * @param {Model} model
 * @param {Row[]} order
 * @param {Iterable<Row>} shown
 * @returns {Map<string, Node>}
 */
function makeNodes(model, order, shown) {
  /** @type {Map<string, Row[]>} */
  const rows = new Map();
  for (const row of shown) add(rows, row.id, row);
  const kept = new Set(rows.keys());
  for (const id of kept) {
    const parent = model.relations.parents.get(id)?.[0];
    if (parent !== undefined) kept.add(parent);
  }
  const types = [...model.projection.containers];
  const rank = (/** @type {Row} */ { type }) => (types.includes(type) ? types.indexOf(type) : types.length);
  const ids = new Set(order.filter(({ id }) => kept.has(id)).map(({ id }) => id));
  const nodes = [...ids].map((id) => {
    const row = /** @type {Row} */ (model.speaker(id));
    return { id, row, rows: rows.get(id) ?? [], children: [], missing: "" };
  });
  nodes.sort((left, right) => rank(left.row) - rank(right.row));
  return new Map(nodes.map((node) => [node.id, node]));
}

/**
 * Puts a node below its first parent; whether it has any.
 * @param {Model} model
 * @param {Map<string, Node>} nodes
 * @param {Node} node
 */
function placeBelow(model, nodes, node) {
  const parent = nodes.get(model.relations.parents.get(node.id)?.[0] ?? "");
  return Boolean(parent?.children.push(node));
}

/**
 * The place of a node that has no parent.
 * @param {Model} model
 * @param {Node} node
 * @returns {Place}
 */
function findPlace(model, node) {
  const links = model.projection.file.links.filter(({ edge }) => edge === "parent");
  const files = model.byId.get(node.id) ?? [];
  const written = files.flatMap(({ item }) => links.flatMap(({ name }) => linkIds(item[name])));
  const missing = written.find((id) => id !== node.id);
  if (missing !== undefined) {
    node.missing = missing;
    return "dangling";
  }
  if (written.length) return "circles"; // its own parent
  return node.row.isContainer ? "containers" : "unscheduled";
}

/**
 * Makes a top of the first member of a circle that a node is in or below.
 * @param {Model} model
 * @param {Map<string, Node>} nodes
 * @param {Node} node
 * @returns {Node}
 */
function cutCircle(model, nodes, node) {
  const parentOf = (/** @type {Node} */ each) =>
    /** @type {Node} */ (nodes.get(model.relations.parents.get(each.id)?.[0] ?? ""));
  /** @type {Set<Node>} */
  const seen = new Set();
  let current = node;
  for (; !seen.has(current); current = parentOf(current)) seen.add(current);
  const members = [...seen].slice([...seen].indexOf(current));
  const top = members.reduce((first, each) => (each.row.index < first.row.index ? each : first));
  const siblings = parentOf(top).children;
  siblings.splice(siblings.indexOf(top), 1);
  return top;
}

/** @param {Node[]} tops */
function reachFrom(tops) {
  const found = new Set(tops);
  for (const node of found) for (const child of node.children) found.add(child);
  return found;
}

/** @param {Node[]} tops */
function countRows(tops) {
  return [...reachFrom(tops)].reduce((sum, { rows }) => sum + rows.length, 0);
}

/**
 * The lines of some trees from top to bottom, without what stands below a folded node.
 * @param {Node[]} tops
 * @param {(node: Node) => boolean} isFolded
 * @returns {Line[]}
 */
export function listLines(tops, isFolded) {
  /** @type {Line[]} */
  const lines = [];
  const pending = [...tops].reverse().map((node) => ({ node, depth: 0 }));
  for (let line = pending.pop(); line; line = pending.pop()) {
    lines.push(line);
    const children = isFolded(line.node) ? [] : line.node.children;
    for (let at = children.length - 1; at >= 0; at -= 1) pending.push({ node: children[at], depth: line.depth + 1 });
  }
  return lines;
}
