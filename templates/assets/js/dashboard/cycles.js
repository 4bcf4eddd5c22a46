// Circles among ids. Linear, and without recursion, since a store may hold a chain of any length.

/** @typedef {Map<string, string[]>} Edges */
/**
 * How far a search has come: when each id was entered, the earliest that each reaches, and the ids of no group yet.
 * @typedef {{ entered: Map<string, number>, low: Map<string, number>, stack: string[], waiting: Set<string> }} Search
 */

/**
 * The groups of two or more ids that all lead to each other, in no particular order (Tarjan's algorithm).
 * @param {Edges} edges
 * @returns {string[][]}
 */
export function findCircles(edges) {
  /** @type {Search} */
  const search = { entered: new Map(), low: new Map(), stack: [], waiting: new Set() };
  return [...edges.keys()].flatMap((root) => (search.entered.has(root) ? [] : searchFrom(root, edges, search)));
}

/**
 * @param {string} root
 * @param {Edges} edges
 * @param {Search} search
 * @returns {string[][]}
 */
function searchFrom(root, edges, search) {
  const { entered, low, waiting } = search;
  const groups = [];
  const work = [enter(root, edges, search)];
  while (work.length) {
    const { id, targets } = work[work.length - 1];
    const target = targets.next();
    if (!target.done) {
      if (!entered.has(target.value)) work.push(enter(target.value, edges, search));
      else if (waiting.has(target.value)) lower(low, id, entered.get(target.value));
      continue;
    }
    work.pop();
    if (work.length) lower(low, work[work.length - 1].id, low.get(id));
    if (low.get(id) === entered.get(id)) groups.push(leave(id, search));
  }
  return groups.filter((group) => group.length > 1);
}

/**
 * @param {string} id
 * @param {Edges} edges
 * @param {Search} search
 */
function enter(id, edges, { entered, low, stack, waiting }) {
  entered.set(id, entered.size);
  low.set(id, entered.size - 1);
  stack.push(id);
  waiting.add(id);
  return { id, targets: (edges.get(id) ?? []).values() };
}

/**
 * @param {Map<string, number>} low
 * @param {string} id
 * @param {number} [to]
 */
function lower(low, id, to = 0) {
  low.set(id, Math.min(low.get(id) ?? to, to));
}

/**
 * @param {string} id
 * @param {Search} search
 */
function leave(id, { stack, waiting }) {
  const group = stack.splice(stack.lastIndexOf(id));
  for (const member of group) waiting.delete(member);
  return group;
}
