// Which items a view shows: those that pass every filter that is on. What is closed or archived is hidden at first, and
// what that hides is counted, so that a page can say so.

import { wordsOf } from "./fields.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/** @typedef {"hide" | "show" | "only"} Shown */
/**
 * Of each list one word suffices. `fields` are words of fields, by name; `classes` those of states; `is` what follows
 * from more than the item itself; `under` ids of which an item is one or stands below, "" for having no parent;
 * `rules` those that found something, ANY_RULE for whichever. Ages are days since the last change.
 * @typedef {{ fields: Map<string, string[]>, classes: string[], is: string[], under: string[], rules: string[],
 *   younger: number | null, older: number | null, closed: Shown, archived: Shown }} Filters
 */
/**
 * What only the moment knows: the time in milliseconds since 1970, and which rows the search finds, null for all.
 * @typedef {{ now: number, hits: Uint8Array | null }} Moment
 */
/**
 * The rows shown, in their order; those that only `closed` and `archived` hide, and how many of these are closed,
 * archived, or both; and how many there are in all.
 * @typedef {{ shown: Row[], hidden: Row[], closed: number, archived: number, both: number, total: number }} Filtered
 */
/** @typedef {(row: Row) => boolean} Test */

export const SHOWN = /** @type {const} */ (["hide", "show", "only"]);
export const CLASSES = ["active", "ready", "waiting", "draft", "done", "dropped", "unknown", "missing"];
export const ANY_RULE = "any";
/** @type {Record<string, (model: Model, now: number) => Test>} */
const STANDINGS = {
  ready: () => (row) => row.isReady,
  blocked: () => (row) => row.isBlocked,
  waiting: () => (row) => row.className === "waiting",
  stale: (model, now) => {
    const stale = model.stale(now);
    return (row) => stale.has(row.item);
  },
};
export const IS = Object.keys(STANDINGS);

const DAY = 86_400_000;

/** Filters that let everything pass but what is closed or archived. @returns {Filters} */
export function makeFilters() {
  const open = /** @type {const} */ ({ younger: null, older: null, closed: "hide", archived: "hide" });
  return { fields: new Map(), classes: [], is: [], under: [], rules: [], ...open };
}

/**
 * @param {Model} model
 * @param {Iterable<Row>} rows in the order in which they are shown
 * @param {Filters} filters
 * @param {Moment} moment
 * @returns {Filtered}
 */
export function filterRows(model, rows, filters, moment) {
  const tests = makeTests(model, filters, moment);
  const isClosedHidden = makeVisibility(heedsClosed(model, filters) ? filters.closed : "show");
  const isArchivedHidden = makeVisibility(filters.archived);
  /** @type {Filtered} */
  const found = { shown: [], hidden: [], closed: 0, archived: 0, both: 0, total: 0 };
  for (const row of rows) {
    found.total += 1;
    if (!tests.every((test) => test(row))) continue;
    const [closed, archived] = [isClosedHidden(!row.isOpen), isArchivedHidden(row.isArchived)];
    (closed || archived ? found.hidden : found.shown).push(row);
    if (closed && archived) found.both += 1;
    else if (closed) found.closed += 1;
    else if (archived) found.archived += 1;
  }
  return found;
}

/**
 * Whether `closed` is heeded: who asks for a state or a class, and does not speak of closed work, has said which.
 * @param {Model} model
 * @param {Filters} filters
 */
export function heedsClosed({ fields }, filters) {
  const state = fields.ofRole("state")?.name ?? "";
  return filters.closed !== "hide" || (!filters.classes.length && !filters.fields.get(state)?.length);
}

/**
 * Whether something is hidden, by whether it is what is hidden at first.
 * @param {Shown} shown
 * @returns {(isSuch: boolean) => boolean}
 */
function makeVisibility(shown) {
  if (shown === "show") return () => false;
  return shown === "only" ? (isSuch) => !isSuch : (isSuch) => isSuch;
}

/**
 * @param {Model} model
 * @param {Filters} filters
 * @param {Moment} moment
 * @returns {Test[]}
 */
function makeTests(model, filters, { now, hits }) {
  /** @type {Test[]} */
  const tests = [];
  if (hits) tests.push((row) => hits[row.index] === 1);
  for (const [name, words] of filters.fields) tests.push(...testField(model, name, words));
  if (filters.classes.length) tests.push((row) => filters.classes.includes(row.className));
  if (filters.is.length) tests.push(testAny(filters.is.map((name) => STANDINGS[name](model, now))));
  if (filters.under.length) tests.push(testUnder(model, filters.under));
  if (filters.rules.length) tests.push(testRules(filters.rules));
  if (filters.younger !== null) tests.push(testMoved((moved) => moved >= now - (filters.younger ?? 0) * DAY));
  if (filters.older !== null) tests.push(testMoved((moved) => moved < now - (filters.older ?? 0) * DAY));
  return tests;
}

/** @param {Model} model @param {string} name @param {string[]} words @returns {Test[]} */
function testField(model, name, words) {
  const field = model.fields.find(name);
  if (!field || !words.length) return [];
  const wanted = new Set(words);
  return [(row) => wordsOf(row.item, field).some((word) => wanted.has(word))];
}

/**
 * How many items of all each word of `is` lets pass.
 * @param {Model} model
 * @param {number} now milliseconds since 1970
 */
export function countStandings(model, now) {
  return new Map(IS.map((word) => [word, model.rows.filter(STANDINGS[word](model, now)).length]));
}

/** @param {Test[]} tests @returns {Test} */
function testAny(tests) {
  return (row) => tests.some((test) => test(row));
}

/** @param {Model} model @param {string[]} ids @returns {Test} */
function testUnder(model, ids) {
  const found = model.subtree(ids);
  const { parents } = model.relations;
  return ids.includes("") ? (row) => found.has(row.id) || !parents.has(row.id) : (row) => found.has(row.id);
}

/** @param {string[]} rules @returns {Test} */
function testRules(rules) {
  const wanted = new Set(rules);
  if (wanted.has(ANY_RULE)) return (row) => row.item.findings !== undefined;
  return (row) => row.item.findings?.some(({ rule }) => wanted.has(rule)) ?? false;
}

/** @param {(moved: number) => boolean} test @returns {Test} */
function testMoved(test) {
  return (row) => row.moved !== null && test(row.moved);
}
