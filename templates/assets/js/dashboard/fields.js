// The fields of a projection, whatever its kind: what an item says in each, and by which words a field groups items.

import { compareBytes } from "../counting.js";

/** @typedef {import("../projection.js").Item} Item */
/** @typedef {import("../projection.js").Projection} Projection */
/**
 * `role` is what the field is for, "" for nothing that is known; `edge` that of a link, "" for a field that is none.
 * `values` are its words in their order.
 * @typedef {{ name: string, type: string, role: string, edge: string, values: string[], default: string | undefined }}
 *   Field
 */
/**
 * A word of a field, "" for the items that have none, and how many items say it. Known are those that are declared.
 * @typedef {{ word: string, isKnown: boolean, count: number }} Choice
 */

/** What every item has, and no field of a kind can be called. */
const OWN = { id: "text", path: "text", archived: "bool", checklist: "share", findings: "count" };
const EDGE_TYPES = { parent: "ref", blocks: "list", refers: "refs" };

/** The fields of a projection, in the order in which items show them. */
export class Fields {
  /** @param {Projection} projection */
  constructor(projection) {
    const { fields, links, roles } = projection.file;
    /** @type {Map<string, string>} */
    const played = new Map(Object.entries(roles).map(([role, name]) => [name, role]));
    const roleOf = (/** @type {string} */ name) => played.get(name) ?? "";
    /** @type {Field[]} */
    this.declared = [
      ...fields.map((field) => makeField(field.name, field.type, roleOf(field.name), field)),
      ...links.map(({ name, edge }) => makeField(name, edgeType(edge), roleOf(name), { edge })),
    ];
    /** Those that are no field of a kind, and can be shown and sorted by like one. @type {Field[]} */
    this.own = Object.entries(OWN).map(([name, type]) => makeField(name, type, "", {}));
    this.byName = new Map([...this.own, ...this.declared].map((field) => [field.name, field]));
    this.roles = roles;
  }

  /** @param {string} name */
  find(name) {
    return this.byName.get(name);
  }

  /** The field that plays a role. @param {string} role */
  ofRole(role) {
    return this.byName.get(this.roles[role] ?? "");
  }

  /** The fields whose words can be the columns of a board. */
  get enums() {
    return this.declared.filter((field) => field.type === "enum");
  }
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} role
 * @param {{ edge?: string, values?: string[], default?: string }} more
 * @returns {Field}
 */
function makeField(name, type, role, more) {
  return { name, type, role, edge: more.edge ?? "", values: more.values ?? [], default: more.default };
}

/** @param {string} edge */
function edgeType(edge) {
  return edge in EDGE_TYPES ? EDGE_TYPES[/** @type {keyof typeof EDGE_TYPES} */ (edge)] : "list";
}

/**
 * What an item says in a field, or what its silence means there; undefined for nothing.
 * @param {Item} item
 * @param {Field} field
 * @returns {any}
 */
export function valueOf(item, field) {
  return item[field.name] ?? field.default;
}

/**
 * The words by which a field groups an item: each of a list, "" where it says nothing.
 * @param {Item} item
 * @param {Field} field
 * @returns {string[]}
 */
export function wordsOf(item, field) {
  const value = valueOf(item, field);
  if (value === undefined) return [""];
  if (!Array.isArray(value)) return [String(value)];
  const words = value.map((each) => String(typeof each === "object" ? each?.id : each)).filter((word) => word !== "");
  return words.length ? [...new Set(words)] : [""];
}

/**
 * The words of a field: the declared ones in their order, also those that no item says; then the others by bytes; then
 * "" where an item says nothing.
 * @param {Field} field
 * @param {Iterable<Item>} items
 * @returns {Choice[]}
 */
export function listChoices(field, items) {
  /** @type {Map<string, number>} */
  const counts = new Map(field.values.map((word) => [word, 0]));
  for (const item of items) for (const word of wordsOf(item, field)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = new Set(field.values);
  const others = [...counts.keys()].filter((word) => word !== "" && !known.has(word)).sort(compareBytes);
  const words = [...field.values, ...others, ...(counts.has("") && !known.has("") ? [""] : [])];
  return words.map((word) => ({ word, isKnown: known.has(word), count: counts.get(word) ?? 0 }));
}
