// Making what is on the page like what has been drawn anew, with as few changes as possible: what stays the same node
// keeps its focus, its place and whether it is open.

/**
 * Makes an element on the page like one that is not. Children with the same `data-key` are the same child wherever they
 * stand; other children are by their place and kind. The reader's own doing, an open `details`, is left as it is.
 * @param {Element} element
 * @param {Element} drawn is used up
 */
export function patch(element, drawn) {
  if (element.isEqualNode(drawn) || isSameTime(element, drawn)) return;
  patchAttributes(element, drawn);
  patchChildren(element, drawn);
}

/** A time whose text has become its age. @param {Element} element @param {Element} drawn */
function isSameTime(element, drawn) {
  return element.matches("time[data-age]") && element.getAttribute("datetime") === drawn.getAttribute("datetime");
}

/**
 * @param {Element} element
 * @param {Element} drawn
 */
function patchAttributes(element, drawn) {
  const isKept = (/** @type {string} */ name) => name === "open" && element.matches("details");
  for (const { name } of [...element.attributes]) {
    if (!drawn.hasAttribute(name) && !isKept(name)) element.removeAttribute(name);
  }
  for (const { name, value } of drawn.attributes) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/**
 * @param {Element} element
 * @param {Element} drawn
 */
function patchChildren(element, drawn) {
  const keyed = collectKeyed(element);
  /** @type {ChildNode | null} */
  let place = element.firstChild;
  for (const wanted of [...drawn.childNodes]) {
    const found = takeKeyed(keyed, wanted) ?? (place && isLike(place, wanted) ? place : null);
    if (found === null) {
      element.insertBefore(wanted, place);
      continue;
    }
    if (found === place) place = found.nextSibling;
    else element.insertBefore(found, place);
    patchNode(found, wanted);
  }
  while (place) {
    const following = place.nextSibling;
    place.remove();
    place = following;
  }
}

/**
 * @param {ChildNode} node
 * @param {ChildNode} wanted
 */
function patchNode(node, wanted) {
  if (node instanceof Element && wanted instanceof Element) patch(node, wanted);
  else if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
}

/** What an element is found by among others: its name and its key, if it has one. @param {Node} node @returns {string | null} */
function keyOf(node) {
  const key = node instanceof Element ? node.getAttribute("data-key") : null;
  return key === null ? null : `${node.nodeName} ${key}`;
}

/** Whether one node can become the other; one that has a key is taken by its key only. @param {Node} node @param {Node} wanted */
function isLike(node, wanted) {
  return node.nodeName === wanted.nodeName && keyOf(node) === null && keyOf(wanted) === null;
}

/**
 * Two files of one id have one key, so a key may have several children, in their order.
 * @param {Element} element
 * @returns {Map<string, Element[]>}
 */
function collectKeyed(element) {
  const found = new Map();
  for (const child of element.children) {
    const key = keyOf(child);
    if (key !== null && !found.get(key)?.push(child)) found.set(key, [child]);
  }
  return found;
}

/**
 * @param {Map<string, Element[]>} keyed
 * @param {Node} wanted
 * @returns {Element | null}
 */
function takeKeyed(keyed, wanted) {
  const key = keyOf(wanted);
  return (key !== null && keyed.get(key)?.shift()) || null;
}

/**
 * Takes out the white space that only lays out the source of a page: runs that hold a line end.
 * @param {Element} element
 */
export function dropLayout(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Node[]} */
  const found = [];
  while (walker.nextNode()) if (/^\s*\n\s*$/.test(walker.currentNode.nodeValue ?? "")) found.push(walker.currentNode);
  for (const node of found) node.parentNode?.removeChild(node);
}
