import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type AdmissionLimits,
  AdmissionController,
  OverloadedError,
  defaultLimits,
  type Priority,
} from "./admission-control.ts";

const one: AdmissionLimits = { maxConcurrent: 1, maxQueued: 2, maxQueueTimeMs: 1_000, maxEventLoopDelayMs: 300 };
const bounds: Record<Priority, AdmissionLimits> = { paying: one, cart: one, merchant: one, browsing: one };

/** Tasks that run until ended by the test; records the order in which they start. */
function workbench(gate: AdmissionController) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (urgency: Priority, name: string): Promise<string> =>
    gate.run(urgency, () => {
      begun.push(name);
      return new Promise<string>((done) => ends.set(name, () => done(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await Promise.resolve();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
}

describe("the gate", () => {
  afterEach(() => vi.useRealTimers());

  test("lets in as many as its bounds say, keeps as many waiting, and refuses the rest at once", async () => {
    const gate = new AdmissionController({ bounds, maxEventLoopDelayMs: () => 0 });
    const { begun, start, end } = workbench(gate);
    const held = ["a", "b", "c"].map((name) => start("browsing", name));
    await expect(start("browsing", "d")).rejects.toThrow(OverloadedError);
    expect(begun).toEqual(["a"]);
    expect(gate.tally().at(-1)).toEqual({ urgency: "browsing", atWork: 1, waiting: 2, refused: 1 });
    for (const name of ["a", "b", "c"]) await end(name);
    expect(await Promise.all(held)).toEqual(["a", "b", "c"]);
    expect(gate.tally().at(-1)).toMatchObject({ atWork: 0, waiting: 0 });
  });

  test("calls who pays before who looks around, whoever came first", async () => {
    const { begun, start, end } = workbench(new AdmissionController({ bounds, maxEventLoopDelayMs: () => 0 }));
    const all = [
      start("browsing", "looks"),
      start("paying", "pays"),
      start("browsing", "looks too"),
      start("paying", "pays too"),
    ];
    // a slot is free now, but a request of higher priority is queued
    await end("looks");
    expect(begun).toEqual(["looks", "pays"]);
    await end("pays");
    expect(begun).toEqual(["looks", "pays", "pays too", "looks too"]);
    for (const name of ["pays too", "looks too"]) await end(name);
    await Promise.all(all);
  });

  test("lets nobody in, though there is room for them, while somebody more urgent waits", async () => {
    const { begun, start, end } = workbench(new AdmissionController({ bounds, maxEventLoopDelayMs: () => 0 }));
    const all = [start("paying", "pays"), start("paying", "pays too"), start("browsing", "looks")];
    expect(begun).toEqual(["pays"]);
    await end("pays");
    expect(begun).toEqual(["pays", "pays too", "looks"]);
    for (const name of ["pays too", "looks"]) await end(name);
    await Promise.all(all);
  });

  test("work that asks for a part of itself waits for no second turn, and a failure makes room", async () => {
    const gate = new AdmissionController({ bounds, maxEventLoopDelayMs: () => 0 });
    const page = () => gate.run("browsing", () => gate.run("browsing", async () => "part"));
    expect(await page()).toBe("part");
    await expect(gate.run("browsing", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await page()).toBe("part");
  });

  test("with the event loop behind, nobody looks around, and orders go on", async () => {
    let delay = 1_001;
    const gate = new AdmissionController({ maxEventLoopDelayMs: () => delay });
    await expect(gate.run("browsing", async () => "seen")).rejects.toThrow(OverloadedError);
    expect(await gate.run("paying", async () => "paid")).toBe("paid");
    delay = 0;
    expect(await gate.run("browsing", async () => "seen")).toBe("seen");
    expect(defaultLimits.paying.maxEventLoopDelayMs).toBe(Number.POSITIVE_INFINITY);
  });

  test("nobody waits longer than they would, and nothing is done for who is gone", async () => {
    vi.useFakeTimers();
    const gate = new AdmissionController({ bounds, maxEventLoopDelayMs: () => 0 });
    let finish = (): void => {};
    const first = gate.run("browsing", () => new Promise<void>((done) => (finish = done)));
    const late = expect(gate.run("browsing", async () => {})).rejects.toThrow(OverloadedError);
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    const work = vi.fn(async () => {});
    const left = expect(gate.run("browsing", work, () => true)).rejects.toThrow(OverloadedError);
    finish();
    await Promise.all([first, left]);
    expect(work).not.toHaveBeenCalled();
  });
});
