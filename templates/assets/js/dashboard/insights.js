// What a reader should know first: what can begin, what cannot and why, what is stuck, what changed last. The lists of
// `gen_docs/glances.py`, in the same order, and what only a clock can tell.

import { group } from "../relations.js";
import { wordsOf } from "./fields.js";
import { dateKey } from "./instants.js";
import { comparePlain } from "./sorting.js";

/** @typedef {import("../counting.js").Summary} Summary */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Reason} Reason */
/** @typedef {import("./model.js").Row} Row */
/**
 * An item that waits, and for what: its own blockers, then those that it inherits from what is above it.
 * @typedef {{ row: Row, own: string[], inherited: Reason[] }} Waiting
 */
/**
 * An open id that others wait for: those that wait for it directly, and those that wait for it alone.
 * @typedef {{ row: Row, waiting: string[], unblocks: string[] }} Bottleneck
 */

/** A list of rows, all of it, and the query that shows it. @typedef {{ name: string, rows: Row[], query: string }} Glance */

/**
 * What to know first of a graph whose items have states.
 * @param {Model} model
 * @param {Row[]} rows sorted
 * @param {number} now milliseconds since 1970
 * @returns {Glance[]}
 */
export function listGlances(model, rows, now) {
  const { fields } = model;
  const changed = (fields.ofRole("updated") ?? fields.ofRole("created"))?.name ?? "id";
  const active = rows.filter(({ className }) => className === "active");
  return [
    { name: "active", rows: active, query: "?view=list&class=active&closed=hide&archived=show" },
    { name: "ready", rows: listReady(model, rows), query: "?view=ready&closed=hide&archived=show" },
    {
      name: "stuck",
      rows: listStuck(model, rows, now),
      query: "?view=list&is=blocked&is=waiting&is=stale&closed=hide&archived=show",
    },
    { name: "recent", rows: listRecent(model, rows), query: `?view=list&closed=show&archived=show&sort=-${changed}` },
  ];
}

/**
 * What can begin now, by priority, then by how much it unblocks, then in the order given.
 * @param {Model} model
 * @param {Row[]} rows sorted
 * @returns {Row[]}
 */
export function listReady({ fields }, rows) {
  const field = fields.ofRole("priority");
  const rank = (/** @type {Row} */ { item }) => {
    const place = field ? field.values.indexOf(wordsOf(item, field)[0]) : 0;
    return place < 0 ? field?.values.length ?? 0 : place;
  };
  const ready = rows.filter((row) => row.isReady).map((row) => ({ row, rank: rank(row) }));
  ready.sort((left, right) => left.rank - right.rank || right.row.unblocks - left.row.unblocks);
  return ready.map(({ row }) => row);
}

/**
 * What is blocked, in the order given.
 * @param {Model} model
 * @param {Row[]} rows
 * @returns {Waiting[]}
 */
export function listBlocked(model, rows) {
  return rows
    .filter((row) => row.isBlocked)
    .map((row) => {
      const reasons = model.reasons(row.id);
      const own = reasons.filter(({ via }) => via === row.id).map(({ id }) => id);
      return { row, own, inherited: reasons.filter(({ via }) => via !== row.id) };
    });
}

/**
 * What others wait for, what unblocks most first, then what most wait for, then by id.
 * @param {Model} model
 * @returns {Bottleneck[]}
 */
export function listBottlenecks(model) {
  const { openIds } = model.relations;
  const found = [...model.blocking].filter(([id]) => openIds.has(id)).flatMap(([id, others]) => {
    const [row, waiting] = [model.speaker(id), others.filter((other) => other !== id && openIds.has(other))];
    const unblocks = model.freed.get(id) ?? [];
    return row && waiting.length + unblocks.length ? { row, waiting, unblocks } : [];
  });
  return found.sort(
    (left, right) =>
      right.unblocks.length - left.unblocks.length ||
      right.waiting.length - left.waiting.length ||
      left.row.index - right.row.index,
  );
}

/**
 * Open work that does not move: what is in progress first, each in the order given. It is blocked, in progress and
 * untouched for longer than the kind allows, or waiting by its own word.
 * @param {Model} model
 * @param {Row[]} rows
 * @param {number} now milliseconds since 1970
 * @returns {Row[]}
 */
export function listStuck(model, rows, now) {
  const stale = model.stale(now);
  const stuck = rows.filter((row) => row.isBlocked || row.className === "waiting" || stale.has(row.item));
  return [...stuck.filter(({ className }) => className === "active"), ...stuck.filter(({ className }) => className !== "active")];
}

/**
 * What changed last, the newest first; what has no date is left out.
 * @param {Model} model
 * @param {Row[]} rows
 * @returns {Row[]}
 */
export function listRecent({ projection }, rows) {
  const dated = rows.flatMap((row) => {
    const key = dateKey(projection.lastDate(row.item));
    return key === null ? [] : [{ row, key }];
  });
  dated.sort((left, right) => comparePlain(right.key, left.key) || left.row.index - right.row.index);
  return dated.map(({ row }) => row);
}

/**
 * What some rows add up to, as a summary counts it. The files that could not be read are counted with any rows.
 * @param {Model} model
 * @param {Row[]} rows
 * @returns {Pick<Summary, "counts" | "states">}
 */
export function countRows({ projection, summary }, rows) {
  const count = (/** @type {(row: Row) => boolean} */ test) => rows.filter(test).length;
  const sum = (/** @type {(row: Row) => boolean} */ test) =>
    rows.reduce((total, row) => total + (test(row) ? row.item.findings?.length ?? 0 : 0), 0);
  const byState = group(rows, ({ state }) => state);
  return {
    counts: {
      items: rows.length,
      open: count((row) => row.isOpen),
      closed: count((row) => !row.isOpen),
      archived: count((row) => row.isArchived),
      ready: count((row) => row.isReady),
      blocked: count((row) => row.isBlocked),
      problems: projection.file.problems.length,
      findings_open: sum((row) => row.isOpen),
      findings_closed: sum((row) => !row.isOpen),
    },
    states: summary.states.map((state) => ({ ...state, items: byState.get(state.name)?.length ?? 0 })),
  };
}

/** @typedef {{ row: Row, finding: import("../projection.js").Finding }} RuleHit */
/** What a rule found, and the query that shows it. @typedef {{ rule: string, severity: string, hits: RuleHit[], query: string }} RuleGroup */

/**
 * What rules found about some rows, by rule, the worst first; what is about closed work apart.
 * @param {Model} model
 * @param {Row[]} rows
 * @returns {{ open: RuleGroup[], closed: RuleGroup[] }}
 */
export function groupFindings({ summary }, rows) {
  const collect = (/** @type {boolean} */ isOpen) => {
    const hits = rows
      .filter((row) => row.isOpen === isOpen)
      .flatMap((row) => (row.item.findings ?? []).map((finding) => ({ row, finding })));
    const byRule = group(hits, ({ finding }) => finding.rule);
    return summary.findings.flatMap(({ rule, severity }) => {
      const found = byRule.get(rule);
      const query = `?view=list&rule=${encodeURIComponent(rule)}&closed=${isOpen ? "hide" : "only"}&archived=show`;
      return found ? [{ rule, severity, hits: found, query }] : [];
    });
  };
  return { open: collect(true), closed: collect(false) };
}
