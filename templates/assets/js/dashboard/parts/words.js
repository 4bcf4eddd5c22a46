// The smallest parts: an item as a link, its state, its age, and text with what was searched for marked in it.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { sayAge, sayExact } from "../../ages.js";
import { findIdentifiers, splitCode } from "../../identifiers.js";
import { useDashboard } from "../context.js";
import { findRanges } from "../searching.js";

/** @typedef {import("../../identifiers.js").Match} Match */
/** @typedef {import("../context.js").Node} Node */
/** @typedef {import("../model.js").Row} Row */

/**
 * Text with ranges of it marked.
 * @param {{ text: string, ranges: import("../searching.js").Range[] }} props
 */
export function Ranges({ text, ranges }) {
  if (!ranges.length) return text;
  const ends = ranges.map(([, end]) => end);
  return [
    text.slice(0, ranges[0][0]),
    ...ranges.flatMap(([start, end], at) => [
      html`<mark>${text.slice(start, end)}</mark>`,
      text.slice(ends[at], ranges[at + 1]?.[0] ?? text.length),
    ]),
  ];
}

/** Text with what is searched for marked in it. @param {{ text: string }} props */
export function Found({ text }) {
  const { words } = useDashboard().given;
  return html`<${Ranges} text=${text} ranges=${words.length ? findRanges(text, words) : []} />`;
}

/** A title, or words for having none. @param {{ title: string }} props */
export function Title({ title }) {
  const dashboard = useDashboard();
  if (!title.trim()) return html`<em>${dashboard.say("graph.untitled")}</em>`;
  const pieces = splitCode(title).map(({ text, isCode }) => {
    const found = html`<${Found} text=${text} />`;
    return isCode ? html`<code>${found}</code>` : found;
  });
  return html`<span dir="auto">${pieces}</span>`;
}

/** The link that opens an item. @param {{ row: Row }} props */
export function ItemLink({ row }) {
  const { model } = useDashboard();
  return html`<a class=${row.isOpen ? "item" : "item is-closed"} href=${model.link(row.id)} data-item=${row.id}>
    <code><${Found} text=${row.id} /></code> <${Title} title=${row.title} />
  </a>`;
}

/** An item by its id; what no item has is shown as it is written. @param {{ id: string, isShort?: boolean }} props */
export function IdLink({ id, isShort = false }) {
  const { model } = useDashboard();
  const row = model.speaker(id);
  if (!row) return html`<code dir="auto">${id}</code>`;
  if (!isShort) return html`<${ItemLink} row=${row} />`;
  return html`<a href=${model.link(id)} data-item=${id} title=${row.title || undefined}><code>${id}</code></a>`;
}

/** Items by their ids, the first of them by name. @param {{ ids: string[], limit?: number, isShort?: boolean }} props */
export function IdList({ ids, limit = 3, isShort = false }) {
  const dashboard = useDashboard();
  const shown = ids.slice(0, limit);
  const more = ids.length - shown.length;
  return [
    shown.map((id, at) => [at > 0 && "; ", html`<${IdLink} id=${id} isShort=${isShort} />`]),
    more > 0 && ` ${dashboard.say("graph.more", { count: more })}`,
  ];
}

/** What the title of an item names, other than itself, as links. @param {{ row: Row }} props */
export function TitleNames({ row }) {
  const { model, given } = useDashboard();
  const urls = model.projection.file.urls ?? {};
  const links = findIdentifiers(row.title, given.names).flatMap((match) => linkMatch(match, row, urls));
  return links.length ? html`<span class="names">${links}</span>` : null;
}

/**
 * @param {Match} match
 * @param {Row} row in whose title it stands
 * @param {Record<string, string>} urls of the forge
 * @returns {Node[]}
 */
function linkMatch({ sort, target, start, end }, row, urls) {
  const text = row.title.slice(start, end);
  if (typeof target === "object" && "id" in target) {
    return target.id === row.id ? [] : [html`<${IdLink} id=${target.id} isShort />`];
  }
  const href = findUrl(sort, target, urls);
  return href ? [html`<a href=${href}>${text}</a>`] : [];
}

/** @param {Match["sort"]} sort @param {Exclude<Match["target"], import("../../identifiers.js").ItemRef>} target @param {Record<string, string>} urls */
function findUrl(sort, target, urls) {
  if (sort === "url" && typeof target === "string") return target;
  if (sort === "commit" && typeof target === "string") return urls.commit?.replace("{sha}", target);
  if (typeof target === "string" || target.repository) return undefined;
  return urls[sort]?.replace("{number}", target.number);
}

/** A state with its class, by drawing and word; nothing for a kind without states. @param {{ state: string, className: string }} props */
export function StateChip({ state, className }) {
  const dashboard = useDashboard();
  if (!className) return null;
  return html`<span class=${`chip state-${className}`}><bdi>${state || dashboard.say(`class.${className}`)}</bdi></span>`;
}

/** @param {{ severity: string }} props */
export function SeverityChip({ severity }) {
  const dashboard = useDashboard();
  return html`<span class=${`chip severity-${severity}`}>${dashboard.say(`severity.${severity}`)}</span>`;
}

/** How long ago a date was. @param {{ stamp: string, isFocusable?: boolean }} props */
export function Age({ stamp, isFocusable = false }) {
  const { given, catalogue } = useDashboard();
  const { language } = catalogue;
  const age = sayAge(stamp, language, given.now);
  if (age === null) return html`<bdi>${stamp}</bdi>`;
  const focus = isFocusable ? { tabIndex: 0 } : {};
  return html`<time datetime=${stamp} data-age title=${sayExact(stamp, language)} ...${focus}>${age}</time>`;
}

/** How much of what is below a container is closed. @param {{ closed: number | null, total: number | null }} props */
export function Amount({ closed, total }) {
  const dashboard = useDashboard();
  if (total === null || closed === null) return html`<span class="amount is-empty">${dashboard.say("graph.containers.unknown")}</span>`;
  if (total === 0) return html`<span class="amount is-empty">${dashboard.say("graph.containers.none")}</span>`;
  return html`<progress max=${total} value=${closed} aria-hidden="true"></progress>
    <span class="amount">${dashboard.say("graph.containers.progress", { closed, total })}</span>`;
}
