import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { type TestCluster, expectService, type ClusterDatabase, startTestCluster } from "./test-cluster.ts";
import { type Fault, faults } from "./faults.ts";
import { assertOrderInvariants } from "./ledger.ts";
import { RecoveryReport } from "./recovery-report.ts";

/** How many faults on PostgreSQL; the embedded database, which runs in the shop's process and so has few kinds of faults, gets a third. */
export const faultCount = Number(process.env.CHAOS_FAULTS ?? (testAll ? 9 : 3));
const isLong = process.env.CHAOS_FAULTS !== undefined;
/** The same seed draws the same faults. The short run always uses the same seed, a long run a new one. */
const seed = process.env.SEED ?? (isLong ? randomBytes(4).toString("hex") : "lianne");
/** maximum number of seconds that a database does not respond */
const maxSilentSeconds = isLong ? 20 : 3;
export const timeoutMs = 120_000 + faultCount * 60_000;
const reportEvery = 10;
export const buildTimeoutMs = 300_000;

/** Builds the storefront, if it is out of date. */
export async function buildStorefront(): Promise<void> {
  const bootstrap = join(import.meta.dirname, "../../scripts/bootstrap.mjs");
  await promisify(execFile)(process.execPath, [bootstrap, "build"]);
}

/** The faults of a run in random order: each possible one at least once if `count` allows. */
function drawFaults(cluster: TestCluster, count: number): Fault[] {
  const possible = faults(maxSilentSeconds).filter(
    ({ needs }) => needs === "shop" || (needs === "server" ? cluster.server : cluster.disk.reason === null),
  );
  const weighted = possible.map((fault) => [fault.weight, fault] as const);
  const rest = Array.from({ length: count }, () => cluster.chance.weighted(weighted));
  const order = possible.map((fault) => [cluster.chance.draw(), fault] as const).sort(([one], [other]) => one - other);
  return [...order.map(([, fault]) => fault), ...rest].slice(0, count);
}

/** Injects one fault under load, then checks that the shops recover by themselves and that nothing is lost. */
async function injectFault(cluster: TestCluster, fault: Fault, report: RecoveryReport): Promise<void> {
  await cluster.load.completeOrders(cluster.chance.between(2, 9));
  cluster.load.takeMaxWaitMs();
  await fault.inject(cluster);
  const allPagesRead = cluster.priceMonitor.allPagesRead();
  const faultEndMs = performance.now();
  await expectService(cluster);
  const recoveryMs = performance.now() - faultEndMs;
  await cluster.load.whilePaused(async () => {
    await cluster.load.expectOrdersVisible();
    if (!cluster.server) return;
    await cluster.database.visit((query) => assertOrderInvariants(query, cluster.before, cluster.load.acknowledged));
  });
  await cluster.load.waitFor(allPagesRead);
  expect(cluster.priceMonitor.violations).toEqual([]);
  report.add(fault.name, { recoveryMs, maxWaitMs: cluster.load.takeMaxWaitMs() });
}

export const title = `faults (seed ${seed}): no acknowledged order is lost, no old price is shown, and the shop recovers by itself`;

/** Injects this many faults under load, and checks the database against the orders that were acknowledged. */
export async function runFaults(database: ClusterDatabase, faultCount: number): Promise<void> {
  let cluster: TestCluster | undefined;
  const report = new RecoveryReport();
  let lastFault = "before any fault";
  try {
    cluster = await startTestCluster(database, new SeededRandom(seed, database.name));
    if (database.disk.reason) console.info(`Not tested: a full disk (${database.disk.reason}).`);
    for (const fault of drawFaults(cluster, faultCount)) {
      lastFault = fault.name;
      await injectFault(cluster, fault, report);
      if (report.count % reportEvery === 0)
        console.info(`${database.name}: ${report.count} of ${faultCount} faults, nothing lost`);
    }
    await checkResult(cluster, report);
  } catch (error) {
    for (const { url, output } of cluster?.shops ?? []) console.info(`${lastFault}, ${url}:\n${output.slice(-6_000)}`);
    throw error;
  } finally {
    for (const shop of cluster?.shops ?? []) await shop.kill();
    await database.close();
  }
}

async function checkResult(cluster: TestCluster, report: RecoveryReport): Promise<void> {
  const { load, priceMonitor, shops, database, before, name } = cluster;
  await load.stop();
  expect(await priceMonitor.stop()).toEqual([]);
  for (const shop of shops) expect((await shop.stop()).code).toBe(0);
  const acknowledged = load.acknowledged;
  const orders = await database.visit((query) => assertOrderInvariants(query, before, acknowledged));
  // every request was retried until it was acknowledged, so the database has no other order
  expect(orders).toBe(acknowledged.length);
  // faults interrupted orders in progress, so responses were lost; fewer than three faults may interrupt none
  if (report.count >= 3) expect(load.lostResponses).toBeGreaterThan(0);
  await report.print({
    ...{ engine: name, seed, orders, lostResponses: load.lostResponses },
    priceChanges: priceMonitor.changes,
    priceReads: priceMonitor.reads,
  });
}
