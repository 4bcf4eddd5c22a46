// A timeline counts what dates say, by weeks, and apart what they do not say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { cutWeeks, describeWeek, makeTimeline, weekOf } = await load("dashboard/timeline");

const label = (number) => {
  const { year, week } = describeWeek(number);
  return `${year}-W${String(week).padStart(2, "0")}`;
};

function draw(items, kind) {
  const model = makeModel(items, kind);
  return makeTimeline(model, model.rows).series.map(({ name, basis, weeks, unknown }) => ({
    name,
    basis,
    weeks: Object.fromEntries([...weeks].map(([week, count]) => [label(week), count])),
    unknown,
  }));
}

test("created by the date of that name, updated and closed by the last change", () => {
  const items = [
    { id: "a", phase: "next", made: "2026-01-01T00:00:00Z", touched: "2026-01-08T00:00:00Z" },
    { id: "b", phase: "over", made: "2026-01-04T23:59:59Z", touched: "2026-01-05T00:00:00Z" },
    { id: "c", phase: "cut", made: "2026-01-05T00:00:00Z" },
    { id: "d" },
  ];
  assert.deepEqual(draw(items), [
    { name: "created", basis: "created", weeks: { "2026-W01": 2, "2026-W02": 1 }, unknown: 1 },
    { name: "closed", basis: "updated", weeks: { "2026-W02": 1 }, unknown: 1 },
    { name: "updated", basis: "updated", weeks: { "2026-W02": 2 }, unknown: 2 },
  ]);
});

test("a kind that lacks a date lacks what it says", () => {
  assert.deepEqual(draw([{ id: "a" }], { roles: { created: "made" } }).map(({ name }) => name), ["created"]);
  assert.deepEqual(draw([{ id: "a" }], { roles: { updated: "touched" } }).map(({ name }) => name), ["updated"]);
  assert.deepEqual(draw([{ id: "a" }], { roles: {} }), []);
});

test("without any date there is no first week", () => {
  const model = makeModel([{ id: "a" }]);
  const { first, last } = makeTimeline(model, model.rows);
  assert.deepEqual([first, last], [null, null]);
});

test("weeks are those of ISO 8601, in UTC", () => {
  for (const [date, week] of [
    ["2026-01-01T00:00:00Z", "2026-W01"],
    ["2025-12-29T00:00:00Z", "2026-W01"],
    ["2025-12-28T23:59:59Z", "2025-W52"],
    ["2021-01-03T12:00:00Z", "2020-W53"],
    ["2024-12-30T00:00:00Z", "2025-W01"],
    ["1970-01-01T00:00:00Z", "1970-W01"],
    ["1969-12-28T00:00:00Z", "1969-W52"],
    ["0001-01-01T00:00:00Z", "1-W01"],
  ]) {
    assert.equal(label(weekOf(Date.parse(date))), week, date);
  }
});

test("weeks follow each other without a gap, and each begins on a Monday", () => {
  for (let week = weekOf(Date.parse("1999-01-01")); week < weekOf(Date.parse("2031-01-01")); week += 1) {
    const { start } = describeWeek(week);
    assert.equal(new Date(start).getUTCDay(), 1);
    assert.equal(weekOf(start), week);
    assert.equal(weekOf(start - 1), week - 1);
    assert.notEqual(label(week), label(week + 1));
  }
});

test("a part of a timeline shows weeks without anything as such, and says what it leaves out", () => {
  const series = { name: "created", basis: "created", weeks: new Map([[1, 4], [3, 2], [6, 1], [9, 5]]), unknown: 0 };
  assert.deepEqual(cutWeeks(series, 2, 6), { counts: [0, 2, 0, 0, 1], before: 4, after: 5 });
});

test("on any graph every item is in a week or unknown", () => {
  let dated = 0;
  for (const { model } of GRAPHS) {
    const { series, first, last } = makeTimeline(model, model.rows);
    for (const each of series) {
      const { counts, before, after } = cutWeeks(each, first ?? 0, last ?? 0);
      const sum = counts.reduce((total, count) => total + count, 0);
      const items = each.name === "closed" ? model.summary.counts.closed : model.rows.length;
      assert.deepEqual([before, after, sum + each.unknown], [0, 0, items]);
      dated += sum;
    }
  }
  assert.ok(dated > 500);
});
