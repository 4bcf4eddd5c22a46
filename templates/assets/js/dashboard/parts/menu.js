// A button that shows a choice below it. It closes by Escape, and when the reader turns to something else.

import { html, useEffect, useRef } from "../../../vendor/htm-3.1.1/standalone.module.js";

/** @typedef {import("../context.js").Node} Node */

/** @param {{ label: Node, children?: Node }} props */
export function Menu({ label, children }) {
  const place = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    const close = (/** @type {Event} */ event) => {
      const { current } = place;
      if (current?.open && event.target instanceof Node && !current.contains(event.target)) current.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, []);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const { current } = place;
    if (event.key !== "Escape" || !current?.open) return;
    event.stopPropagation();
    current.open = false;
    current.querySelector("summary")?.focus();
  };
  return html`<details class="menu" ref=${place} onKeyDown=${onKeyDown}>
    <summary class="button is-framed">${label}</summary>
    <div class="menu-body">${children}</div>
  </details>`;
}
