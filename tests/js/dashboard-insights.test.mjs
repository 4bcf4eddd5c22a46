// What can begin, what cannot and why, what is stuck, what changed last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel, order } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { countRows, groupFindings, listBlocked, listBottlenecks, listGlances, listReady, listRecent, listStuck } =
  await load("dashboard/insights");
const { makeTiles } = await load("overview");
const { filterRows, SHOWN } = await load("dashboard/filtering");
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
    const found = listGlances(model, order(model), 0).map(({ name, rows, query }) => [name, rows.map(({ path }) => path), query]);
    assert.deepEqual(found, glances);
    stuck += glances.find(([name]) => name === "stuck")[1].length;
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

/** The rows that a view of a graph shows. */
function showView(model, { view, filters }) {
  const { shown } = filterRows(model, model.rows, filters, { now: NOW, hits: null });
  if (view === "ready") return listReady(model, shown);
  return view === "blocked" ? listBlocked(model, shown).map(({ row }) => row) : shown;
}

/** What readers have chosen before they come to an overview. */
function listChoices(model, address) {
  const field = model.fields.enums.find(({ role, values }) => role !== "state" && values.length)?.name;
  const filters = ["", "&is=ready&is=blocked", ...(field ? [`&${field}=${model.fields.find(field).values[0]}`] : [])];
  const places = SHOWN.flatMap((closed) => SHOWN.map((archived) => `?closed=${closed}&archived=${archived}`));
  return filters.flatMap((filter) => places.map((place) => address.parse(place + filter)));
}

/** The rows that an overview speaks of: what is closed or archived too. */
function listMeant(model, { filters }) {
  const { shown, hidden } = filterRows(model, model.rows, filters, { now: NOW, hits: null });
  return [...shown, ...hidden];
}

test("every tile leads to as many rows as it counts, whatever else is chosen", () => {
  const names = new Set();
  for (const { index, model } of GRAPHS) {
    const address = new Address(model);
    for (const state of listChoices(model, address)) {
      for (const { name, count, query } of makeTiles(countRows(model, listMeant(model, state)), model.hasStates)) {
        if (!query) continue;
        const rows = showView(model, address.add(state, query));
        const isFound = name === "findings" || name === "found";
        const found = isFound ? rows.reduce((sum, { item }) => sum + (item.findings?.length ?? 0), 0) : rows.length;
        assert.equal(found, count, `${index.graph} ${address.write(state)} ${query}`);
        if (count) names.add(name);
      }
    }
  }
  assert.deepEqual([...names].sort(), ["active", "archived", "blocked", "closed", "findings", "found", "items", "open", "ready"]);
});

test("what to know first leads to all of it, whether closed or archived ones were shown or not", () => {
  for (const { index, model } of GRAPHS.filter(({ model: { hasStates } }) => hasStates)) {
    const address = new Address(model);
    for (const { name, rows, query } of listGlances(model, model.rows, NOW)) {
      for (const state of SHOWN.map((closed) => address.parse(`?closed=${closed}`))) {
        const shown = showView(model, address.add(state, query)).filter((row) => name !== "recent" || row.moved !== null);
        assert.deepEqual(ids(shown).sort(), ids(rows).sort(), `${index.graph} ${name}`);
      }
    }
  }
});

test("what a rule found leads to the items that it is about, open and closed apart", () => {
  let closed = 0;
  for (const { index, model } of GRAPHS) {
    const address = new Address(model);
    const groups = groupFindings(model, model.rows);
    for (const { hits, query } of [...groups.open, ...groups.closed]) {
      const shown = showView(model, address.add(address.parse("?rule=any&closed=show"), query));
      assert.deepEqual(new Set(shown), new Set(hits.map(({ row }) => row)), `${index.graph} ${query}`);
    }
    closed += groups.closed.length;
  }
  assert.ok(closed > 0);
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
