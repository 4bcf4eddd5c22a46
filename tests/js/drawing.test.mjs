// What a pen says; what it draws is held against the built page in a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { Catalogue } = await load("catalogue");
const { Pen } = await load("drawing");

const [english] = read("catalogues");
const pen = new Pen(new Catalogue(english.file), { one: "goose", other: "geese" });

test("the kind's word follows the count", () => {
  assert.deepEqual([0, 1, 2, 11].map((count) => pen.unitOf(count)), ["geese", "goose", "geese", "geese"]);
});

test("every cause of a failure has its own sentence, which names the file", () => {
  const said = ["silent", "refused", "garbled"].map((cause) => pen.failure({ cause, file: "a.json", code: 404 }));
  assert.equal(new Set(said).size, 3);
  for (const sentence of said) assert.match(sentence, /^a\.json could not be read: /);
  assert.match(said[1], /404/);
});

test("a code is no number: it is not grouped", () => {
  assert.match(pen.failure({ cause: "refused", file: "a.json", code: 1015 }), /1015/);
});
