import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { type Arena, expectService, type Ground, startTestCluster } from "./test-cluster.ts";
import { type Fault, faults } from "./faults.ts";
import { assertOrderInvariants } from "./ledger.ts";
import { Tolls } from "./recovery-report.ts";

/** How many faults on PostgreSQL; the embedded database, which runs in the shop's process and so has few kinds of faults, gets a third. */
export const howMany = Number(process.env.CHAOS_FAULTS ?? (testAll ? 9 : 3));
const isLong = process.env.CHAOS_FAULTS !== undefined;
/** The same seed draws the same faults. The short run always uses the same seed, a long run a new one. */
const seed = process.env.SEED ?? (isLong ? randomBytes(4).toString("hex") : "lianne");
/** maximum number of seconds that a database does not respond */
const maxSilentSeconds = isLong ? 20 : 3;
export const timeoutMs = 120_000 + howMany * 60_000;
const reportEvery = 10;
export const buildTimeoutMs = 300_000;

/** Builds the storefront, if it is out of date. */
export async function buildStorefront(): Promise<void> {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}

/** The faults of a run in random order: each possible one at least once if `count` allows. */
function draw(arena: Arena, count: number): Fault[] {
  const possible = faults(maxSilentSeconds).filter(
    ({ needs }) => needs === "shop" || (needs === "server" ? arena.server : arena.disk.reason === null),
  );
  const weighted = possible.map((fault) => [fault.weight, fault] as const);
  const rest = Array.from({ length: count }, () => arena.chance.weighted(weighted));
  const order = possible.map((fault) => [arena.chance.draw(), fault] as const).sort(([one], [other]) => one - other);
  return [...order.map(([, fault]) => fault), ...rest].slice(0, count);
}

/** Injects one fault under load, then checks that the shops recover by themselves and that nothing is lost. */
async function injectFault(arena: Arena, fault: Fault, tolls: Tolls): Promise<void> {
  await arena.crowd.further(arena.chance.between(2, 9));
  arena.crowd.takeMaxWait();
  await fault.strike(arena);
  const looked = arena.watch.everywhere();
  const overMs = performance.now();
  await expectService(arena);
  const backMs = performance.now() - overMs;
  await arena.crowd.still(async () => {
    await arena.crowd.expectRemembered();
    if (!arena.server) return;
    await arena.database.visit((query) => assertOrderInvariants(query, arena.before, arena.crowd.acknowledged));
  });
  await arena.crowd.during(looked);
  expect(arena.watch.wrongs).toEqual([]);
  tolls.note(fault.name, { backMs, waitMs: arena.crowd.takeMaxWait() });
}

export const title = `faults (seed ${seed}): every word is kept, no old price is shown, and the shop comes back by itself`;

/** Injects this many faults under load, and checks the database against the orders that were acknowledged. */
export async function runFaults(ground: Ground, howMany: number): Promise<void> {
  let arena: Arena | undefined;
  const tolls = new Tolls();
  let last = "before any fault";
  try {
    arena = await startTestCluster(ground, new SeededRandom(seed, ground.name));
    if (ground.disk.reason) console.info(`Not tried: a full disk (${ground.disk.reason}).`);
    for (const fault of draw(arena, howMany)) {
      last = fault.name;
      await injectFault(arena, fault, tolls);
      if (tolls.count % reportEvery === 0)
        console.info(`${ground.name}: ${tolls.count} of ${howMany} faults, nothing lost`);
    }
    await closeBooks(arena, tolls);
  } catch (error) {
    for (const { url, output } of arena?.shops ?? []) console.info(`${last}, ${url}:\n${output.slice(-6_000)}`);
    throw error;
  } finally {
    for (const shop of arena?.shops ?? []) await shop.kill();
    await ground.close();
  }
}

async function closeBooks(arena: Arena, tolls: Tolls): Promise<void> {
  const { crowd, watch, shops, database, before, name } = arena;
  await crowd.end();
  expect(await watch.end()).toEqual([]);
  for (const shop of shops) expect((await shop.stop()).code).toBe(0);
  const acknowledged = crowd.acknowledged;
  const orders = await database.visit((query) => assertOrderInvariants(query, before, acknowledged));
  // every request was retried until it was acknowledged, so there is no order that is unknown to its customer
  expect(orders).toBe(acknowledged.length);
  // faults happened while orders were being placed, not between them; a single fault, in the quick suite, may miss
  if (tolls.count >= 3) expect(crowd.cutOff).toBeGreaterThan(0);
  const { cutOff } = crowd;
  await tolls.print({ ...{ ground: name, seed, orders, cutOff }, priceChanges: watch.changes, looks: watch.looks });
}
