// What a title names, held to the table that Python is held to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { findIdentifiers, Names, readVocabulary, splitCode, splitTitle } = await load("identifiers");
const table = read("identifiers");
const vocabularies = table.graphs.map(({ graph, units, ids, has_short: hasShort }) => ({ graph, units, ids, hasShort }));
const names = { forge: new Names(vocabularies, true), none: new Names(vocabularies, false) };

/** The target of a match as the table writes it. */
function word({ target }) {
  if (typeof target === "string") return target;
  return "id" in target ? `${target.graph}/${target.id}` : `${target.repository}#${target.number}`;
}

function find(text, from) {
  const pieces = splitCode(text);
  const shown = pieces.map((piece) => piece.text).join("");
  let at = 0;
  const spans = [];
  for (const piece of pieces) {
    if (piece.isCode) spans.push([at, at + piece.text.length]);
    at += piece.text.length;
  }
  return findIdentifiers(shown, from, spans).map((match) => [shown.slice(match.start, match.end), match.sort, word(match)]);
}

test("the table has cases for the browser", () => {
  assert.ok(table.cases.filter((each) => each.only !== "python").length >= 120);
});

for (const each of table.cases.filter(({ only }) => only !== "python")) {
  test(each.says, () => {
    assert.deepEqual(find(each.text, each.forge === false ? names.none : names.forge), each.finds);
  });
}

test("a title in pieces is the title, with what each piece names", () => {
  const pieces = splitTitle("Fix `2krx` and app-o7eq, `x`", names.forge);
  assert.equal(pieces.map(({ text }) => text).join(""), "Fix 2krx and app-o7eq, x");
  assert.deepEqual(
    pieces.filter(({ match }) => match).map(({ text, isCode, match }) => [text, isCode, match.target.id]),
    [
      ["2krx", true, "app-2krx"],
      ["app-o7eq", false, "app-o7eq"],
    ],
  );
});

test("a vocabulary is read from a projection", () => {
  const file = { graph: "g", unit: { one: "a", other: "b" }, short_ids: true, items: [{ id: "x-1a" }, { id: "x-1a" }] };
  assert.deepEqual(readVocabulary(file), { graph: "g", units: ["a", "b"], ids: ["x-1a"], hasShort: true });
  assert.equal(readVocabulary({ ...file, short_ids: undefined }).hasShort, false);
});
