import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SessionInfo } from "#contract/backoffice/staff.ts";

interface FakeRequest {
  result?: unknown;
  error?: Error;
  oncomplete?: () => void;
  onerror?: () => void;
}

/** What the browser has stored. */
const rows = new Map<string, unknown>();
/** the disk is full */
let isFull = false;
/** reads end after this */
let reads: Promise<void> = Promise.resolve();

const succeed = (result: unknown, when = Promise.resolve()): FakeRequest => {
  const request: FakeRequest = { result };
  void when.then(() => request.oncomplete?.());
  return request;
};
const fail = (): FakeRequest => {
  const request: FakeRequest = { error: new Error("the disk is full") };
  void Promise.resolve().then(() => request.onerror?.());
  return request;
};
const store = {
  put: (value: unknown, key: string) => isFull || rows.set(key, structuredClone(value)),
  delete: (key: string) => rows.delete(key),
  // what is stored at the moment of the call
  getAll: () => succeed([...rows.values()], reads),
  getAllKeys: () => succeed([...rows.keys()], reads),
  get transaction() {
    return isFull ? fail() : succeed(undefined);
  },
};
const database = { transaction: () => ({ objectStore: () => store }) };

const browser = { onLine: false };
let queue: typeof import("./queue.ts");
beforeAll(async () => {
  vi.stubGlobal("indexedDB", { open: () => succeed(database) });
  vi.stubGlobal("navigator", browser);
  vi.stubGlobal("BroadcastChannel", undefined);
  queue = await import("./queue.ts");
  const { sessionStore } = await import("../session-store.ts");
  sessionStore.set({ staff: { id: 7 }, nonce: "n" } as SessionInfo);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  rows.clear();
  isFull = false;
  browser.onLine = false;
});

/** Blocks reads of what is stored. @returns ends it */
function holdReads(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  reads = promise;
  return () => {
    reads = Promise.resolve();
    resolve();
  };
}

const assign = (id: number) =>
  queue.enqueue(
    "POST bo/pack/orders/{id}/assign",
    { path: { id }, body: {} },
    { subject: `order:${id}`, label: "pack_actions.assign" },
  );

test("OF02: an action that the device cannot store waits as long as the page, and is sent", async () => {
  isFull = true;
  await assign(1);
  expect(rows.size).toBe(0);
  expect(await queue.hasWaiting("order:1")).toBe(true);
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    return Response.json({ id: 1 });
  });
  browser.onLine = true;
  await queue.sendQueue();
  expect(sent).toEqual([expect.stringContaining("/pack/orders/1/assign")]);
  expect(await queue.hasWaiting("order:1")).toBe(false);
});

test("OF02: an action that is added while the device is read does not disappear", async () => {
  const release = holdReads();
  const waits = queue.hasWaiting("order:2");
  await assign(2);
  release();
  expect(await waits).toBe(true);
  expect(await queue.hasWaiting("order:2")).toBe(true);
  await queue.dropActions("order:2");
});

test("OF02: an action that is removed while the device is read does not return", async () => {
  await assign(3);
  const release = holdReads();
  const waits = queue.hasWaiting("order:3");
  await queue.dropActions("order:3");
  release();
  expect(await waits).toBe(false);
});

test("OF02: an action that another tab has stored waits here too", async () => {
  await assign(4);
  const [[key, action] = ["", {}]] = [...rows];
  await queue.dropActions("order:4");
  expect(await queue.hasWaiting("order:4")).toBe(false);
  rows.set(key, action);
  expect(await queue.hasWaiting("order:4")).toBe(true);
});
