// The live panels of a page: each reads the published data of its graph, draws what it says, and keeps it fresh.
//
// A panel asks when somebody can see it. Until it has read anything it shows what the build wrote; what could not be
// read is said, and what was last known stays.

import { showAges } from "./ages.js";
import { Catalogue } from "./catalogue.js";
import { drawContent } from "./content.js";
import { summarise } from "./counting.js";
import { Pen } from "./drawing.js";
import { readJson } from "./fetching.js";
import { compareSummaries } from "./overview.js";
import { dropLayout, patch } from "./patching.js";
import { isClosedClass, nameClass, Projection } from "./projection.js";
import { keepFresh, Refresher } from "./refreshing.js";
import { Relations } from "./relations.js";
import { itemLink } from "./routes.js";
import { findNewest, findStale } from "./staleness.js";

/** @typedef {import("./counting.js").Summary} Summary */
/** @typedef {import("./fetching.js").Failure} Failure */
/** @typedef {import("./fetching.js").Reading} Reading */

const MARKED_FOR = 4_000;
const NEWEST = 5;
const NEAR = "300px";

/** What belongs in each file, as far as a panel leans on it. */
const EXPECTED = {
  messages: (/** @type {any} */ value) => typeof value?.messages === "object" && typeof value.plurals === "string",
  summary: (/** @type {any} */ value) => typeof value?.counts === "object" && Array.isArray(value.containers),
  index: (/** @type {any} */ value) => Array.isArray(value?.items) && Array.isArray(value.problems),
};

/** @typedef {keyof typeof EXPECTED} Source */
/** @typedef {{ index: Reading, projection: Projection, relations: Relations, summary: Summary }} Known */

class Panel {
  /** @param {HTMLElement} section */
  constructor(section) {
    const { dataset } = section;
    this.section = section;
    this.graph = dataset.panel ?? "";
    this.store = dataset.store ?? "";
    this.unit = { one: dataset.one ?? "", other: dataset.other ?? "" };
    /** The link to the folder of the items' pages, which are in one language. */
    this.items = dataset.items ?? "";
    const heading = find(section, ".panel-title");
    this.place = {
      anchor: heading.id,
      level: Number(heading.localName.slice(1)) + 1,
      route: dataset.route ?? "",
      hasStates: dataset.states !== undefined,
    };
    /** Whole addresses, since the page's own may change. @type {Record<Source, string>} */
    this.addresses = {
      messages: new URL(dataset.messages ?? "", document.baseURI).href,
      summary: new URL(dataset.summary ?? "", document.baseURI).href,
      index: new URL(dataset.index ?? "", document.baseURI).href,
    };
    /** @type {Record<Source, Reading | null>} */
    this.readings = { messages: null, summary: null, index: null };
    /** @type {Known | null} */
    this.known = null;
    /** @type {Summary | null} */
    this.shown = null;
    this.isNear = false;
    this.refresher = new Refresher(() => this.ask(), () => this.isNear);
    dropLayout(section);
  }

  /** Reads one file after the other and draws after each; stops at the first that cannot be read. */
  async ask() {
    for (const source of /** @type {Source[]} */ (["messages", "summary", "index"])) {
      const answer = await readJson(this.addresses[source], this.readings[source], EXPECTED[source]);
      if (answer.failure) return this.showFailure(answer.failure);
      this.readings[source] = answer.reading;
      // A panel that has read the projection once draws again only with both: its numbers and lists are of one state.
      if (source === "index" || (source === "summary" && !this.readings.index)) this.draw();
    }
    this.section.querySelector(".panel-failed")?.setAttribute("hidden", "");
  }

  /** Draws what has been read. */
  draw() {
    const { messages, summary, index } = this.readings;
    if (!messages || !summary) return;
    const pen = new Pen(new Catalogue(messages.value), this.unit);
    const linkOf = (/** @type {string} */ id) => itemLink(this.items, summary.value.segments ?? {}, id);
    const known = index && this.learn(index);
    const counted = known ? known.summary : /** @type {Summary} */ (summary.value);
    const lists = known && this.list(known, linkOf);
    this.keepFocus(() => {
      if (summary.value.state !== "unresolved") patch(find(this.section, ".panel-state"), pen.state(this.store, counted.counts));
      patch(find(this.section, ".panel-time"), pen.time(Date.now()));
      const content = find(this.section, ".panel-content");
      content.hidden = counted.counts.items + counted.counts.problems === 0;
      const parts = content.hidden ? [] : drawContent(pen, this.place, counted, lists, linkOf);
      parts.forEach((part, at) => patch(content.children[at], part));
      showAges(this.section, document.documentElement.lang, Date.now());
    });
    if (this.shown) this.tell(pen, this.shown, counted);
    this.shown = counted;
  }

  /** What follows from a projection, worked out once. @param {Reading} index @returns {Known} */
  learn(index) {
    if (this.known?.index !== index) {
      const projection = new Projection(index.value);
      const relations = new Relations(projection);
      this.known = { index, projection, relations, summary: summarise(projection, relations) };
    }
    return this.known;
  }

  /**
   * What only the projection says.
   * @param {Known} known
   * @param {(id: string) => string} linkOf
   */
  list({ projection, relations }, linkOf) {
    const describe = (/** @type {import("./projection.js").Item} */ item) => {
      const [state, stateClass] = [projection.state(item), projection.stateClass(item)];
      return {
        href: linkOf(item.id),
        id: item.id,
        title: projection.title(item),
        state,
        stateClass: nameClass(state, stateClass, this.place.hasStates),
        isOpen: !isClosedClass(stateClass),
        when: projection.lastDate(item),
      };
    };
    const { stale, unknown } = findStale(projection, relations, Date.now());
    return {
      newest: findNewest(projection, NEWEST).map(describe),
      stale: stale.map(describe),
      unknown: unknown.map(describe),
      days: projection.file.thresholds.stale_after_days,
    };
  }

  /**
   * Does what may move or remove the element that has the focus, and gives it back: to the element, or to the heading.
   * @param {() => void} change
   */
  keepFocus(change) {
    const focused = document.activeElement;
    change();
    if (!(focused instanceof HTMLElement) || focused === document.activeElement || focused === document.body) return;
    focused.focus({ preventScroll: true });
    if (document.activeElement === focused) return;
    const heading = find(this.section, ".panel-title");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  /**
   * Marks for a moment what is another number now, and says it in one sentence.
   * @param {Pen} pen
   * @param {Summary} before
   * @param {Summary} after
   */
  tell(pen, before, after) {
    const { tiles, containers, rules } = compareSummaries(before, after, this.place.hasStates);
    this.mark(".tile", new Set(tiles.map((tile) => tile.name)));
    this.mark(".bars > li", containers);
    this.mark(".rows > li", rules);
    if (tiles.length + containers.size + rules.size === 0) return;
    const words = tiles.map(({ name, count }) => {
      return pen.say("panel.changed.count", { number: pen.catalogue.number(count), name: pen.say(`tile.${name}`, { count }) });
    });
    const changes = words.length ? pen.catalogue.list(words) : pen.say("panel.changed.other");
    this.announce(pen.say("panel.changed", { title: find(this.section, ".panel-title").textContent ?? "", changes }));
  }

  /**
   * @param {string} selector
   * @param {Set<string>} keys
   */
  mark(selector, keys) {
    for (const element of this.section.querySelectorAll(selector)) {
      if (!keys.has(element.getAttribute("data-key") ?? "")) continue;
      element.classList.add("is-changed");
      setTimeout(() => element.classList.remove("is-changed"), MARKED_FOR);
    }
  }

  /** @param {string} sentence */
  announce(sentence) {
    const news = find(this.section, ".panel-news");
    if (news.textContent !== sentence) news.textContent = sentence;
  }

  /** @param {Failure} failure */
  showFailure(failure) {
    const place = find(this.section, ".panel-failed");
    const sentence = find(place, "span");
    const { messages } = this.readings;
    if (messages) sentence.textContent = new Pen(new Catalogue(messages.value), this.unit).failure(failure);
    place.hidden = false;
    this.announce(sentence.textContent ?? "");
  }
}

/**
 * @param {Element} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {Panel[]} panels */
function watch(panels) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        for (const panel of panels) if (panel.section === target) panel.isNear = isIntersecting;
      }
      for (const panel of panels) panel.refresher.refresh();
    },
    { rootMargin: NEAR },
  );
  for (const panel of panels) {
    observer.observe(panel.section);
    keepFresh(panel.refresher, ["summary", "index"].map((name) => `assets/${panel.graph}/${name}.json`));
  }
}

const sections = document.querySelectorAll("[data-panel][data-index]");
watch([...sections].filter((section) => section instanceof HTMLElement).map((section) => new Panel(section)));
