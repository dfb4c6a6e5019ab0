import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Configuration, explicit, type Manifest, serverSettings } from "../src/settings";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** A configuration in which these values are set somewhere, beside a default of each. */
function configuration(set: Record<string, Record<string, unknown>>): Configuration {
  return {
    get: (key) => Object.values(set[key] ?? {}).at(-1) ?? "default",
    inspect: (key) => ({ key, defaultValue: "default", ...set[key] }),
  };
}

test("defaults are not sent, for they would go before the project's file", () => {
  assert.deepEqual(explicit(configuration({}), ["policy", "inlayHints"]), {});
});

test("what is set anywhere is sent as it counts", () => {
  const settings = configuration({
    policy: { globalValue: "neutral", workspaceValue: "bayern" },
    inlayHints: { workspaceFolderValue: false },
    notations: { globalLanguageValue: ["star"] },
  });
  assert.deepEqual(explicit(settings, ["policy", "inlayHints", "notations", "codeLens"]), {
    policy: "bayern",
    inlayHints: false,
    notations: ["star"],
  });
});

test("the client's own settings are none of the server's", () => {
  const names = serverSettings(manifest);
  assert.ok(names.includes("policy") && names.includes("trustProjects"));
  assert.deepEqual(names.filter((name) => /^(enable|server|trace)/.test(name)), []);
});
