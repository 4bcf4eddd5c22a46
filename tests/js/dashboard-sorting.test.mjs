// Lists stand in the order that Python gives them, and in the orders that readers choose.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { Sorter, toggleSort } = await load("dashboard/sorting");
const { dateKey, readInstant } = await load("dashboard/instants");

function sortBy(items, ...keys) {
  const sort = keys.map((key) => ({ field: key.replace("-", ""), isDescending: key.startsWith("-") }));
  return ids(new Sorter(makeModel(items), "en").order(sort)).join("");
}

test("the order of the kind is Python's, in every graph", () => {
  const fields = new Set();
  for (const { index, model, order } of GRAPHS) {
    assert.deepEqual(new Sorter(model, "en").order().map(({ path }) => path), order, index.graph);
    for (const name of index.views.sort ?? []) fields.add(model.fields.find(name).type);
  }
  assert.deepEqual([...fields].sort(), ["bool", "date", "enum", "number", "text"]);
});

test("words stand as declared, then unknown ones by bytes, then what is absent; a default counts as said", () => {
  const phases = { a: undefined, b: "zz", c: "over", d: "Z", e: "next" };
  const items = Object.entries(phases).map(([id, phase]) => ({ id, phase }));
  assert.equal(sortBy(items, "phase"), "ecdba");
  assert.equal(sortBy(items, "-phase"), "bdcea");
  assert.equal(sortBy([{ id: "a", weight: "light" }, { id: "b" }, { id: "c", weight: "heavy" }], "weight"), "cab");
});

test("numbers are sorted by value, and what has none comes last in both directions", () => {
  const items = [{ id: "a", size: 10 }, { id: "b" }, { id: "c", size: -1.5 }, { id: "d", size: 9 }];
  assert.deepEqual([sortBy(items, "size"), sortBy(items, "-size")], ["cdab", "adcb"]);
});

test("dates are sorted as instants, to the last digit", () => {
  const items = ["2026-01-01T00:00:00.0000002Z", "2026-01-01T09:00:00.0000001+09:00", "2025-12-31T23:59:59Z"];
  assert.equal(sortBy(items.map((made, at) => ({ id: "abc"[at], made })), "made"), "cba");
});

test("text is sorted as readers expect it, numbers in it by value", () => {
  const names = { a: "item 10", b: "Item 9", c: "éclair", d: "zebra", e: "apple" };
  assert.equal(sortBy(Object.entries(names).map(([id, name]) => ({ id, name })), "name"), "ecbad");
});

test("keys of an order are compared by their bytes, as whoever writes them does", () => {
  const ranks = { a: "a10", b: "a9", c: "B", d: "é", e: "Z" };
  assert.equal(sortBy(Object.entries(ranks).map(([id, rank]) => ({ id, rank })), "rank"), "ceabd");
});

test("several keys, each in its direction; what is equal keeps the order of ids and paths", () => {
  const items = [
    { id: "a", size: 1, weight: "light" },
    { id: "b", size: 2, weight: "heavy" },
    { id: "c", size: 2, weight: "light" },
    { id: "d", size: 1, weight: "light" },
  ];
  assert.equal(sortBy(items, "-size", "weight"), "bcad");
  const doubled = new Sorter(makeModel([{ id: "a", path: "1" }, { id: "a", path: "2" }, { id: "b", path: "0" }]), "en");
  const paths = (isDescending) => doubled.order([{ field: "id", isDescending }]).map(({ path }) => path).join("");
  assert.deepEqual([paths(false), paths(true)], ["120", "012"]);
});

test("what every item has can be sorted by too: progress of its list, findings, the archive", () => {
  const items = [
    { id: "a", checklist: { done: 1, total: 2 } },
    { id: "b", checklist: { done: 9, total: 10 }, findings: [{ rule: "odd" }], archived: true },
    { id: "c", findings: [{ rule: "odd" }, { rule: "odd" }] },
  ];
  assert.deepEqual([sortBy(items, "checklist"), sortBy(items, "-checklist")], ["abc", "bac"]);
  assert.deepEqual([sortBy(items, "findings"), sortBy(items, "-findings")], ["abc", "cba"]);
  assert.equal(sortBy(items, "-archived"), "bac");
  assert.equal(sortBy(items, "nothing"), "abc");
});

test("lists are sorted by what they hold", () => {
  assert.equal(sortBy([{ id: "a", marks: ["b", "a"] }, { id: "b", marks: ["a", "z"] }, { id: "c" }], "marks"), "bac");
});

test("sorting changes no list that it is given", () => {
  const model = makeModel([{ id: "a", size: 2 }, { id: "b", size: 1 }]);
  new Sorter(model, "en").order([{ field: "size", isDescending: false }]);
  assert.deepEqual(ids(model.rows), ["a", "b"]);
});

test("what is no date is no instant", () => {
  for (const text of ["", "soon", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00", undefined, 5]) {
    assert.equal(readInstant(text), null);
    assert.equal(dateKey(text), null);
  }
  assert.equal(readInstant("0001-01-01T00:00:00+14:00"), Date.parse("0000-12-31T10:00:00Z"));
  assert.ok(dateKey("0001-01-01T00:00:00+14:00") < dateKey("0001-01-01T00:00:00Z"));
  assert.ok(dateKey("9999-12-31T23:59:59-12:00") > dateKey("9999-12-31T23:59:59.9Z"));
});

test("a column that is chosen again turns round, and then lets go", () => {
  const first = toggleSort([], "name");
  const second = toggleSort(first, "name");
  assert.deepEqual(first, [{ field: "name", isDescending: false }]);
  assert.deepEqual(second, [{ field: "name", isDescending: true }]);
  assert.deepEqual(toggleSort(second, "name"), []);
  assert.deepEqual(toggleSort(second, "size"), [{ field: "size", isDescending: false }]);
});
