import { afterEach, describe, expect, test, vi } from "vitest";
import type { Priority } from "#contract/endpoint.ts";
import {
  type AdmissionLimits,
  AdmissionController,
  ClientDisconnectedError,
  OverloadedError,
  defaultLimits,
} from "./admission-control.ts";

const one: AdmissionLimits = { maxConcurrent: 1, maxQueued: 2, maxQueueTimeMs: 1_000, maxEventLoopDelayMs: 300 };
const limits: Record<Priority, AdmissionLimits> = { paying: one, cart: one, staff: one, merchant: one, browsing: one };

/** Tasks that run until ended by the test; records the order in which they start. */
function taskRecorder(admission: AdmissionController) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (priority: Priority, name: string): Promise<string> =>
    admission.run(priority, () => {
      started.push(name);
      return new Promise<string>((done) => ends.set(name, () => done(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await Promise.resolve();
    await new Promise(setImmediate);
  };
  return { started, start, end };
}

describe("admission control", () => {
  afterEach(() => vi.useRealTimers());

  test("runs tasks up to its limit, queues up to its limit, and rejects the rest at once", async () => {
    const admission = new AdmissionController({ limits, delayMs: () => 0 });
    const { started, start, end } = taskRecorder(admission);
    const pending = ["a", "b", "c"].map((name) => start("browsing", name));
    await expect(start("browsing", "d")).rejects.toThrow(OverloadedError);
    expect(started).toEqual(["a"]);
    expect(admission.stats().at(-1)).toEqual({ priority: "browsing", inFlight: 1, queued: 2, rejected: 1 });
    for (const name of ["a", "b", "c"]) await end(name);
    expect(await Promise.all(pending)).toEqual(["a", "b", "c"]);
    expect(admission.stats().at(-1)).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test("starts queued paying requests before queued browsing requests", async () => {
    const { started, start, end } = taskRecorder(new AdmissionController({ limits, delayMs: () => 0 }));
    const all = [
      start("browsing", "looks"),
      start("paying", "pays"),
      start("browsing", "looks too"),
      start("paying", "pays too"),
    ];
    // a slot is free now, but a request of higher priority is queued
    await end("looks");
    expect(started).toEqual(["looks", "pays"]);
    await end("pays");
    expect(started).toEqual(["looks", "pays", "pays too", "looks too"]);
    for (const name of ["pays too", "looks too"]) await end(name);
    await Promise.all(all);
  });

  test("does not start a task of a class with a free slot while a higher class is queued", async () => {
    const { started, start, end } = taskRecorder(new AdmissionController({ limits, delayMs: () => 0 }));
    const all = [start("paying", "pays"), start("paying", "pays too"), start("browsing", "looks")];
    expect(started).toEqual(["pays"]);
    await end("pays");
    expect(started).toEqual(["pays", "pays too", "looks"]);
    for (const name of ["pays too", "looks"]) await end(name);
    await Promise.all(all);
  });

  test("a nested task needs no second slot, and a failed task frees its slot", async () => {
    const admission = new AdmissionController({ limits, delayMs: () => 0 });
    const page = () => admission.run("browsing", () => admission.run("browsing", async () => "part"));
    expect(await page()).toBe("part");
    await expect(admission.run("browsing", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await page()).toBe("part");
  });

  test("with the event loop delayed, browsing is rejected and paying is not", async () => {
    let delay = 1_001;
    const admission = new AdmissionController({ delayMs: () => delay });
    await expect(admission.run("browsing", async () => "seen")).rejects.toThrow(OverloadedError);
    expect(await admission.run("paying", async () => "paid")).toBe("paid");
    delay = 0;
    expect(await admission.run("browsing", async () => "seen")).toBe("seen");
    expect(defaultLimits.paying.maxEventLoopDelayMs).toBe(Number.POSITIVE_INFINITY);
  });

  test("rejects a task after its queue timeout, and runs nothing for a disconnected client", async () => {
    vi.useFakeTimers();
    const admission = new AdmissionController({ limits, delayMs: () => 0 });
    let finish = (): void => {};
    const first = admission.run("browsing", () => new Promise<void>((done) => (finish = done)));
    const late = expect(admission.run("browsing", async () => {})).rejects.toThrow(OverloadedError);
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    const work = vi.fn(async () => {});
    const left = expect(admission.run("browsing", work, () => true)).rejects.toThrow(ClientDisconnectedError);
    finish();
    await Promise.all([first, left]);
    expect(work).not.toHaveBeenCalled();
  });
});
