// What stands above every view: what was read and when, what has changed since, and the ways to the views.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { Age } from "./words.js";

/** @typedef {import("../feed.js").Feed} Feed */
/** @typedef {{ added: number, changed: number, gone: number }} Changes */

/**
 * What was read, in a sentence, and why it could not be read again.
 * @param {{ feed: Feed, place: { store: string, index: string }, changes: Changes, onHelp: () => void }} props
 */
export function Status({ feed, place, changes, onHelp }) {
  const dashboard = useDashboard();
  const { items, problems } = dashboard.model.summary.counts;
  const readAt = new Date(feed.data?.readAt ?? 0).toISOString();
  const store = html`<code dir="auto">${place.store}</code>`;
  return html`<div class="reading">
    <p class="lead">
      ${items + problems === 0
        ? dashboard.parts("state.empty", { store, unit: dashboard.unit(2) })
        : dashboard.parts("state.live", { store, count: items, unit: dashboard.unit(items) })}
      ${problems > 0 && ` ${dashboard.say("state.live.problems", { count: problems })}`}
      ${" "}<span class="read-at">${dashboard.parts("panel.read", { when: html`<${Age} stamp=${readAt} isFocusable />` })}</span>
    </p>
    <button class="button is-framed keys-button" type="button" onClick=${onHelp}>${dashboard.say("keys.button")}</button>
    ${feed.failure && html`<${Failed} failure=${feed.failure} index=${place.index} />`}
    <${News} changes=${changes} />
  </div>`;
}

/** @param {{ failure: import("../../fetching.js").Failure, index: string }} props */
function Failed({ failure: { cause, file, code }, index }) {
  const dashboard = useDashboard();
  return html`<p class="panel-failed" role="alert">
    ${dashboard.say(`panel.failed.${cause}`, { file, code: String(code) })} <a href=${index}>${dashboard.say("graph.data.index")}</a>
  </p>`;
}

/** Says what has changed, once. @param {{ changes: Changes }} props */
function News({ changes: { added, changed, gone } }) {
  const dashboard = useDashboard();
  const words = [
    added > 0 && dashboard.say("news.added", { count: added }),
    changed > 0 && dashboard.say("news.changed", { count: changed }),
    gone > 0 && dashboard.say("news.gone", { count: gone }),
  ].filter((each) => each !== false);
  return html`<p class="news" aria-live="polite">${words.length > 0 && dashboard.say("news.parts", { parts: dashboard.catalogue.list(words) })}</p>`;
}

/** @param {{ views: string[], view: string }} props */
export function ViewLinks({ views, view }) {
  const dashboard = useDashboard();
  const { counts } = dashboard.model.summary;
  const numbers = /** @type {Record<string, number>} */ ({ ready: counts.ready, blocked: counts.blocked });
  return html`<nav class="views" aria-label=${dashboard.say("view.navigation")}>
    <ul>
      ${views.map(
        (name) => html`<li key=${name}>
          <a href=${dashboard.link({ view: name, item: "" })} aria-current=${name === view ? "page" : undefined}>
            ${dashboard.say(`view.${name}`)}${numbers[name] > 0 && html` <span class="count">${dashboard.catalogue.number(numbers[name])}</span>`}
          </a>
        </li>`,
      )}
    </ul>
  </nav>`;
}
