// What a projection adds up to: the same numbers, in the same form and order, as the published summary. A page that has
// read the projection counts for itself, so that its numbers and its lists are always of one state of the data.

import { isClosedClass } from "./projection.js";
import { Relations } from "./relations.js";

/** @typedef {import("./projection.js").Item} Item */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {{ name: string, state_class: string | null, items: number }} StateCount */
/**
 * Both numbers are null where parents go round in a circle.
 * @typedef {{ id: string, title: string, type: string, state: string, state_class: string | null,
 *   closed: number | null, total: number | null }} Progress
 */
/** @typedef {{ rule: string, severity: string, open: number, closed: number }} RuleCount */
/**
 * @typedef {{ counts: Record<"items" | "open" | "closed" | "archived" | "ready" | "blocked" | "problems" |
 *   "findings_open" | "findings_closed", number>, states: StateCount[], containers: Progress[], findings: RuleCount[] }}
 *   Summary
 */

/** The worst first. */
const SEVERITIES = ["error", "warning", "note"];

/**
 * @param {Projection} projection
 * @param {Relations} [relations]
 * @returns {Summary}
 */
export function summarise(projection, relations = new Relations(projection)) {
  const findings = countRules(projection);
  return {
    counts: count(projection, relations, findings),
    states: countStates(projection),
    containers: measureProgress(projection, relations),
    findings,
  };
}

/**
 * @param {Projection} projection
 * @param {Relations} relations
 * @param {RuleCount[]} rules
 * @returns {Summary["counts"]}
 */
function count(projection, relations, rules) {
  const { items } = projection;
  const open = items.filter((item) => projection.isOpen(item)).length;
  return {
    items: items.length,
    open,
    closed: items.length - open,
    archived: items.filter((item) => item.archived).length,
    ready: items.filter((item) => relations.canStart(item)).length,
    blocked: items.filter((item) => relations.isBlocked(item)).length,
    problems: projection.file.problems.length,
    findings_open: rules.reduce((sum, rule) => sum + rule.open, 0),
    findings_closed: rules.reduce((sum, rule) => sum + rule.closed, 0),
  };
}

/**
 * Declared states in their order, the empty ones too; then unknown words by bytes; then no word.
 * @param {Projection} projection
 * @returns {StateCount[]}
 */
function countStates(projection) {
  /** @type {Map<string, number>} */
  const found = new Map([...projection.classes.keys()].map((name) => [name, 0]));
  for (const item of projection.items) increment(found, projection.state(item));
  const rest = [...found.keys()].filter((name) => !projection.classes.has(name));
  const unknown = rest.filter((name) => name !== "").sort(compareBytes);
  const names = [...projection.classes.keys(), ...unknown, ...rest.filter((name) => name === "")];
  return names.map((name) => ({
    name,
    state_class: projection.classes.get(name) ?? null,
    items: found.get(name) ?? 0,
  }));
}

/**
 * Containers, the open ones first, then by how much below them is open, then by id.
 * @param {Projection} projection
 * @param {Relations} relations
 * @returns {Progress[]}
 */
function measureProgress(projection, relations) {
  const below = countBelow(projection, relations);
  const found = projection.items.filter((item) => projection.isContainer(item)).map((item) => ({
    id: item.id,
    title: projection.title(item),
    type: projection.type(item),
    state: projection.state(item),
    state_class: projection.stateClass(item),
    closed: below.get(item.id)?.closed ?? null,
    total: below.get(item.id)?.total ?? null,
  }));
  const rank = (/** @type {Progress} */ each) => Number(isClosedClass(each.state_class));
  const rest = (/** @type {Progress} */ each) => (each.total ?? 0) - (each.closed ?? 0);
  return found.sort((left, right) => rank(left) - rank(right) || rest(right) - rest(left)); // keeps the order of ids
}

/**
 * How many items that are no containers stand below each id of the forest, and how many of them are closed. An id with
 * several parents stands below its first; ids on a circle of parents, and below one, are not in the forest.
 * @param {Projection} projection
 * @param {Relations} relations
 * @returns {Map<string, { closed: number, total: number }>}
 */
function countBelow(projection, relations) {
  const order = walkForest(relations);
  const below = new Map(order.map((id) => [id, { closed: 0, total: 0 }]));
  for (const id of order.reverse()) {
    const parent = relations.parents.get(id)?.[0];
    const sum = parent === undefined ? undefined : below.get(parent);
    const own = below.get(id);
    if (!sum || !own) continue;
    const work = (relations.files.get(id) ?? []).filter((item) => !projection.isContainer(item));
    sum.total += own.total + work.length;
    sum.closed += own.closed + work.filter((item) => !projection.isOpen(item)).length;
  }
  return below;
}

/**
 * The ids of the forest, every one after its parent.
 * @param {Relations} relations
 * @returns {string[]}
 */
export function walkForest(relations) {
  const order = [...relations.files.keys()].filter((id) => !relations.parents.has(id));
  for (const id of order) {
    for (const child of relations.children.get(id) ?? []) {
      if (relations.parents.get(child)?.[0] === id) order.push(child);
    }
  }
  return order;
}

/**
 * Rules that found something, the worst first, then by name.
 * @param {Projection} projection
 * @returns {RuleCount[]}
 */
function countRules(projection) {
  const [open, closed] = [new Map(), new Map()];
  for (const item of projection.items) {
    const counts = projection.isOpen(item) ? open : closed;
    for (const finding of item.findings ?? []) increment(counts, finding.rule);
  }
  return projection.file.rules
    .map(({ name, severity }) => ({ rule: name, severity, open: open.get(name) ?? 0, closed: closed.get(name) ?? 0 }))
    .filter((rule) => rule.open + rule.closed > 0)
    .sort(
      (left, right) =>
        SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) || compareBytes(left.rule, right.rule),
    );
}

/**
 * @param {Map<string, number>} counts
 * @param {string} key
 */
function increment(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * The order of two texts' bytes in UTF-8, which is that of their code points and not of JavaScript's own units.
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function compareBytes(left, right) {
  const [ours, theirs] = [[...left], [...right]];
  const at = ours.findIndex((letter, index) => letter !== theirs[index]);
  if (at < 0) return ours.length - theirs.length;
  return at < theirs.length ? (ours[at].codePointAt(0) ?? 0) - (theirs[at].codePointAt(0) ?? 0) : 1;
}
