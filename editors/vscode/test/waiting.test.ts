import assert from "node:assert/strict";
import { test } from "node:test";
import { CalledOff, unless, within } from "../src/waiting";

const never = new Promise<string>(() => undefined);

test("nothing is waited for without end", async () => {
  assert.equal(await within(Promise.resolve("da"), 10_000), "da");
  assert.equal(await within(never, 10), undefined);
  await assert.rejects(within(Promise.reject(new Error("kaputt")), 10_000), /kaputt/);
});

test("what is called off ends at once", async () => {
  const controller = new AbortController();
  assert.equal(await unless(controller.signal, Promise.resolve("da")), "da");
  const waiting = unless(controller.signal, never);
  controller.abort();
  await assert.rejects(waiting, CalledOff);
  await assert.rejects(unless(controller.signal, Promise.resolve("da")), CalledOff);
  await assert.rejects(unless(controller.signal, Promise.reject(new Error("kaputt"))), CalledOff);
});
