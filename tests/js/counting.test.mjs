// What a script counts in a projection is what Python counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { compareBytes, summarise } = await load("counting");
const { Projection } = await load("projection");

const GRAPHS = read("graphs").map((graph) => ({ ...graph, projection: new Projection(graph.index) }));

/** The parts of a published summary that a projection says too. */
function countsOf({ counts, states, containers, findings }) {
  return { counts, states, containers, findings };
}

test("the stores hold what makes counting hard", () => {
  const sums = GRAPHS.map(({ summary }) => summary);
  assert.ok(GRAPHS.length > 60);
  assert.ok(sums.some(({ counts }) => counts.blocked && counts.ready && counts.problems && counts.archived));
  assert.ok(sums.some(({ containers }) => containers.some(({ total }) => total === null)));
  assert.ok(sums.some(({ containers }) => containers.some(({ total, closed }) => closed && total > closed)));
  assert.ok(sums.some(({ states }) => states.some(({ name }) => name === "")));
  assert.ok(GRAPHS.some(({ hasStates }) => !hasStates) || sums.some(({ counts }) => counts.items === 0));
  assert.ok(GRAPHS.some(({ index }) => new Set(index.items.map(({ id }) => id)).size < index.items.length));
});

test("a projection adds up to the published summary", () => {
  for (const { projection, summary } of GRAPHS) assert.deepEqual(summarise(projection), countsOf(summary));
});

test("texts are sorted by their bytes", () => {
  const sorted = ["", "A", "a", "ab", "b", "é", "\u{ffff}", "\u{10000}", "\u{1f400}"];
  assert.deepEqual([...sorted].reverse().sort(compareBytes), sorted);
  assert.equal(compareBytes("a", "a"), 0);
});
