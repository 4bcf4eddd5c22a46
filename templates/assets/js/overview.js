// What a panel shows of a summary, and what has changed between two of them. The same tiles, in the same order, as
// `gen_docs/overview.py` makes.

import { isClosedClass } from "./projection.js";

/** @typedef {import("./counting.js").Summary} Summary */
/**
 * A number, of how many, and where the graph's page shows what is counted: by `query` where it is live, else in the
 * section `part`. `more` is what the number leaves out.
 * @typedef {{ name: string, count: number, total: number, query: string, part: string, more: number }} Tile
 */
/** @typedef {{ rule: string, severity: string, count: number }} RuleLine */
/** @typedef {{ tiles: Tile[], containers: Set<string>, rules: Set<string> }} Changes */

/** Each says what it wants of closed and archived work, whatever a reader has chosen before. @type {Record<string, string>} */
const QUERIES = {
  open: "?view=list&closed=hide&archived=show",
  active: "?view=list&class=active&closed=hide&archived=show",
  ready: "?view=ready&closed=hide&archived=show",
  blocked: "?view=blocked&closed=hide&archived=show",
  closed: "?view=list&closed=only&archived=show",
  archived: "?view=list&closed=show&archived=only",
  findings: "?view=list&rule=any&closed=hide&archived=show",
  items: "?view=list&closed=show&archived=show",
  found: "?view=list&rule=any&closed=show&archived=show",
};

/**
 * The counts of a graph; what is archived or could not be read only where there is any.
 * @param {Pick<Summary, "counts" | "states">} summary
 * @param {boolean} hasStates
 * @returns {Tile[]}
 */
export function makeTiles({ counts, states }, hasStates) {
  const files = counts.items + counts.problems;
  const problems = counts.problems ? [makeTile("problems", counts.problems, files, "problems")] : [];
  if (!hasStates) {
    return [
      makeTile("items", counts.items, files),
      makeTile("found", counts.findings_open, counts.items, "findings"),
      ...problems,
    ];
  }
  const active = states.filter((state) => state.state_class === "active").reduce((sum, state) => sum + state.items, 0);
  const findings = counts.findings_open + counts.findings_closed;
  return [
    makeTile("open", counts.open, counts.items),
    makeTile("active", active, counts.open),
    makeTile("ready", counts.ready, counts.open),
    makeTile("blocked", counts.blocked, counts.open),
    makeTile("closed", counts.closed, counts.items),
    ...(counts.archived ? [makeTile("archived", counts.archived, counts.items)] : []),
    makeTile("findings", counts.findings_open, findings, "findings", counts.findings_closed),
    ...problems,
  ];
}

/**
 * @param {string} name
 * @param {number} count
 * @param {number} total
 * @param {string} [part]
 * @param {number} [more]
 * @returns {Tile}
 */
function makeTile(name, count, total, part = "items", more = 0) {
  return { name, count, total, query: QUERIES[name] ?? "", part, more };
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
 * What a reader of `before` finds different in `after`: tiles with another number, those that are gone with none, ids
 * of containers whose progress or state is another, names of rules that found more or less.
 * @param {Summary} before
 * @param {Summary} after
 * @param {boolean} hasStates
 * @returns {Changes}
 */
export function compareSummaries(before, after, hasStates) {
  const [old, now] = [makeTiles(before, hasStates), makeTiles(after, hasStates)];
  const gone = old.filter(({ name }) => !now.some((tile) => tile.name === name)).map((tile) => ({ ...tile, count: 0 }));
  return {
    tiles: [...now.filter((tile) => tile.count !== countIn(old, tile.name)), ...gone],
    containers: findOther(before.containers, after.containers, (each) => each.id),
    rules: findOther(before.findings, after.findings, (each) => each.rule),
  };
}

/** @param {Tile[]} tiles @param {string} name */
function countIn(tiles, name) {
  return tiles.find((tile) => tile.name === name)?.count ?? 0;
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
