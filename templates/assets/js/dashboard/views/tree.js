// The tree: what stands below what. What a branch holds is folded at first where all of it would be too long to read.

import { html, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { Growing, Nothing, RoleWords } from "../parts/rows.js";
import { Age, Amount, ItemLink, StateChip, TitleNames } from "../parts/words.js";
import { makeTree } from "../tree.js";

/** @typedef {import("../tree.js").Node} Branch */
/** @typedef {import("../tree.js").Part} Part */

const READABLE = 300; // lines that may all be unfolded at first
const STEP = 100;

export function TreeView() {
  const dashboard = useDashboard();
  const { filtered, order } = dashboard.given;
  const parts = makeTree(dashboard.model, order, filtered.shown);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  /** Whether all is open or all is folded but for `others`. */
  const [folding, setFolding] = useState({ isOpen: total <= READABLE, others: new Set() });
  const isOpen = (/** @type {string} */ id) => folding.isOpen !== folding.others.has(id);
  const toggle = (/** @type {string} */ id) => {
    const others = new Set(folding.others);
    if (!others.delete(id)) others.add(id);
    setFolding({ ...folding, others });
  };
  const setAll = (/** @type {boolean} */ isAll) => setFolding({ isOpen: isAll, others: new Set() });
  return html`<section aria-labelledby="items">
    <div class="view-head">
      <h2 id="items">${dashboard.say("view.tree")} <span class="count">${dashboard.catalogue.number(total)}</span></h2>
      <div class="choices">
        <button class="button is-framed" type="button" onClick=${() => setAll(true)}>${dashboard.say("tree.open")}</button>
        <button class="button is-framed" type="button" onClick=${() => setAll(false)}>${dashboard.say("tree.fold")}</button>
      </div>
    </div>
    ${parts.length === 0 && html`<${Nothing}>${dashboard.say("dashboard.nothing")}<//>`}
    ${parts.map((part) => html`<${PlaceSection} key=${part.place} part=${part} isOpen=${isOpen} toggle=${toggle} />`)}
  </section>`;
}

/** @param {{ part: Part, isOpen: (id: string) => boolean, toggle: (id: string) => void }} props */
function PlaceSection({ part, isOpen, toggle }) {
  const dashboard = useDashboard();
  return html`<section class="tree-part">
    <h3>${dashboard.say(`tree.${part.place}`)} <span class="count">${dashboard.catalogue.number(part.count)}</span></h3>
    <${Branches} branches=${part.nodes} isOpen=${isOpen} toggle=${toggle} />
  </section>`;
}

/** @param {{ branches: Branch[], isOpen: (id: string) => boolean, toggle: (id: string) => void }} props */
function Branches({ branches, isOpen, toggle }) {
  return html`<${Growing}
    entries=${branches}
    step=${STEP}
    draw=${(/** @type {Branch[]} */ shown) => html`<ul class="tree">
      ${shown.map((branch) => html`<${Line} key=${branch.id} branch=${branch} isOpen=${isOpen} toggle=${toggle} />`)}
    </ul>`}
  />`;
}

/** @param {{ branch: Branch, isOpen: (id: string) => boolean, toggle: (id: string) => void }} props */
function Line({ branch, isOpen, toggle }) {
  const dashboard = useDashboard();
  const { row, rows, children, missing } = branch;
  const isShown = isOpen(branch.id);
  const isChanged = rows.some(({ path }) => dashboard.given.changed.has(path));
  return html`<li class=${`${children.length ? "is-branch" : "is-leaf"}${isChanged ? " is-changed" : ""}`}>
    <div class=${rows.length ? "branch" : "branch is-frame"}>
      ${children.length > 0 &&
      html`<button class="twist" type="button" aria-expanded=${isShown} onClick=${() => toggle(branch.id)}>
        <span class="icon icon-next" aria-hidden="true"></span>
        <span class="visually-hidden">${dashboard.say("tree.below", { id: branch.id, count: children.length })}</span>
      </button>`}
      <${ItemLink} row=${row} />
      <${TitleNames} row=${row} />
      <${Facts} branch=${branch} />
      ${missing && html`<span class="why">${dashboard.parts("tree.missing", { id: html`<code>${missing}</code>` })}</span>`}
    </div>
    ${children.length > 0 && isShown && html`<${Branches} branches=${children} isOpen=${isOpen} toggle=${toggle} />`}
  </li>`;
}

/** @param {{ branch: Branch }} props */
function Facts({ branch: { id, row, rows } }) {
  const dashboard = useDashboard();
  const progress = dashboard.model.progress.get(id);
  const stamp = dashboard.model.projection.lastDate(row.item);
  return html`<span class="facts">
    <${StateChip} state=${row.state} className=${row.className} />
    <${RoleWords} row=${row} />
    ${row.isBlocked && html`<span class="word has-icon is-blocked">${dashboard.say("item.blocked.chip")}</span>`}
    ${row.isReady && html`<span class="word has-icon is-ready">${dashboard.say("item.ready")}</span>`}
    ${rows.length > 1 && html`<span>${dashboard.say("tree.files", { count: rows.length })}</span>`}
    ${progress ? html`<span class="progress"><${Amount} ...${progress} /></span>` : stamp && html`<${Age} stamp=${stamp} />`}
  </span>`;
}
