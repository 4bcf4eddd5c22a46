// Reading ends in an answer or in a reason, and never in an exception.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./published.mjs";

const { readJson } = await load("fetching");

const ADDRESS = "https://site.invalid/a/summary.json";
const answer = (text, { status = 200, etag } = {}) => async () =>
  new Response(text, { status, headers: etag ? { ETag: etag } : {} });
const read = (ask, last = null, isExpected = () => true) => readJson(ADDRESS, last, isExpected, ask);

test("what is read is new the first time, and what is the same text is not", async () => {
  const first = await read(answer('{"a": 1}'));
  assert.deepEqual([first.reading.value, first.changed, first.failure], [{ a: 1 }, true, null]);
  const second = await read(answer('{"a": 1}'), first.reading);
  assert.equal(second.changed, false);
  assert.equal(second.reading, first.reading);
  const third = await read(answer('{"a": 2}'), first.reading);
  assert.deepEqual([third.changed, third.reading.value], [true, { a: 2 }]);
});

test("a server's word that a file is the same is taken, and its word that it is another one", async () => {
  const first = await read(answer("1", { etag: '"x"' }));
  assert.equal((await read(answer("1", { etag: '"x"' }), first.reading)).changed, false);
  assert.equal((await read(answer("2", { etag: '"y"' }), first.reading)).changed, true);
});

test("the request is a conditional one", async () => {
  const asked = [];
  await read(async (...request) => (asked.push(request), new Response("1")));
  assert.equal(asked[0][0], ADDRESS);
  assert.equal(asked[0][1].cache, "no-cache");
});

test("every failure says why", async () => {
  const silent = () => Promise.reject(new TypeError("no network"));
  const broken = async () => ({ ok: true, headers: new Headers(), text: silent });
  const cases = [
    [silent, "silent", 0],
    [broken, "silent", 0],
    [answer("not found", { status: 404 }), "refused", 404],
    [answer("{}", { status: 500 }), "refused", 500],
    [answer("<!doctype html>"), "garbled", 0],
    [answer(""), "garbled", 0],
  ];
  for (const [ask, cause, code] of cases) {
    assert.deepEqual(await read(ask), { failure: { cause, file: "summary.json", code } });
  }
  const other = await read(answer("[]"), null, (value) => !Array.isArray(value));
  assert.equal(other.failure.cause, "garbled");
});
