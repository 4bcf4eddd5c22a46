// When to ask again for published data: at first, when the page is seen again, every few minutes, and when the server of
// a work in progress says that files have changed. Never while nobody can see the answer, and never twice at a time.

const REFRESH = 5 * 60_000;
const LOOK = 30_000; // how often to look whether it is time: a timer alone drifts while a machine sleeps

export class Refresher {
  #ask;
  #canAsk;
  #isDue = true;
  #isAsking = false;
  #askedAt = 0;

  /**
   * @param {() => Promise<void>} ask
   * @param {() => boolean} [canAsk] whether anybody could see the answer, beside the page being visible
   */
  constructor(ask, canAsk = () => true) {
    this.#ask = ask;
    this.#canAsk = canAsk;
  }

  /** Asks as soon as it can. */
  async require() {
    this.#isDue = true;
    await this.refresh();
  }

  /** Asks, where it is time. */
  async refresh() {
    if (Date.now() - this.#askedAt >= REFRESH) this.#isDue = true;
    if (!this.#isDue || this.#isAsking || document.visibilityState !== "visible" || !this.#canAsk()) return;
    this.#isAsking = true;
    this.#isDue = false;
    this.#askedAt = Date.now();
    try {
      await this.#ask();
    } finally {
      this.#isAsking = false;
    }
    if (this.#isDue) await this.refresh();
  }
}

/**
 * Keeps what a refresher asks for fresh for as long as the page lives.
 * @param {Refresher} refresher
 * @param {string[]} paths the files that it reads, from the root of the site
 */
export function keepFresh(refresher, paths) {
  setInterval(() => refresher.refresh(), LOOK);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") refresher.require();
  });
  document.addEventListener("gen-docs:changed", (event) => {
    const changed = new Set(event instanceof CustomEvent ? event.detail?.paths : []);
    if (paths.some((path) => changed.has(path))) refresher.require();
  });
}
