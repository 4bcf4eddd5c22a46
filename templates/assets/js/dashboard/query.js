// The address of a view: what the query of a dashboard's address says, and how it is written. A default leaves no trace
// in it; what means nothing here is kept as it stands; a word that cannot be meant is left out.

import { CLASSES, IS, makeFilters, SHOWN } from "./filtering.js";

/** @typedef {import("./filtering.js").Filters} Filters */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./sorting.js").SortKey} SortKey */
/** @typedef {[name: string, value: string]} Pair */
/**
 * What a dashboard shows. `columns` are those of the list; `by` is the field of the board's columns and `lanes` that of
 * its lanes, "" for none; `around` are the ids whose neighbourhood the graph shows, and `steps` how far it goes, null
 * for all the way; `item` is the id that is open beside the view, "" for none; `rest` is what means nothing here.
 * @typedef {{ view: string, text: string, filters: Filters, sort: SortKey[], columns: string[], by: string,
 *   lanes: string, around: string[], steps: number | null, item: string, rest: Pair[] }} State
 */
/**
 * One name in the address: what its values mean for a state, and which values a state gives it.
 * @typedef {{ name: string, read: (state: State, values: string[]) => void, write: (state: State) => string[] }} Part
 */

export const VIEWS = ["overview", "list", "board", "tree", "graph", "timeline", "ready", "blocked"];

/**
 * The views that mean something for a graph: one by states needs states, one by links such links, one by dates dates.
 * @param {Model} model
 * @returns {string[]}
 */
export function listViews({ fields, hasStates }) {
  const hasEdge = (/** @type {string} */ edge) => fields.declared.some((field) => field.edge === edge);
  /** @type {Record<string, boolean>} */
  const needs = {
    board: fields.enums.length > 0,
    tree: hasEdge("parent"),
    graph: hasEdge("blocks"),
    timeline: Boolean(fields.ofRole("created") ?? fields.ofRole("updated")),
    ready: hasStates,
    blocked: hasStates && hasEdge("blocks"),
  };
  return VIEWS.filter((view) => needs[view] ?? true);
}

const NUMBER = /^[0-9]{1,5}$/;
/** Stands before the name of a field that would be taken for something else. */
const FIELD = "field.";
/** What no address needs encoded, and the encoder encodes. */
const PLAIN = /%(?:2C|2F|3A|40)/g;

/** Addresses of the dashboard of one graph. */
export class Address {
  #parts;
  #filters;

  /** @param {Model} model */
  constructor(model) {
    const { fields } = model;
    const { views } = model.projection.file;
    const first = (fields.ofRole("title") ?? fields.own[0]).name;
    const columns = views.list?.columns ?? [first];
    const by = views.board?.by ?? (fields.ofRole("state") ?? fields.enums[0])?.name ?? "";
    this.defaults = { columns, by };
    const names = new Set(fields.byName.keys());
    const groups = fields.enums.map(({ name }) => name);
    const lanes = ["", ...groups, ...fields.declared.filter(({ edge }) => edge === "parent").map(({ name }) => name)];
    const [before, after] = [listPartsBefore(), listPartsAfter(names, columns, groups, by, lanes)];
    const filters = listFilterParts();
    const taken = new Set([...before, ...filters, ...after].map(({ name }) => name));
    const own = fields.declared.map(({ name }) => makeFieldPart(name, taken.has(name) ? FIELD + name : name));
    this.#filters = [...own, ...filters];
    this.#parts = [...before, ...this.#filters, ...after];
  }

  /** What a dashboard shows when its address says nothing. @returns {State} */
  makeDefault() {
    const { columns, by } = this.defaults;
    const nothing = { lanes: "", around: [], steps: null, item: "", rest: [] };
    return { view: VIEWS[0], text: "", filters: makeFilters(), sort: [], columns: [...columns], by, ...nothing };
  }

  /**
   * What a query says; of a name that has one value, its first.
   * @param {string} query with or without its "?"
   * @returns {State}
   */
  parse(query) {
    const state = this.makeDefault();
    const pairs = [...new URLSearchParams(query)];
    const names = new Set(pairs.map(([name]) => name));
    for (const part of this.#parts) {
      if (!names.delete(part.name)) continue;
      part.read(state, [...new Set(pairs.filter(([name]) => name === part.name).map(([, value]) => value))]);
    }
    state.rest = pairs.filter(([name]) => names.has(name));
    return state;
  }

  /**
   * The query of a state: "" or what follows the path, "?" and all. The same state gives the same address.
   * @param {State} state
   * @returns {string}
   */
  write(state) {
    const pairs = [...collect(this.#parts, state), ...state.rest];
    const query = new URLSearchParams(pairs).toString().replace(PLAIN, decodeURIComponent);
    return query && `?${query}`;
  }

  /** What narrows a state, as its address says it: the text searched for, and every filter. @param {State} state */
  listFilters(state) {
    /** @type {Pair[]} */
    const searched = state.text.trim() ? [[TEXT, state.text]] : [];
    return [...searched, ...collect(this.#filters, state)];
  }

  /**
   * The state without one of its filters.
   * @param {State} state
   * @param {Pair} filter one of those that `listFilters` names
   * @returns {State}
   */
  dropFilter(state, [name, value]) {
    const kept = [...new URLSearchParams(this.write(state))].filter((pair) => pair[0] !== name || pair[1] !== value);
    return this.parse(new URLSearchParams(kept).toString());
  }

  /**
   * The state with what a query says, in the place of what it says by the same names.
   * @param {State} state
   * @param {string} query
   * @returns {State}
   */
  add(state, query) {
    const added = new URLSearchParams(query);
    const kept = [...new URLSearchParams(this.write(state))].filter(([name]) => !added.has(name));
    return this.parse(new URLSearchParams([...added, ...kept]).toString());
  }

  /** The state without any filter. @param {State} state @returns {State} */
  clearFilters(state) {
    return { ...state, text: "", filters: makeFilters() };
  }
}

/** @param {Part[]} parts @param {State} state @returns {Pair[]} */
function collect(parts, state) {
  return parts.flatMap(({ name, write }) => write(state).map((/** @returns {Pair} */ (value) => [name, value])));
}

const TEXT = "q";

function listPartsBefore() {
  return [makeChoice("view", "view", VIEWS, VIEWS[0]), makeText(TEXT, "text")];
}

/** @returns {Part[]} */
function listFilterParts() {
  return [
    makeListPart("class", "classes", (word) => CLASSES.includes(word)),
    makeListPart("is", "is", (word) => IS.includes(word)),
    makeListPart("under", "under", () => true),
    makeListPart("rule", "rules", (word) => word !== ""),
    makeAge("younger"),
    makeAge("older"),
    makeShown("closed"),
    makeShown("archived"),
  ];
}

/**
 * @param {Set<string>} names of what can be a column and sorted by
 * @param {string[]} columns
 * @param {string[]} groups
 * @param {string} by
 * @param {string[]} lanes
 * @returns {Part[]}
 */
function listPartsAfter(names, columns, groups, by, lanes) {
  return [
    makeSort(names),
    makeColumns(names, columns),
    makeChoice("by", "by", groups, by),
    makeChoice("lanes", "lanes", lanes, ""),
    {
      name: "around",
      read: (state, values) => (state.around = values.filter((id) => id !== "")),
      write: (state) => state.around,
    },
    {
      name: "steps",
      read: (state, [value]) => (state.steps = readNumber(value)),
      write: ({ steps }) => (steps === null ? [] : [String(steps)]),
    },
    makeText("item", "item"),
  ];
}

/**
 * @param {string} name
 * @param {"view" | "by" | "lanes"} key
 * @param {string[]} words
 * @param {string} usual
 * @returns {Part}
 */
function makeChoice(name, key, words, usual) {
  return {
    name,
    read: (state, [value]) => (state[key] = words.includes(value) ? value : usual),
    write: (state) => (state[key] === usual ? [] : [state[key]]),
  };
}

/** @param {string} name @param {"text" | "item"} key @returns {Part} */
function makeText(name, key) {
  return { name, read: (state, [value]) => (state[key] = value), write: (state) => (state[key] ? [state[key]] : []) };
}

/** @param {string} field @param {string} name @returns {Part} */
function makeFieldPart(field, name) {
  return {
    name,
    read: ({ filters }, values) => filters.fields.set(field, values),
    write: ({ filters }) => filters.fields.get(field) ?? [],
  };
}

/**
 * @param {string} name
 * @param {"classes" | "is" | "under" | "rules"} key
 * @param {(word: string) => boolean} isWord
 * @returns {Part}
 */
function makeListPart(name, key, isWord) {
  return {
    name,
    read: ({ filters }, values) => (filters[key] = values.filter(isWord)),
    write: ({ filters }) => filters[key],
  };
}

/** @param {"younger" | "older"} name @returns {Part} */
function makeAge(name) {
  return {
    name,
    read: ({ filters }, [value]) => (filters[name] = readNumber(value)),
    write: ({ filters }) => (filters[name] === null ? [] : [String(filters[name])]),
  };
}

/** @param {"closed" | "archived"} name @returns {Part} */
function makeShown(name) {
  return {
    name,
    read: ({ filters }, [value]) => (filters[name] = SHOWN.find((word) => word === value) ?? "hide"),
    write: ({ filters }) => (filters[name] === "hide" ? [] : [filters[name]]),
  };
}

/** @param {Set<string>} names @returns {Part} */
function makeSort(names) {
  return {
    name: "sort",
    read: (state, [value]) => {
      const keys = value.split(",").map((key) => ({ field: key.replace(/^-/, ""), isDescending: key.startsWith("-") }));
      const isFirst = (/** @type {SortKey} */ { field }, /** @type {number} */ at) =>
        names.has(field) && keys.findIndex((key) => key.field === field) === at;
      state.sort = keys.filter(isFirst);
    },
    write: ({ sort }) =>
      sort.length ? [sort.map(({ field, isDescending }) => (isDescending ? "-" : "") + field).join(",")] : [],
  };
}

/** @param {Set<string>} names @param {string[]} usual @returns {Part} */
function makeColumns(names, usual) {
  return {
    name: "columns",
    read: (state, [value]) => {
      const columns = [...new Set(value.split(","))].filter((name) => names.has(name));
      if (columns.length) state.columns = columns;
    },
    write: ({ columns }) => (columns.join(",") === usual.join(",") ? [] : [columns.join(",")]),
  };
}

/** A whole number; null for anything else. @param {string} value */
function readNumber(value) {
  return NUMBER.test(value) ? Number(value) : null;
}
