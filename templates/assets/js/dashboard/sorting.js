// The order of lists. Words stand in their declared order, unknown ones after them; numbers by value; dates by instant;
// text by its bytes where the kind sorts, as `gen_docs/order.py` does, and as readers of the language expect it where
// they sort. What is absent comes last, whatever the direction; what is equal, by id, then by path.

import { dateKey } from "./instants.js";
import { valueOf, wordsOf } from "./fields.js";

/** @typedef {import("./fields.js").Field} Field */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/** @typedef {{ field: string, isDescending: boolean }} SortKey */
/** By what a value is compared: a number before any text. @typedef {number | string | null} Key */

/** What every item can be sorted by beside the fields of its kind. */
const OWN_KEYS = new Map(/** @type {[string, (row: Row) => Key][]} */ ([
  ["id", (row) => byteKey(row.id)],
  ["path", (row) => byteKey(row.path)],
  ["archived", (row) => Number(row.isArchived)],
  ["checklist", ({ item: { checklist } }) => (checklist ? checklist.done / checklist.total : null)],
  ["findings", ({ item: { findings } }) => findings?.length ?? 0],
]));

/** Sorts the rows of one model. What it has once computed for a field it keeps. */
export class Sorter {
  /** @type {Map<string, Float64Array>} */
  #ranks = new Map();
  #collator;

  /**
   * @param {Model} model
   * @param {string} language of the page
   */
  constructor(model, language) {
    this.model = model;
    this.#collator = new Intl.Collator(language, { numeric: true });
  }

  /**
   * All rows in the order of some keys, without any in that of the kind.
   * @param {SortKey[]} [keys]
   * @returns {Row[]}
   */
  order(keys = []) {
    const ranks = keys.length
      ? keys.map(({ field, isDescending }) => this.#rank(field, isDescending))
      : (this.model.projection.file.views.sort ?? []).map((name) => this.#rankAsKind(name));
    return [...this.model.rows].sort((left, right) => {
      for (const rank of ranks) {
        const order = rank[left.index] - rank[right.index];
        if (order) return order;
      }
      return left.index - right.index; // the projection's own order: by id, then by path
    });
  }

  /** @param {string} name @param {boolean} isDescending */
  #rank(name, isDescending) {
    return this.#keep(`${isDescending ? "-" : "+"} ${name}`, () => {
      const isWritten = this.model.fields.find(name)?.role !== "order"; // which holds keys, that nobody reads
      return rankKeys(this.#makeKeys(name, isWritten), isWritten ? this.#collator.compare : comparePlain, isDescending);
    });
  }

  /** @param {string} name */
  #rankAsKind(name) {
    return this.#keep(`kind ${name}`, () => rankKeys(this.#makeKeys(name, false), comparePlain, false));
  }

  /** @param {string} name @param {boolean} isWritten whether text is compared as it is written, and not by its bytes */
  #makeKeys(name, isWritten) {
    const [own, field] = [OWN_KEYS.get(name), this.model.fields.find(name)];
    if (own) return this.model.rows.map(own);
    return this.model.rows.map((row) => (field ? makeKey(row, field, isWritten) : null));
  }

  /** @param {string} name @param {() => Float64Array} make */
  #keep(name, make) {
    const found = this.#ranks.get(name) ?? make();
    this.#ranks.set(name, found);
    return found;
  }
}

/**
 * @param {Row} row
 * @param {Field} field
 * @param {boolean} isWritten
 * @returns {Key}
 */
function makeKey({ item }, field, isWritten) {
  const value = valueOf(item, field);
  if (value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean") return Number(value);
  const known = field.values.indexOf(value);
  if (known >= 0) return known;
  if (field.type === "date") return dateKey(value);
  const text = wordsOf(item, field).join("\n");
  if (isWritten) return text;
  return byteKey(field.role === "title" ? text.toLowerCase() : text);
}

/**
 * For every key its place among all, the same for equal ones. What is absent is the last in both directions.
 * @param {Key[]} keys
 * @param {(left: string, right: string) => number} compareText
 * @param {boolean} isDescending
 * @returns {Float64Array}
 */
function rankKeys(keys, compareText, isDescending) {
  const compare = (/** @type {number | string} */ left, /** @type {number | string} */ right) => {
    if (typeof left === "string" && typeof right === "string") return compareText(left, right);
    if (typeof left === "number" && typeof right === "number") return left - right;
    return typeof left === "number" ? -1 : 1;
  };
  const distinct = [...new Set(keys)].filter((key) => key !== null).sort(compare);
  /** @type {Map<Key, number>} */
  const places = new Map();
  let place = 0;
  distinct.forEach((key, at) => {
    if (at > 0 && compare(distinct[at - 1], key) !== 0) place += 1;
    places.set(key, isDescending ? -place : place);
  });
  return Float64Array.from(keys, (key) => places.get(key) ?? distinct.length);
}

/**
 * The order that choosing a field once more asks for: by it, then against it, then as before any choice.
 * @param {SortKey[]} keys
 * @param {string} field
 * @returns {SortKey[]}
 */
export function toggleSort(keys, field) {
  const [first] = keys;
  if (first?.field !== field) return [{ field, isDescending: false }];
  return first.isDescending ? [] : [{ field, isDescending: true }];
}

/** @param {string} left @param {string} right */
export function comparePlain(left, right) {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const BEYOND = /[\ud800-\uffff]/;
const UNITS = /[\ud800-\uffff]/g;

/**
 * A text whose plain order is that of the bytes of another, also beyond the first plane: there the halves of a pair
 * stand before what follows them in the first.
 * @param {string} text
 * @returns {string}
 */
function byteKey(text) {
  if (!BEYOND.test(text)) return text;
  return text.replace(UNITS, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code >= 0xe000 ? code - 0x800 : code + 0x2000);
  });
}
