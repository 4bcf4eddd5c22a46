// The board: columns by the words of a field, in lanes by those of another or by the containers that items stand below.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { makeBoard } from "../board.js";
import { useDashboard } from "../context.js";
import { Choice } from "../parts/choice.js";
import { Growing, Nothing, RoleWords, Why } from "../parts/rows.js";
import { Age, IdLink, ItemLink, StateChip, TitleNames } from "../parts/words.js";

/** @typedef {import("../board.js").Column} Column */
/** @typedef {import("../board.js").Lane} Lane */
/** @typedef {import("../model.js").Row} Row */

const STEP = 25;

export function BoardView() {
  const dashboard = useDashboard();
  const { model, state, given } = dashboard;
  const { columns, lanes } = makeBoard(model, given.filtered, state.by, state.lanes);
  return html`<section aria-labelledby="items">
    <div class="view-head">
      <h2 id="items">${dashboard.say("view.board")} <span class="count">${dashboard.catalogue.number(given.filtered.shown.length)}</span></h2>
      <${BoardChoices} />
    </div>
    ${lanes.length === 0 && html`<${Nothing}>${dashboard.say("dashboard.nothing")}<//>`}
    ${state.lanes && lanes.length > 0
      ? lanes.map((lane) => html`<${LaneSection} key=${lane.key} lane=${lane} columns=${columns} />`)
      : html`<${Columns} cells=${lanes[0]?.cells ?? columns.map(() => [])} columns=${columns} level=${3} hasHidden />`}
  </section>`;
}

/** By what the columns and the lanes are. */
function BoardChoices() {
  const dashboard = useDashboard();
  const { fields } = dashboard.model;
  const name = (/** @type {string} */ word) => ({ word, label: dashboard.label(word) });
  const parents = fields.declared.filter(({ edge }) => edge === "parent");
  const lanes = [...fields.enums, ...parents].filter(({ name: field }) => field !== dashboard.state.by);
  return html`<div class="choices">
    <${Choice}
      label=${dashboard.say("board.by")}
      value=${dashboard.state.by}
      options=${fields.enums.map((field) => name(field.name))}
      onChoose=${(/** @type {string} */ by) => dashboard.go({ by, lanes: dashboard.state.lanes === by ? "" : dashboard.state.lanes })}
    />
    <${Choice}
      label=${dashboard.say("board.lanes")}
      value=${dashboard.state.lanes}
      options=${[{ word: "", label: dashboard.say("board.lanes.none") }, ...lanes.map((field) => name(field.name))]}
      onChoose=${(/** @type {string} */ word) => dashboard.go({ lanes: word })}
    />
  </div>`;
}

/** @param {{ lane: Lane, columns: Column[] }} props */
function LaneSection({ lane, columns }) {
  const dashboard = useDashboard();
  const isContainer = dashboard.model.fields.find(dashboard.state.lanes)?.edge === "parent";
  const none = dashboard.say(isContainer ? "board.lanes.outside" : "board.without");
  const name = lane.key === "" ? none : isContainer ? html`<${IdLink} id=${lane.key} />` : html`<bdi>${lane.key}</bdi>`;
  return html`<section class="lane">
    <h3>${name} <span class="count">${dashboard.catalogue.number(lane.count)}</span></h3>
    <${Columns} cells=${lane.cells} columns=${columns} level=${4} />
  </section>`;
}

/** @param {{ cells: Row[][], columns: Column[], level: number, hasHidden?: boolean }} props */
function Columns({ cells, columns, level, hasHidden = false }) {
  const dashboard = useDashboard();
  return html`<div class="columns" tabindex="0" role="group" aria-label=${dashboard.say("view.board")}>
    ${columns.map((column, at) => html`<${ColumnSection} key=${column.word} column=${column} rows=${cells[at]} level=${level} hasHidden=${hasHidden} />`)}
  </div>`;
}

/** @param {{ column: Column, rows: Row[], level: number, hasHidden: boolean }} props */
function ColumnSection({ column, rows, level, hasHidden }) {
  const dashboard = useDashboard();
  const hidden = hasHidden ? column.hidden : 0;
  return html`<section class=${`column${rows.length ? "" : " is-empty"}`}>
    <${`h${level}`}>
      <${ColumnName} column=${column} /> <span class="count">${dashboard.catalogue.number(rows.length)}</span>
    <//>
    ${hidden > 0 && html`<p class="hint">${dashboard.say("board.hidden", { count: hidden })}</p>`}
    <${Growing}
      entries=${rows}
      step=${STEP}
      draw=${(/** @type {Row[]} */ shown) => html`<ul class="cards">${shown.map((row) => html`<${Card} key=${row.path} row=${row} />`)}</ul>`}
    />
  </section>`;
}

/** @param {{ column: Column }} props */
function ColumnName({ column: { word, className, isKnown } }) {
  const dashboard = useDashboard();
  if (className) return html`<${StateChip} state=${word} className=${className} />`;
  if (word === "") return dashboard.say("board.without");
  return [html`<bdi>${word}</bdi>`, !isKnown && html` <span class="hint">${dashboard.say("board.unknown")}</span>`];
}

/** @param {{ row: Row }} props */
function Card({ row }) {
  const dashboard = useDashboard();
  const { model, state, given } = dashboard;
  const stamp = model.projection.lastDate(row.item);
  const roles = ["type", "priority", "tags"].filter((role) => model.fields.ofRole(role)?.name !== state.by);
  const isByState = model.fields.find(state.by)?.role === "state";
  const { checklist, findings } = row.item;
  return html`<li class=${`card-item${given.changed.has(row.path) ? " is-changed" : ""}`}>
    <${ItemLink} row=${row} />
    <${TitleNames} row=${row} />
    <span class="facts">
      ${!isByState && html`<${StateChip} state=${row.state} className=${row.className} />`}
      <${RoleWords} row=${row} roles=${roles} />
      ${checklist && html`<span>${dashboard.say("list.checklist", { done: checklist.done, total: checklist.total })}</span>`}
      ${findings && html`<span>${dashboard.say("panel.findings", { count: findings.length })}</span>`}
      ${stamp && html`<${Age} stamp=${stamp} />`}
    </span>
    <${Why} row=${row} isShort />
  </li>`;
}
