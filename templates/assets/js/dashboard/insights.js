// What a reader should know first: what can begin, what cannot and why, what is stuck, what changed last.

import { findNewest } from "../staleness.js";
import { wordsOf } from "./fields.js";

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
/** @typedef {"stale" | "blocked" | "circle" | "waiting"} Cause */
/** @typedef {{ row: Row, causes: Cause[] }} Stuck */

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
 * Open work that does not move though it should: in progress and untouched for longer than the kind allows, or blocked;
 * waiting by its own word; or in a circle of items that wait for each other. In the order given.
 * @param {Model} model
 * @param {Row[]} rows
 * @param {number} now milliseconds since 1970
 * @returns {Stuck[]}
 */
export function listStuck(model, rows, now) {
  const stale = model.stale(now);
  return rows.flatMap((row) => {
    /** @type {Cause[]} */
    const causes = [];
    if (stale.has(row.item)) causes.push("stale");
    if (row.className === "active" && row.isBlocked) causes.push("blocked");
    if (row.isOpen && model.inCircle.has(row.id)) causes.push("circle");
    if (row.className === "waiting") causes.push("waiting");
    return causes.length ? { row, causes } : [];
  });
}

/**
 * What changed last, the newest first.
 * @param {Model} model
 * @param {number} limit how many
 * @returns {Row[]}
 */
export function listRecent(model, limit) {
  const rows = new Map(model.rows.map((row) => [row.item, row]));
  return findNewest(model.projection, limit).flatMap((item) => rows.get(item) ?? []);
}
