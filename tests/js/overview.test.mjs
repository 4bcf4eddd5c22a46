// What a panel shows of a summary is what the build shows of it; and what differs between two summaries.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { compareSummaries, makeTiles, splitContainers, splitRules } = await load("overview");

const GRAPHS = read("graphs");
const SUMMARIES = GRAPHS.map(({ summary }) => summary);

test("tiles are those of the built panel", () => {
  const names = new Set();
  for (const { summary, hasStates, tiles } of GRAPHS) {
    assert.deepEqual(makeTiles(summary, hasStates), tiles);
    for (const { name } of tiles) names.add(name);
  }
  for (const name of ["open", "active", "ready", "blocked", "closed", "archived", "findings", "problems"]) assert.ok(names.has(name));
});

test("a graph without states has what it holds, what is found, and what could not be read", () => {
  const counts = { ...SUMMARIES[0].counts, items: 3, problems: 1, findings_open: 2 };
  assert.deepEqual(makeTiles({ counts, states: [] }, false), [
    { name: "items", count: 3, total: 4, query: "?view=list&closed=show&archived=show", part: "items", more: 0 },
    { name: "found", count: 2, total: 3, query: "?view=list&rule=any&closed=show&archived=show", part: "findings", more: 0 },
    { name: "problems", count: 1, total: 4, query: "", part: "problems", more: 0 },
  ]);
});

test("closed containers and findings about closed work stand apart", () => {
  for (const summary of SUMMARIES) {
    const { open, closed } = splitContainers(summary);
    assert.deepEqual([...open, ...closed], summary.containers);
    const rules = splitRules(summary);
    const sum = (lines) => lines.reduce((total, { count }) => total + count, 0);
    assert.deepEqual([sum(rules.open), sum(rules.closed)], [summary.counts.findings_open, summary.counts.findings_closed]);
  }
  assert.ok(SUMMARIES.some((summary) => splitContainers(summary).closed.length && splitRules(summary).closed.length));
});

test("equal summaries have no difference", () => {
  for (const { summary, hasStates } of GRAPHS) {
    const { tiles, containers, rules } = compareSummaries(summary, structuredClone(summary), hasStates);
    assert.deepEqual([tiles, [...containers], [...rules]], [[], [], []]);
  }
});

test("every difference is named once", () => {
  const before = SUMMARIES[0];
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

test("a tile that comes is a difference, and so is one that goes, with nothing left of it", () => {
  const some = SUMMARIES[0];
  const none = { ...some, counts: { ...some.counts, problems: 0 } };
  const differing = (before, after) => compareSummaries(before, after, true).tiles.map(({ name, count }) => [name, count]);
  assert.ok(some.counts.problems > 0);
  assert.deepEqual(differing(none, some), [["problems", some.counts.problems]]);
  assert.deepEqual(differing(some, none), [["problems", 0]]);
});
