// One of a few words.

import { html } from "../../../vendor/htm-3.1.1/standalone.module.js";

/**
 * @param {{ label: string, value: string, options: { word: string, label: string }[], onChoose: (word: string) => void }} props
 */
export function Choice({ label, value, options, onChoose }) {
  return html`<label class="select">
    <span>${label}</span>
    <select value=${value} onChange=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ { currentTarget }) => onChoose(currentTarget.value)}>
      ${options.map((option) => html`<option key=${option.word} value=${option.word} selected=${option.word === value}>${option.label}</option>`)}
    </select>
  </label>`;
}
