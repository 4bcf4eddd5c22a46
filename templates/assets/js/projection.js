// Reading a projection: what its fields mean is said by its roles, its links by their edges. Nothing here knows a kind.

/** @typedef {"draft" | "ready" | "active" | "waiting" | "done" | "dropped"} StateClass */
/** @typedef {{ rule: string, field?: string, value?: string, suggestion?: string }} Finding */
/** @typedef {{ path: string, line?: number, code: string, value?: string }} Problem */
/** @typedef {{ id: string, path: string, findings?: Finding[], archived?: true, [field: string]: any }} Item */
/**
 * @typedef {{
 *   graph: string,
 *   title: string,
 *   unit: { one: string, other: string },
 *   short_ids?: boolean,
 *   urls?: Record<string, string>,
 *   items: Item[],
 *   problems: Problem[],
 *   roles: Record<string, string>,
 *   states: { name: string, class: StateClass }[],
 *   fields: { name: string, type: string, values?: string[], default?: string, containers?: string[] }[],
 *   links: { name: string, edge: string, direction: "in" | "out" }[],
 *   rules: { name: string, severity: string }[],
 *   thresholds: { stale_after_days: number },
 *   views: { sort?: string[], list?: { columns: string[] }, board?: { by: string } },
 * }} ProjectionFile
 */

/** A projection with the questions that every view asks of its items. */
export class Projection {
  /** @param {ProjectionFile} file */
  constructor(file) {
    this.file = file;
    this.items = file.items;
    this.roles = file.roles;
    /** @type {Map<string, StateClass>} */
    this.classes = new Map(file.states.map((state) => [state.name, state.class]));
    const type = file.fields.find((field) => field.name === file.roles.type);
    this.defaultType = type?.default ?? "";
    this.containers = new Set(type?.containers ?? []);
  }

  /** @param {Item} item */
  title(item) {
    return String(item[this.roles.title] ?? "");
  }

  /** The word of an item's state; "" where it has none. @param {Item} item */
  state(item) {
    return String(item[this.roles.state] ?? "");
  }

  /** null for a word that the kind does not know. @param {Item} item @returns {StateClass | null} */
  stateClass(item) {
    return this.classes.get(this.state(item)) ?? null;
  }

  /** @param {Item} item */
  isOpen(item) {
    return !isClosedClass(this.stateClass(item));
  }

  /** The word of an item's type, or its default; "" for a kind without types. @param {Item} item */
  type(item) {
    return this.roles.type ? String(item[this.roles.type] ?? this.defaultType) : "";
  }

  /** Whether an item's type is one that groups work. @param {Item} item */
  isContainer(item) {
    return this.containers.has(this.type(item));
  }

  /** When an item changed last, or was made; "" when it says neither. @param {Item} item @returns {string} */
  lastDate(item) {
    return item[this.roles.updated] ?? item[this.roles.created] ?? "";
  }
}

/**
 * @param {string | null} stateClass
 * @returns {boolean}
 */
export function isClosedClass(stateClass) {
  return stateClass === "done" || stateClass === "dropped";
}

/**
 * The class of a state as pages name it, with words for what has none; "" for a kind without states.
 * @param {string} state
 * @param {string | null} stateClass
 * @param {boolean} hasStates
 * @returns {string}
 */
export function nameClass(state, stateClass, hasStates) {
  if (!hasStates) return "";
  return stateClass ?? (state ? "unknown" : "missing");
}

/**
 * The ids that a link's value names.
 * @param {unknown} written
 * @returns {string[]}
 */
export function linkIds(written) {
  if (typeof written === "string") return [written];
  return Array.isArray(written) ? written.filter((each) => typeof each === "string" && each !== "") : [];
}
