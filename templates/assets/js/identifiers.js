// Identifiers in titles: what a text names, found as `gen_docs/identifiers.py` finds it; `tests/identifiers.json` holds
// the two together. Whether a path is a file only the build knows, so files are not found here.

/** @typedef {"item" | "issue" | "pull" | "commit" | "url"} Sort */
/** @typedef {{ graph: string, id: string }} ItemRef */
/** @typedef {{ repository: string, number: string }} Ticket */
/** @typedef {{ start: number, end: number, sort: Sort, target: ItemRef | Ticket | string }} Match */
/** @typedef {{ item: ItemRef, isPlain: boolean }} Name */
/** @typedef {[start: number, end: number][]} Spans */
/** @typedef {{ graph: string, units: string[], ids: string[], hasShort: boolean }} Vocabulary */

const WORD_CHARACTER = "[\\p{L}\\p{N}_]";
const WORD = new RegExp(`${WORD_CHARACTER}(?:[\\p{L}\\p{N}_-]*${WORD_CHARACTER})?`, "uy");
const WORD_BACKWARDS = new RegExp(`${WORD_CHARACTER}(?:[\\p{L}\\p{N}_-]*${WORD_CHARACTER})?$`, "u");
const WORDS = /[\p{L}\p{M}\p{N}_-]+/gu;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const GOES_ON = new Set("/@+\\-#");
const PARENTHESES = /\(([^()\s\0][^()\n\0]{0,200})\)/g;
const URL_FORM =
  /https?:\/\/(?=[\p{L}\p{N}]|\[)(?:(?!&(?:lt|gt|quot|#[0-9]+|#x[0-9a-f]+);)[^\s\0-\x20\x7f-\xa0<>"`\u200b-\u200f\u2018-\u201f\u2026-\u202e\u2066-\u2069\u3000-\u303f\uff00-\uff0f])+/gu;
const TICKET = /#([1-9]\d{0,6})(?![\p{L}\p{N}_-]|[/@+.][\p{L}\p{N}_])/gu;
const REPOSITORY = /(?<![\p{L}\p{N}_/@+.#&-])([0-9A-Za-z][0-9A-Za-z-]{0,38}\/[0-9A-Za-z._-]{1,100})$/u;
const PULL = "PRs?|[Pp]ull(?: [Rr]equests?)?|MRs?|[Mm]erge [Rr]equests?";
const ISSUE =
  "GH|[Ii]ssues?|[Bb]ugs?|[Ff]ix(?:e[sd])?|[Cc]lose[sd]?|[Rr]esolve[sd]?|[Rr]ef(?:s|erences)?|[Rr]eopen(?:s|ed)?";
const KEYWORD = new RegExp(`(?<![\\p{L}\\p{N}_/@+.-])(?:(${PULL})|${ISSUE}):?[ \\xa0]?$`, "u");
const LOOK_BACK = 160;
const AFTER_COMMIT = /ommits?:?[ \xa0]([0-9a-f]{7,40})(?![\p{L}\p{N}_-]|[/@+.][\p{L}\p{N}_])/gu;
const COMMIT = /^(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}$/;
const TRAILING = new Set(".,;:!?'*_~)]}|");

const isAlphanumeric = (/** @type {string} */ text) => text !== "" && ALPHANUMERIC.test(text);

/** Whether a text has a digit and a letter: it is neither a word nor a number. @param {string} text */
const isMixed = (text) => /\d/.test(text) && /\p{L}/u.test(text);

/** What there is to be named. */
export class Names {
  /**
   * @param {Vocabulary[]} vocabularies of every graph, in the order of the site
   * @param {boolean} hasForge whether issues, changes and commits lead anywhere
   */
  constructor(vocabularies, hasForge) {
    this.hasForge = hasForge;
    this.words = collect(vocabularies);
    /** @type {Map<string, Set<string>>} */
    this.graphsOf = new Map();
    for (const { graph, units } of vocabularies) {
      for (const unit of units) {
        for (const form of [unit, unit.slice(0, 1).toUpperCase() + unit.slice(1)]) {
          if (!this.graphsOf.has(form)) this.graphsOf.set(form, new Set());
          this.graphsOf.get(form)?.add(graph);
        }
      }
    }
  }
}

/**
 * Every full id, that of the first graph that has it; and every short one that only one item has.
 * @param {Vocabulary[]} vocabularies
 * @returns {Map<string, Name>}
 */
function collect(vocabularies) {
  /** @type {Map<string, Name>} */
  const words = new Map();
  /** @type {Map<string, Name[]>} */
  const shorts = new Map();
  for (const vocabulary of vocabularies) {
    const { graph, ids, hasShort } = vocabulary;
    for (const id of ids) {
      const isPlain = !(isMixed(id) || id.split("-").length - 1 >= (hasShort ? 1 : 2));
      if (!words.has(id)) words.set(id, { item: { graph, id }, isPlain });
    }
    for (const [short, name] of shorten(vocabulary)) shorts.set(short, [...(shorts.get(short) ?? []), name]);
  }
  for (const [short, named] of shorts) {
    if (named.length === 1 && !words.has(short)) words.set(short, named[0]);
  }
  return words;
}

/**
 * What follows the last `-` of each id, unless several ids of the graph end so.
 * @param {Vocabulary} vocabulary
 * @returns {[string, Name][]}
 */
function shorten({ graph, ids, hasShort }) {
  if (!hasShort) return [];
  const pairs = ids.filter((id) => id.includes("-")).map((id) => ({ short: id.slice(id.lastIndexOf("-") + 1), id }));
  const counts = tally(pairs.map(({ short }) => short));
  const lengths = tally(pairs.map(({ short }) => [...short].length));
  const usual = [...lengths].reduce(
    (best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] < best[0]) ? each : best),
    [0, 0],
  )[0];
  return pairs
    .filter(({ short }) => short && counts.get(short) === 1)
    .map(({ short, id }) => [short, { item: { graph, id }, isPlain: [...short].length !== usual || !isMixed(short) }]);
}

/** @template T @param {T[]} values @returns {Map<T, number>} */
function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * What a text names, in order and without overlaps. `spans` are the starts and ends of its code spans.
 * @param {string} text
 * @param {Names} names
 * @param {Spans} [spans]
 * @returns {Match[]}
 */
export function findIdentifiers(text, names, spans = []) {
  /** @type {Match[]} */
  const found = [];
  for (const [start, end] of spans) found.push(...findWhole(text.slice(start, end), start, names));
  const named = [...new Set(text.match(WORDS) ?? [])].filter((word) => names.words.has(word));
  if (named.length) {
    found.push(...findWords(text, named, names));
    found.push(...leaveOut(spans, findInParentheses(text, names)));
    found.push(...leaveOut(spans, findAfterUnit(text, names)));
  }
  if (names.hasForge) {
    found.push(...leaveOut(spans, findTickets(text)));
    found.push(...leaveOut(spans, findAfterCommit(text)));
  }
  found.push(...findUrls(text));
  return dropOverlaps(found);
}

/** @param {Spans} spans @param {Match[]} matches */
function leaveOut(spans, matches) {
  return matches.filter(({ start }) => !spans.some(([from, to]) => start >= from && start < to));
}

/** What a whole code span names. @param {string} text @param {number} offset @param {Names} names @returns {Match[]} */
function findWhole(text, offset, names) {
  const inner = text.trim();
  const start = offset + text.indexOf(inner);
  const end = start + inner.length;
  const name = names.words.get(inner);
  if (name && !name.isPlain) return [{ start, end, sort: "item", target: name.item }];
  if (names.hasForge && COMMIT.test(inner)) return [{ start, end, sort: "commit", target: inner }];
  const ticket = names.hasForge ? findTickets(inner)[0] : undefined;
  const lead = ticket ? inner.slice(0, ticket.start) : "";
  if (ticket?.end === inner.length && (!lead || KEYWORD.exec(lead)?.[0] === lead)) {
    return [{ ...ticket, start: start + ticket.start, end }];
  }
  return [];
}

/**
 * Ids that can be no word of a language, wherever they stand.
 * @param {string} text
 * @param {string[]} words
 * @param {Names} names
 */
function findWords(text, words, names) {
  /** @type {Match[]} */
  const found = [];
  for (const word of words) {
    const name = names.words.get(word);
    if (!name || name.isPlain) continue;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      if (standsAlone(text, at, end, names)) found.push({ start: at, end, sort: "item", target: name.item });
    }
  }
  return found;
}

/** The word that begins at a place; "" where none does. @param {string} text @param {number} at */
function wordAt(text, at) {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0] ?? "";
}

/** Whether a word is part of nothing longer, such as a path. Ids with a slash between them are a list.
 * @param {string} text @param {number} start @param {number} end @param {Names} names */
function standsAlone(text, start, end, names) {
  const before = start ? text[start - 1] : " ";
  const after = text[end] ?? "";
  if (before === "_" || after === "_" || isAlphanumeric(before) || isAlphanumeric(after)) return false;
  if (after === "." && isAlphanumeric(text[end + 1] ?? "")) return false;
  if (before === "/") {
    const preceding = WORD_BACKWARDS.exec(text.slice(Math.max(0, start - LOOK_BACK), start - 1));
    return preceding !== null && names.words.has(preceding[0]) && !GOES_ON.has(after);
  }
  if (after === "/") {
    const following = wordAt(text, end + 1);
    return names.words.has(following) && !GOES_ON.has(before);
  }
  return !GOES_ON.has(before) && !GOES_ON.has(after) && !(before === "." && start > 1 && text[start - 2] !== " ");
}

/** @param {string} text @param {Names} names */
function findInParentheses(text, names) {
  /** @type {Match[]} */
  const found = [];
  for (const match of text.matchAll(PARENTHESES)) {
    const name = names.words.get(match[1]);
    const start = match.index + 1;
    if (name && !name.isPlain) found.push({ start, end: start + match[1].length, sort: "item", target: name.item });
  }
  return found;
}

/** Ids after the word for what they name. @param {string} text @param {Names} names */
function findAfterUnit(text, names) {
  /** @type {Match[]} */
  const found = [];
  for (const [unit, graphs] of names.graphsOf) {
    for (let at = text.indexOf(unit); at >= 0; at = text.indexOf(unit, at + unit.length)) {
      const start = at + unit.length + 1;
      const word = [" ", "\xa0"].includes(text[start - 1]) ? wordAt(text, start) : "";
      const name = names.words.get(word);
      const before = at ? text[at - 1] : " ";
      const isWord = !(isAlphanumeric(before) || before === "_" || GOES_ON.has(before));
      if (name && isWord && graphs.has(name.item.graph) && ends(text, start + word.length, name)) {
        found.push({ start, end: start + word.length, sort: "item", target: name.item });
      }
    }
  }
  return found;
}

/** Whether nothing that belongs to a word follows; after an id that could be a word the sentence must pause.
 * @param {string} text @param {number} end @param {Name} name */
function ends(text, end, name) {
  const after = text[end] ?? "";
  const isFollowed = isAlphanumeric(text[end + 1] ?? "");
  if (name.isPlain) return ["", ")", "]", ",", ";", ":", "<", "\n"].includes(after) || (after === "." && !isFollowed);
  return !GOES_ON.has(after) && !(after === "." && isFollowed);
}

/** `#123`, `owner/name#123`, and what a keyword before them says they are; below ten only after one.
 * @param {string} text */
function findTickets(text) {
  /** @type {Match[]} */
  const found = [];
  for (const match of text.matchAll(TICKET)) {
    const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index);
    const last = before.slice(-1);
    const end = match.index + match[0].length;
    if (isAlphanumeric(last) || ["_", "-", "."].includes(last)) {
      const repository = REPOSITORY.exec(before)?.[1];
      if (!repository || repository.endsWith(".")) continue;
      const target = { repository, number: match[1] };
      found.push({ start: match.index - repository.length, end, sort: "issue", target });
    } else if (!["&", "/", "#", "@", "+"].includes(last)) {
      const keyword = KEYWORD.exec(before);
      if (!keyword && match[1].length === 1) continue;
      const target = { repository: "", number: match[1] };
      found.push({ start: match.index, end, sort: keyword?.[1] ? "pull" : "issue", target });
    }
  }
  return found;
}

/** @param {string} text @returns {Match[]} */
function findAfterCommit(text) {
  return [...text.matchAll(AFTER_COMMIT)]
    .filter((match) => COMMIT.test(match[1]))
    .map((match) => {
      const end = match.index + match[0].length;
      return { start: end - match[1].length, end, sort: "commit", target: match[1] };
    });
}

/** @param {string} text */
function findUrls(text) {
  /** @type {Match[]} */
  const found = [];
  for (const match of text.matchAll(URL_FORM)) {
    const address = endAddress(match[0]);
    const start = match.index;
    const isApart = !isAlphanumeric(start ? text[start - 1] : "");
    if (address.split("://")[1] && isApart) {
      found.push({ start, end: start + address.length, sort: "url", target: address });
    }
  }
  return found;
}

/** An address without the punctuation of the sentence around it; its own brackets stay. @param {string} written */
function endAddress(written) {
  let end = written.length;
  while (end) {
    const text = written.slice(0, end);
    const last = text[end - 1];
    if (text.endsWith("&amp;")) {
      end -= 5;
      continue;
    }
    if (last === ")" && text.split(")").length <= text.split("(").length) break;
    if (!TRAILING.has(last)) break;
    end -= 1;
  }
  return written.slice(0, end);
}

/** Matches in order; of those that overlap the address, then the one that begins first, then the longest.
 * @param {Match[]} found */
function dropOverlaps(found) {
  const urls = found.filter(({ sort }) => sort === "url");
  const isInAddress = (/** @type {Match} */ each) => urls.some((url) => each.start >= url.start && each.start < url.end);
  const ordered = found.sort(
    (left, right) => left.start - right.start || right.end - left.end || (left.sort < right.sort ? -1 : 1),
  );
  /** @type {Match[]} */
  const kept = [];
  for (const each of ordered) {
    if (each.sort !== "url" && isInAddress(each)) continue;
    if (!kept.length || each.start >= kept[kept.length - 1].end) kept.push(each);
  }
  return kept;
}

/**
 * A line of text with code spans in backticks, in pieces, each with whether it is code; empty ones are left out.
 * @param {string} text
 * @returns {{ text: string, isCode: boolean }[]}
 */
export function splitCode(text) {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ start: run.index, end: run.index + run[0].length }));
  /** @type {{ text: string, isCode: boolean }[]} */
  const pieces = [];
  let begun = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at];
    const length = opening.end - opening.start;
    const partner = runs.findIndex((run, index) => index > at && run.end - run.start === length);
    if (partner < 0) continue;
    let code = text.slice(opening.end, runs[partner].start);
    if (code.startsWith(" ") && code.endsWith(" ") && code.trim()) code = code.slice(1, -1);
    pieces.push({ text: text.slice(begun, opening.start), isCode: false }, { text: code, isCode: true });
    begun = runs[partner].end;
    at = partner;
  }
  pieces.push({ text: text.slice(begun), isCode: false });
  return pieces.filter((piece) => piece.text);
}

/**
 * A title in pieces: text or code, each with what it names, if anything.
 * @param {string} title
 * @param {Names} names
 * @returns {{ text: string, isCode: boolean, match: Match | null }[]}
 */
export function splitTitle(title, names) {
  const pieces = splitCode(title);
  const text = pieces.map((piece) => piece.text).join("");
  /** @type {Spans} */
  const spans = [];
  /** @type {{ start: number, end: number, isCode: boolean }[]} */
  const parts = [];
  let at = 0;
  for (const piece of pieces) {
    const part = { start: at, end: at + piece.text.length, isCode: piece.isCode };
    if (piece.isCode) spans.push([part.start, part.end]);
    parts.push(part);
    at = part.end;
  }
  const matches = findIdentifiers(text, names, spans);
  return parts.flatMap((part) => cutPart(text, part, matches));
}

/** @param {string} text @param {{ start: number, end: number, isCode: boolean }} part @param {Match[]} matches */
function cutPart(text, part, matches) {
  const inside = matches.filter(({ start, end }) => start >= part.start && end <= part.end);
  const cut = (/** @type {number} */ from, /** @type {number} */ to, /** @type {Match | null} */ match) => ({
    text: text.slice(from, to),
    isCode: part.isCode,
    match,
  });
  const pieces = [];
  let at = part.start;
  for (const match of inside) {
    pieces.push(cut(at, match.start, null), cut(match.start, match.end, match));
    at = match.end;
  }
  pieces.push(cut(at, part.end, null));
  return pieces.filter((piece) => piece.text);
}

/**
 * The vocabulary of a projection.
 * @param {{ graph: string, unit: { one: string, other: string }, short_ids?: boolean, items: { id: string }[] }} file
 * @returns {Vocabulary}
 */
export function readVocabulary(file) {
  const ids = [...new Set(file.items.map((item) => item.id))];
  return { graph: file.graph, units: [file.unit.one, file.unit.other], ids, hasShort: file.short_ids ?? false };
}
