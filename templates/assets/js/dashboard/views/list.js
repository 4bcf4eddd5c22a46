// The list: a table of the items that pass the filters, by any field.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { linkIds } from "../../projection.js";
import { valueOf, wordsOf } from "../fields.js";
import { Menu } from "../parts/menu.js";
import { FoundInText, Growing, Nothing } from "../parts/rows.js";
import { Age, Found, IdLink, ItemLink, StateChip, TitleNames } from "../parts/words.js";
import { toggleSort } from "../sorting.js";

/** @typedef {import("../fields.js").Field} Field */
/** @typedef {import("../model.js").Row} Row */

const STEP = 100;

export function ListView() {
  const dashboard = useDashboard();
  const { shown } = dashboard.given.filtered;
  const fields = dashboard.state.columns.flatMap((name) => dashboard.model.fields.find(name) ?? []);
  return html`<section aria-labelledby="items">
    <div class="view-head">
      <h2 id="items">${dashboard.say("view.list")} <span class="count">${dashboard.catalogue.number(shown.length)}</span></h2>
      <${ColumnMenu} />
    </div>
    ${shown.length === 0
      ? html`<${Nothing}>${dashboard.say("dashboard.nothing")}<//>`
      : html`<${Growing} entries=${shown} step=${STEP} draw=${(/** @type {Row[]} */ rows) => html`<${Table} rows=${rows} fields=${fields} />`} />`}
  </section>`;
}

/** The choice of columns. */
function ColumnMenu() {
  const dashboard = useDashboard();
  const { columns } = dashboard.state;
  const { fields } = dashboard.model;
  const all = [...fields.declared, ...fields.own];
  const toggle = (/** @type {string} */ name) => {
    const next = columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name];
    if (next.length) dashboard.go({ columns: next });
  };
  return html`<${Menu} label=${dashboard.say("list.columns")}>
    <fieldset>
      <legend class="visually-hidden">${dashboard.say("list.columns")}</legend>
      ${all.map(
        ({ name }) => html`<label class="choice">
          <input type="checkbox" checked=${columns.includes(name)} disabled=${columns.length === 1 && columns[0] === name} onChange=${() => toggle(name)} />
          <span>${dashboard.label(name)}</span>
        </label>`,
      )}
    </fieldset>
  <//>`;
}

/** Its roles are said, since a narrow page shows it as cards. @param {{ rows: Row[], fields: Field[] }} props */
function Table({ rows, fields }) {
  const dashboard = useDashboard();
  return html`<div class="table-frame">
    <table class="items" role="table">
      <caption class="visually-hidden">${dashboard.say("list.caption")}</caption>
      <thead role="rowgroup">
        <tr role="row">${fields.map((field) => html`<${Heading} key=${field.name} field=${field} />`)}</tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map((row) => html`<${Line} key=${row.path} row=${row} fields=${fields} />`)}
      </tbody>
    </table>
  </div>`;
}

/** The name of a column, which sorts by it. @param {{ field: Field }} props */
function Heading({ field }) {
  const dashboard = useDashboard();
  const key = dashboard.state.sort.find((each) => each.field === field.name);
  const order = key ? (key.isDescending ? "descending" : "ascending") : undefined;
  const sort = toggleSort(dashboard.state.sort, field.name);
  return html`<th role="columnheader" scope="col" aria-sort=${order} class=${`is-${field.type}`}>
    <a class="sort" href=${dashboard.link({ sort })} title=${dashboard.say("list.sort", { field: dashboard.label(field.name) })}>
      ${dashboard.label(field.name)}${order && html`<span class=${`icon icon-${order}`} aria-hidden="true"></span>`}
    </a>
  </th>`;
}

/** @param {{ row: Row, fields: Field[] }} props */
function Line({ row, fields }) {
  const dashboard = useDashboard();
  return html`<tr role="row" class=${dashboard.given.changed.has(row.path) ? "is-changed" : undefined}>
    ${fields.map(
      (field) => html`<td role="cell" key=${field.name} class=${`is-${field.type}`} data-label=${dashboard.label(field.name)}>
        <${Cell} row=${row} field=${field} />
      </td>`,
    )}
  </tr>`;
}

/** What an item says in a field, as its type and its role want it. @param {{ row: Row, field: Field }} props */
function Cell({ row, field }) {
  const dashboard = useDashboard();
  const { item } = row;
  if (field.role === "title") {
    return html`<${ItemLink} row=${row} /> <${TitleNames} row=${row} /><${FoundInText} row=${row} />`;
  }
  if (field.role === "state") return html`<${StateChip} state=${row.state} className=${row.className} />`;
  const draw = CELLS[field.name] ?? (field.edge ? drawIds : CELLS[`:${field.type}`]);
  if (draw) return draw(row, field, dashboard);
  const value = valueOf(item, field);
  return value === undefined ? null : html`<span dir="auto">${String(value)}</span>`;
}

/** How cells are drawn: by the name of what every item has, else by the type of a field. @type {Record<string, (row: Row, field: Field, dashboard: import("../context.js").Dashboard) => unknown>} */
const CELLS = {
  id: (row, _, { model }) => html`<a href=${model.link(row.id)} data-item=${row.id}><code><${Found} text=${row.id} /></code></a>`,
  path: (row) => html`<code dir="ltr">${row.path}</code>`,
  archived: (row, _, dashboard) => row.isArchived && html`<span class="word has-icon is-archived">${dashboard.say("item.archived")}</span>`,
  checklist: ({ item: { checklist } }, _, dashboard) =>
    checklist && html`<span class="amount">${dashboard.say("list.checklist", { done: checklist.done, total: checklist.total })}</span>`,
  findings: ({ item }, _, { catalogue }) => item.findings && catalogue.number(item.findings.length),
  ":date": ({ item }, field) => item[field.name] && html`<${Age} stamp=${item[field.name]} />`,
  ":enum": drawWords,
  ":list": drawWords,
  ":bool": ({ item }, field, dashboard) => item[field.name] !== undefined && dashboard.say(`value.${item[field.name]}`),
  ":number": ({ item }, field, { catalogue }) => item[field.name] !== undefined && catalogue.number(item[field.name]),
  ":refs": ({ item }, field) => wordsOf(item, field).map((word) => word && html`<${IdLink} id=${word} isShort /> `),
};

/** @param {Row} row @param {Field} field @param {import("../context.js").Dashboard} dashboard */
function drawWords({ item }, field, dashboard) {
  const words = wordsOf(item, field).filter((word) => word !== "");
  return words.map((word) => {
    const href = dashboard.linkWord(field.name, word);
    return html`<a class="tag" href=${href} title=${dashboard.say("filter.by", { field: dashboard.label(field.name), word })}><bdi>${word}</bdi></a> `;
  });
}

/** @param {Row} row @param {Field} field */
function drawIds({ item }, field) {
  return linkIds(item[field.name]).map((id) => html`<${IdLink} id=${id} isShort /> `);
}
