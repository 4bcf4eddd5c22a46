// The address of a view says all of it, and nothing that goes without saying.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GRAPHS, makeChance, makeModel } from "./dashboards.mjs";
import { load } from "./published.mjs";

const { Address, listViews, VIEWS } = await load("dashboard/query");
const { ANY_RULE, CLASSES, IS, makeFilters, SHOWN } = await load("dashboard/filtering");

const ADDRESS = new Address(makeModel([]));

/** Any state of a dashboard, as its page could come to be in it. */
function makeState(address, model, chance) {
  const pick = (list) => list[chance(list.length)];
  const words = ["todo", "", "a b", "ä&=?#%+/", "語", "\u{1f400}", "1,2", "-x", "q", "constructor"];
  const some = (list) => [...new Set(Array.from({ length: chance(4) }, () => pick(list)))];
  const names = [...model.fields.byName.keys()];
  const asked = model.fields.declared.map(({ name }) => [name, some(words)]);
  const fields = new Map(asked.filter(([, list]) => list.length));
  const columns = some(names);
  return {
    ...address.makeDefault(),
    view: pick(VIEWS),
    text: pick(words),
    filters: {
      ...makeFilters(),
      fields,
      classes: some(CLASSES),
      is: some(IS),
      under: some(words),
      rules: some([ANY_RULE, "odd", "x y"]),
      younger: pick([null, 0, 7]),
      older: pick([null, 30, 99999]),
      closed: pick(SHOWN),
      archived: pick(SHOWN),
    },
    sort: some(names).map((field) => ({ field, isDescending: chance(2) === 1 })),
    ...(columns.length ? { columns } : {}),
    by: pick([address.defaults.by, ...model.fields.enums.map(({ name }) => name)]),
    lanes: pick(["", ...model.fields.enums.map(({ name }) => name)]),
    around: some(words.filter((word) => word !== "")),
    steps: pick([null, 1, 3]),
    item: pick(words),
    rest: some(["utm", "x.y", "é"]).map((name) => [name, pick(words)]),
  };
}

test("any state is what its address says, and no address says more than once", () => {
  const chance = makeChance(11);
  for (const { model } of GRAPHS.slice(0, 20)) {
    const address = new Address(model);
    for (let round = 0; round < 50; round += 1) {
      const state = makeState(address, model, chance);
      const written = address.write(state);
      assert.deepEqual(address.parse(written), state, written);
      assert.equal(address.write(address.parse(written)), written);
      assert.deepEqual(address.add(state, written), state, written);
    }
  }
});

test("whatever an address says, it settles at once", () => {
  const chance = makeChance(5);
  const names = ["view", "q", "phase", "sort", "closed", "field.view", "under", "steps", "columns", "item", "class"];
  const values = ["list", "next", "-name", "name", "only", "9", "é", "\ud800", "done"];
  const parts = [...names, ...values, "=", "=", "=", "&", "&", "&", ",", "%", "%zz", "+", "?"];
  for (let round = 0; round < 2000; round += 1) {
    const query = Array.from({ length: chance(12) }, () => parts[chance(parts.length)]).join("");
    const state = ADDRESS.parse(query);
    assert.deepEqual(ADDRESS.parse(ADDRESS.write(state)), state, query);
  }
});

test("a default leaves no trace", () => {
  assert.equal(ADDRESS.write(ADDRESS.makeDefault()), "");
  assert.deepEqual(ADDRESS.parse(""), ADDRESS.makeDefault());
  assert.deepEqual(ADDRESS.parse("?"), ADDRESS.makeDefault());
  const said = "?view=overview&closed=hide&archived=hide&columns=name,phase&by=phase&lanes=&sort=&steps=&item=&q=";
  assert.equal(ADDRESS.write(ADDRESS.parse(said)), "");
});

test("addresses can be read and written by people", () => {
  const state = ADDRESS.parse("?view=board&phase=next&phase=doing&item=app-o7eq&sort=-made,name&q=two+words");
  assert.deepEqual([state.view, state.item, state.text], ["board", "app-o7eq", "two words"]);
  assert.deepEqual(state.filters.fields, new Map([["phase", ["next", "doing"]]]));
  assert.deepEqual(state.sort, [{ field: "made", isDescending: true }, { field: "name", isDescending: false }]);
  assert.equal(
    ADDRESS.write(state),
    "?view=board&q=two+words&phase=next&phase=doing&sort=-made,name&item=app-o7eq",
  );
  assert.equal(ADDRESS.write({ ...ADDRESS.makeDefault(), item: "a:b/c@d" }), "?item=a:b/c@d");
});

test("a field that is called like something else has a longer name", () => {
  const state = ADDRESS.parse("?view=list&field.view=tree");
  assert.equal(state.view, "list");
  assert.deepEqual(state.filters.fields, new Map([["view", ["tree"]]]));
  assert.equal(ADDRESS.write(state), "?view=list&field.view=tree");
});

test("words that cannot be meant are left out", () => {
  const list = "view=map&sort=nothing,-name,name&columns=,nothing&by=name&lanes=size&steps=x&around=";
  const state = ADDRESS.parse(`${list}&class=open&class=done&is=late&younger=-1&older=1e3&closed=maybe&rule=`);
  const expected = ADDRESS.makeDefault();
  expected.filters.classes = ["done"];
  expected.sort = [{ field: "name", isDescending: true }];
  assert.deepEqual(state, expected);
});

test("what means nothing here is kept", () => {
  const state = ADDRESS.parse("?utm_source=x&view=list&statsu=todo&statsu=done");
  assert.deepEqual(state.rest, [["utm_source", "x"], ["statsu", "todo"], ["statsu", "done"]]);
  assert.equal(ADDRESS.write(state), "?view=list&utm_source=x&statsu=todo&statsu=done");
});

test("lanes may be fields with words, and links to parents", () => {
  assert.equal(ADDRESS.parse("lanes=above").lanes, "above");
  assert.equal(ADDRESS.parse("lanes=weight").lanes, "weight");
  assert.equal(ADDRESS.parse("lanes=waits").lanes, "");
});

test("every filter is listed, can be taken away alone, and all of them together", () => {
  const query = "?view=list&q=x&phase=next&phase=over&class=done&under=&rule=any&older=9&closed=show&sort=name&item=a";
  const state = ADDRESS.parse(query);
  const filters = ADDRESS.listFilters(state);
  assert.deepEqual(filters, [
    ["q", "x"], ["phase", "next"], ["phase", "over"], ["class", "done"], ["under", ""], ["rule", "any"], ["older", "9"],
    ["closed", "show"],
  ]);
  for (const filter of filters) {
    const rest = ADDRESS.listFilters(ADDRESS.dropFilter(state, filter));
    assert.deepEqual(rest, filters.filter((each) => each !== filter));
  }
  assert.equal(ADDRESS.write(ADDRESS.clearFilters(state)), "?view=list&sort=name&item=a");
  assert.deepEqual(ADDRESS.listFilters({ ...state, text: "  " }), filters.slice(1));
});

test("a kind with nothing but items has addresses too", () => {
  const address = new Address(makeModel([], { roles: {}, fields: [], links: [], views: {}, states: [] }));
  assert.deepEqual(address.defaults, { columns: ["id"], by: "" });
  assert.equal(address.write(address.parse("?by=phase&view=board")), "?view=board");
});

test("what a query adds takes the place of what was said by the same names, and leaves the rest", () => {
  const add = (before, query) => ADDRESS.write(ADDRESS.add(ADDRESS.parse(before), query));
  assert.equal(add("?view=board&class=draft&q=a&phase=next", "?view=list&class=active&closed=show"), "?view=list&q=a&phase=next&class=active&closed=show");
  assert.equal(add("?is=ready&closed=only", "?is=blocked&is=stale&closed=hide"), "?is=blocked&is=stale");
  assert.equal(add("", "?sort=-name"), "?sort=-name");
  assert.equal(add("?sort=name&x=y", "?sort=-name"), "?sort=-name&x=y");
});

test("a graph has the views that mean something for it", () => {
  const views = (kind) => listViews(makeModel([], kind)).join();
  assert.equal(views({}), VIEWS.join());
  const bare = { roles: { title: "name" }, states: [], links: [], fields: [{ name: "name", type: "text" }] };
  assert.equal(views(bare), "overview,list");
  assert.equal(views({ ...bare, fields: [...bare.fields, { name: "made", type: "date" }], roles: { created: "made" } }), "overview,list,timeline");
  assert.equal(views({ links: [] }), "overview,list,board,timeline,ready");
});
