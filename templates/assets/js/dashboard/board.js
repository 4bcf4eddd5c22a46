// A board: items in columns by the words of a field, and in lanes by those of another or by the container that they
// stand below. A word that the kind does not know has a column of its own; what is hidden is counted in its column.

import { nameClass } from "../projection.js";
import { listChoices, wordsOf } from "./fields.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./filtering.js").Filtered} Filtered */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/**
 * The items that say a word, "" for those that say none: how many are shown, and how many hidden. `className` is the
 * class of a state, "" for a word of another field.
 * @typedef {{ word: string, isKnown: boolean, className: string, count: number, hidden: number }} Column
 */
/**
 * `key` is a word or the id of a container, "" for none. There are as many cells as columns.
 * @typedef {{ key: string, count: number, cells: Row[][] }} Lane
 */
/** @typedef {{ columns: Column[], lanes: Lane[] }} Board */

/**
 * @param {Model} model
 * @param {Filtered} filtered
 * @param {string} by the name of the columns' field
 * @param {string} lanes that of the lanes' field or of a link to parents; "" for a single lane
 * @returns {Board}
 */
export function makeBoard(model, { shown, hidden }, by, lanes = "") {
  const field = model.fields.find(by);
  if (!field) return { columns: [], lanes: [] };
  const columns = makeColumns(model, field, shown, hidden);
  const places = new Map(columns.map(({ word }, place) => [word, place]));
  const { keyOf, order } = groupLanes(model, shown, lanes);
  /** @type {Map<string, Lane>} */
  const found = new Map();
  for (const row of shown) {
    const key = keyOf(row);
    const lane = found.get(key) ?? { key, count: 0, cells: columns.map(() => []) };
    found.set(key, lane);
    lane.count += 1;
    for (const word of wordsOf(row.item, field)) lane.cells[places.get(word) ?? 0].push(row);
  }
  return { columns, lanes: order.flatMap((key) => found.get(key) ?? []) };
}

/**
 * @param {Model} model
 * @param {Field} field
 * @param {Row[]} shown
 * @param {Row[]} hidden
 * @returns {Column[]}
 */
function makeColumns(model, field, shown, hidden) {
  const unseen = new Map(listChoices(field, hidden.map(({ item }) => item)).map(({ word, count }) => [word, count]));
  return listChoices(field, [...shown, ...hidden].map(({ item }) => item)).map(({ word, isKnown, count }) => ({
    word,
    isKnown,
    className: nameClass(word, model.projection.classes.get(word) ?? null, field.role === "state"),
    count: count - (unseen.get(word) ?? 0),
    hidden: unseen.get(word) ?? 0,
  }));
}

/**
 * In which lane a row stands, and the lanes in their order: those of words as a field declares them, those of
 * containers with most to do first, and what belongs to none last.
 * @param {Model} model
 * @param {Row[]} shown
 * @param {string} name
 * @returns {{ keyOf: (row: Row) => string, order: string[] }}
 */
function groupLanes(model, shown, name) {
  const field = model.fields.find(name);
  if (!field) return { keyOf: () => "", order: [""] };
  if (field.edge === "parent") {
    const ids = new Set(model.summary.containers.map(({ id }) => id));
    return { keyOf: (row) => model.containers.get(row.id) ?? "", order: [...ids, ""] };
  }
  const order = listChoices(field, shown.map(({ item }) => item)).map(({ word }) => word);
  return { keyOf: (row) => wordsOf(row.item, field)[0], order };
}
