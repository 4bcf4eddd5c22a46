// What happened in which week (ISO 8601, from Monday, in UTC). Only what a date of an item says: no week is guessed,
// and what has no date is counted apart.

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Row} Row */
/**
 * The items of one sort by the week of a date. `basis` is the role of that date. `weeks` has the number of every week
 * that has any, and how many; they and the `unknown`, which have no such date, are all items of the sort.
 * @typedef {{ name: "created" | "closed" | "updated", basis: "created" | "updated", weeks: Map<number, number>,
 *   unknown: number }} Series
 */
/** Some series, and the first and the last week of any; null where nothing has a date. */
/** @typedef {{ series: Series[], first: number | null, last: number | null }} Timeline */

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const FIRST_MONDAY = 4 * DAY; // after the first of January 1970; the weeks are numbered from it

/**
 * Created: all items by the date of that name. Updated: all items by their last change. Closed: those that are closed
 * now, by their last change too: they were closed then or before, and nothing says more. A kind that lacks a role lacks
 * what is counted by it.
 * @param {Model} model
 * @param {Row[]} rows
 * @returns {Timeline}
 */
export function makeTimeline({ fields, hasStates }, rows) {
  /** @type {Series[]} */
  const series = [];
  if (fields.ofRole("created")) series.push(countWeeks("created", "created", rows));
  if (fields.ofRole("updated")) {
    if (hasStates) series.push(countWeeks("closed", "updated", rows.filter((row) => !row.isOpen)));
    series.push(countWeeks("updated", "updated", rows));
  }
  const weeks = series.flatMap((each) => [...each.weeks.keys()]).sort((left, right) => left - right);
  return { series, first: weeks[0] ?? null, last: weeks.at(-1) ?? null };
}

/**
 * @param {Series["name"]} name
 * @param {Series["basis"]} basis
 * @param {Row[]} rows
 * @returns {Series}
 */
function countWeeks(name, basis, rows) {
  /** @type {Series} */
  const series = { name, basis, weeks: new Map(), unknown: 0 };
  for (const row of rows) {
    const at = row[basis];
    if (at === null) series.unknown += 1;
    else series.weeks.set(weekOf(at), (series.weeks.get(weekOf(at)) ?? 0) + 1);
  }
  return series;
}

/** The number of the week of an instant. @param {number} at milliseconds since 1970 */
export function weekOf(at) {
  return Math.floor((at - FIRST_MONDAY) / WEEK);
}

/**
 * A week by its number: when it begins, in milliseconds since 1970, and the year and the week of that year that it is.
 * @param {number} number
 * @returns {{ start: number, year: number, week: number }}
 */
export function describeWeek(number) {
  const start = number * WEEK + FIRST_MONDAY;
  const thursday = new Date(start + 3 * DAY); // which is of the year that the week is of
  const year = thursday.getUTCFullYear();
  const newYear = new Date(0).setUTCFullYear(year, 0, 1);
  return { start, year, week: Math.floor((thursday.getTime() - newYear) / WEEK) + 1 };
}

/**
 * The counts of all weeks from one to another, also of those without any, and of all before and after.
 * @param {Series} series
 * @param {number} first
 * @param {number} last
 * @returns {{ counts: number[], before: number, after: number }}
 */
export function cutWeeks({ weeks }, first, last) {
  const cut = { counts: Array.from({ length: last - first + 1 }, () => 0), before: 0, after: 0 };
  for (const [week, count] of weeks) {
    if (week < first) cut.before += count;
    else if (week > last) cut.after += count;
    else cut.counts[week - first] = count;
  }
  return cut;
}
