// Which key means what. Single keys can be switched off, and mean nothing while somebody writes.

import { VIEWS } from "./query.js";

/** @typedef {"search" | "filters" | "clear" | "help" | "next" | "previous" | "close"} Action */
/** @typedef {Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">} Press */

/** @type {Record<string, Action>} */
export const KEYS = { "/": "search", f: "filters", x: "clear", j: "next", k: "previous", "?": "help" };

const NAME = "gen-docs-shortcuts";

/**
 * What a key asks for: an action, or the view of that number among those that there are; null for nothing.
 * @param {Press} press
 * @param {{ isWriting: boolean, isOn: boolean, views: string[] }} situation
 * @returns {{ action: Action } | { view: string } | null}
 */
export function readKey({ key, ctrlKey, metaKey, altKey, isComposing }, { isWriting, isOn, views }) {
  if (ctrlKey || metaKey || altKey || isComposing) return null;
  if (key === "Escape") return { action: "close" };
  if (isWriting || !isOn) return null;
  if (Object.hasOwn(KEYS, key)) return { action: KEYS[key] };
  const view = /^[1-9]$/.test(key) ? views[Number(key) - 1] : undefined;
  return view && VIEWS.includes(view) ? { view } : null;
}

/** Whether somebody writes, or chooses by letters, in an element. @param {Element | null} element */
export function isWriting(element) {
  if (element instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(element.type);
  return element instanceof HTMLElement && (element.isContentEditable || ["textarea", "select"].includes(element.localName));
}

/** Whether the single keys are on; a browser may refuse to say. */
export function loadSwitch() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
export function saveSwitch(isOn) {
  try {
    localStorage.setItem(NAME, isOn ? "on" : "off");
  } catch {
    // It holds for this page.
  }
}
