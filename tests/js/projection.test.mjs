// What a script reads in an item's fields is what Python reads in them, whatever the kind calls its fields.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { linkIds, nameClass, Projection } = await load("projection");

const GRAPHS = read("graphs");

test("every item has the title, state, type and date that Python found", () => {
  let count = 0;
  for (const { index, files, hasStates } of GRAPHS) {
    const projection = new Projection(index);
    for (const [at, item] of projection.items.entries()) {
      const { title, state, stateClass, className, type, isOpen, isContainer, lastDate } = files[at];
      assert.equal(projection.title(item), title);
      assert.equal(projection.state(item), state);
      assert.equal(projection.stateClass(item), stateClass);
      assert.equal(nameClass(state, stateClass, hasStates), className);
      assert.equal(projection.type(item), type);
      assert.equal(projection.isOpen(item), isOpen);
      assert.equal(projection.isContainer(item), isContainer);
      assert.equal(projection.lastDate(item), lastDate);
      count += 1;
    }
  }
  assert.ok(count > 300);
});

test("fields are found by their roles", () => {
  const projection = new Projection({
    graph: "g",
    items: [],
    problems: [],
    roles: { title: "name", state: "phase", type: "sort", created: "born" },
    states: [{ name: "now", class: "active" }, { name: "past", class: "dropped" }],
    fields: [{ name: "sort", type: "enum", default: "leaf", containers: ["branch"] }],
    links: [],
    rules: [],
    thresholds: { stale_after_days: 1 },
  });
  const item = { id: "1", path: "1", name: 7, phase: "now", sort: "branch", born: "2026-01-01" };
  assert.equal(projection.title(item), "7");
  assert.equal(projection.stateClass(item), "active");
  assert.equal(projection.isContainer(item), true);
  assert.equal(projection.lastDate(item), "2026-01-01");
  assert.deepEqual(["now", "past", "never", undefined].map((phase) => projection.isOpen({ phase })), [true, false, true, true]);
  assert.equal(projection.type({ id: "2", path: "2" }), "leaf");
  assert.equal(projection.title({ id: "2", path: "2" }), "");
});

test("a class has words for what has none, and none where there are no states", () => {
  assert.equal(nameClass("todo", "ready", true), "ready");
  assert.equal(nameClass("odd", null, true), "unknown");
  assert.equal(nameClass("", null, true), "missing");
  assert.equal(nameClass("", null, false), "");
});

test("a link's value is one id, several, or none", () => {
  assert.deepEqual(linkIds("a"), ["a"]);
  assert.deepEqual(linkIds(["a", "", "b"]), ["a", "b"]);
  assert.deepEqual(linkIds([{ id: "a" }, "b"]), ["b"]);
  for (const nothing of [undefined, null, 7, {}]) assert.deepEqual(linkIds(nothing), []);
});
