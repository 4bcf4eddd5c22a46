// What the tests of the dashboard share: graphs that Python wrote, and a small one to say things about.

import { load, read } from "./published.mjs";

const { Model } = await load("dashboard/model");
const { Sorter } = await load("dashboard/sorting");

/** A graph that Python wrote down, and its model, made when it is asked for. */
class Graph {
  #model = null;

  constructor(written) {
    Object.assign(this, written);
  }

  get model() {
    this.#model ??= new Model(this.index);
    return this.#model;
  }
}

/** What Python wrote for these tests, and then the public stores, where there are any. */
export const GRAPHS = [...read("dashboards"), ...read("corpora")].map((written) => new Graph(written));

/** A kind that nothing knows by name. */
const KIND = {
  graph: "g",
  problems: [],
  roles: {
    title: "name",
    state: "phase",
    type: "sort",
    priority: "weight",
    tags: "marks",
    created: "made",
    updated: "touched",
    order: "rank",
    parent: "above",
  },
  states: [
    { name: "doing", class: "active" },
    { name: "next", class: "ready" },
    { name: "asked", class: "waiting" },
    { name: "over", class: "done" },
    { name: "cut", class: "dropped" },
  ],
  fields: [
    { name: "name", type: "text" },
    { name: "phase", type: "enum", values: ["doing", "next", "asked", "over", "cut"] },
    { name: "sort", type: "enum", values: ["goal", "group", "thing"], default: "thing", containers: ["goal", "group"] },
    { name: "weight", type: "enum", values: ["heavy", "light"], default: "light" },
    { name: "marks", type: "list" },
    { name: "made", type: "date" },
    { name: "touched", type: "date" },
    { name: "rank", type: "text" },
    { name: "size", type: "number" },
    { name: "view", type: "text" },
  ],
  links: [
    { name: "above", edge: "parent", direction: "out" },
    { name: "waits", edge: "blocks", direction: "in" },
    { name: "holds", edge: "blocks", direction: "out" },
  ],
  rules: [{ name: "odd", severity: "warning" }],
  thresholds: { stale_after_days: 14 },
  views: { sort: ["phase", "name"], list: { columns: ["name", "phase"] }, board: { by: "phase" } },
};

/** A model of items, which need no path and come in the order of their ids. */
export function makeModel(items, kind = {}) {
  return new Model({ ...KIND, ...kind, items: items.map((item) => ({ path: `${item.id}.txt`, ...item })) });
}

/** All rows of a model in the order of its kind. */
export function order(model) {
  return new Sorter(model, "en").order();
}

export function ids(rows) {
  return rows.map(({ id }) => id);
}

/** Numbers from a seed, between 0 and below a limit. */
export function makeChance(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
