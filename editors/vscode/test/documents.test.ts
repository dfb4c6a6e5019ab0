import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, PATTERNS, PROGRAMS, selector } from "../src/documents";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { activationEvents: string[] };

test("programs are read only where the settings say so", () => {
  const languages = (programs: boolean, formats: string[]): (string | undefined)[] =>
    selector(programs, formats).map(({ language }) => language);
  assert.ok(!languages(false, []).includes("python"));
  assert.ok(languages(true, []).includes("typescriptreact"));
  assert.ok(languages(false, ["markdown", "python"]).includes("python"));
  assert.ok(!languages(false, ["markdown", "python"]).includes("java"));
});

test("cells of notebooks are read where they are Markdown", () => {
  const cells = selector(true, []).filter(({ scheme }) => scheme === "vscode-notebook-cell");
  assert.deepEqual(cells, [{ scheme: "vscode-notebook-cell", language: "markdown" }]);
});

test("texts of other schemes than files and new ones are left alone", () => {
  const schemes = new Set(selector(true, []).map(({ scheme }) => scheme));
  assert.deepEqual([...schemes].sort(), ["file", "untitled", "vscode-notebook-cell"]);
});

test("every language that is read wakes the extension", () => {
  const events = new Set(manifest.activationEvents);
  const silent = [...LANGUAGES, ...PROGRAMS].filter((language) => !events.has(`onLanguage:${language}`));
  assert.deepEqual(silent, []);
  assert.ok(!events.has("*") && !events.has("onStartupFinished"));
});

test("patterns do not take every file of data", () => {
  const anything = PATTERNS.filter((pattern) => /^\*\*\/\*\.\{?(json|ya?ml|xml|properties)/.test(pattern));
  assert.deepEqual(anything, []);
});
