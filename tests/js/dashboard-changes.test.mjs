// Two readings of a graph differ in what was added, changed or is gone, and in nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { compareModels } = await load("dashboard/changes");
const { Model } = await load("dashboard/model");

const draw = ({ added, changed, gone }) => [added, changed, gone].map((rows) => ids(rows).join(""));

test("what says the same is the same", () => {
  for (const { index, model } of GRAPHS) {
    assert.deepEqual(draw(compareModels(model, new Model(structuredClone(index)))), ["", "", ""]);
  }
});

test("items are added, changed and gone by their files", () => {
  const before = makeModel([{ id: "a", path: "1" }, { id: "a", path: "2" }, { id: "b" }, { id: "c", name: "C" }]);
  const after = makeModel([{ id: "a", path: "1" }, { id: "b" }, { id: "c", name: "D" }, { id: "d" }]);
  assert.deepEqual(draw(compareModels(before, after)), ["d", "c", "a"]);
});

test("what is ready or blocked by a change of something else has changed too", () => {
  const items = [{ id: "a", phase: "next" }, { id: "b", phase: "next", waits: ["a"] }, { id: "c", phase: "next" }];
  const after = items.map((item) => (item.id === "a" ? { ...item, phase: "over" } : item));
  assert.deepEqual(draw(compareModels(makeModel(items), makeModel(after))), ["", "ab", ""]);
});
