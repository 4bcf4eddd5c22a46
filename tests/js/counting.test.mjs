// What a script counts in a projection is what Python counted: the summary, the panel's tiles, the links, the newest.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { compareBytes, summarise } = await load("counting");
const { compareSummaries, makeTiles, splitContainers, splitRules } = await load("overview");
const { Projection } = await load("projection");
const { itemLink } = await load("routes");
const { findNewest } = await load("staleness");

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

test("tiles are those of the built panel", () => {
  for (const { summary, route, hasStates, tiles } of GRAPHS) assert.deepEqual(makeTiles(summary, route, hasStates), tiles);
});

test("every item is linked as the built pages link it", () => {
  let exceptions = 0;
  for (const { summary, route, links } of GRAPHS) {
    exceptions += Object.keys(summary.segments ?? {}).length;
    for (const [id, link] of Object.entries(links)) assert.equal(itemLink(route, summary.segments ?? {}, id), link);
  }
  assert.ok(exceptions > 0);
});

test("the newest are those of the built panel", () => {
  for (const { projection, newest } of GRAPHS) {
    const found = findNewest(projection, 5).map((item) => [item.id, projection.lastDate(item)]);
    assert.deepEqual(found, newest);
  }
});

test("an id that is the name of something every object has is an id like any other", () => {
  assert.equal(itemLink("../g/", {}, "constructor"), "../g/constructor/");
  assert.equal(itemLink("./", { "a/b": "a~2Fb" }, "a/b"), "./a~2Fb/");
  assert.equal(itemLink("./", {}, "a b?#%é$&+,;=@:"), "./a%20b%3F%23%25%C3%A9$&+,;=@%3A/");
});

test("texts are sorted by their bytes", () => {
  const sorted = ["", "A", "a", "ab", "b", "é", "\u{ffff}", "\u{10000}", "\u{1f400}"];
  assert.deepEqual([...sorted].reverse().sort(compareBytes), sorted);
  assert.equal(compareBytes("a", "a"), 0);
});

test("closed containers and findings about closed work stand apart", () => {
  const all = GRAPHS.map(({ summary }) => summary);
  for (const summary of all) {
    const { open, closed } = splitContainers(summary);
    assert.deepEqual([...open, ...closed], summary.containers);
    const rules = splitRules(summary);
    const sum = (lines) => lines.reduce((total, { count }) => total + count, 0);
    assert.deepEqual([sum(rules.open), sum(rules.closed)], [summary.counts.findings_open, summary.counts.findings_closed]);
  }
});

test("equal summaries have no difference, and every difference is named once", () => {
  const before = GRAPHS[0].summary;
  const same = compareSummaries(before, structuredClone(before), true);
  assert.deepEqual([same.tiles, [...same.containers], [...same.rules]], [[], [], []]);

  const after = structuredClone(before);
  after.counts.open += 1;
  after.counts.ready -= 2;
  after.containers[0].closed += 1;
  after.findings[1].open += 1;
  after.findings.push({ rule: "new", severity: "note", open: 1, closed: 0 });
  const { tiles, containers, rules } = compareSummaries(before, after, true);
  assert.deepEqual(tiles.map(({ name, count }) => [name, count]), [
    ["open", before.counts.open + 1],
    ["ready", before.counts.ready - 2],
  ]);
  assert.deepEqual([...containers], [before.containers[0].id]);
  assert.deepEqual([...rules], [before.findings[1].rule, "new"]);
});
