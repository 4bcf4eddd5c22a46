// Shows how long ago each date was. The page holds the dates as facts; only the reader's clock makes them ages.

/** Units from the largest, in seconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
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
 * What each time said before its age was shown, and the formats of each language, which are dear to make.
 * @type {WeakMap<Element, string>}
 */
const facts = new WeakMap();
/** @type {Map<string, ReturnType<typeof makeFormats>>} */
const formats = new Map();

/** @param {string} language */
function makeFormats(language) {
  return {
    // Whole units that have passed, and no "yesterday": 26 hours before a Monday morning is a Saturday.
    relative: new Intl.RelativeTimeFormat(language, { numeric: "always" }),
    immediate: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
    exact: new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }),
  };
}

/** @param {string} language */
function findFormats(language) {
  const found = formats.get(language) ?? makeFormats(language);
  formats.set(language, found);
  return found;
}

/**
 * An age in words; null for no date.
 * @param {string} stamp an RFC 3339 time
 * @param {string} language
 * @param {number} now
 * @returns {string | null}
 */
export function sayAge(stamp, language, now) {
  const age = measureAge(stamp, now);
  const { relative, immediate } = findFormats(language);
  return age && (age.count === 0 ? immediate : relative).format(age.count, age.unit);
}

/**
 * A time to the second, in words.
 * @param {string} stamp an RFC 3339 time
 * @param {string} language
 */
export function sayExact(stamp, language) {
  return findFormats(language).exact.format(Date.parse(stamp));
}

/**
 * Shows the age of every marked time in `root`, in place of its text or, where it is marked so, beside it. The exact
 * time becomes its title. May be called again at any time: what has not changed is left alone.
 * @param {ParentNode} root
 * @param {string} language
 * @param {number} now
 */
export function showAges(root, language, now) {
  for (const element of root.querySelectorAll("time[data-age]")) {
    const stamp = element.getAttribute("datetime") ?? "";
    const age = sayAge(stamp, language, now);
    if (age === null) continue;
    const fact = facts.get(element) ?? element.textContent ?? "";
    facts.set(element, fact);
    const text = element.getAttribute("data-age") === "beside" ? `${fact} · ${age}` : age;
    if (element.textContent !== text) element.textContent = text;
    if (!element.hasAttribute("title")) element.setAttribute("title", sayExact(stamp, language));
  }
}

const MINUTE = 60_000;

/** Shows the ages of the page now, every minute while somebody can see it, and when somebody sees it again. */
function keepAges() {
  const show = () => {
    if (document.visibilityState === "visible") showAges(document, document.documentElement.lang, Date.now());
  };
  showAges(document, document.documentElement.lang, Date.now());
  setInterval(show, MINUTE);
  document.addEventListener("visibilitychange", show);
}

if (typeof document !== "undefined") keepAges();
