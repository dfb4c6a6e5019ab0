import assert from "node:assert/strict";
import { test } from "node:test";
import { find, type Found, type Places } from "../src/server/find";
import type { Python } from "../src/server/python";

const PYTHONS: Record<string, Python> = {
  "/chosen": { program: "/chosen", version: "3.12.1", server: "0.1.0" },
  "/bare": { program: "/bare", version: "3.12.1", server: undefined },
  "/old": { program: "/old", version: "3.9.2", server: undefined },
  "/aged": { program: "/aged", version: "3.9.2", server: "0.1.0" },
  "/own": { program: "/own", version: "3.11.4", server: "0.1.0" },
};

function places(answers: Partial<Places>): Places {
  return {
    path: "",
    python: "",
    chosen: () => Promise.resolve(undefined),
    own: () => undefined,
    inspect: (program) => Promise.resolve(PYTHONS[program]),
    isProgram: (path) => path === "/bin/mitgemeint",
    onPath: () => undefined,
    passedOver: () => undefined,
    ...answers,
  };
}

function origin(found: Found): string | undefined {
  return found && "command" in found ? `${found.command.origin} ${found.command.program}` : undefined;
}

function problem(found: Found): string | undefined {
  return found && "problem" in found ? found.problem.what : undefined;
}

test("the places in their order", async () => {
  const all: Partial<Places> = {
    path: "/bin/mitgemeint",
    python: "/own",
    chosen: () => Promise.resolve("/chosen"),
    onPath: () => "/usr/bin/mitgemeint",
    own: () => "/own",
  };
  assert.equal(origin(await find(places(all))), "setting /bin/mitgemeint");
  assert.equal(origin(await find(places({ ...all, path: "" }))), "python /own");
  assert.equal(origin(await find(places({ ...all, path: "", python: "" }))), "environment /chosen");
  const rest = { onPath: all.onPath, own: all.own };
  assert.equal(origin(await find(places(rest))), "path /usr/bin/mitgemeint");
  assert.equal(origin(await find(places({ own: all.own }))), "private /own");
  assert.equal(await find(places({})), undefined);
});

test("a Python without the server, or too old for it, gives way to the private environment", async () => {
  const told: string[] = [];
  const passedOver = (path: string): void => { told.push(path); };
  const chosen = (): Promise<string> => Promise.resolve("/bare");
  assert.equal(origin(await find(places({ chosen, own: () => "/own" }))), "private /own");
  const aged = (): Promise<string> => Promise.resolve("/aged");
  assert.equal(origin(await find(places({ chosen: aged, own: () => "/own", passedOver }))), "private /own");
  assert.equal(origin(await find(places({ python: "/bare", own: () => "/own", passedOver }))), "private /own");
  assert.deepEqual(told, ["/aged", "/bare"]);
  assert.equal(problem(await find(places({ python: "/bare" }))), "no-server-in-python");
});

test("what is set and does not work is told", async () => {
  assert.equal(problem(await find(places({ path: "/nowhere", own: () => "/own" }))), "no-program");
  assert.equal(problem(await find(places({ path: "relative/mitgemeint" }))), "no-program");
  assert.equal(problem(await find(places({ python: "/nowhere" }))), "no-python");
  assert.equal(problem(await find(places({ python: "/old" }))), "old-python");
});

test("a name in place of a path is looked for on the PATH", async () => {
  const onPath = (name: string): string | undefined => (name === "mitgemeint" ? "/bin/mitgemeint" : undefined);
  assert.equal(origin(await find(places({ path: "mitgemeint", onPath }))), "setting /bin/mitgemeint");
});

test("nothing is imported from the folder that the server runs in", async () => {
  const found = await find(places({ own: () => "/own" }));
  assert.ok(found && "command" in found && found.command.parameters.includes("-P"));
});
