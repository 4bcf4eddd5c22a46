// What happened in which week: a small chart for each sort of date, all to one scale of time.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { Nothing } from "../parts/rows.js";
import { cutWeeks, describeWeek, makeTimeline } from "../timeline.js";

/** @typedef {import("../timeline.js").Series} Series */

const MOST = 208; // weeks side by side that can still be told apart
const HEIGHT = 64;
const STEP = 8;
const WIDE = 24; // pixels that a week takes where there is room

export function TimelineView() {
  const dashboard = useDashboard();
  const { model, given } = dashboard;
  const { shown, hidden } = given.filtered;
  const rows = [...shown, ...hidden];
  const { series, first, last } = makeTimeline(model, rows);
  return html`<section aria-labelledby="items">
    <h2 id="items">${dashboard.say("view.timeline")}</h2>
    <p class="hint">${dashboard.say("timeline.hint", { count: rows.length, unit: dashboard.unit(rows.length) })}</p>
    ${first === null || last === null
      ? html`<${Nothing}>${dashboard.say("timeline.nothing")}<//>`
      : series.map((each) => html`<${Chart} key=${each.name} series=${each} first=${Math.max(first, last - MOST + 1)} last=${last} />`)}
  </section>`;
}

/** @param {{ series: Series, first: number, last: number }} props */
function Chart({ series, first, last }) {
  const dashboard = useDashboard();
  const { counts, before } = cutWeeks(series, first, last);
  const total = counts.reduce((sum, count) => sum + count, before);
  const most = counts.reduce((peak, count) => Math.max(peak, count), 1);
  return html`<section class="chart">
    <h3>${dashboard.say(`timeline.${series.name}`)} <span class="count">${dashboard.catalogue.number(total)}</span></h3>
    <p class="hint">
      ${dashboard.say(`timeline.${series.name}.hint`)}
      ${before > 0 && ` ${dashboard.say("timeline.before", { count: before })}`}
      ${series.unknown > 0 && ` ${dashboard.say("timeline.unknown", { count: series.unknown })}`}
    </p>
    <${Bars} counts=${counts} most=${most} first=${first} label=${dashboard.say(`timeline.${series.name}`)} />
    <${WeekTable} counts=${counts} first=${first} />
  </section>`;
}

/** The day on which a week begins, in words. @param {import("../context.js").Dashboard} dashboard @param {number} week */
function sayWeek({ catalogue }, week) {
  const format = new Intl.DateTimeFormat(catalogue.language, { dateStyle: "medium", timeZone: "UTC" });
  return format.format(describeWeek(week).start);
}

/** @param {{ counts: number[], most: number, first: number, label: string }} props */
function Bars({ counts, most, first, label }) {
  const dashboard = useDashboard();
  const last = first + counts.length - 1;
  const title = dashboard.say("timeline.chart", { name: label, first: sayWeek(dashboard, first), last: sayWeek(dashboard, last), most });
  const width = counts.length * STEP;
  return html`<figure class="bars-chart">
    <span class="chart-most" aria-hidden="true">${dashboard.catalogue.number(most)}</span>
    <svg width=${counts.length * WIDE} viewBox=${`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${title}>
      ${counts.map((count, at) => {
        const height = (count / most) * HEIGHT;
        return count > 0 && html`<rect x=${at * STEP} y=${HEIGHT - height} width=${STEP - 1} height=${height}><title>${`${sayWeek(dashboard, first + at)}: ${dashboard.catalogue.number(count)}`}</title></rect>`;
      })}
    </svg>
    <figcaption aria-hidden="true"><span>${sayWeek(dashboard, first)}</span><span>${sayWeek(dashboard, last)}</span></figcaption>
  </figure>`;
}

/** The numbers of the weeks that have any. @param {{ counts: number[], first: number }} props */
function WeekTable({ counts, first }) {
  const dashboard = useDashboard();
  const weeks = counts.flatMap((count, at) => (count > 0 ? [{ week: first + at, count }] : [])).reverse();
  return html`<details>
    <summary>${dashboard.say("timeline.table", { count: weeks.length })}</summary>
    <table>
      <thead><tr><th scope="col">${dashboard.say("timeline.week")}</th><th scope="col">${dashboard.say("timeline.count")}</th></tr></thead>
      <tbody>
        ${weeks.map(({ week, count }) => html`<tr><th scope="row">${sayWeek(dashboard, week)}</th><td>${dashboard.catalogue.number(count)}</td></tr>`)}
      </tbody>
    </table>
  </details>`;
}
