// Sentences, numbers and lists in the page's language: the same catalogue, read by the same rules, as the pages' own.

/** @typedef {string | Record<string, string>} Message text with `{holes}`, or its plural forms */
/** @typedef {{ language: string, plurals: string, messages: Record<string, Message> }} CatalogueFile */

const HOLE = /\{([a-z_]+)\}/;

/** A catalogue as it is published (`assets/_site/locales/<language>.json`), ready to speak. */
export class Catalogue {
  /** @param {CatalogueFile} file */
  constructor(file) {
    /** @type {Record<string, Message>} */
    this.messages = file.messages;
    /** The language of the page: numbers and dates follow it also where its sentences do not exist. */
    this.language = file.language;
    this.plurals = new Intl.PluralRules(file.plurals);
    this.numbers = new Intl.NumberFormat(file.language);
    this.lists = new Intl.ListFormat(file.language, { type: "unit", style: "long" });
  }

  /**
   * A message in pieces, every second one the name of a hole, in the plural form for `count`.
   * @param {string} key
   * @param {number} [count]
   * @returns {string[]}
   */
  pieces(key, count = 0) {
    const message = this.messages[key];
    if (message === undefined) throw new Error(`the catalogue has no message ${key}`);
    if (typeof message === "string") return message.split(HOLE);
    return (message[this.plurals.select(count)] ?? message.other).split(HOLE);
  }

  /**
   * A message in parts, with the holes filled: numbers as the language writes them, other things as they are.
   * @template T
   * @param {string} key
   * @param {Record<string, string | number | T>} holes
   * @returns {(string | T)[]}
   */
  parts(key, holes) {
    const count = typeof holes.count === "number" ? holes.count : 0;
    return this.pieces(key, count).map((piece, at) => {
      if (at % 2 === 0) return piece;
      const value = holes[piece];
      if (value === undefined) throw new Error(`nothing fills the hole ${piece} of ${key}`);
      return typeof value === "number" ? this.number(value) : value;
    });
  }

  /**
   * A message as plain text.
   * @param {string} key
   * @param {Record<string, string | number>} [holes]
   * @returns {string}
   */
  text(key, holes = {}) {
    return this.parts(key, holes).join("");
  }

  /**
   * @param {number} value
   * @returns {string}
   */
  number(value) {
    return this.numbers.format(value);
  }

  /**
   * @param {string[]} words
   * @returns {string}
   */
  list(words) {
    return this.lists.format(words);
  }
}
