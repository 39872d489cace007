import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, inject, test } from "vitest";
import { Chance } from "../kit/chance.ts";
import { type Arena, embeddedGround, expectService, openArena, serverGround } from "./arena.ts";
import { type Fault, faults } from "./faults.ts";
import { expectTrueLedger } from "./ledger.ts";

/** How many faults on PostgreSQL; on the embedded database, which has one process and few faults to suffer, a third. */
const howMany = Number(process.env.CHAOS_FAULTS ?? 9);
const isLong = process.env.CHAOS_FAULTS !== undefined;
/** The same seed draws the same faults. The short form always takes the same one; new ones are for the long run. */
const seed = process.env.SEED ?? (isLong ? randomBytes(4).toString("hex") : "lianne");
/** seconds that a database is silent for */
const longest = isLong ? 20 : 3;
const timeoutMs = 120_000 + howMany * 60_000;
const tellEvery = 10;
const buildTimeoutMs = 300_000;

const stages = [
  { name: "PGlite", open: embeddedGround, howMany: Math.ceil(howMany / 3) },
  ...(inject("postgres") ? [{ name: "PostgreSQL", open: serverGround, howMany }] : []),
];

beforeAll(async () => {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}, buildTimeoutMs);

/** Every fault at least once if there is room, in an order that luck decides. */
function draw(arena: Arena, count: number): Fault[] {
  const possible = faults(longest).filter(
    ({ needs }) => needs === "shop" || (needs === "server" ? arena.server : arena.disk.reason === null),
  );
  const weighted = possible.map((fault) => [fault.weight, fault] as const);
  const rest = Array.from({ length: count }, () => arena.chance.weighted(weighted));
  const order = possible.map((fault) => [arena.chance.draw(), fault] as const).sort(([one], [other]) => one - other);
  return [...order.map(([, fault]) => fault), ...rest].slice(0, count);
}

/** One fault amid trade; then the shops serve again by themselves, and nothing is lost. */
async function suffer(arena: Arena, fault: Fault): Promise<void> {
  await arena.crowd.further(arena.chance.between(2, 9));
  await fault.strike(arena);
  const looked = arena.watch.everywhere();
  await expectService(arena);
  await arena.crowd.still(async () => {
    await arena.crowd.expectRemembered();
    if (!arena.server) return;
    await arena.database.visit((ask) => expectTrueLedger(ask, arena.before, arena.crowd.acknowledged));
  });
  await arena.crowd.during(looked);
  expect(arena.watch.wrongs).toEqual([]);
}

test.concurrent.each(stages)(
  `faults on $name (seed ${seed}): every word is kept, no old price is shown, and the shop comes back by itself`,
  async ({ open, howMany }) => {
    const ground = await open();
    let arena: Arena | undefined;
    const suffered = new Map<string, number>();
    let last = "before any fault";
    try {
      arena = await openArena(ground, new Chance(seed, ground.name));
      if (ground.disk.reason) console.info(`Not tried: a full disk (${ground.disk.reason}).`);
      for (const fault of draw(arena, howMany)) {
        last = fault.name;
        await suffer(arena, fault);
        suffered.set(fault.name, (suffered.get(fault.name) ?? 0) + 1);
        const so = [...suffered.values()].reduce((sum, times) => sum + times, 0);
        if (so % tellEvery === 0) console.info(`${ground.name}: ${so} of ${howMany} faults, nothing lost`);
      }
      await arena.crowd.end();
      expect(await arena.watch.end()).toEqual([]);
      for (const shop of arena.shops) expect((await shop.stop()).code).toBe(0);
      const told = arena.crowd.acknowledged;
      const { before } = arena;
      const orders = await ground.database.visit((ask) => expectTrueLedger(ask, before, told));
      // nobody gave up on an attempt, so there is no order that nobody was told of
      expect(orders).toBe(told.length);
      // the faults came amid orders, not between them
      expect(arena.crowd.cutOff).toBeGreaterThan(0);
      const { looks, changes } = arena.watch;
      console.info(`${ground.name}, seed ${seed}, nothing lost:`, {
        ...{ orders, cutOff: arena.crowd.cutOff, priceChanges: changes, looks },
        ...Object.fromEntries(suffered),
      });
    } catch (error) {
      for (const { url, said } of arena?.shops ?? []) console.info(`${last}, ${url}:\n${said.slice(-6_000)}`);
      throw error;
    } finally {
      for (const shop of arena?.shops ?? []) await shop.kill();
      await ground.close();
    }
  },
  timeoutMs,
);
