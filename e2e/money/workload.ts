import { setTimeout as pause } from "node:timers/promises";
import { payOnPage } from "../../fixtures/testing/gateway-browser.ts";
import { Milestones } from "../chaos/milestones.ts";
import type { SaleItem } from "../chaos/requested-faults.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import type { Market } from "./environment.ts";
import { type Attempt, type Plan, planOf } from "./plan.ts";
import { type ShopResponse, Shopper } from "./shopper.ts";

export interface Trade {
  market: Market;
  items: readonly SaleItem[];
  /** number of orders that shoppers try to place */
  orders: number;
  kills: number;
  /** fast-forwards in the database, where that is possible while the shop runs */
  fastForward: (() => Promise<void>) | null;
  /** fast-forwards while all of the shop is down */
  whileDead: () => Promise<void>;
}

const shoppers = 6;
const fastForwardEveryMs = 1_500;
const triesWhileUnreachable = 4;
const maxDeadMs = 40;

/** Configures the plan's faults at the gateway, for this payment only. */
function spoil({ vnpay, paypal }: Market, url: URL, attempt: Attempt): void {
  const reference = url.searchParams.get("vnp_TxnRef");
  const order = paypal.ledger().find(({ id }) => id === url.searchParams.get("token"));
  if (reference !== null) vnpay.control({ payment: reference, ...attempt.vnpay });
  else if (order) paypal.control({ payment: order.reference, ...attempt.paypal });
  else throw new Error(`No gateway knows ${url.href}`);
}

/** Sends the form until the shop accepts it, or its gateway has been unavailable for too many tries. */
async function order(shopper: Shopper, attempt: Attempt, plan: Plan): Promise<ShopResponse | null> {
  for (let left = triesWhileUnreachable; left > 0; left--) {
    const response = await shopper.submit(attempt.method, plan.wanted);
    if (response.status < 300) return response;
    if (response.status !== 503) throw new Error(`${attempt.method} is refused: ${JSON.stringify(response)}`);
  }
  return null;
}

/** A payment page that the gateway no longer shows is ignored. */
const visit = (url: string, what: string): Promise<string | null> =>
  payOnPage(url, what).catch((error: Error) => {
    if (/refuses the address|keeps the shopper/.test(error.message)) return null;
    throw error;
  });

async function comeBack(shopper: Shopper, returnUrl: string): Promise<void> {
  const response = await shopper.comeBack(returnUrl);
  if (response && !(response.status === 302 && response.location?.includes("/final-payment")))
    throw new Error(`Coming back is answered ${JSON.stringify(response)}`);
}

async function pay(shopper: Shopper, attempt: Attempt, urls: readonly (string | null)[]): Promise<void> {
  await pause(attempt.thinksMs);
  const what = attempt.does;
  const pages = what === null ? [] : urls.filter((url) => url !== null);
  const returns = await Promise.all(pages.map((url) => visit(url, what ?? "pay")));
  for (const back of returns) {
    if (back === null || !attempt.comesBack) continue;
    const times = attempt.comesBackTwice ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => comeBack(shopper, back)));
  }
}

/** Carries out one plan. @returns the ids of the orders that the shop acknowledged */
async function live(market: Market, shopper: Shopper, plan: Plan): Promise<number[]> {
  const acknowledged: number[] = [];
  let before: string | null = null;
  for (const attempt of plan.attempts) {
    const response = await order(shopper, attempt, plan);
    if (!response) continue;
    const { order_id: orderId, id, payment_url: url } = response.body;
    acknowledged.push(orderId ?? id ?? Number.NaN);
    if (attempt.method === "cod" || !url) break;
    const page = URL.parse(url);
    // it turned out to be paid: the shopper sees the result page
    if (!page || page.pathname.endsWith("/final-payment")) break;
    spoil(market, page, attempt);
    await pay(shopper, attempt, [attempt.paysTheOldOneToo ? before : null, url]);
    before = url;
  }
  return acknowledged;
}

/** Kills the shop at random moments, spread over the run. @param reached resolves when this many orders are done */
async function killNowAndThen({ market, orders, kills, whileDead }: Trade, reached: (count: number) => Promise<void>) {
  const chance = new SeededRandom(market.seed, "kills");
  for (let nth = 1; nth <= kills; nth++) {
    await reached(Math.floor((orders * (nth - 0.5)) / kills));
    await pause(chance.draw() * maxDeadMs);
    await market.shops.kill(chance, whileDead);
  }
}

const aFault = (chance: SeededRandom) => [
  { chance: 0.05, status: 500 },
  { chance: 0.05, dead: true, done: true },
  { chance: 0.05, slow_ms: chance.between(50, 500) },
];

/**
 * All shoppers at once, with faults of every kind, while shop processes are killed. @returns the ids of all
 * acknowledged orders
 */
export async function trade(one: Trade): Promise<number[]> {
  const { market, items, orders, fastForward } = one;
  const chance = new SeededRandom(market.seed, "the trade");
  const answers = { token: aFault(chance), create: aFault(chance), certificate: aFault(chance) };
  market.paypal.control({ seed: chance.between(1, 1_000_000), answers });
  const key = await readStorefrontKey(await market.shops.address(chance));
  const people = Array.from(
    { length: shoppers },
    (_, nth) => new Shopper(market.shops, key, new SeededRandom(market.seed, `shopper ${nth}`)),
  );
  for (const person of people) await person.register();

  const acknowledged: number[] = [];
  const through = new Milestones();
  let next = 0;
  const walk = async (shopper: Shopper): Promise<void> => {
    while (next < orders) {
      acknowledged.push(...(await live(market, shopper, planOf(market.seed, next++, items))));
      through.up();
    }
  };
  let over = false;
  const hurrying = (async () => {
    while (!over) {
      await fastForward?.();
      market.postbag.busy(chance.between(0, 4), chance.is(0.5));
      await pause(fastForwardEveryMs);
    }
  })();
  const walking = Promise.all(people.map(walk));
  const ended = walking.then(
    () => {},
    () => {},
  );
  // an error of a shopper ends the killing, too
  const reached = (at: number) => Promise.race([through.reached(at), ended]);
  try {
    await Promise.all([walking, killNowAndThen(one, reached)]);
  } finally {
    over = true;
    await hurrying;
  }
  return acknowledged;
}
