// What every part of a dashboard is given: the data, what the address says of it, and how to speak of it.

import { createContext, useContext } from "../../vendor/htm-3.1.1/standalone.module.js";

/** @typedef {import("../../vendor/htm-3.1.1/standalone.module.js").Node} Node */
/** @typedef {import("../catalogue.js").Catalogue} Catalogue */
/** @typedef {import("../identifiers.js").Names} Names */
/** @typedef {import("./filtering.js").Filtered} Filtered */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/** @typedef {import("./query.js").Address} Address */
/** @typedef {import("./query.js").State} State */
/** @typedef {import("./searching.js").SearchIndex} SearchIndex */
/**
 * `order` has all rows in the order that is asked for, `filtered` those that pass the filters; `words` are those searched
 * for; `changed` are the paths of items that are not as they were a moment ago.
 * @typedef {{ model: Model, catalogue: Catalogue, names: Names, search: SearchIndex, address: Address, state: State,
 *   order: Row[], filtered: Filtered, words: string[], now: number, changed: Set<string>,
 *   go: (state: State, isTyping?: boolean) => void }} Given
 */

const GivenContext = createContext(/** @type {Dashboard | null} */ (null));

export const { Provider } = GivenContext;

export class Dashboard {
  /** Links that many rows have. @type {Map<string, string>} */
  #words = new Map();

  /** @param {Given} given */
  constructor(given) {
    this.given = given;
    this.model = given.model;
    this.state = given.state;
    this.catalogue = given.catalogue;
  }

  /** A sentence. @param {string} key @param {Record<string, string | number>} [holes] */
  say(key, holes) {
    return this.catalogue.text(key, holes);
  }

  /** A sentence with more than text in its holes. @param {string} key @param {Record<string, Node>} holes @returns {Node} */
  parts(key, holes) {
    return this.catalogue.parts(key, /** @type {Record<string, any>} */ (holes));
  }

  /** The kind's word for so many items. @param {number} count */
  unit(count) {
    const { unit } = this.model.projection.file;
    return count === 1 ? unit.one : unit.other;
  }

  /** The name of a field, as people read it. @param {string} name */
  label(name) {
    const field = this.model.fields.declared.find((each) => each.name === name);
    return field ? name.replaceAll("_", " ") : this.say(`field.${name}`);
  }

  /** The link to what the page shows with something changed. @param {Partial<State>} change */
  link(change) {
    return this.given.address.write({ ...this.state, ...change }) || "./";
  }

  /** The link to the same view with one filter in the place of those for its field. @param {string} field @param {string} word */
  linkWord(field, word) {
    const key = `${field}=${word}`;
    const { filters } = this.state;
    const found = this.#words.get(key) ?? this.link({ filters: { ...filters, fields: new Map(filters.fields).set(field, [word]) } });
    this.#words.set(key, found);
    return found;
  }

  /** The link to what a query says, with the filters of other names that are on. @param {string} query */
  linkQuery(query) {
    const { address } = this.given;
    return address.write(address.add({ ...this.state, item: "" }, query)) || "./";
  }

  /** Shows something else. @param {Partial<State>} change @param {boolean} [isTyping] whether more will follow at once */
  go(change, isTyping) {
    this.given.go({ ...this.state, ...change }, isTyping);
  }
}

/** What the dashboard around a component is given. */
export function useDashboard() {
  const dashboard = useContext(GivenContext);
  if (!dashboard) throw new Error("there is no dashboard around this");
  return dashboard;
}
