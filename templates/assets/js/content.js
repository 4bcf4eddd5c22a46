// The content of a panel, drawn from what has been read: counts, progress, findings, what changed last, what is stale.

import { make, Pen } from "./drawing.js";
import { makeTiles, splitContainers, splitRules } from "./overview.js";
import { isClosedClass, nameClass } from "./projection.js";

/** @typedef {import("./counting.js").Summary} Summary */
/** @typedef {import("./drawing.js").DatedLine} DatedLine */
/** @typedef {import("./drawing.js").ItemLine} ItemLine */
/**
 * Which panel it is: the id of its heading, the level of the headings in it, the link to its graph's page.
 * @typedef {{ anchor: string, level: number, route: string, hasStates: boolean }} Place
 */
/**
 * What only the projection says, none of it cut: null while it has not been read.
 * @typedef {{ newest: DatedLine[], stale: DatedLine[], unknown: DatedLine[], days: number }} Lists
 */

/**
 * @param {Pen} pen
 * @param {Place} place
 * @param {Summary} summary
 * @param {Lists | null} lists
 * @param {(id: string) => string} linkOf
 * @returns {HTMLElement[]} the parts of the content, in their order; only those that the data at hand can say
 */
export function drawContent(pen, place, summary, lists, linkOf) {
  const tiles = makeTiles(summary, place.hasStates).map((tile) => pen.tile(tile, place.route));
  const parts = [make("ul", { class: "tiles" }, ...tiles), drawProgress(pen, place, summary, linkOf), drawFindings(pen, place, summary)];
  return lists ? [...parts, drawNewest(pen, place, lists), drawStale(pen, place, lists)] : parts;
}

/**
 * @param {Place} place
 * @param {string} name
 * @param {string} text
 */
function drawHeading({ anchor, level }, name, text) {
  return make(`h${level}`, { id: `${anchor}-${name}` }, text);
}

/**
 * @param {Pen} pen
 * @param {Place} place
 * @param {Summary} summary
 * @param {(id: string) => string} linkOf
 */
function drawProgress(pen, place, summary, linkOf) {
  const { open, closed } = splitContainers(summary);
  const bar = (/** @type {Summary["containers"][number]} */ each) => pen.bar(describeContainer(each, place, linkOf), each);
  return make(
    "div",
    { class: "panel-part", hidden: open.length + closed.length === 0 },
    drawHeading(place, "progress", pen.say("graph.containers")),
    make("p", { class: "hint" }, pen.say("graph.containers.hint")),
    make("ul", { class: "bars" }, ...open.map(bar)),
    pen.fold(pen.say("graph.containers.closed", { count: closed.length }), "bars", closed.map(bar)),
  );
}

/**
 * @param {Summary["containers"][number]} container
 * @param {Place} place
 * @param {(id: string) => string} linkOf
 * @returns {ItemLine}
 */
function describeContainer({ id, title, state, state_class }, { hasStates }, linkOf) {
  const stateClass = nameClass(state, state_class, hasStates);
  return { href: linkOf(id), id, title, state, stateClass, isOpen: !isClosedClass(state_class) };
}

/**
 * @param {Pen} pen
 * @param {Place} place
 * @param {Summary} summary
 */
function drawFindings(pen, place, summary) {
  const { open, closed } = splitRules(summary);
  const none = pen.say(place.hasStates ? "graph.findings.open.none" : "graph.findings.none");
  return make(
    "div",
    { class: "panel-part" },
    drawHeading(place, "findings", pen.say("graph.findings")),
    make("p", { hidden: open.length > 0 }, none),
    make("ul", { class: "rows panel-rules" }, ...open.map((line) => pen.rule(line))),
    pen.fold(
      pen.say("graph.findings.closed", { count: summary.counts.findings_closed }),
      "rows panel-rules",
      closed.map((line) => pen.rule(line)),
    ),
  );
}

/**
 * @param {Pen} pen
 * @param {Place} place
 * @param {Lists} lists
 */
function drawNewest(pen, place, { newest }) {
  return make(
    "div",
    { class: "panel-part", hidden: newest.length === 0 },
    drawHeading(place, "newest", pen.say("panel.newest")),
    make("ul", { class: "rows" }, ...newest.map((line) => pen.row(line))),
  );
}

/**
 * @param {Pen} pen
 * @param {Place} place
 * @param {Lists} lists
 */
function drawStale(pen, place, { stale, unknown, days }) {
  return make(
    "div",
    { class: "panel-part panel-stale", hidden: !place.hasStates },
    drawHeading(place, "stale", pen.say("panel.stale")),
    make("p", { class: "hint" }, pen.say("panel.stale.hint", { count: days })),
    make("p", { hidden: stale.length > 0 }, pen.say("panel.stale.none")),
    make("ul", { class: "rows" }, ...stale.map((line) => pen.row(line))),
    pen.fold(pen.say("panel.stale.unknown", { count: unknown.length }), "rows", unknown.map((line) => pen.row(line))),
  );
}
