// What the tests of scripts are given: the site's scripts, and what Python publishes. `tests/test_javascript.py` writes
// both into one folder, where a package file says that `.js` is a module, as a server's answer would.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const FOLDER = process.env.GEN_DOCS_PUBLISHED;
if (!FOLDER) throw new Error("run these tests by `pytest tests/test_javascript.py`, which writes what they read");

/** One of the site's scripts, and those that it imports. @param {string} name */
export function load(name) {
  return import(pathToFileURL(`${FOLDER}/js/${name}.js`).href);
}

/** A subject that Python has written. @param {string} name */
export function read(name) {
  return JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8"));
}
