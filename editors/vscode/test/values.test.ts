import assert from "node:assert/strict";
import { homedir } from "node:os";
import { test } from "node:test";
import { flag, list, path } from "../src/values";

function of(value: unknown): { get(): unknown } {
  return { get: () => value };
}

test("a setting of the wrong type is none", () => {
  for (const wrong of [null, 5, {}, undefined]) {
    assert.equal(flag(of(wrong), "enable", true), true);
    assert.deepEqual(list(of(wrong), "formats"), []);
    assert.equal(path(of(wrong), "path", undefined), "");
  }
  assert.equal(flag(of("false"), "enable", true), true);
  assert.deepEqual(list(of("foo"), "arguments"), []);
  assert.deepEqual(list(of(["a", 5, null, "b"]), "arguments"), ["a", "b"]);
  assert.equal(path(of(["a"]), "path", undefined), "");
});

test("a setting of the right type counts", () => {
  assert.equal(flag(of(false), "enable", true), false);
  assert.deepEqual(list(of(["python"]), "formats"), ["python"]);
});

test("the variables of paths", () => {
  assert.equal(path(of(" ~/bin/python "), "python", "/work"), `${homedir()}/bin/python`);
  assert.equal(path(of("${userHome}/a"), "python", "/work"), `${homedir()}/a`);
  assert.equal(path(of("${workspaceFolder}/.venv/bin/python"), "python", "/srv/$&"), "/srv/$&/.venv/bin/python");
  assert.equal(path(of("/a~/b"), "python", undefined), "/a~/b");
});
