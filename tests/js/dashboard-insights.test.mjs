// What can begin, what cannot and why, what is stuck, what changed last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel, order } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { listBlocked, listBottlenecks, listReady, listRecent, listStuck } = await load("dashboard/insights");

const NOW = Date.parse("2026-02-01T00:00:00Z");
const ago = (days) => new Date(NOW - days * 86_400_000).toISOString();

test("what can begin is sorted by priority, then by what it unblocks, then as given", () => {
  const model = makeModel([
    { id: "a", phase: "next" },
    { id: "b", phase: "next", weight: "odd" },
    { id: "c", phase: "next", weight: "heavy" },
    { id: "d", phase: "next", weight: "heavy", holds: ["x", "y"] },
    { id: "e", phase: "next", weight: "light", holds: ["z"] },
    { id: "f", phase: "next", sort: "group" },
    { id: "g", phase: "next" },
    { id: "x", phase: "next" },
    { id: "y", phase: "next" },
    { id: "z", phase: "next" },
  ]);
  assert.deepEqual(ids(listReady(model, model.rows)), ["d", "c", "e", "a", "g", "b"]);
  assert.deepEqual(ids(listReady(model, [...model.rows].reverse())), ["d", "c", "e", "g", "a", "b"]);
});

test("a kind without priorities lists what can begin as given", () => {
  const model = makeModel([{ id: "a", phase: "next" }, { id: "b", phase: "next" }], { roles: { state: "phase" } });
  assert.deepEqual(ids(listReady(model, model.rows)), ["a", "b"]);
});

test("what is blocked says by what, and from whom it inherits that", () => {
  const model = makeModel([
    { id: "a", phase: "next" },
    { id: "b", phase: "next", waits: ["a"] },
    { id: "c", phase: "next", above: "b", waits: ["d"] },
    { id: "d", phase: "next", above: "b" },
    { id: "e", phase: "over", waits: ["a"] },
  ]);
  const drawn = listBlocked(model, model.rows).map(({ row, own, inherited }) => [
    row.id,
    own.join(),
    inherited.map(({ id, via }) => `${id} via ${via}`).join(),
  ]);
  assert.deepEqual(drawn, [["b", "a", ""], ["c", "d", "a via b"], ["d", "", "a via b"]]);
});

test("what others wait for: what unblocks most, then what most wait for", () => {
  const model = makeModel([
    { id: "a", phase: "next", holds: ["x"] },
    { id: "b", phase: "next", holds: ["y", "z"] },
    { id: "c", phase: "next", holds: ["y", "z", "x", "c"] },
    { id: "d", phase: "over", holds: ["x"] },
    { id: "e", phase: "next", holds: ["w"] },
    { id: "w", phase: "next" },
    { id: "x", phase: "next" },
    { id: "y", phase: "next" },
    { id: "z", phase: "over" },
  ]);
  const drawn = listBottlenecks(model).map(({ row, waiting, unblocks }) => `${row.id} ${waiting} ${unblocks}`);
  assert.deepEqual(drawn, ["e w w", "c x,y ", "a x ", "b y "]);
});

test("what waits below something closed waits too", () => {
  const model = makeModel([
    { id: "a", phase: "next" },
    { id: "b", phase: "over", waits: ["a"] },
    { id: "c", phase: "next", above: "b" },
  ]);
  assert.deepEqual(listBottlenecks(model).map(({ waiting, unblocks }) => [waiting, unblocks]), [[[], ["c"]]]);
});

test("stuck is what does not move though it should, with every cause", () => {
  const model = makeModel([
    { id: "a", phase: "doing", touched: ago(20) },
    { id: "b", phase: "doing", touched: ago(1), waits: ["a"] },
    { id: "c", phase: "doing", touched: ago(40), waits: ["d"] },
    { id: "d", phase: "next", waits: ["c"] },
    { id: "e", phase: "asked" },
    { id: "f", phase: "next", touched: ago(90), waits: ["a"] },
    { id: "g", phase: "over", waits: ["h"] },
    { id: "h", phase: "next", waits: ["g"] },
  ]);
  const drawn = listStuck(model, model.rows, NOW).map(({ row, causes }) => `${row.id} ${causes.join()}`);
  assert.deepEqual(drawn, ["a stale", "b blocked", "c stale,blocked,circle", "d circle", "e waiting"]);
});

test("what changed last comes first, as many as asked", () => {
  const dates = { a: { touched: ago(2) }, b: { made: ago(1) }, c: {}, d: { touched: ago(3) } };
  const model = makeModel(Object.entries(dates).map(([id, date]) => ({ id, ...date })));
  assert.deepEqual(ids(listRecent(model, 2)), ["b", "a"]);
  assert.deepEqual(ids(listRecent(model, 9)), ["b", "a", "d"]);
});

test("on any graph what can begin and what is blocked are as many as are counted", () => {
  for (const { model } of GRAPHS) {
    const sorted = order(model);
    const { ready, blocked } = model.summary.counts;
    assert.equal(listReady(model, sorted).length, ready);
    const found = listBlocked(model, sorted);
    assert.equal(found.length, blocked);
    for (const { own, inherited } of found) assert.ok(own.length + inherited.length > 0);
    for (const { row, waiting, unblocks } of listBottlenecks(model)) {
      assert.ok(row.isOpen && waiting.length + unblocks.length > 0);
      assert.equal(unblocks.length, row.unblocks);
    }
  }
});
