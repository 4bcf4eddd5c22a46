// The dashboard's model says of every item what Python says of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel, order } from "./dashboards.mjs";
import { load, read } from "./published.mjs";

const { Model } = await load("dashboard/model");
const { findCircles } = await load("dashboard/cycles");

test("the stores hold what makes it hard", () => {
  const some = (holds) => assert.ok(GRAPHS.some(holds));
  some(({ circles }) => circles.length > 2);
  some(({ blocked }) => Object.entries(blocked).some(([id, reasons]) => reasons.some(([, via]) => via !== id)));
  some(({ blocked }) => Object.values(blocked).some((reasons) => new Set(reasons.map(([, via]) => via)).size > 2));
  some(({ model }) => model.byId.size < model.rows.length);
  some(({ model }) => [...model.freed].some(([, ids]) => ids.length > 1));
  some(({ ready }) => ready.length > 2);
  some(({ model }) => !model.hasStates && model.rows.length > 0);
});

test("ready and blocked are what Python found, for the same reasons", () => {
  for (const { model, ready, blocked } of GRAPHS) {
    assert.deepEqual(model.rows.filter((row) => row.isReady).map(({ path }) => path), ready);
    const found = new Set(model.rows.filter((row) => row.isBlocked).map(({ id }) => id));
    assert.deepEqual([...found].sort(), Object.keys(blocked).sort());
    for (const [id, reasons] of Object.entries(blocked)) {
      assert.deepEqual(model.reasons(id).map((reason) => [reason.id, reason.via]), reasons);
    }
  }
});

test("counts and progress are what Python counted", () => {
  for (const { model, summary } of GRAPHS) assert.deepEqual(model.summary, summary);
});

test("the circles of items that wait for each other are those that Python found", () => {
  for (const { model, circles } of GRAPHS) assert.deepEqual([...model.inCircle].sort(), circles);
});

test("what an item would unblock is what is not blocked any more when it alone is closed", () => {
  let freed = 0;
  for (const { index, model } of GRAPHS.slice(0, 60)) {
    const closed = index.states.find((state) => state.class === "done")?.name;
    const blockers = closed === undefined ? [] : [...model.relations.openIds].filter((id) => model.blocking.has(id));
    for (const id of blockers) {
      const items = index.items.map((item) => (item.id === id ? { ...item, [index.roles.state]: closed } : item));
      const after = new Model({ ...index, items });
      const before = new Set(model.rows.filter((row) => row.isBlocked && row.id !== id).map((row) => row.id));
      const expected = [...before].filter((each) => !after.rows.some((row) => row.id === each && row.isBlocked));
      assert.deepEqual(model.freed.get(id) ?? [], expected);
      assert.equal(model.speaker(id).unblocks, expected.length);
      freed += expected.length;
    }
  }
  assert.ok(freed > 20);
});

test("what waits for two things, itself or through what is above it, is unblocked by neither alone", () => {
  const model = makeModel([
    { id: "a", phase: "next" },
    { id: "b", phase: "next" },
    { id: "c", phase: "next", waits: ["a", "b"] },
    { id: "d", phase: "next", waits: ["a"] },
    { id: "e", phase: "next", above: "d" },
    { id: "f", phase: "next", above: "d", waits: ["b"] },
    { id: "g", phase: "over", waits: ["a"] },
  ]);
  assert.deepEqual([...model.freed], [["a", ["d", "e"]]]);
});

test("dates are instants, and the last change is the making where nothing else is said", () => {
  const model = makeModel([
    { id: "a", made: "2026-01-01T09:00:00+09:00", touched: "2026-01-02T00:00:00.1239Z" },
    { id: "b", made: "2026-01-01T00:00:00Z" },
    { id: "c" },
  ]);
  const [a, b, c] = model.rows;
  assert.equal(a.created, Date.parse("2026-01-01T00:00:00Z"));
  assert.equal(a.moved, Date.parse("2026-01-02T00:00:00.123Z"));
  assert.deepEqual([b.updated, b.moved], [null, b.created]);
  assert.deepEqual([c.created, c.updated, c.moved], [null, null, null]);
});

test("what stands above and below an item ends where parents go round", () => {
  const model = makeModel([
    { id: "a", above: "c" },
    { id: "b", above: "a" },
    { id: "c", above: "b" },
    { id: "d", above: "c", sort: "group" },
    { id: "e", above: "d" },
    { id: "f", above: "gone" },
  ]);
  assert.deepEqual(model.ancestors("e"), ["d", "c", "b", "a"]);
  assert.deepEqual([...model.subtree(["a", "gone"])], ["a", "b", "c", "d", "e"]);
  assert.deepEqual([model.ancestors("f"), model.ancestors("gone")], [[], []]);
});

test("the container of an item is the nearest above it", () => {
  const model = makeModel([
    { id: "a", sort: "goal" },
    { id: "b", sort: "group", above: "a" },
    { id: "c", above: "b" },
    { id: "d", above: "c" },
    { id: "e" },
  ]);
  assert.deepEqual(Object.fromEntries(model.containers), { b: "a", c: "b", d: "b" });
});

test("the first open file speaks for an id, and ids are linked as the site links them", () => {
  const model = makeModel([{ id: "a", path: "1", phase: "over" }, { id: "a", path: "2", phase: "next" }]);
  assert.equal(model.speaker("a").path, "2");
  assert.equal(model.speaker("b"), undefined);
  const placed = new Model(GRAPHS[0].index, { segments: { "a/b": "a~2Fb" }, route: "../g/" });
  assert.equal(placed.link("a/b"), "../g/a~2Fb/");
});

test("a file that could not be read leads to the page that the build made of it, where there is one", () => {
  const links = { some: 0, none: 0 };
  for (const { index, summary, route, unread } of read("graphs")) {
    const model = new Model(index, { segments: summary.segments, unread: summary.unread, route });
    for (const { path } of model.projection.file.problems) {
      assert.equal(model.linkUnread(path), unread[path], path);
      links[unread[path] ? "some" : "none"] += 1;
    }
  }
  assert.ok(links.some > 5 && links.none > 0);
  assert.equal(makeModel([]).linkUnread("constructor"), "");
});

test("a chain of any length is walked without recursion", () => {
  const name = (at) => `i${String(at).padStart(5, "0")}`;
  const items = Array.from({ length: 12_000 }, (_, at) => {
    const links = at ? { above: name(at - 1), waits: [name(at - 1)] } : {};
    return { id: name(at), phase: "next", ...links };
  });
  const model = makeModel(items);
  assert.deepEqual(model.freed.get("i00000"), ["i00001"]);
  assert.equal(model.rows.filter((row) => row.isBlocked).length, items.length - 1);
  assert.equal(ids(order(model)).length, items.length);
});

test("circles are the groups whose members all lead to each other", () => {
  const edges = { a: ["b"], b: ["c", "d"], c: ["a"], d: ["e"], e: ["d"], f: ["f", "a"], g: [] };
  const groups = findCircles(new Map(Object.entries(edges))).map((group) => group.sort()).sort();
  assert.deepEqual(groups, [["a", "b", "c"], ["d", "e"]]);
});
