// Pages of the site as parts of another page. A page arrives as a document, never as a string of HTML: so nothing in it
// runs, and no rule about trusted types is bent.

/**
 * The page of an item; null where there is none, or nobody answers.
 * @param {string} address
 * @returns {Promise<Document | null>}
 */
export function readPage(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.addEventListener("load", () => resolve(request.responseXML?.querySelector(".entry") ? request.responseXML : null));
    request.addEventListener("error", () => resolve(null));
    request.send();
  });
}

const OWN_IDS = ["id", "for", "aria-labelledby", "aria-describedby", "data-copy-from"];

/**
 * The content of a page, made ready to stand in another: one level down, its links whole, its ids its own.
 * @param {Document} page
 * @param {string} address of the page
 * @param {string} prefix of all ids in it
 * @returns {Element[]}
 */
export function takeContent(page, address, prefix) {
  const main = page.querySelector("main");
  const parts = [...(main?.children ?? [])].map((part) => document.importNode(part, true));
  const holder = document.createElement("div");
  holder.append(...parts);
  for (const element of holder.querySelectorAll("*")) {
    for (const name of OWN_IDS) rename(element, name, prefix);
    completeLink(element, address, prefix);
  }
  for (const heading of holder.querySelectorAll("h1, h2, h3, h4, h5")) lower(heading);
  return [...holder.children];
}

/** @param {Element} element @param {string} name @param {string} prefix */
function rename(element, name, prefix) {
  const value = element.getAttribute(name);
  if (value) element.setAttribute(name, value.split(" ").map((id) => prefix + id).join(" "));
}

/** @param {Element} element @param {string} address @param {string} prefix */
function completeLink(element, address, prefix) {
  for (const name of ["href", "src"]) {
    const value = element.getAttribute(name);
    if (value === null) continue;
    if (value.startsWith("#")) element.setAttribute(name, `#${prefix}${value.slice(1)}`);
    else element.setAttribute(name, new URL(value, address).href);
  }
  if (element.getAttribute("data-copy") === "") element.setAttribute("data-copy", address);
}

/** @param {Element} heading */
function lower(heading) {
  const lowered = document.createElement(`h${Number(heading.localName.slice(1)) + 1}`);
  for (const { name, value } of heading.attributes) lowered.setAttribute(name, value);
  lowered.append(...heading.childNodes);
  heading.replaceWith(lowered);
}
