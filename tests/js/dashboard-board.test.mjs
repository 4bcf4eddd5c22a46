// A board shows every item that it is given, in columns of words and in lanes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { makeBoard } = await load("dashboard/board");
const { filterRows, makeFilters } = await load("dashboard/filtering");

const MODEL = makeModel([
  { id: "a", sort: "goal", phase: "doing" },
  { id: "b", sort: "group", phase: "next", above: "a" },
  { id: "c", phase: "next", above: "b", weight: "heavy" },
  { id: "d", phase: "over", above: "c" },
  { id: "e", phase: "strange", weight: "odd" },
  { id: "f", marks: ["x", "y"], above: "gone" },
  { id: "g", phase: "next", above: "b", archived: true },
]);

function filter(model, filters = {}) {
  return filterRows(model, model.rows, { ...makeFilters(), ...filters }, { now: 0, hits: null });
}

/** A board in short: its columns with what they show and hide, and its lanes with their cells. */
function draw(by, lanes, filters) {
  const board = makeBoard(MODEL, filter(MODEL, filters), by, lanes);
  const columns = board.columns.map(({ word, count, hidden }) => `${word} ${count}+${hidden}`);
  const drawn = board.lanes.map(({ key, cells }) => [key, cells.map((cell) => ids(cell).join("")).join("|")]);
  return { columns, lanes: Object.fromEntries(drawn) };
}

test("columns are the declared words, also the empty ones, then unknown ones, then none; what is hidden counts", () => {
  const { columns, lanes } = draw("phase");
  assert.deepEqual(columns, ["doing 1+0", "next 2+1", "asked 0+0", "over 0+1", "cut 0+0", "strange 1+0", " 1+0"]);
  assert.deepEqual(lanes, { "": "a|bc||||e|f" });
});

test("the column of a state has its class; one of another word has none", () => {
  const board = makeBoard(MODEL, filter(MODEL), "phase");
  const classes = board.columns.map(({ className, isKnown }) => `${className}${isKnown ? "" : "?"}`);
  assert.deepEqual(classes, ["active", "ready", "waiting", "done", "dropped", "unknown?", "missing?"]);
  assert.ok(makeBoard(MODEL, filter(MODEL), "weight").columns.every(({ className }) => className === ""));
});

test("any field with words can be the columns, a default counts as said", () => {
  assert.deepEqual(draw("weight").columns, ["heavy 1+0", "light 3+2", "odd 1+0"]);
});

test("an item that says several words stands in every one of their columns", () => {
  assert.deepEqual(draw("marks").lanes, { "": "f|f|abce" });
});

test("lanes of words stand in their order, only those with items", () => {
  const { lanes } = draw("phase", "weight");
  assert.deepEqual(Object.entries(lanes), [["heavy", "|c|||||"], ["light", "a|b|||||f"], ["odd", "|||||e|"]]);
});

test("lanes of containers: the nearest above, that with most to do first, and what is below none last", () => {
  const { lanes } = draw("phase", "above", { closed: "show", archived: "show" });
  assert.deepEqual(lanes, { b: "|cg||d|||", a: "|b|||||", "": "a|||||e|f" });
  const places = makeBoard(MODEL, filter(MODEL), "phase", "above").lanes.map(({ key }) => key);
  assert.equal(places.at(-1), "");
});

test("what is no field makes no board, and no lanes", () => {
  assert.deepEqual(makeBoard(MODEL, filter(MODEL), "none"), { columns: [], lanes: [] });
  assert.deepEqual(draw("phase", "none").lanes, draw("phase").lanes);
});

test("on any graph every item that is shown has its card, and the counts are those of the cards", () => {
  let cards = 0;
  for (const { model } of GRAPHS) {
    const parents = model.fields.declared.filter(({ edge }) => edge === "parent");
    for (const field of model.fields.enums) {
      for (const lanes of ["", ...[...model.fields.enums, ...parents].map(({ name }) => name)]) {
        const filtered = filter(model);
        const board = makeBoard(model, filtered, field.name, lanes);
        const found = board.lanes.flatMap(({ cells }) => cells.flat());
        assert.deepEqual(ids(found).sort(), ids(filtered.shown).sort());
        board.columns.forEach((column, at) => {
          assert.equal(column.count, board.lanes.reduce((sum, { cells }) => sum + cells[at].length, 0));
        });
        assert.equal(board.lanes.reduce((sum, { count }) => sum + count, 0), filtered.shown.length);
        assert.equal(board.columns.reduce((sum, { hidden }) => sum + hidden, 0), filtered.hidden.length);
        cards += found.length;
      }
    }
  }
  assert.ok(cards > 1000);
});
