// Buttons that copy a text. They are hidden until this script can serve them.
//
// `data-copy` is the text, `data-copy-from` the id of the element that holds it; an empty `data-copy` is the address of
// the page. `data-copied` is what to say when it is done.

const SHOWN_FOR = 2000;

/**
 * The text that a button copies.
 * @param {HTMLElement} button
 * @returns {string}
 */
function readText(button) {
  const source = button.dataset.copyFrom && document.getElementById(button.dataset.copyFrom);
  if (source) return source.textContent ?? "";
  return button.dataset.copy || (document.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? location.href.split("#")[0]);
}

/** One place that is read out, made when first needed. */
function findVoice() {
  const found = document.getElementById("voice");
  if (found) return found;
  const voice = document.createElement("p");
  voice.id = "voice";
  voice.className = "visually-hidden";
  voice.setAttribute("aria-live", "polite");
  document.body.append(voice);
  return voice;
}

/** @param {HTMLElement} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(readText(button));
  } catch {
    return; // the reader's browser forbids it, and has said so
  }
  findVoice().textContent = button.dataset.copied ?? "";
  button.classList.add("is-done");
  setTimeout(() => {
    button.classList.remove("is-done");
    findVoice().textContent = "";
  }, SHOWN_FOR);
}

/**
 * Shows the buttons that copy, and lets them.
 * @param {ParentNode} root
 */
export function serveCopying(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy], button[data-copy-from]")) {
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

if (typeof document !== "undefined") serveCopying(document);
