// Where the nodes of a graph stand: in layers, so that every edge leads to a later one but for those that close a
// circle. Each connected part is laid out for itself, and the parts are packed. The same graph always looks the same.

import { alignLayers } from "./alignment.js";
import { makeLayers } from "./layers.js";

/** @typedef {import("./layers.js").Edge} Edge */
/** @typedef {import("./layers.js").Vertex} Vertex */
/**
 * The size of a node, and the least distance between layers and between neighbours in one.
 * @typedef {{ width: number, height: number, between: number, beside: number }} Sizes
 */
/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ id: string, x: number, y: number }} PlacedNode the centre of a node */
/**
 * The line of an edge from its source to its target, which are at its ends; none for an edge from a node to itself.
 * `isBack` where it leads against the layers.
 * @typedef {{ edge: number, points: Point[], isBack: boolean }} PlacedEdge
 */
/**
 * Everything stands between 0 and `width`, 0 and `height`. Edges are known by their place in the list given.
 * @typedef {{ width: number, height: number, nodes: PlacedNode[], edges: PlacedEdge[] }} Layout
 */

const BREADTH = { across: 1.6, down: 0.6 }; // of what is packed, to its height

/**
 * @param {string[]} ids
 * @param {Edge[]} edges between these ids
 * @param {Sizes} sizes
 * @param {"across" | "down"} [flow] the way in which the layers follow each other
 * @returns {Layout}
 */
export function layOut(ids, edges, sizes, flow = "across") {
  const parts = findParts(ids, edges).map((part) => layOutPart(part, sizes, flow));
  return pack(parts, sizes, BREADTH[flow]);
}

/** @typedef {{ ids: string[], edges: { edge: number, from: string, to: string }[] }} Part */

/**
 * The connected parts, each with its edges.
 * @param {string[]} ids
 * @param {Edge[]} edges
 * @returns {Part[]}
 */
function findParts(ids, edges) {
  /** @type {Map<string, string>} */
  const leaders = new Map(ids.map((id) => [id, id]));
  const find = (/** @type {string} */ id) => findLeader(leaders, id);
  for (const { from, to } of edges) leaders.set(find(from), find(to));
  /** @type {Map<string, Part>} */
  const parts = new Map();
  for (const id of ids) {
    const part = parts.get(find(id)) ?? { ids: [], edges: [] };
    parts.set(find(id), part);
    part.ids.push(id);
  }
  edges.forEach(({ from, to }, edge) => parts.get(find(from))?.edges.push({ edge, from, to }));
  return [...parts.values()];
}

/**
 * The id that leads the part of another; the way there becomes shorter.
 * @param {Map<string, string>} leaders
 * @param {string} id
 */
function findLeader(leaders, id) {
  let at = id;
  for (let next = leaders.get(at) ?? at; next !== at; next = leaders.get(at) ?? at) {
    leaders.set(at, leaders.get(next) ?? next);
    at = next;
  }
  return at;
}

/**
 * @param {Part} part
 * @param {Sizes} sizes
 * @param {"across" | "down"} flow
 * @returns {Layout}
 */
function layOutPart({ ids, edges }, sizes, flow) {
  const isAcross = flow === "across";
  const [length, breadth] = isAcross ? [sizes.width, sizes.height] : [sizes.height, sizes.width];
  const { layers, tracks } = makeLayers(ids, edges.filter(({ from, to }) => from !== to));
  const room = alignLayers(layers, breadth, sizes.beside);
  const reach = layers.length * (length + sizes.between) - sizes.between;
  const place = (/** @type {Vertex} */ { layer, aside }, side = 0) => {
    const along = layer * (length + sizes.between) + (length * (side + 1)) / 2;
    return /** @type {Point} */ (isAcross ? [along, aside] : [aside, along]);
  };
  const nodes = layers.flat().filter(({ id }) => id !== "");
  return {
    width: isAcross ? reach : room,
    height: isAcross ? room : reach,
    nodes: nodes.map((vertex) => ({ id: vertex.id, x: place(vertex)[0], y: place(vertex)[1] })),
    edges: [
      ...tracks.map(({ edge, line, isBack }) => ({ edge, points: drawLine(line, place, isBack), isBack })),
      ...edges.filter(({ from, to }) => from === to).map(({ edge }) => ({ edge, points: [], isBack: true })),
    ],
  };
}

/**
 * @param {Vertex[]} line
 * @param {(vertex: Vertex, side?: number) => Point} place a side is -1 for the beginning of a layer, 1 for its end
 * @param {boolean} isBack
 * @returns {Point[]}
 */
function drawLine(line, place, isBack) {
  const inner = line.slice(1, -1).flatMap((vertex) => [place(vertex, -1), place(vertex, 1)]);
  const points = [place(line[0], 1), ...inner, place(line[line.length - 1], -1)];
  return isBack ? points.reverse() : points;
}

/**
 * Puts layouts beside each other in rows, the largest first.
 * @param {Layout[]} parts
 * @param {Sizes} sizes
 * @param {number} breadth of the whole, to its height
 * @returns {Layout}
 */
function pack(parts, { between, beside }, breadth) {
  const gap = Math.max(between, beside);
  const area = parts.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0);
  const limit = parts.reduce((most, { width }) => Math.max(most, width), Math.sqrt(area * breadth));
  /** @type {Layout} */
  const whole = { width: 0, height: 0, nodes: [], edges: [] };
  let [x, y] = [0, 0];
  for (const part of [...parts].sort((left, right) => right.height - left.height)) {
    if (x > 0 && x + part.width > limit) [x, y] = [0, whole.height + gap];
    for (const node of part.nodes) whole.nodes.push({ ...node, x: node.x + x, y: node.y + y });
    for (const edge of part.edges) {
      const points = edge.points.map((point) => /** @type {Point} */ ([point[0] + x, point[1] + y]));
      whole.edges.push({ ...edge, points });
    }
    whole.width = Math.max(whole.width, x + part.width);
    whole.height = Math.max(whole.height, y + part.height);
    x += part.width + gap;
  }
  return whole;
}
