// The layers of one connected part of a graph: which vertices stand in which layer, and in what order, so that few
// edges cross. Long edges are taken apart by bends, one in every layer that they pass.

/**
 * A node, or a bend of an edge, whose id is "". `before` and `after` are its neighbours in the layers beside its own;
 * `place` says how many stand before it in its layer, and `aside` how far it is from the side.
 * @typedef {{ id: string, layer: number, place: number, aside: number, before: Vertex[], after: Vertex[] }} Vertex
 */
/**
 * A line from an earlier layer to a later one, end to end; `isBack` where the edge leads the other way.
 * @typedef {{ edge: number, line: Vertex[], isBack: boolean }} Track
 */
/** @typedef {{ from: string, to: string }} Edge */
/** @typedef {{ layers: Vertex[][], tracks: Track[] }} Layered */

const LONGEST = 16; // layers that an edge may pass and still have bends: a longer one is drawn straight
const ROUNDS = 16;

/**
 * @param {string[]} ids
 * @param {{ edge: number, from: string, to: string }[]} edges between these ids, none of them from an id to itself
 * @returns {Layered}
 */
export function makeLayers(ids, edges) {
  /** @type {Map<string, Vertex>} */
  const vertices = new Map(ids.map((id) => [id, makeVertex(id, 0)]));
  const of = (/** @type {string} */ id) => /** @type {Vertex} */ (vertices.get(id));
  const back = findBackEdges(ids, edges);
  const tracks = edges.map(({ edge, from, to }, at) => {
    const isBack = back.has(at);
    const line = isBack ? [of(to), of(from)] : [of(from), of(to)];
    join(line[0], line[1]);
    return { edge, line, isBack };
  });
  const all = [...vertices.values()];
  setLayers(all);
  for (const { before, after } of all) before.length = after.length = 0;
  const bends = tracks.flatMap(bend);
  const layers = groupLayers([...all, ...bends]);
  reduceCrossings(layers);
  return { layers, tracks };
}

/** @param {string} id @param {number} layer @returns {Vertex} */
function makeVertex(id, layer) {
  return { id, layer, place: 0, aside: 0, before: [], after: [] };
}

/** @param {Vertex} from @param {Vertex} to */
function join(from, to) {
  from.after.push(to);
  to.before.push(from);
}

/**
 * The places of the edges that close a circle, as a search from the first ids meets them.
 * @param {string[]} ids
 * @param {Edge[]} edges
 * @returns {Set<number>}
 */
function findBackEdges(ids, edges) {
  /** @type {Map<string, number[]>} */
  const out = new Map(ids.map((id) => [id, []]));
  const targets = new Set(edges.map(({ to }) => to));
  edges.forEach(({ from }, at) => out.get(from)?.push(at));
  const back = new Set();
  /** @type {Map<string, "open" | "done">} */
  const seen = new Map();
  const starts = [...ids.filter((id) => !targets.has(id)), ...ids];
  for (const start of starts) {
    const path = seen.has(start) ? [] : [{ id: start, next: 0 }];
    while (path.length) {
      const step = path[path.length - 1];
      seen.set(step.id, "open");
      const at = out.get(step.id)?.[step.next];
      step.next += 1;
      if (at === undefined) seen.set(/** @type {{ id: string }} */ (path.pop()).id, "done");
      else if (seen.get(edges[at].to) === "open") back.add(at);
      else if (!seen.has(edges[at].to)) path.push({ id: edges[at].to, next: 0 });
    }
  }
  return back;
}

/**
 * Gives every vertex the first layer after all that lead to it; one that nothing leads to stands just before what it
 * leads to.
 * @param {Vertex[]} vertices
 */
function setLayers(vertices) {
  const missing = new Map(vertices.map((vertex) => [vertex, vertex.before.length]));
  const sorted = vertices.filter(({ before }) => before.length === 0);
  for (const vertex of sorted) {
    for (const next of vertex.after) {
      next.layer = Math.max(next.layer, vertex.layer + 1);
      const left = (missing.get(next) ?? 0) - 1;
      missing.set(next, left);
      if (left === 0) sorted.push(next);
    }
  }
  for (const vertex of vertices) {
    if (vertex.before.length || !vertex.after.length) continue;
    vertex.layer = vertex.after.reduce((least, { layer }) => Math.min(least, layer), Infinity) - 1;
  }
}

/**
 * Puts bends into a track that passes layers, and joins its vertices.
 * @param {Track} track
 * @returns {Vertex[]} the bends
 */
function bend(track) {
  const [first, last] = track.line;
  const passed = last.layer - first.layer - 1;
  const bends = Array.from({ length: passed > LONGEST ? 0 : passed }, (_, at) => makeVertex("", first.layer + at + 1));
  track.line = [first, ...bends, last];
  if (passed <= LONGEST) track.line.slice(1).forEach((vertex, at) => join(track.line[at], vertex));
  return bends;
}

/**
 * The layers from the first, each in the order in which a walk along the edges meets its vertices.
 * @param {Vertex[]} vertices
 * @returns {Vertex[][]}
 */
function groupLayers(vertices) {
  const first = vertices.reduce((least, { layer }) => Math.min(least, layer), Infinity);
  /** @type {Vertex[][]} */
  const layers = [];
  /** @type {Set<Vertex>} */
  const seen = new Set();
  for (const start of vertices) {
    const pending = [start];
    for (let vertex = pending.pop(); vertex; vertex = pending.pop()) {
      if (seen.has(vertex)) continue;
      seen.add(vertex);
      vertex.layer -= first;
      (layers[vertex.layer] ??= []).push(vertex);
      for (const next of [...vertex.before, ...vertex.after]) pending.push(next);
    }
  }
  for (const layer of layers) number(layer);
  return layers;
}

/** @param {Vertex[]} layer */
function number(layer) {
  layer.forEach((vertex, place) => (vertex.place = place));
}

/**
 * Sorts every layer by where the neighbours stand, to and fro, and keeps the best of all orders.
 * @param {Vertex[][]} layers
 */
function reduceCrossings(layers) {
  let best = layers.map((layer) => [...layer]);
  let least = countCrossings(layers);
  for (let round = 0; round < ROUNDS && least > 0; round += 1) {
    const isForth = round % 2 === 0;
    for (const layer of isForth ? layers : [...layers].reverse()) sortLayer(layer, isForth ? "before" : "after");
    const crossings = countCrossings(layers);
    if (crossings >= least) continue;
    least = crossings;
    best = layers.map((layer) => [...layer]);
  }
  best.forEach((layer, at) => number((layers[at] = layer)));
}

/** @param {Vertex[]} layer @param {"before" | "after"} side */
function sortLayer(layer, side) {
  const means = new Map(layer.map((vertex) => [vertex, meanPlace(vertex, vertex[side])]));
  layer.sort((left, right) => (means.get(left) ?? 0) - (means.get(right) ?? 0) || left.place - right.place);
  number(layer);
}

/** @param {Vertex} vertex @param {Vertex[]} neighbours */
function meanPlace(vertex, neighbours) {
  if (!neighbours.length) return vertex.place;
  return neighbours.reduce((sum, { place }) => sum + place, 0) / neighbours.length;
}

/** How many pairs of edges between neighbouring layers cross. @param {Vertex[][]} layers */
function countCrossings(layers) {
  return layers.reduce((sum, layer, at) => sum + countBetween(layer, layers[at + 1]?.length ?? 0), 0);
}

/**
 * Ends in the order of their beginnings: every pair that is the other way round crosses (counted in a tree of sums).
 * @param {Vertex[]} layer
 * @param {number} size of the next layer
 */
function countBetween(layer, size) {
  const sums = new Int32Array(size + 1);
  let [crossings, seen] = [0, 0];
  for (const { after } of layer) {
    const places = after.map(({ place }) => place);
    for (const place of places) {
      let notBeyond = 0;
      for (let at = place + 1; at > 0; at -= at & -at) notBeyond += sums[at];
      crossings += seen - notBeyond;
    }
    for (const place of places) for (let at = place + 1; at <= size; at += at & -at) sums[at] += 1;
    seen += places.length;
  }
  return crossings;
}
