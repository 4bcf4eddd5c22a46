// Filters combine, hide what is closed or archived at first, and say how much that hides.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeChance, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { ANY_RULE, CLASSES, countStandings, filterRows, IS, makeFilters, SHOWN } = await load("dashboard/filtering");
const { listChoices, wordsOf } = await load("dashboard/fields");

const NOW = Date.parse("2026-02-01T00:00:00Z");
const DAY = 86_400_000;
const ago = (days) => new Date(NOW - days * DAY).toISOString();

const ITEMS = [
  { id: "a", phase: "doing", sort: "group", touched: ago(30) },
  { id: "b", phase: "next", above: "a", marks: ["ui", "é"], findings: [{ rule: "odd" }], touched: ago(3) },
  { id: "c", phase: "over", above: "b", touched: ago(10) },
  { id: "d", phase: "over", above: "a", archived: true },
  { id: "e", phase: "strange", archived: true, weight: "heavy" },
  { id: "f", waits: ["b"], weight: "heavy" },
  { id: "g", phase: "next", above: "gone", findings: [{ rule: "other" }] },
  { id: "h", phase: "doing", touched: ago(20) },
];
const MODEL = makeModel(ITEMS);

function filter(filters, hits = null) {
  return filterRows(MODEL, MODEL.rows, { ...makeFilters(), ...filters }, { now: NOW, hits });
}

function shown(filters, hits) {
  return ids(filter(filters, hits).shown).join("");
}

const everything = { closed: "show", archived: "show" };
const fields = (words) => ({ fields: new Map(Object.entries(words)) });

test("what is closed or archived is hidden at first, and counted", () => {
  const found = filter({});
  assert.equal(ids(found.shown).join(""), "abfgh");
  assert.equal(ids(found.hidden).join(""), "cde");
  assert.deepEqual([found.closed, found.archived, found.both, found.total], [1, 1, 1, 8]);
});

test("both can be shown, or be all that is shown", () => {
  assert.equal(shown({ closed: "show" }), "abcfgh");
  assert.equal(shown({ archived: "show" }), "abefgh");
  assert.equal(shown(everything), "abcdefgh");
  assert.equal(shown({ closed: "only", archived: "show" }), "cd");
  assert.equal(shown({ archived: "only" }), "e");
  assert.equal(shown({ closed: "only", archived: "only" }), "d");
});

test("only what passes the other filters counts as hidden", () => {
  assert.deepEqual(ids(filter(fields({ weight: ["heavy"] })).hidden), ["e"]);
});

test("who asks for a state or a class has said which, so that closed ones show", () => {
  assert.equal(shown(fields({ phase: ["over"] })), "c");
  assert.equal(shown({ classes: ["done", "active"] }), "ach");
  assert.equal(shown({ ...fields({ phase: ["over", "doing"] }), closed: "only" }), "c");
});

test("words of a field: any of those asked for, a default counts as said, nothing is a word too", () => {
  assert.equal(shown({ ...everything, ...fields({ weight: ["heavy"] }) }), "ef");
  assert.equal(shown({ ...everything, ...fields({ weight: ["light"] }) }), "abcdgh");
  assert.equal(shown(fields({ marks: ["é", "api"] })), "b");
  assert.equal(shown(fields({ phase: [""] })), "f");
  assert.equal(shown({ archived: "show", ...fields({ phase: ["strange"] }) }), "e");
  assert.equal(shown(fields({ phase: ["nobody says this"] })), "");
  assert.equal(shown(fields({ none: ["x"], weight: [] })), "abfgh");
});

test("classes, also of what has no state or an unknown one", () => {
  assert.equal(shown({ classes: ["unknown", "missing"], archived: "show" }), "ef");
});

test("what stands below an id at any depth, with it, or has no parent at all", () => {
  assert.equal(shown({ ...everything, under: ["a"] }), "abcd");
  assert.equal(shown({ ...everything, under: ["b", "h"] }), "bch");
  assert.equal(shown({ ...everything, under: [""] }), "aefgh");
  assert.equal(shown({ ...everything, under: ["gone"] }), "");
});

test("findings of a rule, or any", () => {
  assert.equal(shown({ rules: ["odd"] }), "b");
  assert.equal(shown({ rules: [ANY_RULE] }), "bg");
});

test("ready, blocked, waiting by its own word, stale", () => {
  assert.equal(shown({ is: ["ready"] }), "bg");
  assert.equal(shown({ is: ["blocked"] }), "f");
  assert.equal(shown({ is: ["stale"] }), "h", "a moves, since something below it does");
  assert.equal(shown({ is: ["ready", "blocked"] }), "bfg");
  const model = makeModel([{ id: "a", phase: "asked" }, { id: "b", phase: "asked", waits: ["a"] }, { id: "c", waits: ["a"] }]);
  const waiting = filterRows(model, model.rows, { ...makeFilters(), is: ["waiting"] }, { now: NOW, hits: null });
  assert.deepEqual(ids(waiting.shown), ["a", "b"]);
});

test("on any graph every standing is counted as often as it lets something pass", () => {
  for (const { model } of GRAPHS) {
    const counts = countStandings(model, NOW);
    assert.deepEqual([...counts.keys()], IS);
    for (const [word, count] of counts) {
      const { shown } = filterRows(model, model.rows, { ...makeFilters(), ...everything, is: [word] }, { now: NOW, hits: null });
      assert.equal(shown.length, count, word);
    }
  }
});

test("ages are days since the last change; what has no date has no age", () => {
  assert.equal(shown({ ...everything, younger: 10 }), "bc");
  assert.equal(shown({ ...everything, older: 10 }), "ah");
  assert.equal(shown({ ...everything, older: 5, younger: 25 }), "ch");
});

test("a search narrows the rest", () => {
  assert.equal(shown({}, Uint8Array.from([1, 0, 1, 0, 0, 1, 0, 0])), "af");
});

test("rows stay in the order given", () => {
  const rows = [...MODEL.rows].reverse();
  assert.equal(ids(filterRows(MODEL, rows, makeFilters(), { now: NOW, hits: null }).shown).join(""), "hgfba");
});

test("on any graph all filters together let pass what each alone lets pass, and nothing is lost", () => {
  const chance = makeChance(7);
  const pick = (list) => (list.length && chance(6) === 0 ? [list[chance(list.length)]] : []);
  let passed = 0;
  for (const { model } of GRAPHS) {
    for (let round = 0; round < 5; round += 1) {
      const words = model.fields.declared.map((field) => {
        const choices = listChoices(field, model.rows.map(({ item }) => item));
        return [field.name, pick(choices.map(({ word }) => word))];
      });
      const parts = {
        classes: pick(CLASSES),
        is: pick(IS),
        under: pick(ids(model.rows)),
        rules: pick([ANY_RULE]),
        younger: chance(6) ? null : 40,
      };
      const shown = { closed: SHOWN[chance(3)], archived: SHOWN[chance(3)] };
      const moment = { now: NOW, hits: null };
      const run = (filters) => filterRows(model, model.rows, { ...makeFilters(), ...filters }, moment);
      const each = [
        ...Object.entries(parts).map(([name, value]) => ({ [name]: value })),
        ...words.map((word) => ({ fields: new Map([word]) })),
      ].map((filters) => new Set(run({ ...everything, ...filters }).shown));
      const found = run({ ...parts, ...shown, fields: new Map(words.filter(([, list]) => list.length)) });
      const expected = model.rows.filter((row) => each.every((set) => set.has(row)));
      assert.deepEqual(new Set([...found.shown, ...found.hidden]), new Set(expected));
      assert.equal(found.hidden.length, found.closed + found.archived + found.both);
      assert.equal(found.total, model.rows.length);
      passed += found.shown.length;
    }
  }
  assert.ok(passed > 100);
});

test("the words of a field are the declared ones, then others by bytes, then none", () => {
  const choices = (name) => {
    const field = MODEL.fields.find(name);
    return listChoices(field, ITEMS).map(({ word, isKnown, count }) => `${word}${isKnown ? "" : "?"} ${count}`);
  };
  assert.deepEqual(choices("phase"), ["doing 2", "next 2", "asked 0", "over 2", "cut 0", "strange? 1", "? 1"]);
  assert.deepEqual(choices("weight"), ["heavy 2", "light 6"]);
  assert.deepEqual(choices("marks"), ["ui? 1", "é? 1", "? 7"]);
  assert.deepEqual(wordsOf({ id: "a", path: "p", marks: ["x", "", "x"] }, MODEL.fields.find("marks")), ["x"]);
});

test("references are known by their ids", () => {
  const model = makeModel([{ id: "a", points: [{ kind: "g", id: "b" }, { id: "c" }] }], {
    links: [{ name: "points", edge: "refers", direction: "out" }],
  });
  assert.deepEqual(wordsOf(model.rows[0].item, model.fields.find("points")), ["b", "c"]);
});
