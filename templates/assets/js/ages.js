// Shows how long ago each date was. The page holds the dates as facts; only the reader's clock makes them ages.

/** Units from the largest, in seconds. */
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long before `now` an instant was, as a count and a unit for Intl.RelativeTimeFormat; null for no date.
 * @param {string} stamp an RFC 3339 time
 * @param {number} now milliseconds since 1970
 * @returns {{ count: number, unit: Intl.RelativeTimeFormatUnit } | null}
 */
export function measureAge(stamp, now) {
  const then = Date.parse(stamp);
  if (Number.isNaN(then)) return null;
  const seconds = (then - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return { count: Math.trunc(seconds / size), unit };
  }
  return { count: 0, unit: "second" };
}

/**
 * Shows the age of every marked time in `root`, in place of its text or, where it is marked so, beside it. The exact
 * time becomes its title.
 * @param {ParentNode} root
 * @param {string} language
 * @param {number} now
 */
export function showAges(root, language, now) {
  // Whole units that have passed, and no "yesterday": 26 hours before a Monday morning is a Saturday.
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const immediate = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" });
  for (const element of root.querySelectorAll("time[data-age]")) {
    const stamp = element.getAttribute("datetime") ?? "";
    const age = measureAge(stamp, now);
    if (age === null) continue;
    const text = (age.count === 0 ? immediate : relative).format(age.count, age.unit);
    element.textContent = element.getAttribute("data-age") === "beside" ? `${element.textContent} · ${text}` : text;
    element.setAttribute("title", exact.format(Date.parse(stamp)));
  }
}

if (typeof document !== "undefined") {
  showAges(document, document.documentElement.lang, Date.now());
}
