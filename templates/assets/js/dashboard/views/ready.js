// What can be started now, and what cannot and why.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { group } from "../../relations.js";
import { useDashboard } from "../context.js";
import { wordsOf } from "../fields.js";
import { listBlocked, listBottlenecks, listReady } from "../insights.js";
import { Growing, ItemRow, Nothing } from "../parts/rows.js";
import { IdLink, IdList } from "../parts/words.js";

/** @typedef {import("../insights.js").Bottleneck} Bottleneck */
/** @typedef {import("../insights.js").Waiting} Waiting */
/** @typedef {import("../model.js").Row} Row */

const STEP = 50;
const FIRST = 5;

export function ReadyView() {
  const dashboard = useDashboard();
  const { model, given } = dashboard;
  const rows = listReady(model, given.filtered.shown);
  return html`<section aria-labelledby="items">
    <h2 id="items">${dashboard.say("view.ready")} <span class="count">${dashboard.catalogue.number(rows.length)}</span></h2>
    <p class="hint">${dashboard.say("ready.hint")}</p>
    ${rows.length === 0 && html`<${Nothing}>${dashboard.say("ready.nothing")}<//>`}
    ${groupByPriority(dashboard, rows).map(
      ([word, group]) => html`<section key=${word}>
        ${word !== "" && html`<h3><bdi>${word}</bdi> <span class="count">${dashboard.catalogue.number(group.length)}</span></h3>`}
        <${Growing} entries=${group} step=${STEP} draw=${(/** @type {Row[]} */ shown) => html`<ul class="rows">${shown.map(drawReady)}</ul>`} />
      </section>`,
    )}
  </section>`;
}

/** In the order in which they are listed. @param {import("../context.js").Dashboard} dashboard @param {Row[]} rows @returns {[string, Row[]][]} */
function groupByPriority({ model }, rows) {
  const field = model.fields.ofRole("priority");
  return [...group(rows, ({ item }) => (field ? wordsOf(item, field)[0] : ""))];
}

/** @param {Row} row */
function drawReady(row) {
  return html`<${ItemRow} key=${row.path} row=${row} facts=${html`<${Unblocks} row=${row} />`} />`;
}

/** @param {{ row: Row }} props */
function Unblocks({ row }) {
  const dashboard = useDashboard();
  return row.unblocks > 0 ? html`<span class="word">${dashboard.say("ready.unblocks", { count: row.unblocks })}</span>` : null;
}

export function BlockedView() {
  const dashboard = useDashboard();
  const { model, given } = dashboard;
  const waiting = listBlocked(model, given.filtered.shown);
  return html`<section aria-labelledby="items">
    <h2 id="items">${dashboard.say("view.blocked")} <span class="count">${dashboard.catalogue.number(waiting.length)}</span></h2>
    <p class="hint">${dashboard.say("blocked.hint")}</p>
    <${Bottlenecks} />
    ${waiting.length === 0 && html`<${Nothing}>${dashboard.say("blocked.nothing")}<//>`}
    <${Growing}
      entries=${waiting}
      step=${STEP}
      draw=${(/** @type {Waiting[]} */ shown) => html`<ul class="rows">${shown.map((each) => html`<${WaitingRow} key=${each.row.path} waiting=${each} />`)}</ul>`}
    />
  </section>`;
}

/** @param {{ waiting: Waiting }} props */
function WaitingRow({ waiting: { row, own, inherited } }) {
  const dashboard = useDashboard();
  const byVia = group(inherited, ({ via }) => via);
  return html`<${ItemRow} row=${row} hasState>
    ${own.length > 0 &&
    html`<span class="word has-icon is-blocked why">${dashboard.parts("graph.blocked", { blockers: html`<${IdList} ids=${own} limit=${10} />` })}</span>`}
    ${[...byVia].map(
      ([via, reasons]) => html`<span class="word has-icon is-blocked why">
        ${dashboard.parts("graph.blocked_through", { via: html`<${IdLink} id=${via} />`, blockers: html`<${IdList} ids=${reasons.map(({ id }) => id)} limit=${10} />` })}
      </span>`,
    )}
  <//>`;
}

/** What others wait for: of everything, whatever the filters. */
function Bottlenecks() {
  const dashboard = useDashboard();
  const found = listBottlenecks(dashboard.model);
  if (!found.length) return null;
  return html`<section class="bottlenecks">
    <h3>${dashboard.say("blocked.bottlenecks")} <span class="count">${dashboard.catalogue.number(found.length)}</span></h3>
    <${Growing}
      entries=${found}
      step=${FIRST}
      draw=${(/** @type {Bottleneck[]} */ shown) => html`<ul class="rows">
        ${shown.map(({ row, waiting, unblocks }) => {
          const counts = dashboard.say("blocked.holds", { waiting: waiting.length, unblocks: unblocks.length });
          return html`<${ItemRow} key=${row.path} row=${row} hasState facts=${html`<span class="word">${counts}</span>`} />`;
        })}
      </ul>`}
    />
  </section>`;
}
