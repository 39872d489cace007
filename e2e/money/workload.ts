import { setTimeout as pause } from "node:timers/promises";
import { payOnPage } from "../../fixtures/testing/gateway-browser.ts";
import { EventCounter } from "../chaos/event-counter.ts";
import type { SaleItem } from "../chaos/sale-items.ts";
import { SeededRandom } from "../kit/seeded-random.ts";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { bankFaults, notifierDown } from "./bank-plan.ts";
import type { TestEnvironment } from "./environment.ts";
import type { ToPay } from "./payers.ts";
import { type Attempt, type Plan, planOf } from "./plan.ts";
import { type ShopResponse, Shopper } from "./shopper.ts";

export interface Workload {
  environment: TestEnvironment;
  items: readonly SaleItem[];
  /** number of orders that shoppers try to place */
  orders: number;
  /** number of bank transfers: after the orders, further orders are paid by transfer until there are this many */
  transfers: number;
  kills: number;
  /** fast-forwards in the database, where that is possible while the shop runs */
  fastForward: (() => Promise<void>) | null;
  /** fast-forwards while all of the shop is down */
  whileDown: () => Promise<void>;
}

const shopperCount = 6;
const fastForwardEveryMs = 1_500;
const triesWhileUnreachable = 4;
const maxDownMs = 40;

/** Configures the plan's faults at the gateway, for this payment only. */
function setFaults({ vnpay, paypal }: TestEnvironment, url: URL, attempt: Attempt): void {
  const reference = url.searchParams.get("vnp_TxnRef");
  const order = paypal.ledger().find(({ id }) => id === url.searchParams.get("token"));
  if (reference !== null) vnpay.control({ payment: reference, ...attempt.vnpay });
  else if (order) paypal.control({ payment: order.reference, ...attempt.paypal });
  else throw new Error(`No gateway has the payment of ${url.href}`);
}

/** Sends the form until the shop accepts it, or its gateway has been unavailable for too many tries. */
async function order(shopper: Shopper, attempt: Attempt, plan: Plan): Promise<ShopResponse | null> {
  for (let left = triesWhileUnreachable; left > 0; left--) {
    const response = await shopper.submit(attempt.method, plan.requested);
    if (response.status < 300) return response;
    // unreachable, or a capture that got no response may have paid the order
    if (response.status !== 503 && response.body.code !== "payment_in_progress")
      throw new Error(`An order by ${attempt.method} was rejected: ${JSON.stringify(response)}`);
  }
  return null;
}

/** A payment page that the gateway no longer shows is ignored. */
const openPaymentPage = (url: string, what: string): Promise<string | null> =>
  payOnPage(url, what).catch((error: Error) => {
    if (/rejected the payment URL|did not redirect the shopper/.test(error.message)) return null;
    throw error;
  });

async function returnToShop(shopper: Shopper, returnUrl: string): Promise<void> {
  const response = await shopper.returnFromGateway(returnUrl);
  if (response && !(response.status === 302 && response.location?.includes("/final-payment")))
    throw new Error(`The return got the response ${JSON.stringify(response)}`);
}

async function pay(shopper: Shopper, attempt: Attempt, urls: readonly (string | null)[]): Promise<void> {
  await pause(attempt.pauseMs);
  const what = attempt.action;
  const pages = what === null ? [] : urls.filter((url) => url !== null);
  const returns = await Promise.all(pages.map((url) => openPaymentPage(url, what ?? "pay")));
  for (const back of returns) {
    if (back === null || !attempt.returns) continue;
    const times = attempt.returnsTwice ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => returnToShop(shopper, back)));
  }
}

interface OpenPages {
  /** of a gateway */
  url: string | null;
  /** of a bank transfer */
  transfer: ToPay | null;
}

/** Pays by QR code what the page shows. */
async function payByTransfer(
  { payers, seed }: TestEnvironment,
  page: ToPay | null,
  { transfer }: Attempt,
): Promise<void> {
  if (page) await payers.pay(page, transfer, new SeededRandom(seed, `transfers of ${page.content}`));
}

/** Carries out one plan. @returns the ids of the orders that the shop acknowledged */
async function carryOut(environment: TestEnvironment, shopper: Shopper, plan: Plan): Promise<number[]> {
  const acknowledged: number[] = [];
  let before: OpenPages = { url: null, transfer: null };
  for (const attempt of plan.attempts) {
    const response = await order(shopper, attempt, plan);
    if (!response) continue;
    const { order_id: orderId, id, payment_url: url } = response.body;
    acknowledged.push(orderId ?? id ?? Number.NaN);
    if (attempt.method === "cod" || !url) break;
    const page = URL.parse(url);
    // it turned out to be paid: the shopper sees the result page
    if (!page || page.pathname.endsWith("/final-payment")) break;
    const opened: OpenPages = { url: null, transfer: null };
    if (attempt.method === "bacs" && orderId !== undefined) opened.transfer = await shopper.readBankPage(orderId);
    else {
      setFaults(environment, page, attempt);
      opened.url = url;
    }
    const paid = attempt.paysPreviousAttempt ? [before, opened] : [opened];
    await pay(
      shopper,
      attempt,
      paid.map((one) => one.url),
    );
    for (const one of paid) await payByTransfer(environment, one.transfer, attempt);
    before = opened;
  }
  return acknowledged;
}

/** Kills the shop at random moments, spread over the run. @param reached resolves when this many orders are done */
async function killAtRandomMoments(
  { environment, orders, kills, whileDown }: Workload,
  reached: (count: number) => Promise<void>,
) {
  const chance = new SeededRandom(environment.seed, "kills");
  for (let nth = 1; nth <= kills; nth++) {
    await reached(Math.floor((orders * (nth - 0.5)) / kills));
    await pause(chance.draw() * maxDownMs);
    await environment.shops.kill(chance, whileDown);
  }
}

const randomFaults = (chance: SeededRandom) => [
  { chance: 0.05, status: 500 },
  { chance: 0.05, dead: true, done: true },
  { chance: 0.05, slow_ms: chance.between(50, 500) },
];

/**
 * All shoppers at once, with faults of every kind, while shop processes are killed. @returns the ids of all
 * acknowledged orders
 */
export async function runWorkload(workload: Workload): Promise<number[]> {
  const { environment, items, orders, transfers, fastForward } = workload;
  const chance = new SeededRandom(environment.seed, "the trade");
  const responses = { token: randomFaults(chance), create: randomFaults(chance), certificate: randomFaults(chance) };
  environment.paypal.control({ seed: chance.between(1, 1_000_000), responses });
  const key = await readStorefrontKey(await environment.shops.address(chance));
  const shoppers = Array.from(
    { length: shopperCount },
    (_, nth) => new Shopper(environment.shops, key, new SeededRandom(environment.seed, `shopper ${nth}`)),
  );
  for (const shopper of shoppers) await shopper.register();

  const acknowledged: number[] = [];
  const completed = new EventCounter();
  let next = 0;
  const runShopper = async (shopper: Shopper): Promise<void> => {
    while (next < orders || environment.payers.count < transfers) {
      const method = next < orders ? undefined : "bacs";
      const plan = planOf(environment.seed, next++, items, method);
      acknowledged.push(...(await carryOut(environment, shopper, plan)));
      completed.increment();
    }
  };
  let isOver = false;
  const fastForwarding = (async () => {
    while (!isOver) {
      await fastForward?.();
      environment.bank.control(chance.is(0.15) ? notifierDown : bankFaults(chance));
      environment.emails.rejectNext(chance.between(0, 4), chance.is(0.5));
      await pause(fastForwardEveryMs);
    }
  })();
  const working = Promise.all(shoppers.map(runShopper));
  const ended = working.then(
    () => {},
    () => {},
  );
  // an error of a shopper ends the killing, too
  const reached = (at: number) => Promise.race([completed.reached(at), ended]);
  try {
    await Promise.all([working, killAtRandomMoments(workload, reached)]);
  } finally {
    isOver = true;
    await fastForwarding;
  }
  return acknowledged;
}
