// Dates as instants. A projection writes them with their own offsets and with any number of digits after the second.

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;
const BEFORE_ALL = 62_135_683_200; // seconds from before the first date that can be written until 1970
const USUAL = "2026-01-02T03:04:05Z".length;
const WIDTH = 12; // digits of the seconds until after the last one

/**
 * The instant of a date in milliseconds since 1970; null for what is no date.
 * @param {unknown} stamp
 * @returns {number | null}
 */
export function readInstant(stamp) {
  const found = typeof stamp === "string" && stamp.length !== USUAL ? FORM.exec(stamp) : null;
  const whole = Date.parse(found ? found[1] + found[3] : isUsual(stamp) ? stamp : "");
  return Number.isNaN(whole) ? null : whole + Math.floor(Number(`0.${found?.[2] ?? 0}`) * 1000);
}

/**
 * Whether something has the form that nearly all dates have: whole seconds, in UTC.
 * @param {unknown} stamp
 * @returns {stamp is string}
 */
function isUsual(stamp) {
  return typeof stamp === "string" && stamp.length === USUAL && stamp[10] === "T" && stamp[19] === "Z";
}

/**
 * A text by which dates sort as their instants do, to the last digit; null for what is no date.
 * @param {unknown} stamp
 * @returns {string | null}
 */
export function dateKey(stamp) {
  const found = typeof stamp === "string" ? FORM.exec(stamp) : null;
  if (!found) return null;
  const seconds = Date.parse(found[1] + found[3]) / 1000;
  if (Number.isNaN(seconds)) return null;
  return String(seconds + BEFORE_ALL).padStart(WIDTH, "0") + (found[2] ?? "").replace(/0+$/, "");
}
