// How old something is: the largest whole unit, cut and never rounded up, and null for what is no date.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./published.mjs";

const { measureAge, showAges } = await load("ages");

const NOW = Date.parse("2026-01-10T12:00:00Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** The age of what happened `before` milliseconds before now. */
function age(before) {
  return measureAge(new Date(NOW - before).toISOString(), NOW);
}

test("the largest unit that fits is taken", () => {
  const cases = [
    [MINUTE, 1, "minute"],
    [59 * MINUTE, 59, "minute"],
    [HOUR, 1, "hour"],
    [23 * HOUR, 23, "hour"],
    [DAY, 1, "day"],
    [6 * DAY, 6, "day"],
    [7 * DAY, 1, "week"],
    [30 * DAY, 4, "week"],
    [YEAR / 12, 1, "month"],
    [364 * DAY, 11, "month"],
    [YEAR, 1, "year"],
    [10 * YEAR, 10, "year"],
  ];
  for (const [before, count, unit] of cases) assert.deepEqual(age(before), { count: -count, unit });
});

test("an age is cut, never rounded up", () => {
  assert.deepEqual(age(2 * HOUR - SECOND), { count: -1, unit: "hour" });
  assert.deepEqual(age(2 * DAY - SECOND), { count: -1, unit: "day" });
});

test("under a minute there is no count", () => {
  for (const before of [0, SECOND, MINUTE - SECOND]) assert.equal(Math.abs(age(before).count), 0);
});

test("what is to come has a positive count", () => {
  assert.deepEqual(age(-3 * DAY), { count: 3, unit: "day" });
  assert.deepEqual(age(-90 * SECOND), { count: 1, unit: "minute" });
});

test("the offset of a time counts", () => {
  assert.deepEqual(measureAge("2026-01-10T12:00:00+02:00", NOW), { count: -2, unit: "hour" });
  assert.deepEqual(measureAge("2026-01-10T06:00:00.5-03:00", NOW), { count: -2, unit: "hour" });
});

test("dates from the year 1 to 9999 have an age", () => {
  assert.equal(measureAge("0001-01-01T00:00:00Z", NOW).unit, "year");
  assert.equal(measureAge("9999-12-31T23:59:59Z", NOW).count, 7973);
});

test("what is no date has no age", () => {
  for (const stamp of ["", "soon", "2026-13-01T00:00:00Z", "T", "<b>", "NaN", "9".repeat(400)]) {
    assert.equal(measureAge(stamp, NOW), null, stamp);
  }
});

test("every unit is one that Intl knows", () => {
  const format = new Intl.RelativeTimeFormat("en");
  for (const before of [SECOND, MINUTE, HOUR, DAY, 8 * DAY, 40 * DAY, 2 * YEAR]) {
    const { count, unit } = age(before);
    assert.match(format.format(count, unit), /^\d+ (year|month|week|day|hour|minute)s? ago$|^in 0 seconds$|^0 seconds ago$/);
  }
});

/** As much of an element as showing needs, which counts how often its text is set. */
function fakeTime(stamp, mode = "") {
  const attributes = new Map([["datetime", stamp], ["data-age", mode]]);
  let text = "as written";
  return {
    attributes,
    changes: 0,
    get textContent() {
      return text;
    },
    set textContent(value) {
      text = value;
      this.changes += 1;
    },
    hasAttribute: (name) => attributes.has(name),
    getAttribute: (name) => attributes.get(name) ?? null,
    setAttribute: (name, value) => attributes.set(name, value),
  };
}

const rootOf = (...times) => ({ querySelectorAll: (selector) => (selector === "time[data-age]" ? times : []) });

test("showing changes what is marked and has a date, and nothing else", () => {
  const [good, bad] = [fakeTime("2026-01-08T12:00:00Z"), fakeTime("soon")];
  showAges(rootOf(good, bad), "en", NOW);
  assert.equal(good.textContent, "2 days ago");
  assert.match(good.attributes.get("title"), /January 8, 2026/);
  assert.equal(bad.textContent, "as written");
  assert.equal(bad.attributes.has("title"), false);
});

test("showing again shows the age of that time, beside the fact where it is wanted there", () => {
  const [alone, beside] = [fakeTime("2026-01-08T12:00:00Z"), fakeTime("2026-01-08T12:00:00Z", "beside")];
  showAges(rootOf(alone, beside), "en", NOW);
  assert.equal(beside.textContent, "as written · 2 days ago");
  showAges(rootOf(alone, beside), "en", NOW + DAY);
  assert.deepEqual([alone.textContent, beside.textContent], ["3 days ago", "as written · 3 days ago"]);
});

test("an age that is still the same is not written again", () => {
  const time = fakeTime("2026-01-08T12:00:00Z");
  for (const later of [0, MINUTE, HOUR]) showAges(rootOf(time), "en", NOW + later);
  assert.equal(time.changes, 1);
});
