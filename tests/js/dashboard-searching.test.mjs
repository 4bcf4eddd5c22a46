// A search finds every word anywhere, in any alphabet, without case and accents; and shows where it stands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, ids, makeChance, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { findRanges, SearchIndex, splitWords } = await load("dashboard/searching");
const { fold, foldWithPlaces } = await load("dashboard/folding");

const NAMES = {
  a: "Élan vital",
  b: "STRASSE und Straße",
  c: "搜索功能改进",
  d: "Поиск ЁЛКА",
  e: "بحثٌ سريع",
  f: "ΟΔΟΣ οδός",
  g: "हिन्दी में",
  h: "Ｆｕｌｌ　width ﬁne",
  i: "İstanbul ısı",
  j: "한국어 검색",
  k: "がぎ",
  l: "naïve\u0301 cafe\u0301",
};

function search(query, names = NAMES) {
  const model = makeModel(Object.entries(names).map(([id, name]) => ({ id: `x-${id}`, name })));
  const hits = new SearchIndex(model).find(splitWords(query));
  return ids(model.rows.filter((row) => hits[row.index])).map((id) => id.slice(2)).join("");
}

/** A text with what words found in it between brackets. */
function mark(text, query) {
  let [marked, at] = ["", 0];
  for (const [start, end] of findRanges(text, splitWords(query))) {
    marked += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return marked + text.slice(at);
}

for (const [query, found] of [
  ["elan", "a"],
  ["ÉLAN VITAL", "a"],
  ["vital elan", "a"],
  ["elan missing", ""],
  ["strasse", "b"],
  ["straße", "b"],
  ["索功", "c"],
  ["елка", "d"],
  ["поиск ёлка", "d"],
  ["بحث", "e"],
  ["οδος", "f"],
  ["ΟΔΌΣ", "f"],
  ["हिन्दी", "g"],
  ["हन्दी", ""],
  ["full fine", "h"],
  ["istanbul", "i"],
  ["ISI", "i"],
  ["검색", "j"],
  ["が", "k"],
  ["か", "k"],
  ["かき", ""],
  ["naive café", "l"],
  ["x-h", "h"],
]) {
  test(`${query} finds ${found || "nothing"}`, () => assert.equal(search(query), found));
}

test("no word finds everything", () => {
  assert.deepEqual(splitWords(" \n\t　"), []);
  assert.equal(new SearchIndex(makeModel([{ id: "a" }])).find([]), null);
});

test("a word is searched for in id, title and tags, and never across two of them", () => {
  const model = makeModel([{ id: "ab-1", name: "cd", marks: ["ef", "gh"] }]);
  const find = (query) => new SearchIndex(model).find(splitWords(query))[0];
  assert.deepEqual(["ab", "cd", "ef", "gh", "ab gh", "1cd", "efgh"].map(find), [1, 1, 1, 1, 1, 0, 0]);
});

test("what is found stands between the letters that were written", () => {
  assert.equal(mark("Élan vital", "elan"), "[Élan] vital");
  assert.equal(mark("E\u0301lan", "e"), "[E\u0301]lan");
  assert.equal(mark("Straße", "ss"), "Stra[ß]e");
  assert.equal(mark("Straße", "s"), "[S]tra[ß]e");
  assert.equal(mark("x ﬁne ﬃ", "fi i"), "x [ﬁ]ne [ﬃ]");
  assert.equal(mark("aaa", "aa"), "[aa]a");
  assert.equal(mark("abcabd", "ab bc"), "[abc][ab]d".replace("][", ""));
  assert.equal(mark("\u{1f400} 𝔸bc", "abc"), "\u{1f400} [𝔸bc]");
  assert.equal(mark("한국어", "하"), "[한]국어");
  assert.equal(mark("nothing", "x"), "nothing");
});

/** Texts of letters that fold in every way there is. */
function makeText(chance) {
  const letters = [..."aZ éÉßſİıΣσςΌǅﬁŉ\u0301\u0323\u0345\u3099かが한ㄱहि้ำกﷺבּ́ёЙ\u{1f400}𝔸\ud800１Ⅷ\n"];
  return Array.from({ length: chance(14) }, () => letters[chance(letters.length)]).join("");
}

test("folding letter by letter is folding the whole, and once is enough", () => {
  const chance = makeChance(3);
  for (let round = 0; round < 5000; round += 1) {
    const text = makeText(chance);
    const { text: folded, starts, ends } = foldWithPlaces(text);
    assert.equal(folded, fold(text), JSON.stringify(text));
    assert.equal(fold(folded), folded, JSON.stringify(text));
    assert.deepEqual([starts.length, ends.length], [folded.length, folded.length]);
    assert.ok(starts.every((start, at) => start < ends[at] && start >= (starts[at - 1] ?? 0)));
    assert.ok(ends.every((end) => end <= text.length));
  }
});

test("a text that holds a word has a range for it, and a range holds one of the words", () => {
  const chance = makeChance(9);
  let found = 0;
  for (let round = 0; round < 5000; round += 1) {
    const text = makeText(chance);
    const at = chance(text.length + 1);
    const words = splitWords(`${text.slice(at, at + 1 + chance(3))} ${makeText(chance).slice(0, 2)}`);
    const ranges = findRanges(text, words);
    assert.equal(ranges.length > 0, words.some((word) => fold(text).includes(word)), JSON.stringify([text, words]));
    for (const [start, end] of ranges) assert.ok(words.some((word) => fold(text.slice(start, end)).includes(word)));
    ranges.forEach(([start], place) => assert.ok(place === 0 || start > ranges[place - 1][1]));
    found += ranges.length;
  }
  assert.ok(found > 500);
});

test("texts are searched once they are read, as they come", () => {
  const model = makeModel([{ id: "a", name: "One" }, { id: "b", name: "Two" }, { id: "b", path: "b2", name: "Two" }]);
  const index = new SearchIndex(model);
  const find = (query) => [...index.find(splitWords(query))].join("");
  assert.equal(find("needle"), "000");
  assert.equal(index.hasTexts, false);
  index.addTexts([{ path: "a.txt", text: "A Needle in hay" }, { path: "gone.txt", text: "needle" }]);
  assert.equal(find("needle"), "100");
  index.addTexts([{ path: "b2", text: "NEEDLE" }]);
  assert.equal(find("needle"), "101");
  assert.equal(find("needle one"), "100");
  assert.equal(index.hasTexts, true);
});

test("a search that goes on from another finds what one from the beginning does", () => {
  const chance = makeChance(2);
  let narrowed = 0;
  for (const { model, text } of GRAPHS.slice(0, 30)) {
    const index = new SearchIndex(model);
    index.addTexts(text.items);
    for (const query of ["t", "te", "text w", "tex", "one", "on two", "a", "a a", "é", "", "wo", "wor a"]) {
      const typed = query.slice(0, query.length - chance(2));
      const fresh = new SearchIndex(model);
      fresh.addTexts(text.items);
      const found = index.find(splitWords(typed));
      assert.deepEqual(found, fresh.find(splitWords(typed)));
      narrowed += found?.reduce((sum, hit) => sum + hit, 0) ?? 0;
    }
  }
  assert.ok(narrowed > 100);
});

test("a search finds what a look at every item finds", () => {
  for (const { model, text } of GRAPHS) {
    const index = new SearchIndex(model);
    index.addTexts(text.items);
    const tags = model.fields.ofRole("tags")?.name ?? "";
    for (const query of ["e", "the add", "text", "É", "a-1"]) {
      const hits = index.find(splitWords(query));
      model.rows.forEach((row, at) => {
        const said = [row.id, row.title, ...(row.item[tags] ?? []), text.items[at].text].map(fold);
        assert.equal(hits[at] === 1, splitWords(query).every((word) => said.some((part) => part.includes(word))));
      });
    }
  }
});

test("an excerpt shows the text around what only the text holds", () => {
  const model = makeModel([{ id: "a", name: "Title" }, { id: "b", name: "needle" }]);
  const index = new SearchIndex(model);
  const text = `${"word ".repeat(50)}the needle here ${"more ".repeat(50)}`.trim();
  index.addTexts([{ path: "a.txt", text }, { path: "b.txt", text }]);
  const { text: part, ranges, hasBefore, hasAfter } = index.excerpt(model.rows[0], splitWords("NEEDLE title here"), 20);
  assert.equal(part, "word word word the needle here more more more");
  assert.deepEqual(ranges.map(([start, end]) => part.slice(start, end)), ["needle", "here"]);
  assert.deepEqual([hasBefore, hasAfter], [true, true]);
  assert.equal(index.excerpt(model.rows[1], splitWords("needle")), null, "its title says so already");
  assert.equal(index.excerpt(model.rows[0], splitWords("title")), null);
  assert.equal(index.excerpt(model.rows[0], splitWords("absent")), null);
});

test("an excerpt of a short text is all of it, and never cuts a letter in two", () => {
  const model = makeModel([{ id: "a" }]);
  const index = new SearchIndex(model);
  index.addTexts([{ path: "a.txt", text: `${"\u{1f400}".repeat(30)}x${"\u{1f400}".repeat(30)}` }]);
  for (let around = 1; around < 70; around += 1) {
    const { text, hasBefore } = index.excerpt(model.rows[0], ["x"], around);
    assert.ok(text.isWellFormed());
    assert.equal(hasBefore, around < 60);
  }
});
