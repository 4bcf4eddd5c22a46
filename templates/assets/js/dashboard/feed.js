// The published data of one graph as it was last read, and why it could not be read again. What was read stays until all
// of what belongs together has been read anew.

import { Catalogue } from "../catalogue.js";
import { readJson } from "../fetching.js";
import { Model } from "./model.js";

/** @typedef {import("../fetching.js").Failure} Failure */
/** @typedef {import("../fetching.js").Reading} Reading */
/** @typedef {{ path: string, text: string }} ItemText */
/**
 * What has been read. `texts` is null until they are wanted and read; `readAt` is when the projection was last read, in
 * milliseconds since 1970.
 * @typedef {{ model: Model, catalogue: Catalogue, texts: ItemText[] | null, readAt: number }} Data
 */

/** What belongs in each file, as far as a dashboard leans on it. */
const EXPECTED = {
  messages: (/** @type {any} */ value) => typeof value?.messages === "object" && typeof value.plurals === "string",
  summary: (/** @type {any} */ value) => typeof value?.counts === "object",
  index: (/** @type {any} */ value) => Array.isArray(value?.items) && Array.isArray(value.problems) && Boolean(value.roles),
  text: (/** @type {any} */ value) => Array.isArray(value?.items),
};
const TOGETHER = /** @type {const} */ (["messages", "summary", "index"]);

/** @typedef {keyof typeof EXPECTED} Source */

export class Feed {
  #addresses;
  #route;
  /** @type {Partial<Record<Source, Reading>>} */
  #readings = {};
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #wantsTexts = false;
  /** @type {Data | null} */
  data = null;
  /** @type {Failure | null} */
  failure = null;
  /** @type {Failure | null} */
  textFailure = null;

  /**
   * @param {Record<Source, string>} addresses
   * @param {string} route the link to the page of the graph in the language that items have pages in
   */
  constructor(addresses, route) {
    this.#addresses = addresses;
    this.#route = route;
  }

  /** Calls back after every answer, until what is returned is called. @param {() => void} listener */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads everything anew that has changed. Answers nothing: what came of it is told to those who listen. */
  async ask() {
    const answers = await Promise.all(TOGETHER.map((source) => this.#read(source)));
    const failed = answers.find(({ failure }) => failure);
    this.failure = failed?.failure ?? null;
    if (!failed) this.#learn(/** @type {Reading[]} */ (answers.map((answer) => "reading" in answer && answer.reading)));
    this.#tell();
    if (this.#wantsTexts) await this.#askTexts();
  }

  /** Reads the texts of the items, now and with everything else from now on. */
  async wantTexts() {
    if (this.#wantsTexts) return;
    this.#wantsTexts = true;
    await this.#askTexts();
  }

  async #askTexts() {
    const answer = await this.#read("text");
    this.textFailure = answer.failure;
    if (!answer.failure) {
      this.#readings.text = answer.reading;
      if (this.data) this.data = { ...this.data, texts: answer.reading.value.items };
    } else this.#wantsTexts = false;
    this.#tell();
  }

  /** @param {Source} source */
  #read(source) {
    return readJson(this.#addresses[source], this.#readings[source] ?? null, EXPECTED[source]);
  }

  /** @param {Reading[]} readings */
  #learn([messages, summary, index]) {
    const isSame = this.data && this.#readings.index === index && this.#readings.summary === summary;
    const place = { segments: summary.value.segments, unread: summary.value.unread, route: this.#route };
    const model = isSame && this.data ? this.data.model : new Model(index.value, place);
    const catalogue = this.#readings.messages === messages && this.data ? this.data.catalogue : new Catalogue(messages.value);
    this.#readings = { ...this.#readings, messages, summary, index };
    this.data = { model, catalogue, texts: this.#readings.text?.value.items ?? null, readAt: Date.now() };
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
