// Items as lines of a list. A long list shows its beginning and says how much there is; nothing is cut silently.

import { html, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { wordsOf } from "../fields.js";
import { Age, IdLink, IdList, ItemLink, Ranges, StateChip, TitleNames } from "./words.js";

/** @typedef {import("../context.js").Node} Node */
/** @typedef {import("../model.js").Row} Row */

/**
 * The beginning of a long list, and buttons for more of it.
 * @template T
 * @param {{ entries: T[], step: number, draw: (entries: T[]) => Node }} props
 */
export function Growing({ entries, step, draw }) {
  const dashboard = useDashboard();
  const [limit, setLimit] = useState(step);
  const [shown, total] = [Math.min(limit, entries.length), entries.length];
  const more = Math.min(step, total - shown);
  return html`${draw(entries.slice(0, limit))}
    ${more > 0 &&
    html`<p class="growing">
      <span class="count">${dashboard.say("dashboard.shown", { shown, total })}</span>
      <button class="button is-framed" type="button" onClick=${() => setLimit(limit + step)}>
        ${dashboard.say("dashboard.more", { count: more })}
      </button>
      ${total - shown > step &&
      html`<button class="button is-framed" type="button" onClick=${() => setLimit(total)}>
        ${dashboard.say("dashboard.all", { count: total })}
      </button>`}
    </p>`}`;
}

/** The words that qualify an item, as its roles say. @param {{ row: Row, roles?: string[] }} props */
export function RoleWords({ row, roles = ["type", "priority"] }) {
  const { model } = useDashboard();
  return roles.flatMap((role) => {
    const field = model.fields.ofRole(role);
    return field && row.item[field.name] !== undefined
      ? wordsOf(row.item, field).map((word) => html`<span class="word"><bdi>${word}</bdi></span>`)
      : [];
  });
}

/** Why an item cannot begin: by the ids of what it waits for where there is little room. @param {{ row: Row, isShort?: boolean }} props */
export function Why({ row, isShort = false }) {
  const dashboard = useDashboard();
  if (!row.isBlocked) return null;
  const reasons = dashboard.model.reasons(row.id);
  const own = reasons.filter(({ via }) => via === row.id).map(({ id }) => id);
  const via = own.length ? row.id : reasons[0]?.via;
  const ids = own.length ? own : reasons.filter((reason) => reason.via === via).map(({ id }) => id);
  const blockers = html`<${IdList} ids=${ids} isShort=${isShort} />`;
  const sentence = own.length
    ? dashboard.parts("graph.blocked", { blockers })
    : dashboard.parts("graph.blocked_through", { via: html`<${IdLink} id=${via} isShort=${isShort} />`, blockers });
  return html`<span class="word has-icon is-blocked why">${sentence}</span>`;
}

/** Where a search found what the line itself does not show. @param {{ row: Row }} props */
export function FoundInText({ row }) {
  const { search, words } = useDashboard().given;
  const found = words.length ? search.excerpt(row, words) : null;
  if (!found) return null;
  return html`<span class="excerpt" dir="auto">
    ${found.hasBefore && "…"}<${Ranges} text=${found.text} ranges=${found.ranges} />${found.hasAfter && "…"}
  </span>`;
}

/**
 * One item: its link, its state where the list is not of one, what qualifies it, and what is said below it.
 * @param {{ row: Row, hasState?: boolean, roles?: string[], facts?: Node, children?: Node }} props
 */
export function ItemRow({ row, hasState = false, roles, facts, children }) {
  const dashboard = useDashboard();
  const stamp = dashboard.model.projection.lastDate(row.item);
  return html`<li class=${dashboard.given.changed.has(row.path) ? "is-changed" : undefined}>
    <${ItemLink} row=${row} />
    <${TitleNames} row=${row} />
    <span class="facts">
      ${hasState && html`<${StateChip} state=${row.state} className=${row.className} />`}
      <${RoleWords} row=${row} roles=${roles} />
      ${row.isArchived && html`<span class="word has-icon is-archived">${dashboard.say("item.archived")}</span>`}
      ${facts}
      ${stamp && html`<${Age} stamp=${stamp} />`}
    </span>
    ${children}
    <${FoundInText} row=${row} />
  </li>`;
}

/** What a list says that has nothing to show. @param {{ children?: Node }} props */
export function Nothing({ children }) {
  return html`<p class="nothing">${children}</p>`;
}
