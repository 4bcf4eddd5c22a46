// A projection with everything that views ask of it, computed once and in linear time. By roles, classes and edges: no
// kind and no field is known by its name.

import { summarise, walkForest } from "../counting.js";
import { nameClass, Projection } from "../projection.js";
import { add, invert, Relations } from "../relations.js";
import { itemLink } from "../routes.js";
import { findStale } from "../staleness.js";
import { findCircles } from "./cycles.js";
import { Fields } from "./fields.js";
import { readInstant } from "./instants.js";

/** @typedef {import("../counting.js").Progress} Progress */
/** @typedef {import("../projection.js").Item} Item */
/** @typedef {import("../projection.js").ProjectionFile} ProjectionFile */
/**
 * One file of the store. `index` is its place in the projection, which is that of its id's bytes, then its path's.
 * `className` is the class of its state with words for what has none. Dates are in milliseconds since 1970, null where
 * the file says none; `moved` is the last that it says. `unblocks` counts the open ids that wait for this one alone.
 * @typedef {{ index: number, item: Item, id: string, path: string, title: string, state: string, className: string,
 *   type: string, isOpen: boolean, isArchived: boolean, isContainer: boolean, isReady: boolean, isBlocked: boolean,
 *   created: number | null, updated: number | null, moved: number | null, unblocks: number }} Row
 */
/**
 * An open id that something waits for; `via` is the item or the ancestor that it blocks.
 * @typedef {{ id: string, via: string }} Reason
 */

/** No single blocker, but several. */
const SEVERAL = Symbol("several");

export class Model {
  #segments;
  #unread;
  #route;
  /** @type {Map<string, string> | null} */
  #containers = null;
  /** @type {{ now: number, items: Set<Item> } | null} */
  #stale = null;

  /**
   * @param {ProjectionFile} file
   * @param {{ segments?: Record<string, string>, unread?: Record<string, string>, route?: string }} [place] route
   *   segments that are not the id itself, and the ids of pages that show files which could not be read, as the summary
   *   publishes them; and the link to the graph's page
   */
  constructor(file, { segments = {}, unread = {}, route = "./" } = {}) {
    this.projection = new Projection(file);
    this.relations = new Relations(this.projection);
    this.fields = new Fields(this.projection);
    this.summary = summarise(this.projection, this.relations);
    this.hasStates = Boolean(file.roles.state);
    this.#segments = segments;
    this.#unread = unread;
    this.#route = route;
    /** Everything that each id blocks, closed or not. */
    this.blocking = invert(this.relations.blockers, this.relations.ranks);
    /** The open ids that wait for an open id and for nothing else, by that id. */
    this.freed = findFreed(this.relations);
    /** @type {Row[]} */
    this.rows = this.projection.items.map((item, index) => this.#makeRow(item, index));
    /** @type {Map<string, Row[]>} */
    this.byId = new Map();
    for (const row of this.rows) add(this.byId, row.id, row);
    /** How much below each container is closed. @type {Map<string, Progress>} */
    this.progress = new Map(this.summary.containers.map((each) => [each.id, each]));
    /** Groups of open ids that wait for each other. */
    this.circles = findCircles(openBlocks(this.relations));
    this.inCircle = new Set(this.circles.flat());
  }

  /**
   * @param {Item} item
   * @param {number} index
   * @returns {Row}
   */
  #makeRow(item, index) {
    const { projection, relations } = this;
    const state = projection.state(item);
    const created = readInstant(item[projection.roles.created]);
    const updated = readInstant(item[projection.roles.updated]);
    return {
      index,
      item,
      id: item.id,
      path: item.path,
      title: projection.title(item),
      state,
      className: nameClass(state, projection.stateClass(item), this.hasStates),
      type: projection.type(item),
      isOpen: projection.isOpen(item),
      isArchived: item.archived === true,
      isContainer: projection.isContainer(item),
      isReady: relations.canStart(item),
      isBlocked: relations.isBlocked(item),
      created,
      updated,
      moved: updated ?? created,
      unblocks: this.freed.get(item.id)?.length ?? 0,
    };
  }

  /**
   * The file that speaks for an id: the first open one, else the first.
   * @param {string} id
   * @returns {Row | undefined}
   */
  speaker(id) {
    const rows = this.byId.get(id);
    return rows?.find((row) => row.isOpen) ?? rows?.[0];
  }

  /** @param {string} id */
  link(id) {
    return itemLink(this.#route, this.#segments, id);
  }

  /** The link to the page of a file that could not be read; "" where it has none. @param {string} path */
  linkUnread(path) {
    return Object.hasOwn(this.#unread, path) ? this.link(this.#unread[path]) : "";
  }

  /**
   * Why an id is blocked: its own open blockers, then those of the nearest blocked ancestors.
   * @param {string} id
   * @returns {Reason[]}
   */
  reasons(id) {
    const { blockedThrough, parents, ranks } = this.relations;
    const above = new Set((parents.get(id) ?? []).map((parent) => blockedThrough.get(parent) ?? id));
    above.delete(id);
    const vias = [...above].sort((left, right) => (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0));
    return [id, ...vias].flatMap((via) => this.relations.openBlockers(via).map((blocker) => ({ id: blocker, via })));
  }

  /** The nearest container above each id that has any. @returns {Map<string, string>} */
  get containers() {
    this.#containers ??= findContainers(this);
    return this.#containers;
  }

  /**
   * What is in progress and has not moved for too long. The answer for one moment is kept.
   * @param {number} now milliseconds since 1970
   * @returns {Set<Item>}
   */
  stale(now) {
    if (this.#stale?.now !== now) {
      this.#stale = { now, items: new Set(findStale(this.projection, this.relations, now).stale) };
    }
    return this.#stale.items;
  }

  /** Every id above one, the nearest first. @param {string} id @returns {string[]} */
  ancestors(id) {
    return [...reach([id], this.relations.parents)].slice(1);
  }

  /** Those of some ids that exist, and every id below them, at any depth. @param {string[]} ids */
  subtree(ids) {
    return reach(ids.filter((id) => this.byId.has(id)), this.relations.children);
  }
}

/**
 * The ids that edges lead to from some, and these themselves, the nearest first.
 * @param {string[]} start
 * @param {Map<string, string[]>} edges
 * @returns {Set<string>}
 */
function reach(start, edges) {
  const found = new Set(start);
  for (const id of found) for (const next of edges.get(id) ?? []) found.add(next);
  return found;
}

/**
 * By the first parents, from the top down: in a circle of parents nobody can say what is above.
 * @param {Model} model
 * @returns {Map<string, string>}
 */
function findContainers(model) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const id of walkForest(model.relations)) {
    const parent = model.relations.parents.get(id)?.[0];
    const above = parent !== undefined && model.speaker(parent)?.isContainer ? parent : found.get(parent ?? "");
    if (above !== undefined) found.set(id, above);
  }
  return found;
}

/**
 * What open ids wait for.
 * @param {Relations} relations
 * @returns {Map<string, string[]>}
 */
function openBlocks(relations) {
  return new Map([...relations.openIds].map((id) => [id, relations.openBlockers(id)]));
}

/**
 * For every open id those that would wait for nothing any more if it alone were closed. What an id waits for, it and
 * everything above it, is nothing, one id, or several, and grows at most twice on the way down: so this is linear.
 * @param {Relations} relations
 * @returns {Map<string, string[]>}
 */
function findFreed(relations) {
  /** @type {Map<string, string | typeof SEVERAL>} */
  const waits = new Map();
  const pending = [];
  for (const id of relations.files.keys()) {
    const blockers = relations.openBlockers(id);
    if (!blockers.length) continue;
    waits.set(id, blockers.length === 1 ? blockers[0] : SEVERAL);
    pending.push(id);
  }
  for (const id of pending) {
    const above = waits.get(id) ?? SEVERAL;
    for (const child of relations.children.get(id) ?? []) {
      const own = waits.get(child);
      if (own === above || own === SEVERAL) continue;
      waits.set(child, own === undefined ? above : SEVERAL);
      pending.push(child);
    }
  }
  return groupFreed(relations, waits);
}

/**
 * @param {Relations} relations
 * @param {Map<string, string | typeof SEVERAL>} waits
 * @returns {Map<string, string[]>}
 */
function groupFreed({ openIds, ranks }, waits) {
  /** @type {Map<string, string[]>} */
  const freed = new Map();
  for (const id of ranks.keys()) {
    const blocker = waits.get(id);
    if (typeof blocker === "string" && blocker !== id && openIds.has(id)) add(freed, blocker, id);
  }
  return freed;
}
