// A tree drops nothing: every item that is shown stands in it once, below what it stands below.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel, order } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { listLines, makeTree } = await load("dashboard/tree");

const all = () => false;

/** The lines of a tree, by their places: two dots for every level, and brackets around what only leads to others. */
function draw(model, shown = model.rows) {
  const name = (node) => (node.rows.length ? node.id : `(${node.id})`);
  const parts = makeTree(model, order(model), shown).map(({ place, nodes, count }) => {
    const lines = listLines(nodes, all).map(({ node, depth }) => "..".repeat(depth) + name(node));
    return [`${place} ${count}`, lines];
  });
  return Object.fromEntries(parts);
}

test("containers first, by their types, then by the order of the kind; and what has no parent beside them", () => {
  const model = makeModel([
    { id: "a", name: "A" },
    { id: "b", name: "Z", above: "d" },
    { id: "c", name: "Y", above: "d" },
    { id: "d", sort: "group", above: "f" },
    { id: "e", sort: "group", phase: "doing" },
    { id: "f", sort: "goal" },
    { id: "g", name: "B", above: "a" },
    { id: "h", name: "A", above: "f" },
  ]);
  assert.deepEqual(draw(model), {
    "containers 6": ["f", "..d", "....c", "....b", "..h", "e"],
    "unscheduled 2": ["a", "..g"],
  });
});

test("what names a parent that does not exist has a place, and says which", () => {
  const model = makeModel([
    { id: "a", above: "gone" },
    { id: "b", above: "a" },
    { id: "c", sort: "group", above: "lost" },
  ]);
  assert.deepEqual(draw(model), { "dangling 3": ["c", "a", "..b"] });
  const [{ nodes }] = makeTree(model, order(model), model.rows);
  assert.deepEqual(nodes.map(({ id, missing }) => [id, missing]), [["c", "lost"], ["a", "gone"]]);
});

test("a circle of parents begins at its first id, with what stands below it", () => {
  const model = makeModel([
    { id: "b", above: "d" },
    { id: "c", above: "b" },
    { id: "d", above: "c" },
    { id: "e", above: "c" },
    { id: "f", above: "f" },
    { id: "g", above: "f" },
  ]);
  assert.deepEqual(draw(model), { "circles 6": ["f", "..g", "b", "..c", "....d", "....e"] });
});

test("what is not shown itself is there where it leads to what is", () => {
  const model = makeModel([
    { id: "a", sort: "goal" },
    { id: "b", sort: "group", above: "a" },
    { id: "c", above: "b" },
    { id: "d", above: "b" },
    { id: "e" },
  ]);
  assert.deepEqual(draw(model, [model.rows[2]]), { "containers 1": ["(a)", "..(b)", "....c"] });
  assert.deepEqual(draw(model, []), {});
});

test("files of one id stand in one place, below their first parent", () => {
  const model = makeModel([
    { id: "a", sort: "group" },
    { id: "b", sort: "group" },
    { id: "c", path: "1", above: "b" },
    { id: "c", path: "2", above: "a" },
  ]);
  assert.deepEqual(draw(model), { "containers 4": ["a", "..c", "b"] });
  const [{ nodes }] = makeTree(model, order(model), model.rows);
  assert.deepEqual(nodes[0].children[0].rows.map(({ path }) => path), ["1", "2"]);
});

test("nothing is shown below what is folded", () => {
  const model = makeModel([{ id: "a", sort: "group" }, { id: "b", above: "a" }, { id: "c", above: "b" }]);
  const [{ nodes }] = makeTree(model, order(model), model.rows);
  assert.deepEqual(ids(listLines(nodes, ({ id }) => id === "b").map(({ node }) => node)), ["a", "b"]);
});

test("on any graph and any choice of items, each stands in the tree once, below its parent", () => {
  const places = new Set();
  for (const { model } of GRAPHS) {
    const sorted = order(model);
    for (const keep of [() => true, (row) => row.isOpen, (row) => row.index % 3 === 0]) {
      const shown = sorted.filter(keep);
      const parts = makeTree(model, sorted, shown);
      const lines = parts.flatMap(({ nodes }) => listLines(nodes, all));
      assert.deepEqual(lines.flatMap(({ node }) => ids(node.rows)).sort(), ids(shown).sort());
      assert.equal(new Set(lines.map(({ node }) => node.id)).size, lines.length);
      assert.equal(parts.reduce((sum, { count }) => sum + count, 0), shown.length);
      for (const { node } of lines) {
        for (const child of node.children) assert.equal(model.relations.parents.get(child.id)[0], node.id);
      }
      for (const { place } of parts) places.add(place);
    }
  }
  assert.equal(places.size, 4);
});

test("a chain of any length makes a tree", () => {
  const name = (at) => `i${String(at).padStart(5, "0")}`;
  const items = Array.from({ length: 12_000 }, (_, at) => ({ id: name(at), above: at ? name(at - 1) : undefined }));
  const chain = makeModel(items);
  const [{ nodes }] = makeTree(chain, order(chain), chain.rows);
  assert.equal(listLines(nodes, all).at(-1).depth, 11_999);
});
