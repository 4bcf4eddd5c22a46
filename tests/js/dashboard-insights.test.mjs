// What can begin, what cannot and why, what is stuck, what changed last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel, order } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { countRows, groupFindings, listBlocked, listBottlenecks, listReady, listRecent, listStuck } =
  await load("dashboard/insights");
const { makeTiles } = await load("overview");
const { filterRows } = await load("dashboard/filtering");
const { Address } = await load("dashboard/query");

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

test("stuck is what is blocked, waits by its own word, or is in progress and untouched; what is in progress first", () => {
  const model = makeModel([
    { id: "a", phase: "next", waits: ["b"] },
    { id: "b", phase: "doing", touched: ago(20) },
    { id: "c", phase: "doing", touched: ago(1), waits: ["b"] },
    { id: "d", phase: "doing", touched: ago(1) },
    { id: "e", phase: "asked" },
    { id: "f", phase: "over", waits: ["b"] },
  ]);
  assert.deepEqual(ids(listStuck(model, model.rows, NOW)), ["b", "c", "a", "e"]);
});

test("what changed last comes first, by when it was made where nothing says more; what has no date is left out", () => {
  const dates = { a: { touched: ago(2) }, b: { made: ago(1) }, c: {}, d: { touched: ago(3) }, e: { touched: ago(2) } };
  const model = makeModel(Object.entries(dates).map(([id, date]) => ({ id, ...date })));
  assert.deepEqual(ids(listRecent(model, model.rows)), ["b", "a", "e", "d"]);
  assert.deepEqual(ids(listRecent(model, model.rows.slice(2, 4))), ["d"]);
});

test("on any graph what to know first is what the build says, but for what only a clock can tell", () => {
  let stuck = 0;
  for (const { model, glances } of GRAPHS) {
    if (!model.hasStates) continue;
    const rows = order(model);
    const paths = (list) => list.map(({ path }) => path);
    assert.deepEqual(paths(rows.filter(({ className }) => className === "active")), glances.active);
    assert.deepEqual(paths(listReady(model, rows)), glances.ready);
    assert.deepEqual(paths(listStuck(model, rows, 0)), glances.stuck);
    assert.deepEqual(paths(listRecent(model, rows)), glances.recent);
    stuck += glances.stuck.length;
  }
  assert.ok(stuck > 20);
});

test("all rows add up to the summary, and any rows to those of each half", () => {
  for (const { model } of GRAPHS) {
    const whole = countRows(model, model.rows);
    assert.deepEqual(whole.counts, model.summary.counts);
    assert.deepEqual(whole.states, model.summary.states);
    const middle = Math.floor(model.rows.length / 2);
    const [one, other] = [model.rows.slice(0, middle), model.rows.slice(middle)].map((rows) => countRows(model, rows).counts);
    for (const name of ["items", "open", "closed", "ready", "blocked", "findings_open", "findings_closed"]) {
      assert.equal(one[name] + other[name], whole.counts[name], name);
    }
  }
});

test("findings by rule are all findings, the open ones apart, in the order of the summary", () => {
  for (const { model } of GRAPHS) {
    const { open, closed } = groupFindings(model, model.rows);
    const lines = (groups) => groups.map(({ rule, hits }) => [rule, hits.length]);
    const wanted = (part) => model.summary.findings.filter((each) => each[part]).map((each) => [each.rule, each[part]]);
    assert.deepEqual([lines(open), lines(closed)], [wanted("open"), wanted("closed")]);
  }
});

test("every tile leads to as many rows as it counts", () => {
  const names = new Set();
  for (const { model } of GRAPHS) {
    const address = new Address(model);
    for (const tile of makeTiles(model.summary, model.hasStates).filter(({ query }) => query)) {
      const state = address.parse(tile.query);
      const { shown } = filterRows(model, model.rows, state.filters, { now: NOW, hits: null });
      assert.equal(countShown(model, state.view, shown, tile.name), tile.count, `${model.projection.file.graph} ${tile.query}`);
      if (tile.count) names.add(tile.name);
    }
  }
  assert.deepEqual([...names].sort(), ["active", "archived", "blocked", "closed", "findings", "found", "items", "open", "ready"]);
});

/** How many of what a tile counts a view shows. */
function countShown(model, view, rows, name) {
  if (view === "ready") return listReady(model, rows).length;
  if (view === "blocked") return listBlocked(model, rows).length;
  if (name !== "findings" && name !== "found") return rows.length;
  return rows.reduce((sum, { item }) => sum + (item.findings?.length ?? 0), 0);
}

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
