// The overview: what is in progress, what can begin, what is stuck and why, what changed last; then how far the groups
// are, and what is found. The same parts, in the same order, as the template `graph.html` has them.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { makeTiles } from "../../overview.js";
import { isClosedClass, nameClass } from "../../projection.js";
import { useDashboard } from "../context.js";
import { countRows, groupFindings, listGlances } from "../insights.js";
import { Growing, ItemRow, Why } from "../parts/rows.js";
import { Amount, IdLink, ItemLink, SeverityChip, StateChip } from "../parts/words.js";

/** @typedef {import("../context.js").Node} Node */
/** @typedef {import("../../counting.js").Progress} Progress */
/** @typedef {import("../insights.js").RuleGroup} RuleGroup */
/** @typedef {import("../insights.js").RuleHit} RuleHit */
/** @typedef {import("../model.js").Row} Row */

const GLANCE = 5;
/** How the rows of each of the first lists are drawn. @type {Record<string, { roles?: string[], hasWhy?: boolean, hasState?: boolean }>} */
const DRAWN = { stuck: { roles: [], hasWhy: true }, recent: { roles: [], hasState: true } };
const STEP = 20;
const FEW = 10; // findings of a rule that are shown unfolded

export function OverviewView() {
  const dashboard = useDashboard();
  const { model, given } = dashboard;
  const { shown, hidden } = given.filtered;
  const rows = [...shown, ...hidden];
  return html`<${Tiles} rows=${rows} />
    ${model.hasStates && html`<${Glances} rows=${rows} />`}
    <${Groups} rows=${rows} />
    <${Findings} rows=${rows} />
    <${Problems} />`;
}

/** @param {{ rows: Row[] }} props */
function Tiles({ rows }) {
  const dashboard = useDashboard();
  const { model } = dashboard;
  const isWhole = rows.length === model.rows.length;
  const tiles = makeTiles(countRows(model, rows), model.hasStates).filter(({ name }) => isWhole || name !== "problems");
  return html`<section class="counts" aria-label=${dashboard.say("graph.counts")}>
    <ul class="tiles">
      ${tiles.map(({ name, count, total, query, part, more }) => {
        const href = query ? `${dashboard.linkQuery(query)}#${part}` : `#${part}`;
        return html`<li key=${name} class=${`tile tile-${name}${count ? "" : " is-zero"}`}>
          <a href=${href}>
            <span class="number">${dashboard.catalogue.number(count)}</span> <span class="name">${dashboard.say(`tile.${name}`, { count })}</span>${" "}
            <span class="of">${dashboard.say(`tile.${name}.of`, { total, more, unit: dashboard.unit(total) })}</span>
          </a>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{ rows: Row[] }} props */
function Glances({ rows }) {
  const dashboard = useDashboard();
  return html`<div class="glances">
    ${listGlances(dashboard.model, rows, dashboard.given.now).map(
      (glance) => html`<${Glance} key=${glance.name} name=${glance.name} rows=${glance.rows} href=${dashboard.linkQuery(glance.query)} ...${DRAWN[glance.name]} />`,
    )}
  </div>`;
}

/** The first of a list, and the way to all of it. @param {{ name: string, rows: Row[], href: string, roles?: string[], hasWhy?: boolean, hasState?: boolean }} props */
function Glance({ name, rows, href, roles, hasWhy = false, hasState = false }) {
  const dashboard = useDashboard();
  const more = rows.length - GLANCE;
  return html`<section class="glance" aria-labelledby=${`glance-${name}`}>
    <h2 id=${`glance-${name}`}>${dashboard.say(`glance.${name}`)}${name !== "recent" && html` <span class="count">${dashboard.catalogue.number(rows.length)}</span>`}</h2>
    ${rows.length === 0
      ? html`<p class="hint">${dashboard.say(`glance.${name}.none`)}</p>`
      : html`<ul class="rows">
          ${rows.slice(0, GLANCE).map(
            (row) => html`<${ItemRow} key=${row.path} row=${row} hasState=${hasState} roles=${roles} facts=${hasWhy && html`<${Causes} row=${row} />`}>
              ${hasWhy && html`<${Why} row=${row} isShort />`}
            <//>`,
          )}
        </ul>`}
    ${more > 0 && html`<p class="more"><a href=${`${href}#items`}>${name === "recent" ? dashboard.say("glance.newest") : dashboard.say("glance.all", { count: rows.length })}</a></p>`}
  </section>`;
}

/** Why an item is said to be stuck, beside what it waits for. @param {{ row: Row }} props */
function Causes({ row }) {
  const dashboard = useDashboard();
  const { model, given } = dashboard;
  const causes = [];
  if (row.className === "active") causes.push(dashboard.say("tile.active"));
  if (model.stale(given.now).has(row.item)) causes.push(dashboard.say("filter.is.stale"));
  if (row.className === "waiting") causes.push(dashboard.say("class.waiting"));
  if (row.isOpen && model.inCircle.has(row.id)) causes.push(dashboard.say("deps.in_circle"));
  return causes.map((cause) => html`<span class="word">${cause}</span>`);
}

/** @param {{ rows: Row[] }} props */
function Groups({ rows }) {
  const dashboard = useDashboard();
  const ids = new Set(rows.map(({ id }) => id));
  const groups = dashboard.model.summary.containers.filter(({ id }) => ids.has(id));
  if (!groups.length) return null;
  const open = groups.filter((each) => !isClosedClass(each.state_class));
  const closed = groups.filter((each) => isClosedClass(each.state_class));
  return html`<section aria-labelledby="progress">
    <h2 id="progress">${dashboard.say("graph.containers")}</h2>
    <p class="hint">${dashboard.say("graph.containers.hint")}</p>
    <${BarList} groups=${open} />
    ${closed.length > 0 &&
    html`<details>
      <summary>${dashboard.say("graph.containers.closed", { count: closed.length })}</summary>
      <${BarList} groups=${closed} />
    </details>`}
  </section>`;
}

/** @param {{ groups: Progress[] }} props */
function BarList({ groups }) {
  return html`<${Growing} entries=${groups} step=${STEP} draw=${(/** @type {Progress[]} */ shown) => html`<ul class="bars">${shown.map((group) => html`<${Bar} key=${group.id} group=${group} />`)}</ul>`} />`;
}

/** @param {{ group: Progress }} props */
function Bar({ group: { id, type, state, state_class, closed, total } }) {
  const dashboard = useDashboard();
  const row = dashboard.model.speaker(id);
  const className = nameClass(state, state_class, dashboard.model.hasStates);
  return html`<li>
    <div class="bar-name">
      ${row && html`<${ItemLink} row=${row} />`}${" "}
      <span class="together"><${StateChip} state=${state} className=${className} />${type && html` <bdi class="word">${type}</bdi>`}</span>${" "}
      <a class="below" href=${`${dashboard.linkQuery(`?view=tree&closed=show&archived=show&under=${encodeURIComponent(id)}`)}#items`}>${dashboard.say("overview.below")}</a>
    </div>
    <div class="bar-value"><${Amount} closed=${closed} total=${total} /></div>
  </li>`;
}

/** @param {{ rows: Row[] }} props */
function Findings({ rows }) {
  const dashboard = useDashboard();
  const { open, closed } = groupFindings(dashboard.model, rows);
  const closedCount = closed.reduce((sum, { hits }) => sum + hits.length, 0);
  const none = dashboard.say(dashboard.model.hasStates ? "graph.findings.open.none" : "graph.findings.none");
  return html`<section aria-labelledby="findings">
    <h2 id="findings">${dashboard.say("graph.findings")}</h2>
    ${open.length > 0 && dashboard.model.hasStates && html`<h3>${dashboard.say("graph.findings.open")}</h3>`}
    ${open.length > 0 ? open.map((group) => html`<${RuleSection} key=${group.rule} group=${group} />`) : html`<p>${none}</p>`}
    ${closed.length > 0 &&
    html`<details class="fold">
      <summary>${dashboard.say("graph.findings.closed", { count: closedCount })}</summary>
      ${closed.map((group) => html`<${RuleSection} key=${group.rule} group=${group} />`)}
    </details>`}
  </section>`;
}

/** @param {{ group: RuleGroup }} props */
function RuleSection({ group: { rule, severity, hits, query } }) {
  const dashboard = useDashboard();
  return html`<details class="rule" open=${hits.length <= FEW}>
    <summary><${SeverityChip} severity=${severity} /> <span class="rule-name">${dashboard.say(`rule.${rule}.title`)}</span> <span class="count">${dashboard.catalogue.number(hits.length)}</span></summary>
    <p class="hint">${dashboard.say(`rule.${rule}.advice`)} <a href=${`${dashboard.linkQuery(query)}#items`}>${dashboard.say("overview.rule")}</a></p>
    <${Growing}
      entries=${hits}
      step=${STEP}
      draw=${(/** @type {RuleHit[]} */ shown) => html`<ul class="rows">${shown.map((hit) => html`<${Hit} hit=${hit} />`)}</ul>`}
    />
  </details>`;
}

/** @param {{ hit: RuleHit }} props */
function Hit({ hit: { row, finding } }) {
  const dashboard = useDashboard();
  const name = (/** @type {string | undefined} */ word) => html`<${IdLink} id=${word ?? ""} isShort />`;
  const edit = dashboard.model.projection.file.urls?.edit;
  return html`<li>
    <${ItemLink} row=${row} />
    ${edit && html`<${Pencil} href=${fillPath(edit, row.path)} label=${dashboard.say("item.edit", { id: row.id })} />`}
    <span class="finding">
      ${dashboard.parts(`rule.${finding.rule}.text`, { field: html`<code>${finding.field ?? ""}</code>`, value: name(finding.value) })}
      ${finding.suggestion && [" ", ...[dashboard.parts("rule.suggestion", { suggestion: name(finding.suggestion) })].flat()]}
    </span>
  </li>`;
}

/** The way to where something is written. @param {{ href: string, label: string }} props */
function Pencil({ href, label }) {
  return html`<a class="pencil" href=${href} aria-label=${label} title=${label}><span class="icon icon-pencil" aria-hidden="true"></span></a>`;
}

/** An address of the forge with a path in it, every part encoded. @param {string} template @param {string} path */
function fillPath(template, path) {
  return template.replace("{path}", () => path.split("/").map(encodeURIComponent).join("/"));
}

/** What could not be read: of everything, whatever the filters. */
function Problems() {
  const dashboard = useDashboard();
  const { problems, urls } = dashboard.model.projection.file;
  if (!problems.length) return null;
  return html`<section aria-labelledby="problems">
    <h2 id="problems">${dashboard.say("graph.problems")} <span class="count">${dashboard.catalogue.number(problems.length)}</span></h2>
    <p class="hint">${dashboard.say("graph.problems.hint", { unit: dashboard.unit(2) })}</p>
    <${Growing}
      entries=${problems}
      step=${STEP}
      draw=${(/** @type {import("../../projection.js").Problem[]} */ shown) => html`<ul class="rows problems">
        ${shown.map(({ path, line, code, value }) => {
          const place = html`<code>${path}${line ? `:${line}` : ""}</code>`;
          const href = dashboard.model.linkUnread(path);
          return html`<li>
            ${href ? html`<a href=${href}>${place}</a>` : place}
            <span>${dashboard.parts(`problem.${code}`, { value: html`<code dir="auto">${value ?? ""}</code>` })}</span>
            ${urls?.edit && html`<${Pencil} href=${fillPath(urls.edit, path)} label=${dashboard.say("graph.problems.edit", { path })} />`}
          </li>`;
        })}
      </ul>`}
    />
  </section>`;
}
