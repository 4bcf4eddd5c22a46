// What differs between two readings of a graph, so that a page can mark it for a moment.

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/**
 * Rows of the later reading that the earlier has not, or has otherwise, and rows of the earlier that are gone.
 * @typedef {{ added: Row[], changed: Row[], gone: Row[] }} Changes
 */

/**
 * A row is the same while its file says the same and it is as ready and as blocked as before.
 * @param {Model} before
 * @param {Model} after
 * @returns {Changes}
 */
export function compareModels(before, after) {
  const [old, now] = [before, after].map(({ rows }) => new Map(rows.map((row) => [row.path, row])));
  return {
    added: after.rows.filter(({ path }) => !old.has(path)),
    changed: after.rows.filter((row) => {
      const last = old.get(row.path);
      return last !== undefined && describe(last) !== describe(row);
    }),
    gone: before.rows.filter(({ path }) => !now.has(path)),
  };
}

/** @param {Row} row */
function describe({ item, isReady, isBlocked }) {
  return JSON.stringify([item, isReady, isBlocked]);
}
