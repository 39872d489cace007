import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, returnToShop, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** The same random run each time, unless STORM_SEED is set; STORM_SHOPPERS sets the number of customers. */
const firstSeed = Number(process.env.STORM_SEED) || 20_261_122;
const shoppers = Number(process.env.STORM_SHOPPERS) || 14;
const minute = 60_000;
const stockPerProduct = 1_000;

/** Mulberry32: a small generator with the same sequence on every platform. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const responses = [
  { chance: 0.12, status: 500 },
  { chance: 0.1, dead: true },
  { chance: 0.1, dead: true, done: true },
  { chance: 0.05, malformed: true },
];
const notifications = [
  { chance: 0.25, kind: "missing" },
  { chance: 0.2, kind: "double" },
  { chance: 0.1, kind: "after_return", late_ms: 60 },
  { chance: 0.1, kind: "out_of_order", late_ms: 80 },
  { chance: 0.05, kind: "forged", times: 1 },
  { chance: 0.05, kind: "wrong_amount", times: 1 },
  { chance: 0.05, kind: "wrong_reference", times: 1 },
] as const;

/** Without the demonstration's own orders. */
const ofShoppers = sql`select id from orders where customer_id in (select id from customer where username like 'shopper\\_%')`;

interface AttemptRow {
  orderId: number;
  reference: string;
  method: "vnpay_visa" | "paypal";
  status: string;
  /** in the gateway's unit: whole đồng, or cents */
  amount: number;
}

for (const engine of engines)
  describe(`concurrent random payments on ${engine.name} (STORM_SEED=${firstSeed})`, () => {
    let shop: PayingShop;
    let merchant: Visitor;
    const roll = dice(firstSeed);
    const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(roll() * choices.length)] as T;
    const perhaps = (chance: number): boolean => roll() < chance;
    /** Runs a step that may fail: declined requests and timeouts are part of the load. */
    const bear = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, stockPerProduct);
    });

    /**
     * One customer's random actions: pays, cancels, returns or not, retries with another method, pays an old link too.
     */
    async function shopping(visitor: Visitor): Promise<void> {
      const links: string[] = [];
      for (let round = 0; round < 1 + Math.floor(roll() * 3); round++) {
        const payment_method = oneOf(["vnpay_visa", "paypal"] as const);
        const pickup = perhaps(0.3) ? { shipping_lines: [{ method_id: "local_pickup" as const }] } : {};
        const begun = await beginPayment(visitor, { payment_method, ...pickup });
        if (begun.status === 200) links.push(begun.body.payment_url);
        const link = perhaps(0.75) ? links.at(-1) : oneOf(links);
        if (link && !link.includes("/final-payment")) {
          const back = await bear(payOnPage(link, oneOf(["pay", "pay", "pay", "cancel", "fail", "review"])));
          if (back && perhaps(0.6)) await returnToShop(visitor, back);
        }
        if (perhaps(0.15)) await submit(visitor, aCodOrder());
        if (perhaps(0.1)) await meddle(begun.body.order_id);
      }
    }

    async function meddle(orderId: number | undefined): Promise<void> {
      if (!orderId) return;
      await merchant.put(
        orderPath(orderId),
        oneOf([{ status: "cancelled" }, { payment_method: "cod" }, { customer_note: "x" }]),
      );
    }

    /** Resolves the reviewed payments, half of them as paid. */
    function decide(): void {
      for (const { reference, state } of shop.gateways.vnpay.ledger())
        if (state === "under_review")
          shop.gateways.vnpay.control({ payment: reference, decide: perhaps(0.5) ? "paid" : "reversed" });
      for (const row of shop.gateways.paypal.ledger())
        if (row.capture === "PENDING")
          shop.gateways.paypal.control({ payment: row.reference, decide: perhaps(0.5) ? "COMPLETED" : "DECLINED" });
    }

    const attempts = () =>
      shop.db.all<AttemptRow>(sql`
        select order_id "orderId", reference, method, status, coalesce(amount_usd_cents, amount) amount from payment
        where method <> 'cod' and order_id in (${ofShoppers}) order by id`);

    test("loses no payment, records none twice and oversells no stock", { timeout: 240_000 }, async () => {
      shop.gateways.vnpay.control({
        seed: firstSeed,
        responses: { querydr: responses, refund: responses },
        notifications,
      });
      const every = {
        create: responses,
        order: responses,
        capture: responses,
        refund: responses,
        get_refund: responses,
      };
      shop.gateways.paypal.control({ seed: firstSeed, responses: every, notifications });
      for (let wave = 0; wave < 2; wave++) {
        const visitors = await Promise.all(
          Array.from({ length: shoppers / 2 }, async () => {
            const visitor = shop.client();
            await visitor.register();
            return visitor;
          }),
        );
        await Promise.all(visitors.map(shopping));
        shop.clock.advance(Math.floor(roll() * 20) * minute);
        await Promise.all([shop.runJobs(), shop.runJobs()]);
      }
      // faults off: everything settles
      shop.gateways.vnpay.control({ refund_takes_ms: 0 });
      shop.gateways.paypal.control({ refund_takes_ms: 0 });
      await shop.gateways.idle();
      for (let waited = 0; waited < 12; waited++) {
        decide();
        shop.clock.advance(30 * minute);
        await shop.runJobs();
        await shop.gateways.idle();
      }
      shop.takeLoggedErrors();
      await settledEverywhere();
    });

    async function settledEverywhere(): Promise<void> {
      const books = new Map(
        [...shop.gateways.vnpay.ledger(), ...shop.gateways.paypal.ledger()].map((row) => [row.reference, row]),
      );
      const rows = await attempts();
      expect(rows.length).toBeGreaterThan(shoppers / 2);
      const retained = new Map<number, number>();
      for (const { reference, status, orderId, amount } of rows) {
        const { paid = 0, refunded = 0 } = books.get(reference) ?? {};
        expect([0, amount], reference).toContain(paid);
        expect([0, paid], reference).toContain(refunded);
        const wanted = paid === 0 ? ["failed", "cancelled", "expired"] : refunded === 0 ? ["succeeded"] : ["refunded"];
        expect(wanted, `${reference} is ${status}`).toContain(status);
        if (paid > refunded) retained.set(orderId, (retained.get(orderId) ?? 0) + 1);
      }
      const orders = await shop.db.all<{ id: number; status: string; method: string; paid: boolean; by: string }>(sql`
        select o.id, o.status, o.payment_method "method", o.paid_at is not null paid,
          (select actor from order_event e where e.order_id = o.id order by e.id desc limit 1) "by"
        from orders o where o.id in (${ofShoppers}) and exists (select from payment p where p.order_id = o.id and p.method <> 'cod')`);
      for (const { id, status, method, paid, by } of orders) {
        const state = `${id} is ${status} by ${method}`;
        expect(retained.get(id) ?? 0, state).toBe(paid ? 1 : 0);
        // a merchant may cancel a paid order, and then decides about its money too
        if (paid && !by.startsWith("merchant")) expect(["processing", "on-hold"], state).toContain(status);
        if (!paid && method !== "cod") expect(["cancelled", "failed"], state).toContain(status);
        expect((await emailsOf(shop, id)).order_paid ?? 0, state).toBeLessThanOrEqual(1);
      }
      const all = await shop.db.one<{ held: number }>(sql`
        select coalesce(sum(l.quantity), 0)::integer held from order_line l join orders o on o.id = l.order_id
        where o.stock_reserved and o.id in (${ofShoppers})`);
      expect(await stockOf(shop, hoops.id)).toBe(stockPerProduct - (all?.held ?? 0));
    }
  });
