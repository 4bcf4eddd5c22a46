// What narrows the views: the search, the filters that are on, the choice of more, and how much is left.

import { html, useEffect, useRef, useState } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { listChoices } from "../fields.js";
import { ANY_RULE, countStandings, heedsClosed, SHOWN } from "../filtering.js";
import { Choice } from "./choice.js";

/** @typedef {import("../context.js").Dashboard} Dashboard */
/** @typedef {import("../context.js").Node} Node */
/** @typedef {import("../fields.js").Field} Field */
/** @typedef {import("../filtering.js").Filters} Filters */
/** @typedef {import("../query.js").Pair} Pair */
/** @typedef {{ word: string, label: Node, count: number }} Option */

const AGES = [7, 30, 90, 365];

/** @param {{ texts: "asked" | "read" | "failed" | "", onSearch: () => void }} props */
export function Narrowing({ texts, onSearch }) {
  const [isOpen, setOpen] = useState(false);
  return html`<search class="narrowing">
    <div class="narrowing-line">
      <${SearchField} texts=${texts} onSearch=${onSearch} />
      <${FilterButton} isOpen=${isOpen} onToggle=${() => setOpen(!isOpen)} />
    </div>
    ${isOpen && html`<${FilterForm} />`}
    <${ActiveFilters} />
    <${Remaining} />
  </search>`;
}

/** @param {{ texts: string, onSearch: () => void }} props */
function SearchField({ texts, onSearch }) {
  const dashboard = useDashboard();
  const { text } = dashboard.state;
  const type = (/** @type {Event & { currentTarget: HTMLInputElement }} */ { currentTarget }) => {
    onSearch();
    dashboard.go({ text: currentTarget.value }, true);
  };
  return html`<div class="search-field">
    <label class="visually-hidden" for="search">${dashboard.say("search.label")}</label>
    <input
      id="search"
      type="search"
      dir="auto"
      autocomplete="off"
      spellcheck=${false}
      placeholder=${dashboard.say("search.label")}
      value=${text}
      onInput=${type}
      onFocus=${onSearch}
      aria-describedby="search-hint"
    />
    <span class="hint" id="search-hint">${text.trim() !== "" && texts !== "" && dashboard.say(`search.texts.${texts}`)}</span>
  </div>`;
}

/** @param {{ isOpen: boolean, onToggle: () => void }} props */
function FilterButton({ isOpen, onToggle }) {
  const dashboard = useDashboard();
  return html`<button class="button is-framed" type="button" id="filters" aria-expanded=${isOpen} onClick=${onToggle}>
    ${dashboard.say("filter.title")}<span class="icon icon-twist" aria-hidden="true"></span>
  </button>`;
}

/** Every filter, each with how many items of all it would find alone. */
function FilterForm() {
  const dashboard = useDashboard();
  const { model } = dashboard;
  const { fields } = model;
  const roles = ["state", "type", "priority", "tags"].flatMap((role) => fields.ofRole(role) ?? []);
  const others = fields.declared.filter((field) => (field.type === "enum" || field.type === "list") && !field.edge && !roles.includes(field));
  return html`<div class="filter-form">
    ${[...roles, ...others].map((field) => html`<${FieldFilter} key=${field.name} field=${field} />`)}
    <${StandingFilter} />
    <${RuleFilter} />
    <${PlaceFilter} />
  </div>`;
}

/** @param {{ field: Field }} props */
function FieldFilter({ field }) {
  const dashboard = useDashboard();
  const { filters } = dashboard.state;
  const chosen = filters.fields.get(field.name) ?? [];
  const options = listChoices(field, dashboard.model.projection.items)
    .filter(({ word, count }) => count > 0 || chosen.includes(word))
    .map(({ word, count }) => ({ word, count, label: word === "" ? dashboard.say("board.without") : html`<bdi>${word}</bdi>` }));
  const choose = (/** @type {string[]} */ words) => {
    dashboard.go({ filters: { ...filters, fields: new Map(filters.fields).set(field.name, words) } });
  };
  return html`<${Options} legend=${dashboard.label(field.name)} options=${options} chosen=${chosen} onChoose=${choose} />`;
}

/** What follows from more than the item: ready, blocked, waiting, stale. */
function StandingFilter() {
  const dashboard = useDashboard();
  const { filters } = dashboard.state;
  const { model, given } = dashboard;
  if (!model.hasStates) return null;
  const options = [...countStandings(model, given.now)].map(([word, count]) => ({ word, label: dashboard.say(`filter.is.${word}`), count }));
  return html`<${Options} legend=${dashboard.say("filter.is")} options=${options} chosen=${filters.is} onChoose=${(/** @type {string[]} */ is) => dashboard.go({ filters: { ...filters, is } })} />`;
}

function RuleFilter() {
  const dashboard = useDashboard();
  const { filters } = dashboard.state;
  const { findings } = dashboard.model.summary;
  if (!findings.length && !filters.rules.length) return null;
  const items = dashboard.model.projection.items.filter((item) => item.findings);
  const count = (/** @type {string} */ rule) => items.filter((item) => item.findings?.some((finding) => finding.rule === rule)).length;
  const options = [
    { word: ANY_RULE, label: dashboard.say("filter.rule.any"), count: items.length },
    ...findings.map(({ rule }) => ({ word: rule, label: dashboard.say(`rule.${rule}.title`), count: count(rule) })),
  ];
  return html`<${Options} legend=${dashboard.say("filter.rule")} options=${options} chosen=${filters.rules} onChoose=${(/** @type {string[]} */ rules) => dashboard.go({ filters: { ...filters, rules } })} />`;
}

/** @param {{ legend: string, options: Option[], chosen: string[], onChoose: (words: string[]) => void }} props */
function Options({ legend, options, chosen, onChoose }) {
  const dashboard = useDashboard();
  if (!options.length) return null;
  const toggle = (/** @type {string} */ word) => onChoose(chosen.includes(word) ? chosen.filter((each) => each !== word) : [...chosen, word]);
  return html`<fieldset class="options">
    <legend>${legend}</legend>
    <div class="options-list">
      ${options.map(
        ({ word, label, count }) => html`<label class="choice" key=${word}>
          <input type="checkbox" checked=${chosen.includes(word)} onChange=${() => toggle(word)} />
          <span>${label}</span> <span class="count">${dashboard.catalogue.number(count)}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** Where an item stands: below what, how old, whether closed or archived. */
function PlaceFilter() {
  const dashboard = useDashboard();
  const { filters } = dashboard.state;
  const set = (/** @type {Partial<Filters>} */ change) => dashboard.go({ filters: { ...filters, ...change } });
  const { counts } = dashboard.model.summary;
  const under = [{ word: "any", label: dashboard.say("filter.any") }, { word: "", label: dashboard.say("filter.under.none") }, ...listPlaces(dashboard)];
  const ages = (/** @type {string} */ key, /** @type {number | null} */ chosen) => [
    { word: "", label: dashboard.say("filter.any") },
    ...listAges(chosen).map((days) => ({ word: String(days), label: dashboard.say(key, { count: days }) })),
  ];
  const closed = SHOWN.map((word) => ({ word, label: dashboard.say(`filter.closed.${word}`) }));
  const archived = SHOWN.map((word) => ({ word, label: dashboard.say(`filter.archived.${word}`) }));
  const readAge = (/** @type {string} */ word) => (word ? Number(word) : null);
  return html`<fieldset class="options">
    <legend>${dashboard.say("filter.place")}</legend>
    ${under.length > 2 &&
    html`<${Choice} label=${dashboard.say("filter.under")} value=${filters.under[0] ?? "any"} options=${under} onChoose=${(/** @type {string} */ word) => set({ under: word === "any" ? [] : [word] })} />`}
    <${Choice} label=${dashboard.say("filter.younger")} value=${String(filters.younger ?? "")} options=${ages("filter.younger.days", filters.younger)} onChoose=${(/** @type {string} */ word) => set({ younger: readAge(word) })} />
    <${Choice} label=${dashboard.say("filter.older")} value=${String(filters.older ?? "")} options=${ages("filter.older.days", filters.older)} onChoose=${(/** @type {string} */ word) => set({ older: readAge(word) })} />
    ${dashboard.model.hasStates && html`<${Choice} label=${dashboard.say("filter.closed")} value=${filters.closed} options=${closed} onChoose=${(/** @type {any} */ word) => set({ closed: word })} />`}
    ${(counts.archived > 0 || filters.archived !== "hide") && html`<${Choice} label=${dashboard.say("filter.archived")} value=${filters.archived} options=${archived} onChoose=${(/** @type {any} */ word) => set({ archived: word })} />`}
  </fieldset>`;
}

/** What items may stand below: all that groups work, and whatever else the address names. @param {Dashboard} dashboard */
function listPlaces({ model, state }) {
  const titles = new Map(model.summary.containers.map(({ id, title }) => [id, title]));
  for (const id of state.filters.under) if (id !== "" && !titles.has(id)) titles.set(id, model.speaker(id)?.title ?? "");
  return [...titles].map(([word, title]) => ({ word, label: title.trim() ? `${title} (${word})` : word }));
}

/** The ages to choose from, and the one that the address names. @param {number | null} chosen */
function listAges(chosen) {
  return [...new Set(chosen === null ? AGES : [...AGES, chosen])].sort((left, right) => left - right);
}

/** The filters that are on, each with the way to be rid of it. */
function ActiveFilters() {
  const dashboard = useDashboard();
  const { address } = dashboard.given;
  const filters = address.listFilters(dashboard.state);
  if (!filters.length) return null;
  return html`<ul class="active-filters" aria-label=${dashboard.say("filter.active")}>
    ${filters.map((pair) => {
      const words = sayFilter(dashboard, pair);
      const href = address.write(address.dropFilter(dashboard.state, pair)) || "./";
      return html`<li key=${pair.join("=")}>
        <a class="filter-on" href=${href} title=${dashboard.say("filter.drop")}><span class="visually-hidden">${dashboard.say("filter.drop")} </span><bdi>${words}</bdi><span aria-hidden="true"> ×</span></a>
      </li>`;
    })}
    <li><a href=${address.write(address.clearFilters(dashboard.state)) || "./"}>${dashboard.say("filter.clear")}</a></li>
  </ul>`;
}

/** One filter in words. @param {Dashboard} dashboard @param {Pair} pair @returns {string} */
function sayFilter(dashboard, [name, value]) {
  const { model } = dashboard;
  const say = (/** @type {string} */ key, /** @type {string} */ word) => dashboard.say("filter.word", { field: dashboard.say(key), word });
  /** @type {Record<string, () => string>} */
  const sentences = {
    q: () => say("search.name", value),
    class: () => say("filter.class", dashboard.say(`class.${value}`)),
    is: () => dashboard.say(`filter.is.${value}`),
    rule: () => say("filter.rule", dashboard.say(value === ANY_RULE ? "filter.rule.any" : knowsRule(dashboard, value) ? `rule.${value}.title` : "filter.rule.unknown")),
    under: () => say("filter.under", value === "" ? dashboard.say("filter.under.none") : model.speaker(value)?.title || value),
    younger: () => dashboard.say("filter.younger.days", { count: Number(value) }),
    older: () => dashboard.say("filter.older.days", { count: Number(value) }),
    closed: () => dashboard.say(`filter.closed.${value}`),
    archived: () => dashboard.say(`filter.archived.${value}`),
  };
  const field = name.replace(/^field\./, "");
  const own = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  return own ? own() : dashboard.say("filter.word", { field: dashboard.label(field), word: value || dashboard.say("board.without") });
}

/** @param {Dashboard} dashboard @param {string} rule */
function knowsRule({ catalogue }, rule) {
  return Object.hasOwn(catalogue.messages, `rule.${rule}.title`);
}

/** How many of how many are shown, and how many are hidden by being closed or archived. */
function Remaining() {
  const dashboard = useDashboard();
  const { model, given, state } = dashboard;
  const { shown, closed, archived, both, total } = given.filtered;
  const hidden = [
    closed > 0 && dashboard.say("hidden.closed", { count: closed }),
    archived > 0 && dashboard.say("hidden.archived", { count: archived }),
    both > 0 && dashboard.say("hidden.both", { count: both }),
  ].filter((each) => each !== false);
  const { filters } = state;
  const all = { ...filters, closed: heedsClosed(model, filters) ? /** @type {const} */ ("show") : filters.closed, archived: /** @type {const} */ ("show") };
  const sentence = dashboard.say("dashboard.remaining", { shown: shown.length, total, unit: dashboard.unit(total) });
  return html`<p class="remaining">
    <span>${sentence}</span>
    ${hidden.length > 0 && html` <span aria-hidden="true">·</span> <span class="count">${dashboard.say("hidden.parts", { parts: dashboard.catalogue.list(hidden) })}</span> <a href=${dashboard.link({ filters: all })}>${dashboard.say("hidden.show")}</a>`}
    <${Voice} sentence=${sentence} />
  </p>`;
}

const PAUSE = 700;

/** Says a sentence when it has changed and no more follows at once; not the first. @param {{ sentence: string }} props */
function Voice({ sentence }) {
  const [said, setSaid] = useState("");
  const last = useRef(sentence);
  useEffect(() => {
    if (last.current === sentence) return undefined;
    last.current = sentence;
    const timer = setTimeout(() => setSaid(sentence), PAUSE);
    return () => clearTimeout(timer);
  }, [sentence]);
  return html`<span class="visually-hidden" aria-live="polite">${said}</span>`;
}
