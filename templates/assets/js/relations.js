// What stands around items: parents, children and blockers, and what follows from them. By id, since two files may claim
// one: an id is open while any of its files is, and its files' parents and blockers are joined.

import { linkIds } from "./projection.js";

/** @typedef {import("./projection.js").Item} Item */
/** @typedef {import("./projection.js").Projection} Projection */

/** The edges of a projection. Every list of ids is in the order of the projection, which is that of the ids' bytes. */
export class Relations {
  /** @param {Projection} projection */
  constructor(projection) {
    this.projection = projection;
    /** @type {Map<string, Item[]>} */
    this.files = new Map();
    for (const item of projection.items) add(this.files, item.id, item);
    /** Where each id stands in the order of ids. */
    this.ranks = new Map([...this.files.keys()].map((id, rank) => [id, rank]));
    this.openIds = new Set(projection.items.filter((item) => projection.isOpen(item)).map((item) => item.id));
    this.parents = this.#collect("parent", "out");
    this.children = invert(this.parents, this.ranks);
    this.blockers = this.#collect("blocks", "in");
    /** For every blocked id itself or its nearest ancestor that has an open blocker of its own. */
    this.blockedThrough = this.#spread([...this.files.keys()].filter((id) => this.openBlockers(id).length > 0));
    /** For every id below a closed one the nearest closed ancestor; closed ids stand for themselves. */
    this.belowClosed = this.#spread([...this.files.keys()].filter((id) => !this.openIds.has(id)));
  }

  /** The open ids that an id itself waits for. @param {string} id @returns {string[]} */
  openBlockers(id) {
    return (this.blockers.get(id) ?? []).filter((other) => this.openIds.has(other));
  }

  /** @param {Item} item */
  isBlocked(item) {
    return this.projection.isOpen(item) && this.blockedThrough.has(item.id);
  }

  /** Whether work on an item can begin now: nothing keeps it, and it is no container. @param {Item} item */
  canStart(item) {
    return (
      this.projection.stateClass(item) === "ready" &&
      !this.projection.isContainer(item) &&
      !this.blockedThrough.has(item.id) &&
      !(this.parents.get(item.id) ?? []).some((parent) => this.belowClosed.has(parent))
    );
  }

  /**
   * The existing ids to which the links of one edge lead, for every id that has any. Links in the `forward` direction
   * lead away from the item that holds them.
   * @param {string} edge
   * @param {"in" | "out"} forward
   * @returns {Map<string, string[]>}
   */
  #collect(edge, forward) {
    /** @type {Map<string, Set<string>>} */
    const found = new Map();
    for (const link of this.projection.file.links.filter((each) => each.edge === edge)) {
      for (const item of this.projection.items) {
        for (const other of linkIds(item[link.name])) {
          if (!this.files.has(other) || (edge === "parent" && other === item.id)) continue;
          const [source, target] = link.direction === forward ? [item.id, other] : [other, item.id];
          if (!found.get(source)?.add(target)) found.set(source, new Set([target]));
        }
      }
    }
    return new Map([...found].map(([source, targets]) => [source, this.#sort([...targets])]));
  }

  /** @param {string[]} ids */
  #sort(ids) {
    return ids.sort((left, right) => (this.ranks.get(left) ?? 0) - (this.ranks.get(right) ?? 0));
  }

  /**
   * Every id reached from `sources` through children, with its nearest source.
   * @param {string[]} sources
   * @returns {Map<string, string>}
   */
  #spread(sources) {
    const reached = new Map(sources.map((source) => [source, source]));
    const pending = [...sources];
    for (const id of pending) {
      for (const child of this.children.get(id) ?? []) {
        if (reached.has(child)) continue;
        reached.set(child, /** @type {string} */ (reached.get(id)));
        pending.push(child);
      }
    }
    return reached;
  }
}

/**
 * @template T
 * @param {Map<string, T[]>} lists
 * @param {string} key
 * @param {T} value
 */
export function add(lists, key, value) {
  if (!lists.get(key)?.push(value)) lists.set(key, [value]);
}

/**
 * For every id those whose edges lead to it, in the order of the ids.
 * @param {Map<string, string[]>} edges
 * @param {Map<string, number>} ranks
 * @returns {Map<string, string[]>}
 */
export function invert(edges, ranks) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const source of ranks.keys()) for (const target of edges.get(source) ?? []) add(found, target, source);
  return found;
}

/**
 * Things by a key, the keys in the order in which they are met.
 * @template T
 * @template K
 * @param {Iterable<T>} things
 * @param {(thing: T) => K} keyOf
 * @returns {Map<K, T[]>}
 */
export function group(things, keyOf) {
  /** @type {Map<K, T[]>} */
  const found = new Map();
  for (const thing of things) {
    const key = keyOf(thing);
    const list = found.get(key);
    if (list) list.push(thing);
    else found.set(key, [thing]);
  }
  return found;
}
