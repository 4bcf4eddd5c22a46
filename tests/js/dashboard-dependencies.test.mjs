// The graph of what waits for what: all arrows between the items that it shows, and no other; and a layout in which
// nothing stands on anything else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeChance, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { chooseNodes, findNeighbourhood, makeGraph } = await load("dashboard/dependencies");
const { layOut } = await load("dashboard/layout");

const SIZES = { width: 200, height: 40, between: 60, beside: 16 };
const MODEL = makeModel([
  { id: "a", phase: "next", holds: ["b", "c"] },
  { id: "b", phase: "next" },
  { id: "c", phase: "next", waits: ["b"] },
  { id: "d", phase: "next", waits: ["c", "e"] },
  { id: "e", phase: "over" },
  { id: "f", phase: "next", waits: ["g", "f"] },
  { id: "g", phase: "next", waits: ["f"] },
  { id: "h" },
]);

const arrows = ({ edges }) => edges.map(({ from, to }) => from + to).sort().join(" ");

test("arrows lead from what blocks to what waits, whoever of both says so", () => {
  const graph = makeGraph(MODEL, ids(MODEL.rows));
  assert.equal(arrows(graph), "ab ac bc cd ed ff fg gf");
  assert.deepEqual(graph.alone, ["h"]);
  assert.equal(graph.total, 8);
});

test("arrows to or from what is closed are history", () => {
  const { edges } = makeGraph(MODEL, ids(MODEL.rows));
  assert.deepEqual(edges.filter(({ isActive }) => !isActive).map(({ from, to }) => from + to), ["ed"]);
});

test("circles are marked, also of an item that waits for itself", () => {
  const { nodes, edges } = makeGraph(MODEL, ids(MODEL.rows));
  assert.deepEqual(ids(nodes.filter(({ inCircle }) => inCircle)), ["f", "g"]);
  assert.equal(arrows({ edges: edges.filter(({ inCircle }) => inCircle) }), "ff fg gf");
});

test("every node says what it would unblock, and how many neighbours are not shown", () => {
  const { nodes, alone } = makeGraph(MODEL, ["c", "b", "e", "b", "none"]);
  assert.deepEqual(
    nodes.map(({ id, unblocks, before, after }) => [id, unblocks, before, after]),
    [["b", 0, 1, 0], ["c", 1, 1, 1]],
  );
  assert.deepEqual(alone, ["e"]);
});

test("a neighbourhood goes both ways, as far as asked", () => {
  const around = (id, steps) => [...findNeighbourhood(MODEL, [id], steps)].sort().join("");
  assert.equal(around("c", null), "abcd");
  assert.equal(around("d", 1), "cde");
  assert.equal(around("d", 2), "abcde");
  assert.equal(around("b", 0), "b");
  assert.equal(around("f", null), "fg");
  assert.equal(around("none", null), "");
});

test("on any graph the arrows are those of the relations", () => {
  let found = 0;
  for (const { model } of GRAPHS) {
    const { nodes, edges, alone, total } = makeGraph(model, ids(model.rows));
    assert.equal(nodes.length + alone.length, total);
    assert.equal(total, model.byId.size);
    const expected = [...model.relations.blockers].flatMap(([to, sources]) => sources.map((from) => `${from} ${to}`));
    assert.deepEqual(edges.map(({ from, to }) => `${from} ${to}`).sort(), expected.sort());
    for (const node of nodes) assert.deepEqual([node.before, node.after], [0, 0]);
    const active = edges.filter(({ isActive, inCircle, from, to }) => isActive && inCircle && from !== to);
    for (const id of model.inCircle) assert.ok(active.some(({ to }) => to === id));
    found += edges.length;
  }
  assert.ok(found > 100);
});

// Layout

/** A graph of some nodes and some edges, by chance. */
function makeAny(seed, size, count) {
  const chance = makeChance(seed);
  const names = Array.from({ length: size }, (_, at) => `n${at}`);
  const edges = new Map();
  for (let at = 0; at < count; at += 1) {
    const edge = { from: names[chance(size)], to: names[chance(size)] };
    edges.set(`${edge.from} ${edge.to}`, edge);
  }
  return { names, edges: [...edges.values()] };
}

function checkLayout({ names, edges }, flow) {
  const layout = layOut(names, edges, SIZES, flow);
  assert.deepEqual(ids(layout.nodes).sort(), [...names].sort());
  assert.deepEqual(layout.edges.map(({ edge }) => edge).sort((a, b) => a - b), edges.map((_, at) => at));
  const places = new Map(layout.nodes.map((node) => [node.id, node]));
  const [halfWidth, halfHeight] = [SIZES.width / 2, SIZES.height / 2];
  for (const { x, y } of layout.nodes) {
    assert.ok(x - halfWidth > -1 && x + halfWidth < layout.width + 1, `${x} in ${layout.width}`);
    assert.ok(y - halfHeight > -1 && y + halfHeight < layout.height + 1, `${y} in ${layout.height}`);
  }
  const sorted = [...layout.nodes].sort((left, right) => left.x - right.x);
  sorted.forEach((node, at) => {
    for (let next = at + 1; next < sorted.length && sorted[next].x - node.x < SIZES.width - 1; next += 1) {
      assert.ok(Math.abs(sorted[next].y - node.y) > SIZES.height - 1, `${node.id} on ${sorted[next].id}`);
    }
  });
  for (const { edge, points, isBack } of layout.edges) {
    const [from, to] = [places.get(edges[edge].from), places.get(edges[edge].to)];
    if (from === to) {
      assert.deepEqual(points, []);
      continue;
    }
    const along = flow === "down" ? (point) => point[1] : (point) => point[0];
    const steps = points.slice(1).map((point, at) => along(point) - along(points[at]));
    assert.ok(steps.every((step) => (isBack ? step < 0 : step > 0)), `${edge}: ${steps}`);
    assert.ok(points.length >= 2);
  }
  return layout;
}

for (const flow of ["across", "down"]) {
  test(`laid out ${flow}, nothing stands on anything else, and every edge goes its way`, () => {
    checkLayout({ names: [], edges: [] }, flow);
    for (let seed = 1; seed < 60; seed += 1) checkLayout(makeAny(seed, 1 + (seed % 30), seed), flow);
  });
}

test("an edge leads back only where there is a circle", () => {
  const lead = (...pairs) => pairs.map(([from, to]) => ({ from, to }));
  assert.ok(checkLayout({ names: [..."cba"], edges: lead("ab", "bc", "ac") }).edges.every(({ isBack }) => !isBack));
  const { edges } = checkLayout({ names: [..."ab"], edges: lead("ab", "ba") });
  assert.equal(edges.filter(({ isBack }) => isBack).length, 1);
});

test("what could be drawn without crossings is", () => {
  const edges = ["ax", "by", "cz"].map(([from, to]) => ({ from, to }));
  const ladder = [...edges, ...["xb", "yc"].map(([to, from]) => ({ from, to }))];
  const { nodes } = checkLayout({ names: [..."azbycx"], edges: ladder });
  const y = Object.fromEntries(nodes.map((node) => [node.id, node.y]));
  const isUp = (one, other) => Math.sign(y[one] - y[other]);
  assert.equal(isUp("a", "b"), isUp("x", "y"));
  assert.equal(isUp("b", "c"), isUp("y", "z"));
});

test("a straight chain is drawn straight", () => {
  const names = [..."abcdef"];
  const { nodes, height } = layOut(names, names.slice(1).map((to, at) => ({ from: names[at], to })), SIZES);
  assert.equal(new Set(nodes.map(({ y }) => Math.round(y))).size, 1);
  assert.equal(Math.round(height), SIZES.height);
});

test("the same graph is laid out the same", () => {
  const { names, edges } = makeAny(4, 40, 60);
  assert.deepEqual(layOut(names, edges, SIZES), layOut(names, edges, SIZES));
});

test("an edge that passes any number of layers, and any number of layers, end", () => {
  const names = Array.from({ length: 3000 }, (_, at) => `n${at}`);
  const edges = names.slice(1).flatMap((to, at) => [{ from: names[at], to }, { from: names[0], to }]);
  const { nodes, width } = layOut(names, edges, SIZES);
  assert.equal(nodes.length, 3000);
  assert.equal(Math.round(width), 3000 * SIZES.width + 2999 * SIZES.between);
});

test("the graphs of all stores can be laid out", () => {
  for (const { model } of GRAPHS) {
    const { nodes, edges } = makeGraph(model, ids(model.rows));
    checkLayout({ names: ids(nodes), edges });
  }
});

test("of a graph that is too large whole neighbourhoods are chosen, those with the most open arrows first", () => {
  const model = makeModel([
    { id: "a", phase: "over", holds: ["b"] },
    { id: "b", phase: "over" },
    { id: "c", phase: "next", holds: ["d", "e"] },
    { id: "d", phase: "next" },
    { id: "e", phase: "next" },
    { id: "f", phase: "next", holds: ["g"] },
    { id: "g", phase: "next" },
  ]);
  const graph = makeGraph(model, model.rows.map(({ id }) => id));
  assert.deepEqual(chooseNodes(graph, 7), ["a", "b", "c", "d", "e", "f", "g"]);
  assert.deepEqual(chooseNodes(graph, 5), ["c", "d", "e", "f", "g"]);
  assert.deepEqual(chooseNodes(graph, 2), ["c", "d"]);
});
