// Which key means what, and when none does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./published.mjs";

const { KEYS, loadSwitch, readKey, saveSwitch } = await load("dashboard/keyboard");

const CALM = { isWriting: false, isOn: true, views: ["overview", "list", "ready"] };

function press(key, more = {}) {
  return { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more };
}

test("every key asks for its action, and a number for the view in that place", () => {
  for (const [key, action] of Object.entries(KEYS)) assert.deepEqual(readKey(press(key), CALM), { action });
  assert.deepEqual(readKey(press("3"), CALM), { view: "ready" });
  for (const key of ["4", "0", "a", "F", "Enter", "constructor", "__proto__"]) assert.equal(readKey(press(key), CALM), null);
});

test("no single key means anything to somebody who writes, or who switched them off", () => {
  for (const key of [...Object.keys(KEYS), "1"]) {
    assert.equal(readKey(press(key), { ...CALM, isWriting: true }), null);
    assert.equal(readKey(press(key), { ...CALM, isOn: false }), null);
  }
});

test("what is open can always be closed", () => {
  const situations = [CALM, { ...CALM, isWriting: true }, { ...CALM, isOn: false }];
  for (const situation of situations) assert.deepEqual(readKey(press("Escape"), situation), { action: "close" });
});

test("a key with another, or in the middle of a composed letter, belongs to the browser", () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }]) {
    for (const key of [...Object.keys(KEYS), "1", "Escape"]) assert.equal(readKey(press(key, more), CALM), null);
  }
});

test("the single keys are on until somebody switches them off, and in a browser that keeps nothing", () => {
  const kept = new Map();
  const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  const refuse = () => {
    throw new Error("refused");
  };
  const switchOff = (localStorage) => {
    Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
    const before = loadSwitch();
    saveSwitch(false);
    return [before, loadSwitch()];
  };
  const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  assert.deepEqual(switchOff(storage), [true, false]);
  saveSwitch(true);
  assert.equal(loadSwitch(), true);
  assert.deepEqual(switchOff({ getItem: refuse, setItem: refuse }), [true, true]);
  delete globalThis.localStorage;
  if (own) Object.defineProperty(globalThis, "localStorage", own);
});
