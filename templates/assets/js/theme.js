// The colours that the reader chose: the system's, light or dark. Runs before the first paint where the browser can wait.

/** @typedef {"system" | "light" | "dark"} Theme */

/** @type {readonly Theme[]} */
const THEMES = ["system", "light", "dark"];
const KEY = "gen-docs-theme";

/**
 * The theme that a stored word names; the system's for anything else.
 * @param {string | null} stored
 * @returns {Theme}
 */
export function readTheme(stored) {
  return THEMES.find((theme) => theme === stored) ?? "system";
}

/**
 * @param {Theme} theme
 * @returns {Theme}
 */
export function nextTheme(theme) {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
}

/** @param {Theme} theme */
function applyTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** What was chosen before; a browser may refuse to say. */
function loadTheme() {
  try {
    return readTheme(localStorage.getItem(KEY));
  } catch {
    return readTheme(null);
  }
}

/** @param {Theme} theme */
function saveTheme(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this page.
  }
}

/**
 * @param {HTMLElement} button
 * @param {Theme} theme
 */
function labelSwitch(button, theme) {
  const label = button.dataset[theme] ?? "";
  button.setAttribute("aria-label", label);
  button.title = label;
  button.firstElementChild?.setAttribute("class", `icon icon-${theme}`);
}

function startSwitch() {
  const button = document.querySelector("[data-theme-switch]");
  if (!(button instanceof HTMLElement)) return;
  let theme = loadTheme();
  labelSwitch(button, theme);
  button.hidden = false;
  button.addEventListener("click", () => {
    theme = nextTheme(theme);
    applyTheme(theme);
    saveTheme(theme);
    labelSwitch(button, theme);
  });
}

if (typeof document !== "undefined") {
  applyTheme(loadTheme());
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", startSwitch);
  else startSwitch();
}
