// Stale is what is in progress and has not moved for longer than its kind allows, itself or through anything below it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { Projection } = await load("projection");
const { Relations } = await load("relations");
const { findNewest, findStale } = await load("staleness");

const NOW = Date.parse("2026-02-01T00:00:00Z");
const DAY = 86_400_000;

/** A date so many days before now. */
const ago = (days) => new Date(NOW - days * DAY).toISOString();

function project(items) {
  return new Projection({
    graph: "g",
    items: items.map((item) => ({ path: `${item.id}.txt`, ...item })),
    problems: [],
    roles: { state: "phase", updated: "touched", created: "made", type: "sort" },
    states: [
      { name: "doing", class: "active" },
      { name: "next", class: "ready" },
      { name: "over", class: "done" },
    ],
    fields: [{ name: "sort", type: "enum", containers: ["group"] }],
    links: [{ name: "above", edge: "parent", direction: "out" }],
    rules: [],
    thresholds: { stale_after_days: 14 },
  });
}

function stale(items) {
  const projection = project(items);
  const found = findStale(projection, new Relations(projection), NOW);
  return { stale: found.stale.map(({ id }) => id), unknown: found.unknown.map(({ id }) => id) };
}

test("only work in progress is stale, and only after longer than the threshold", () => {
  const items = [
    { id: "a", phase: "doing", touched: ago(15) },
    { id: "b", phase: "doing", touched: ago(14) },
    { id: "c", phase: "next", touched: ago(100) },
    { id: "d", phase: "over", touched: ago(100) },
    { id: "e", phase: "strange", touched: ago(100) },
    { id: "f", touched: ago(100) },
    { id: "g", phase: "doing", touched: new Date(NOW - 14 * DAY - 1).toISOString() },
    { id: "h", phase: "doing", touched: ago(-3) },
  ];
  assert.deepEqual(stale(items), { stale: ["a", "g"], unknown: [] });
});

test("the longest untouched comes first", () => {
  const items = [20, 40, 30].map((days) => ({ id: `d${days}`, phase: "doing", touched: ago(days) }));
  assert.deepEqual(stale(items).stale, ["d40", "d30", "d20"]);
});

test("what was never changed was touched when it was made; without any date nobody can tell", () => {
  const items = [
    { id: "a", phase: "doing", made: ago(20) },
    { id: "b", phase: "doing", made: ago(20), touched: ago(1) },
    { id: "c", phase: "doing" },
    { id: "d", phase: "next" },
  ];
  assert.deepEqual(stale(items), { stale: ["a"], unknown: ["c"] });
});

test("something moving below, at any depth and in any state, moves what is above it", () => {
  const old = { phase: "doing", touched: ago(50) };
  for (const phase of ["doing", "next", "over", "strange"]) {
    const items = [
      { id: "1", sort: "group", ...old },
      { id: "2", sort: "group", above: "1", ...old },
      { id: "3", above: "2", phase: "next", touched: ago(60) },
      { id: "4", above: "3", phase, touched: ago(2) },
      { id: "5", above: "4", ...old },
    ];
    assert.deepEqual(stale(items).stale, ["5"], phase);
  }
});

test("nothing moving below leaves all stale", () => {
  const old = { phase: "doing", touched: ago(50) };
  assert.deepEqual(stale([{ id: "1", ...old }, { id: "2", above: "1", ...old }]).stale, ["1", "2"]);
});

test("an undated group with something moving below is not unknown", () => {
  const items = [{ id: "1", phase: "doing" }, { id: "2", above: "1", phase: "next", touched: ago(1) }];
  assert.deepEqual(stale(items), { stale: [], unknown: [] });
});

test("a circle of parents ends", () => {
  const items = [
    { id: "1", above: "2", phase: "doing", touched: ago(50) },
    { id: "2", above: "1", phase: "doing", touched: ago(1) },
    { id: "3", above: "3", phase: "doing", touched: ago(50) },
  ];
  assert.deepEqual(stale(items).stale, ["3"]);
});

test("a chain of any length ends", () => {
  const items = Array.from({ length: 50_000 }, (_, at) => ({ id: `${at}`, above: `${at - 1}`, phase: "doing", touched: ago(50) }));
  items[items.length - 1].touched = ago(1);
  assert.deepEqual(stale(items), { stale: [], unknown: [] });
});

test("the newest come first, whatever offset their dates are written with; undated ones never", () => {
  const items = [
    { id: "a", touched: "2026-01-05T10:00:00+02:00" },
    { id: "b", touched: "2026-01-05T09:00:00Z" },
    { id: "c", made: "2026-01-05T08:00:00Z" },
    { id: "d" },
    { id: "e", touched: "2025-01-05T08:00:00Z" },
  ];
  assert.deepEqual(findNewest(project(items), 3).map(({ id }) => id), ["b", "a", "c"]);
  assert.equal(findNewest(project(items), 9).length, 4);
});

test("the newest are those of the built panel", () => {
  for (const { index, newest } of read("graphs")) {
    const projection = new Projection(index);
    assert.deepEqual(findNewest(projection, 5).map((item) => [item.id, projection.lastDate(item)]), newest);
  }
});
