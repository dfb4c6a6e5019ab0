import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, test } from "node:test";
import { PrivateEnvironment } from "../src/server/environment";
import { lastLine, run } from "../src/server/process";
import { inspect, isProgram, onPath, type Python } from "../src/server/python";
import { Restarts } from "../src/server/restarts";
import { isOlder, requirement } from "../src/server/version";
import { wheel } from "./wheel";

const folder = mkdtempSync(join(tmpdir(), "mitgemeint-"));
const released = (): Promise<void> => Promise.resolve();
const PYTHON = process.env.PYTHON ?? "python3";
after(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("versions", () => {
  assert.ok(isOlder("3.9.18", "3.11"));
  assert.ok(isOlder("0.1.0", "0.1.1"));
  assert.ok(!isOlder("0.10.0", "0.9"));
  assert.ok(!isOlder("0.2.0rc1", "0.2"));
  assert.ok(!isOlder("1", "1.0.0"));
});

test("the servers that fit this extension", () => {
  assert.equal(requirement("0.1.0"), "mitgemeint>=0.1,<0.2");
  assert.equal(requirement("1.4.2"), "mitgemeint>=1.4,<2");
});

test("four starts in three minutes", () => {
  const restarts = new Restarts();
  const allowed = [0, 1, 2, 3, 4].map((second) => restarts.allow(second * 1000));
  assert.deepEqual(allowed, [true, true, true, true, false]);
  assert.ok(restarts.allow(200_000));
  restarts.reset();
  assert.ok(restarts.allow(200_001));
});

test("the last line of what a program says", () => {
  assert.equal(lastLine("eins\r\nERROR: zwei\r\n\r\n"), "ERROR: zwei");
  assert.equal(lastLine(""), "");
});

test("a program that does not exist", async () => {
  const { status, errors } = await run(join(folder, "nothing"), []);
  assert.equal(status, null);
  assert.match(errors, /ENOENT/);
});

test("a program that hangs is ended with what it has started", { skip: process.platform === "win32" }, async () => {
  const began = Date.now();
  const hanging = await run("/bin/sh", ["-c", "sleep 60 & sleep 60"], { limit: 300 });
  assert.equal(hanging.status, null);
  const left = await run("/bin/sh", ["-c", "echo da; sleep 60 & exit 0"]);
  assert.deepEqual([left.status, left.output], [0, "da\n"]);
  assert.ok(Date.now() - began < 20_000);
});

test("the PATH without its relative folders", () => {
  writeFileSync(join(folder, "mitgemeint"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(folder, "text"), "");
  const path = [".", "", "bin", folder].join(delimiter);
  assert.equal(onPath("mitgemeint", { PATH: path }, "linux"), join(folder, "mitgemeint"));
  assert.equal(onPath("text", { PATH: path }, "linux"), undefined);
  assert.equal(onPath("mitgemeint", { PATH: "." }, "linux"), undefined);
  assert.ok(!isProgram(folder));
});

async function python(): Promise<Python> {
  const found = await inspect(PYTHON, folder);
  assert.ok(found, `${PYTHON} is needed for this test`);
  return found;
}

test("a Python is looked at", async () => {
  const { version } = await python();
  assert.match(version, /^3\.\d+\.\d+$/);
  assert.equal(await inspect(join(folder, "mitgemeint"), folder), undefined);
  assert.equal(await inspect(join(folder, "nothing"), folder), undefined);
});

test("the private environment is made, and made anew", async () => {
  const index = mkdtempSync(join(folder, "index-"));
  wheel(index, "0.1.0");
  Object.assign(process.env, { PIP_NO_INDEX: "1", PIP_FIND_LINKS: index });
  let log = "";
  const environment = new PrivateEnvironment(join(folder, "with space"), process.platform, "mitgemeint", (text) => (log += text));
  assert.ok(!environment.exists);
  assert.equal(await environment.create(await python(), new AbortController().signal, released), undefined);
  assert.ok(environment.exists);
  assert.equal((await inspect(environment.python, folder))?.server, "0.1.0");
  assert.match(log, /Successfully installed/);
  Object.assign(process.env, { PIP_FIND_LINKS: mkdtempSync(join(folder, "empty-")) });
  const failure = await environment.create(await python(), new AbortController().signal, released);
  assert.deepEqual(failure, { reason: "unknown" });
  assert.equal((await inspect(environment.python, folder))?.server, "0.1.0"); // what was there stays
  Object.assign(process.env, { PIP_FIND_LINKS: index });
  wheel(index, "0.2.0");
  assert.equal(await environment.create(await python(), new AbortController().signal, released), undefined);
  assert.equal((await inspect(environment.python, folder))?.server, "0.2.0");
});

test("what fails leaves nothing behind, and says why", async () => {
  Object.assign(process.env, { PIP_NO_INDEX: "1", PIP_FIND_LINKS: mkdtempSync(join(folder, "empty-")) });
  const environment = new PrivateEnvironment(join(folder, "broken"), process.platform, "mitgemeint", () => undefined);
  const failure = await environment.create(await python(), new AbortController().signal, released);
  assert.deepEqual(failure, { reason: "unknown" });
  assert.ok(!environment.exists);
});

test("an index out of reach is not one without the package", async () => {
  delete process.env.PIP_NO_INDEX;
  delete process.env.PIP_FIND_LINKS;
  Object.assign(process.env, { PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_RETRIES: "1", NO_PROXY: "127.0.0.1" });
  const environment = new PrivateEnvironment(join(folder, "offline"), process.platform, "mitgemeint", () => undefined);
  const failure = await environment.create(await python(), new AbortController().signal, released);
  assert.ok(failure?.reason === "pip");
  assert.match(failure.detail, /mitgemeint/);
});

test("what is cancelled leaves nothing behind", async () => {
  const environment = new PrivateEnvironment(join(folder, "cancelled"), process.platform, "mitgemeint", () => undefined);
  const controller = new AbortController();
  const made = environment.create(await python(), controller.signal, released);
  controller.abort();
  assert.deepEqual(await made, { reason: "cancelled" });
  assert.ok(!environment.exists);
});

test("a Python without venv", async () => {
  const base: Python = { program: join(folder, "mitgemeint"), version: "3.11.0", server: undefined };
  writeFileSync(base.program, "#!/bin/sh\necho 'No module named venv' >&2\nexit 1\n", { mode: 0o755 });
  const environment = new PrivateEnvironment(join(folder, "none"), process.platform, "mitgemeint", () => undefined);
  const failure = await environment.create(base, new AbortController().signal, released);
  assert.deepEqual(failure, { reason: "venv", detail: "No module named venv" });
});

test("one window at a time sets it up, and a lock that was left behind gets old", async () => {
  const base: Python = { program: join(folder, "mitgemeint"), version: "3.11.0", server: undefined };
  const environment = new PrivateEnvironment(join(folder, "locked"), process.platform, "mitgemeint", () => undefined);
  const lock = join(folder, "locked.lock");
  writeFileSync(lock, "1");
  const { signal } = new AbortController();
  assert.deepEqual(await environment.create(base, signal, released), { reason: "busy" });
  utimesSync(lock, new Date(0), new Date(0));
  assert.equal((await environment.create(base, signal, released))?.reason, "venv");
  assert.ok(!existsSync(lock) && !existsSync(join(folder, "locked.new")));
});

test("a folder that cannot be written", async () => {
  const base: Python = { program: join(folder, "mitgemeint"), version: "3.11.0", server: undefined };
  const place = join(folder, "text", "server");
  const environment = new PrivateEnvironment(place, process.platform, "mitgemeint", () => undefined);
  assert.equal((await environment.create(base, new AbortController().signal, released))?.reason, "storage");
});
