// Scripts and pages say the same: every message in every plural form, in all six languages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { Catalogue } = await load("catalogue");
const CATALOGUES = read("catalogues");

for (const { file, counts, pieces, plurals } of CATALOGUES) {
  test(`${file.language}: every message has the pieces that Python gives it, for every count`, () => {
    const catalogue = new Catalogue(file);
    assert.deepEqual(Object.keys(pieces), Object.keys(file.messages));
    for (const [key, expected] of Object.entries(pieces)) {
      const asked = typeof file.messages[key] === "string" ? [0] : counts;
      assert.deepEqual(asked.map((count) => catalogue.pieces(key, count)), expected, key);
    }
  });

  test(`${file.language}: the plural form of a count is the same for both`, () => {
    const rules = new Intl.PluralRules(file.language);
    assert.deepEqual(counts.map((count) => rules.select(count)), plurals);
  });
}

const toy = (language, plurals, messages) => new Catalogue({ language, plurals, messages });

test("numbers are written as the page's language writes them", () => {
  const messages = { "a.b": { one: "{count} item", other: "{count} items of {total}" } };
  assert.equal(toy("en", "en", messages).text("a.b", { count: 1234, total: 9999 }), "1,234 items of 9,999");
  assert.equal(toy("de", "en", messages).text("a.b", { count: 1234, total: 9999 }), "1.234 items of 9.999");
  assert.equal(toy("en", "en", messages).text("a.b", { count: 1, total: 1 }), "1 item");
});

test("what fills a hole is left alone, whatever it holds", () => {
  const catalogue = toy("en", "en", { "a.b": "<{x}> and {y}" });
  assert.equal(catalogue.text("a.b", { x: "{y} <b> $&", y: "2" }), "<{y} <b> $&> and 2");
  const thing = { is: "no text" };
  assert.deepEqual(catalogue.parts("a.b", { x: thing, y: 2 }), ["<", thing, "> and ", "2", ""]);
});

test("an unknown key and an empty hole are errors", () => {
  const catalogue = toy("en", "en", { "a.b": "{x}" });
  assert.throws(() => catalogue.text("no.such"), /no\.such/);
  assert.throws(() => catalogue.text("a.b", {}), /hole x/);
});
