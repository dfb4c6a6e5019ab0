import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { plain, plainMessage } from "../src/plain";

/** What VS Code takes for a link in a notification. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

test("no text of a message is a link", () => {
  const text = "„[Lehrer](command:workbench.action.quit)“, [b](https://example.org) [c](file:///d)";
  assert.match(text, LINK);
  assert.doesNotMatch(plain(text), LINK);
  assert.equal(plain(text).replaceAll("\u200b", ""), text);
  assert.equal(plain("[a] (b) f(x)[0]"), "[a] (b) f(x)[0]");
});

test("every message goes through it", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  for (const name of files) {
    const source = readFileSync(join("src", name), "utf8");
    const shown = source.match(/show(Information|Warning|Error)Message\b(?!\(plain\()/g) ?? [];
    assert.deepEqual(shown, [], name);
  }
});

test("what the server shows is no link, either", () => {
  const params = { type: 3, message: "[a](command:b)", actions: [{ title: "ja" }] };
  for (const method of ["window/showMessage", "window/showMessageRequest"]) {
    const shown = plainMessage({ jsonrpc: "2.0", method, params });
    assert.doesNotMatch(shown.params.message, LINK);
    assert.deepEqual(shown.params.actions, params.actions);
  }
  const other = { jsonrpc: "2.0", method: "window/logMessage", params };
  assert.equal(plainMessage(other), other);
  assert.deepEqual(plainMessage({ jsonrpc: "2.0", id: 1, result: null }), { jsonrpc: "2.0", id: 1, result: null });
});
