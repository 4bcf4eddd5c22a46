// What a panel shows of a summary, and what has changed between two of them. The same tiles, in the same order, as the
// page had from the build.

import { isClosedClass } from "./projection.js";

/** @typedef {import("./counting.js").Summary} Summary */
/** @typedef {{ name: string, count: number, total: number, href: string, more: number }} Tile */
/** @typedef {{ rule: string, severity: string, count: number }} RuleLine */
/** @typedef {{ tiles: Tile[], containers: Set<string>, rules: Set<string> }} Changes */

/**
 * The counts of a graph, each with the section of the page at `route` that shows what is counted.
 * @param {Summary} summary
 * @param {string} route
 * @param {boolean} hasStates
 * @returns {Tile[]}
 */
export function makeTiles({ counts, states }, route, hasStates) {
  const tile = (/** @type {string} */ name, /** @type {number} */ count, /** @type {number} */ total, part = "items", more = 0) => ({
    name,
    count,
    total,
    href: part ? `${route}#${part}` : route,
    more,
  });
  const files = counts.items + counts.problems;
  const problems = tile("problems", counts.problems, files, counts.problems ? "problems" : "");
  if (!hasStates) {
    return [tile("items", counts.items, files), tile("found", counts.findings_open, counts.items, "findings"), problems];
  }
  const active = states.filter((state) => state.state_class === "active").reduce((sum, state) => sum + state.items, 0);
  const found = counts.findings_open + counts.findings_closed;
  return [
    tile("open", counts.open, counts.items),
    tile("active", active, counts.open),
    tile("ready", counts.ready, counts.open),
    tile("blocked", counts.blocked, counts.open),
    tile("closed", counts.closed, counts.items),
    tile("findings", counts.findings_open, found, "findings", counts.findings_closed),
    problems,
  ];
}

/** Containers, the closed ones apart. @param {Summary} summary */
export function splitContainers({ containers }) {
  return {
    open: containers.filter((each) => !isClosedClass(each.state_class)),
    closed: containers.filter((each) => isClosedClass(each.state_class)),
  };
}

/** What rules found about open work, and what about closed work. @param {Summary} summary */
export function splitRules({ findings }) {
  const lines = (/** @type {"open" | "closed"} */ part) =>
    findings.filter((each) => each[part]).map(({ rule, severity, ...counts }) => ({ rule, severity, count: counts[part] }));
  return { open: lines("open"), closed: lines("closed") };
}

/**
 * What a reader of `before` finds different in `after`: tiles with another number, ids of containers whose progress or
 * state is another, names of rules that found more or less.
 * @param {Summary} before
 * @param {Summary} after
 * @param {boolean} hasStates
 * @returns {Changes}
 */
export function compareSummaries(before, after, hasStates) {
  const old = makeTiles(before, "", hasStates);
  return {
    tiles: makeTiles(after, "", hasStates).filter((tile, at) => tile.count !== old[at].count),
    containers: findOther(before.containers, after.containers, (each) => each.id),
    rules: findOther(before.findings, after.findings, (each) => each.rule),
  };
}

/**
 * The keys of what is in `after` and was not, or was otherwise, in `before`.
 * @template T
 * @param {T[]} before
 * @param {T[]} after
 * @param {(each: T) => string} keyOf
 * @returns {Set<string>}
 */
function findOther(before, after, keyOf) {
  const known = new Set(before.map((each) => JSON.stringify(each)));
  return new Set(after.filter((each) => !known.has(JSON.stringify(each))).map(keyOf));
}
