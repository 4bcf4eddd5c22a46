// The keys, and the switch that turns them off.

import { html, useEffect, useRef } from "../../../vendor/htm-3.1.1/standalone.module.js";
import { useDashboard } from "../context.js";
import { KEYS } from "../keyboard.js";

/** @param {{ views: string[], isOn: boolean, onSwitch: (isOn: boolean) => void, onClose: () => void }} props */
export function Help({ views, isOn, onSwitch, onClose }) {
  const dashboard = useDashboard();
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    place.current?.showModal();
  }, []);
  return html`<dialog class="help" ref=${place} onClose=${onClose} aria-labelledby="help-title">
    <h2 id="help-title">${dashboard.say("keys.title")}</h2>
    <label class="choice">
      <input type="checkbox" checked=${isOn} onChange=${(/** @type {Event & { currentTarget: HTMLInputElement }} */ event) => onSwitch(event.currentTarget.checked)} />
      <span>${dashboard.say("keys.switch")}</span>
    </label>
    <dl class="keys">
      ${Object.entries(KEYS).map(([key, action]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${dashboard.say(`keys.${action}`)}</dd></div>`)}
      ${views.map((view, at) => html`<div key=${view}><dt><kbd>${at + 1}</kbd></dt><dd>${dashboard.say(`view.${view}`)}</dd></div>`)}
      <div><dt><kbd>Esc</kbd></dt><dd>${dashboard.say("keys.close")}</dd></div>
    </dl>
    <button class="button is-framed" type="button" onClick=${() => place.current?.close()}>${dashboard.say("keys.done")}</button>
  </dialog>`;
}
