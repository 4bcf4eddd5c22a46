// What a script finds around items is what Python found: parents, children and blockers, and what follows from them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { Projection } = await load("projection");
const { Relations } = await load("relations");

const GRAPHS = read("graphs").map((graph) => {
  const projection = new Projection(graph.index);
  return { ...graph, projection, found: new Relations(projection) };
});

/** A map as Python writes one down. */
const plain = (map) => Object.fromEntries(map);

test("the stores hold what makes relations hard", () => {
  const some = (name) => GRAPHS.some(({ relations }) => Object.keys(relations[name]).length > 3);
  for (const name of ["parents", "children", "blockers", "openBlockers", "blockedThrough", "belowClosed"]) assert.ok(some(name), name);
  assert.ok(GRAPHS.some(({ relations }) => Object.entries(relations.blockedThrough).some(([id, via]) => id !== via)));
  assert.ok(GRAPHS.some(({ relations }) => Object.values(relations.parents).some((parents) => parents.length > 1)));
});

test("parents, children and blockers are those that Python found, in its order", () => {
  for (const { found, relations } of GRAPHS) {
    assert.deepEqual(plain(found.parents), relations.parents);
    assert.deepEqual(plain(found.children), relations.children);
    assert.deepEqual(plain(found.blockers), relations.blockers);
    const open = [...found.files.keys()].map((id) => [id, found.openBlockers(id)]).filter(([, ids]) => ids.length);
    assert.deepEqual(Object.fromEntries(open), relations.openBlockers);
  }
});

test("what is inherited is inherited from the same ancestor", () => {
  for (const { found, relations } of GRAPHS) {
    assert.deepEqual(plain(found.blockedThrough), relations.blockedThrough);
    assert.deepEqual(plain(found.belowClosed), relations.belowClosed);
  }
});

test("the same items are blocked, and work on the same ones can begin", () => {
  for (const { found, projection, files } of GRAPHS) {
    for (const [at, item] of projection.items.entries()) {
      assert.equal(found.isBlocked(item), files[at].isBlocked, item.id);
      assert.equal(found.canStart(item), files[at].canStart, item.id);
    }
  }
});
