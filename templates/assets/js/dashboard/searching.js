// Finding items by what they say: every word, anywhere in the id, the title, the tags and, once they are read, the
// texts. A word may stand in the middle of another, as it must where a language writes no spaces.

import { wordsOf } from "./fields.js";
import { fold, foldWithPlaces } from "./folding.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/** From a place in a text to another, in UTF-16 units. @typedef {[start: number, end: number]} Range */
/**
 * A part of a text with what was found in it, and whether the text begins before it and goes on after it.
 * @typedef {{ text: string, ranges: Range[], hasBefore: boolean, hasAfter: boolean }} Excerpt
 */

const GAP = "\n"; // between texts, since no word holds one

/**
 * The words of a query, as they are compared.
 * @param {string} query
 * @returns {string[]}
 */
export function splitWords(query) {
  return [...new Set(fold(query).split(/\s+/))].filter((word) => word !== "");
}

/** What the items of a model say, ready to be searched at every keystroke. */
export class SearchIndex {
  #rows;
  #heads;
  #bodies;
  /** @type {Map<string, string>} */
  #texts = new Map();
  /** @type {{ words: string[], hits: Uint8Array } | null} */
  #last = null;

  /** @param {Model} model */
  constructor({ rows, fields }) {
    const tags = fields.ofRole("tags");
    this.#rows = rows;
    this.#heads = rows.map((row) => fold([row.id, row.title, ...(tags ? wordsOf(row.item, tags) : [])].join(GAP)));
    this.#bodies = rows.map(() => "");
  }

  /** Whether the texts of the items are searched too. */
  get hasTexts() {
    return this.#texts.size > 0;
  }

  /**
   * Takes the texts of items, by path. May be called with some of them at a time.
   * @param {Iterable<{ path: string, text: string }>} items
   */
  addTexts(items) {
    const places = new Map(this.#rows.map((row) => [row.path, row.index]));
    for (const { path, text } of items) {
      const place = places.get(path);
      if (place === undefined) continue;
      this.#texts.set(path, text);
      this.#bodies[place] = fold(text);
    }
    this.#last = null;
  }

  /**
   * For every row, by its index, whether all words are in it. Null for no words, which everything holds.
   * @param {string[]} words as `splitWords` gives them
   * @returns {Uint8Array | null}
   */
  find(words) {
    if (!words.length) return null;
    const last = this.#last;
    const isNarrower = last?.words.every((old) => words.some((word) => word.includes(old)));
    const within = last && isNarrower ? last.hits : null;
    const hits = new Uint8Array(this.#rows.length);
    for (let at = 0; at < hits.length; at += 1) {
      if (within && !within[at]) continue;
      const [head, body] = [this.#heads[at], this.#bodies[at]];
      hits[at] = Number(words.every((word) => head.includes(word) || body.includes(word)));
    }
    this.#last = { words, hits };
    return hits;
  }

  /**
   * The part of an item's text around the first of the words that its head does not hold; null where it holds all.
   * @param {Row} row
   * @param {string[]} words
   * @param {number} [around] how much to show on both sides, in UTF-16 units
   * @returns {Excerpt | null}
   */
  excerpt(row, words, around = 80) {
    const text = this.#texts.get(row.path);
    const missing = words.filter((word) => !this.#heads[row.index].includes(word));
    if (text === undefined || !missing.length) return null;
    const [first] = findRanges(text, missing);
    return first ? cut(text, first, around, words) : null;
  }
}

/**
 * Where words stand in a text; what touches is one range.
 * @param {string} text
 * @param {string[]} words
 * @returns {Range[]}
 */
export function findRanges(text, words) {
  const folded = foldWithPlaces(text);
  /** @type {Range[]} */
  const found = [];
  for (const word of words) {
    for (let at = folded.text.indexOf(word); at >= 0; at = folded.text.indexOf(word, at + word.length)) {
      found.push([folded.starts[at], folded.ends[at + word.length - 1]]);
    }
  }
  return merge(found.sort((left, right) => left[0] - right[0] || left[1] - right[1]));
}

/**
 * @param {Range[]} ranges sorted
 * @returns {Range[]}
 */
function merge(ranges) {
  /** @type {Range[]} */
  const merged = [];
  for (const [start, end] of ranges) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/**
 * @param {string} text
 * @param {Range} range
 * @param {number} around
 * @param {string[]} words
 * @returns {Excerpt}
 */
function cut(text, [start, end], around, words) {
  const from = start <= around ? 0 : findBreak(text, start - around, start);
  const to = end + around >= text.length ? text.length : findBreak(text, end + around, end);
  const part = text.slice(from, to);
  return { text: part, ranges: findRanges(part, words), hasBefore: from > 0, hasAfter: to < text.length };
}

/**
 * The space nearest to a place on the way to another; else the place itself, or the one beside it where that is inside
 * of a pair of units.
 * @param {string} text
 * @param {number} place
 * @param {number} towards
 */
function findBreak(text, place, towards) {
  const step = Math.sign(towards - place);
  for (let at = place; at !== towards; at += step) if (text[at] === " ") return step > 0 ? at + 1 : at;
  return isInsidePair(text, place) ? place + step : place;
}

/** @param {string} text @param {number} at */
function isInsidePair(text, at) {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
