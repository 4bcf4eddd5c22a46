// Runs while `gen-docs serve` shows a page, and is part of no published one.
//
// Of all open tabs one listens to the server, since browsers open few connections to one host, and passes on what it
// hears. Data that changed is announced to the page, which asks for it again by itself; a page whose own text changed is
// loaded again, unless somebody is writing in it.

const NAME = "gen-docs-live";
const DATA_FIRST = 400; // milliseconds: the server would draw the page while it is asked for what the page waits for
const digest = document.querySelector("script[data-live]")?.getAttribute("data-live") ?? "";

/** @typedef {{ paths: string[], error: string, words: { title: string, changed: string, reload: string } }} News */

/** Whether a reload would take away what somebody has typed. */
function isWriting() {
  const field = document.activeElement;
  return (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue;
}

/**
 * The box at the foot of the page, made when first needed.
 * @param {string} title
 * @param {string} text
 * @param {string} [action]
 */
function showBox(title, text, action) {
  hideBox();
  const box = document.createElement("div");
  box.className = "live-box";
  box.setAttribute("role", "alert");
  const heading = document.createElement("strong");
  heading.textContent = title;
  box.append(heading);
  if (text) {
    const detail = document.createElement("pre");
    detail.textContent = text;
    box.append(detail);
  }
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action;
    button.addEventListener("click", () => location.reload());
    box.append(button);
  }
  document.body.append(box);
}

function hideBox() {
  document.querySelector(".live-box")?.remove();
}

/** Loads the page again if it is another now; a page that nobody looks at waits until somebody does. */
async function checkPage(/** @type {News["words"]} */ words) {
  if (document.hidden) {
    document.addEventListener("visibilitychange", () => checkPage(words), { once: true });
    return;
  }
  const answer = await fetch(`/_gen-docs/digest?page=${encodeURIComponent(location.pathname)}`, { cache: "no-store" });
  const text = await answer.text();
  if (!answer.ok) showBox(words.title, text);
  else if (text && text !== digest) {
    if (isWriting()) showBox(words.changed, "", words.reload);
    else location.reload();
  }
}

/** @param {News} news */
async function hear({ paths, error, words }) {
  if (error) {
    showBox(words.title, error);
    return;
  }
  hideBox();
  if (paths.length) document.dispatchEvent(new CustomEvent("gen-docs:changed", { detail: { paths } }));
  await new Promise((resolve) => setTimeout(resolve, paths.length ? DATA_FIRST : 0));
  try {
    await checkPage(words);
  } catch {
    // The server is gone; whoever listens to it says so when it is back.
  }
}

/** What the tab that listens has heard last. @type {News | undefined} */
let last;

const channel = new BroadcastChannel(NAME);
channel.addEventListener("message", ({ data }) => {
  if (data !== "how are things?") hear(data);
  else if (last) channel.postMessage({ ...last, paths: [] });
});
channel.postMessage("how are things?");

/** Listens to the server for all tabs, for as long as this one lives. */
function listen() {
  const source = new EventSource("/_gen-docs/events");
  source.addEventListener("message", ({ data }) => {
    /** @type {News} */
    const news = JSON.parse(data);
    last = news;
    channel.postMessage(news);
    hear(news);
  });
  return new Promise(() => {});
}

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/_gen-docs/live.css";
document.head.append(sheet);

if (navigator.locks) navigator.locks.request(NAME, listen);
else listen();
