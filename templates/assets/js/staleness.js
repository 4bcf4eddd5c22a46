// What only a clock can tell: which work in progress has not moved for too long. And what moved last.

/** @typedef {import("./projection.js").Item} Item */
/** @typedef {import("./projection.js").Projection} Projection */
/** @typedef {import("./relations.js").Relations} Relations */

const DAY = 86_400_000;

/**
 * The items in progress that have been untouched for longer than the kind's threshold, the longest first, and those of
 * which nobody can tell, since they have no date. What has something moving below it at any depth is neither: whatever
 * its state, an item moves while its last change is within the threshold.
 * @param {Projection} projection
 * @param {Relations} relations
 * @param {number} now milliseconds since 1970
 * @returns {{ stale: Item[], unknown: Item[] }}
 */
export function findStale(projection, relations, now) {
  const limit = now - projection.file.thresholds.stale_after_days * DAY;
  const moved = (/** @type {Item} */ item) => Date.parse(projection.lastDate(item));
  const moving = projection.items.filter((item) => moved(item) >= limit).map((item) => item.id);
  const above = findAncestors(relations, moving);
  const active = projection.items.filter((item) => projection.stateClass(item) === "active" && !above.has(item.id));
  return {
    stale: active.filter((item) => moved(item) < limit).sort((left, right) => moved(left) - moved(right)),
    unknown: active.filter((item) => Number.isNaN(moved(item))),
  };
}

/**
 * Every id that has one of `ids` below it, at any depth.
 * @param {Relations} relations
 * @param {string[]} ids
 * @returns {Set<string>}
 */
function findAncestors(relations, ids) {
  /** @type {Set<string>} */
  const found = new Set();
  const pending = [...ids];
  for (const id of pending) {
    for (const parent of relations.parents.get(id) ?? []) {
      if (found.has(parent)) continue;
      found.add(parent);
      pending.push(parent);
    }
  }
  return found;
}

/**
 * The items that changed last, the newest first; of equals, the first by id.
 * @param {Projection} projection
 * @param {number} limit how many
 * @returns {Item[]}
 */
export function findNewest(projection, limit) {
  const dated = projection.items
    .map((item) => ({ item, at: Date.parse(projection.lastDate(item)) }))
    .filter(({ at }) => !Number.isNaN(at));
  return dated.sort((left, right) => right.at - left.at).slice(0, limit).map(({ item }) => item);
}
