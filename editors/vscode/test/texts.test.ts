// Every text has its German one, and nothing is translated that is no longer there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const german = JSON.parse(readFileSync(join("l10n", "bundle.l10n.de.json"), "utf8")) as Record<string, string>;

function used(): Set<string> {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const texts = files.flatMap((name) => {
    const source = readFileSync(join("src", name), "utf8");
    return [...source.matchAll(/l10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g)].map((found) => JSON.parse(`"${found[1]}"`) as string);
  });
  return new Set(texts);
}

function placeholders(text: string): string {
  return [...new Set(text.match(/\{\d+\}/g))].sort().join(" ");
}

test("no call without a literal text", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const odd = files.filter((name) => /l10n\.t\(\s*[^"\s]/.test(readFileSync(join("src", name), "utf8")));
  assert.deepEqual(odd, []);
});

test("the German texts are complete", () => {
  assert.deepEqual(Object.keys(german).sort(), [...used()].sort());
});

test("with the same placeholders", () => {
  const different = Object.entries(german).filter(([one, other]) => placeholders(one) !== placeholders(other));
  assert.deepEqual(different, []);
});

test("the manifest's texts are there in both languages", () => {
  const [english, other] = ["package.nls.json", "package.nls.de.json"].map(
    (name) => Object.keys(JSON.parse(readFileSync(name, "utf8")) as object).sort(),
  );
  assert.deepEqual(english, other);
});
