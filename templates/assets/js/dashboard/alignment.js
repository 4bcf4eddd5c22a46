// Where vertices stand within their layers: in their order, not too near to each other, and else as near as can be to
// the middle of their neighbours, so that lines are straight.

/** @typedef {import("./layers.js").Vertex} Vertex */

const ROUNDS = 8;
const BEND = 0.25; // the room that a bend needs, as a share of that between nodes
const STRAIGHT = 8; // how much more it matters that a bend is straight than that a node is in the middle

/**
 * Sets `aside` of every vertex: the least is that of a node of this breadth at the edge.
 * @param {Vertex[][]} layers
 * @param {number} breadth of a node
 * @param {number} beside the room between two nodes
 * @returns {number} the room that all take
 */
export function alignLayers(layers, breadth, beside) {
  const room = (/** @type {Vertex} */ { id }) => (id === "" ? beside * BEND : breadth + beside) / 2;
  for (const layer of layers) {
    let end = 0;
    for (const vertex of layer) {
      vertex.aside = end + room(vertex);
      end = vertex.aside + room(vertex);
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const isForth = round % 2 === 0;
    for (const layer of isForth ? layers : [...layers].reverse()) alignLayer(layer, isForth ? "before" : "after", room);
  }
  const all = layers.flat();
  const least = all.reduce((found, { aside }) => Math.min(found, aside), Infinity) - breadth / 2;
  for (const vertex of all) vertex.aside -= least;
  return all.reduce((found, { aside }) => Math.max(found, aside), 0) + breadth / 2;
}

/**
 * Moves the vertices of a layer to where they are nearest to the middle of their neighbours, all distances kept: what
 * would stand too near to each other becomes one block that moves as a whole.
 * @param {Vertex[]} layer
 * @param {"before" | "after"} side
 * @param {(vertex: Vertex) => number} room
 */
function alignLayer(layer, side, room) {
  /** @type {{ at: number, weight: number, members: { vertex: Vertex, offset: number }[] }[]} */
  const blocks = [];
  let offset = 0;
  layer.forEach((vertex, place) => {
    offset += place === 0 ? 0 : room(layer[place - 1]) + room(vertex);
    let block = { at: wish(vertex, side) - offset, weight: weigh(vertex, side), members: [{ vertex, offset }] };
    for (let last = blocks.at(-1); last && last.at >= block.at; last = blocks.at(-1)) {
      const weight = last.weight + block.weight;
      last.members.push(...block.members);
      block = { at: (last.at * last.weight + block.at * block.weight) / weight, weight, members: last.members };
      blocks.pop();
    }
    blocks.push(block);
  });
  for (const { at, members } of blocks) for (const { vertex, offset: own } of members) vertex.aside = at + own;
}

/** Where a vertex would stand if it were alone. @param {Vertex} vertex @param {"before" | "after"} side */
function wish(vertex, side) {
  const neighbours = vertex[side];
  if (!neighbours.length) return vertex.aside;
  return neighbours.reduce((sum, { aside }) => sum + aside, 0) / neighbours.length;
}

/** @param {Vertex} vertex @param {"before" | "after"} side */
function weigh(vertex, side) {
  if (vertex.id !== "") return vertex[side].length ? 1 : 0.1;
  return vertex[side].some(({ id }) => id === "") ? STRAIGHT : 1;
}
