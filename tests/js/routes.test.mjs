// A script links an item as the built pages do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, read } from "./published.mjs";

const { itemLink } = await load("routes");

test("every item is linked as the built pages link it", () => {
  let exceptions = 0;
  for (const { summary, route, links } of read("graphs")) {
    exceptions += Object.keys(summary.segments ?? {}).length;
    for (const [id, link] of Object.entries(links)) assert.equal(itemLink(route, summary.segments ?? {}, id), link);
  }
  assert.ok(exceptions > 0);
});

test("an id that is the name of something every object has is an id like any other", () => {
  assert.equal(itemLink("../g/", {}, "constructor"), "../g/constructor/");
  assert.equal(itemLink("../g/", {}, "__proto__"), "../g/__proto__/");
});

test("what means something in an address is encoded, and nothing else", () => {
  assert.equal(itemLink("./", { "a/b": "a~2Fb" }, "a/b"), "./a~2Fb/");
  assert.equal(itemLink("./", {}, "a b?#%é$&+,;=@:"), "./a%20b%3F%23%25%C3%A9$&+,;=@%3A/");
});
