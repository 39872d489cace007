import { setTimeout as pause } from "node:timers/promises";
import type { QueryFunction, ShopDatabase } from "../chaos/shop-database.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import type { TestEnvironment } from "./environment.ts";
import { endLinks, isDone, stillOpen, makeDueWhileRunning } from "./fast-forward.ts";

const halfAnHourMs = 30 * 60_000;
/**
 * how long the shop may run until it is stopped to fast-forward its jobs, which on PGlite is impossible while it runs
 */
const roundMs = { stopped: 8_000, running: 20_000 };
const maxRounds = 40;
const tickMs = 500;

/** Ends the gateways' review of all payments under review. */
function endReviews({ seed, vnpay, paypal }: TestEnvironment): void {
  const chance = new SeededRandom(seed, "what becomes of what is examined");
  for (const { reference, state } of vnpay.ledger())
    if (state === "under_review") vnpay.control({ payment: reference, decide: chance.is(0.5) ? "paid" : "reversed" });
  for (const { reference, capture } of paypal.ledger())
    if (capture === "PENDING")
      paypal.control({ payment: reference, decide: chance.is(0.5) ? "COMPLETED" : "DECLINED" });
}

/**
 * Ends all faults, delivers all webhooks, returns the money that staff has to transfer, and fast-forwards until nothing is
 * left to do.
 * @param isServer whether the database can be used while the shop runs
 * @throws if work remains after the last round
 */
export async function waitUntilIdle(
  environment: TestEnvironment,
  database: ShopDatabase,
  isServer: boolean,
): Promise<void> {
  const { shops, vnpay, paypal, bank, payers, emails } = environment;
  vnpay.control({});
  paypal.control({});
  bank.control({});
  emails.recover();
  await Promise.all([vnpay.idle(), paypal.idle(), bank.idle()]);
  environment.advanceVnpay(halfAnHourMs);
  const goOn = async (query: QueryFunction): Promise<boolean> => {
    await payers.returnMoney(query);
    return (await makeDueWhileRunning(query)) && (await payers.unreported(query)) === 0;
  };
  for (let round = 0; round < maxRounds; round++) {
    // in each round: a late status query may put a payment under review, too
    endReviews(environment);
    const codes = await shops.stop();
    if (codes.some((code) => code !== 0)) throw new Error(`The shop exited with an error: ${codes}\n${shops.output}`);
    const open = await database.visit(async (query) => {
      const found = { ...(await stillOpen(query)), transfers: await payers.unreported(query) };
      await payers.returnMoney(query);
      await endLinks(query);
      return found;
    });
    if (isDone(open)) return;
    if (round === maxRounds - 1)
      throw new Error(`The shop is not idle after the last round: ${JSON.stringify(open)}\n${shops.output}`);
    await shops.start();
    const until = performance.now() + (isServer ? roundMs.running : roundMs.stopped);
    while (performance.now() < until) {
      await pause(tickMs);
      if (isServer && (await database.visit(goOn))) break;
    }
    await Promise.all([vnpay.idle(), paypal.idle(), bank.idle()]);
  }
}
