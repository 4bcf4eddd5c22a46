// Text as a search compares it: without case, accents and width. Marks that spell something stay: the vowels of Indic
// and Thai writing, the voicing of Japanese.

const ASCII = /^[\x00-\x7f]*$/;
const SCRIPTS = ["Inherited", "Arabic", "Cyrillic", "Greek", "Hebrew", "Latin", "Syriac"];
const STAYS = "\\u3099\\u309a";
const MARKS = new RegExp(`(?=\\p{M})(?![${STAYS}])[${SCRIPTS.map((name) => `\\p{Script=${name}}`).join("")}]`, "gu");
/** A character with the marks that follow it: folding never looks beyond. */
const PIECES = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * @param {string} text
 * @returns {string}
 */
export function fold(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").toUpperCase().toLowerCase().normalize("NFKD");
  return plain.replaceAll("ς", "σ").replace(MARKS, "");
}

/**
 * A folded text, and from where to where in the original each of its units comes.
 * @typedef {{ text: string, starts: number[], ends: number[] }} Folded
 */

/**
 * @param {string} text
 * @returns {Folded}
 */
export function foldWithPlaces(text) {
  if (ASCII.test(text)) {
    const starts = Array.from(text, (_, at) => at);
    return { text: fold(text), starts, ends: starts.map((at) => at + 1) };
  }
  /** @type {Folded} */
  const folded = { text: "", starts: [], ends: [] };
  for (const found of text.matchAll(PIECES)) {
    const piece = fold(found[0]);
    folded.text += piece;
    for (let unit = 0; unit < piece.length; unit += 1) {
      folded.starts.push(found.index);
      folded.ends.push(found.index + found[0].length);
    }
  }
  return folded;
}
