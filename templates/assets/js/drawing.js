// Drawing a panel: the same markup as the template `panel.html` has it, from data that was read since. Text enters the
// page as text nodes, and nothing is ever parsed.

import { splitCode } from "./identifiers.js";

/** @typedef {import("./catalogue.js").Catalogue} Catalogue */
/** @typedef {import("./counting.js").Progress} Progress */
/** @typedef {import("./fetching.js").Failure} Failure */
/** @typedef {import("./overview.js").RuleLine} RuleLine */
/** @typedef {import("./overview.js").Tile} Tile */
/** @typedef {{ href: string, id: string, title: string, state: string, stateClass: string, isOpen: boolean }} ItemLine */
/** @typedef {ItemLine & { when: string }} DatedLine */
/** @typedef {{ one: string, other: string }} Unit */

/**
 * An element. An attribute that is false is left out, and one that is true is there without a value.
 * @param {string} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  element.normalize();
  return element;
}

/** Draws in one language, with the words of one kind. */
export class Pen {
  /**
   * @param {Catalogue} catalogue
   * @param {Unit} unit
   */
  constructor(catalogue, unit) {
    this.catalogue = catalogue;
    this.unit = unit;
  }

  /**
   * @param {string} key
   * @param {Record<string, string | number>} [holes]
   */
  say(key, holes) {
    return this.catalogue.text(key, holes);
  }

  /** @param {number} count */
  unitOf(count) {
    return count === 1 ? this.unit.one : this.unit.other;
  }

  /**
   * What was read from a store, in a sentence.
   * @param {string} store
   * @param {{ items: number, problems: number }} counts
   */
  state(store, { items, problems }) {
    const name = make("code", { dir: "auto" }, store);
    if (items + problems === 0) {
      return make("p", { class: "panel-state" }, ...this.catalogue.parts("state.empty", { store: name, unit: this.unit.other }));
    }
    const sentence = this.catalogue.parts("state.live", { store: name, count: items, unit: this.unitOf(items) });
    const more = problems ? ` ${this.say("state.live.problems", { count: problems })}` : "";
    return make("p", { class: "panel-state" }, ...sentence, more);
  }

  /** When the data was read. @param {number} at milliseconds since 1970 */
  time(at) {
    const when = this.when(new Date(at).toISOString());
    return make("p", { class: "hint panel-time" }, make("span", {}, ...this.catalogue.parts("panel.read", { when })));
  }

  /** A time that becomes its age. @param {string} stamp */
  when(stamp) {
    return make("time", { datetime: stamp, "data-age": true, tabindex: 0 }, stamp.slice(0, 10));
  }

  /** @param {Failure} failure */
  failure({ cause, file, code }) {
    return this.say(`panel.failed.${cause}`, { file, code: String(code) });
  }

  /**
   * @param {Tile} tile
   * @param {string} route the link to the graph's page
   */
  tile({ name, count, total, query, part, more }, route) {
    const link = make(
      "a",
      { href: `${route}${query}#${part}` },
      make("span", { class: "number" }, this.catalogue.number(count)),
      " ",
      make("span", { class: "name" }, this.say(`tile.${name}`, { count })),
      " ",
      make("span", { class: "of" }, this.say(`tile.${name}.of`, { total, more, unit: this.unitOf(total) })),
    );
    return make("li", { class: `tile tile-${name}${count ? "" : " is-zero"}`, "data-key": name }, link);
  }

  /** @param {ItemLine} line */
  itemLink({ href, id, title, isOpen }) {
    const pieces = splitCode(title).map(({ text, isCode }) => (isCode ? make("code", {}, text) : text));
    const name = title.trim() ? make("span", { dir: "auto" }, ...pieces) : make("em", {}, this.say("graph.untitled"));
    return make("a", { class: isOpen ? "item" : "item is-closed", href }, make("code", {}, id), " ", name);
  }

  /**
   * A state with its class, which its drawing and colour follow; nothing for a kind without states.
   * @param {string} state
   * @param {string} stateClass
   */
  stateChip(state, stateClass) {
    if (!stateClass) return [];
    return [make("span", { class: `chip state-${stateClass}` }, make("bdi", {}, state || this.say(`class.${stateClass}`)))];
  }

  /**
   * A container and how much of what is below it is closed.
   * @param {ItemLine} line
   * @param {Progress} progress
   */
  bar(line, { type, closed, total }) {
    const words = this.stateChip(line.state, line.stateClass);
    const kind = type ? [" ", make("bdi", { class: "word" }, type)] : [];
    const name = make("div", { class: "bar-name" }, this.itemLink(line), " ", make("span", { class: "together" }, ...words, ...kind));
    return make("li", { "data-key": line.id }, name, make("div", { class: "bar-value" }, ...this.amount(closed, total)));
  }

  /**
   * The words say what the bar shows, so it is for the eye alone.
   * @param {number | null} closed
   * @param {number | null} total
   */
  amount(closed, total) {
    const words = (/** @type {string} */ text) => make("span", { class: "amount is-empty" }, text);
    if (total === null || closed === null) return [words(this.say("graph.containers.unknown"))];
    if (total === 0) return [words(this.say("graph.containers.none"))];
    return [
      make("progress", { max: total, value: closed, "aria-hidden": "true" }),
      make("span", { class: "amount" }, this.say("graph.containers.progress", { closed, total })),
    ];
  }

  /** @param {RuleLine} line */
  rule({ rule, severity, count }) {
    return make(
      "li",
      { "data-key": rule },
      make("span", { class: `chip severity-${severity}` }, this.say(`severity.${severity}`)),
      " ",
      make("span", { class: "rule-name" }, this.say(`rule.${rule}.title`)),
      " ",
      make("span", { class: "count" }, this.say("panel.findings", { count })),
    );
  }

  /** An item with its state and its age, where it has a date. @param {DatedLine} line */
  row(line) {
    const chip = this.stateChip(line.state, line.stateClass);
    const when = line.when ? [" ", this.when(line.when)] : [];
    return make("li", { "data-key": line.id }, this.itemLink(line), ...(chip.length ? [" ", ...chip] : []), ...when);
  }

  /**
   * What is folded away, with the sentence that says how much it is.
   * @param {string} sentence
   * @param {string} lists the class of the list
   * @param {HTMLElement[]} rows
   */
  fold(sentence, lists, rows) {
    return make("details", { hidden: rows.length === 0 }, make("summary", {}, sentence), make("ul", { class: lists }, ...rows));
  }
}
