import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import sql from "sql-template-tag";
import { bankAccount, beginTransfer, type BankShop, openBankShop } from "../../fixtures/testing/bank.ts";
import { hoops } from "../../fixtures/testing/cod-order.ts";
import { engines } from "../../fixtures/testing/engines.ts";
import { setStock } from "../../fixtures/testing/set-stock.ts";
import { mangles } from "../../simulators/bank/mangle.ts";
import type { BankFaults } from "../../simulators/bank/index.ts";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { SeededRandom } from "../kit/seeded-random.ts";

/** How many transfers are sent; `npm run money` sends 2,000. */
const transfers = Number(process.env.TRANSFERS ?? (testAll ? 40 : 12));
const seed = process.env.SEED ?? (process.env.TRANSFERS ? randomBytes(4).toString("hex") : "lianne");
const buyers = 50;
const minute = 60_000;
const timeoutMs = 120_000 + transfers * 1_000;

const notificationFaults: NonNullable<BankFaults["notifications"]> = [
  { chance: 0.15, kind: "missing" },
  { chance: 0.1, kind: "late", late_ms: 100 },
  { chance: 0.15, kind: "double" },
  { chance: 0.1, kind: "out_of_order", late_ms: 200 },
  { chance: 0.05, kind: "unsigned", times: 2 },
  { chance: 0.05, kind: "wrong_signature", times: 1 },
  { chance: 0.05, kind: "stale", times: 1 },
  { chance: 0.05, kind: "form" },
];
const listFaults: NonNullable<NonNullable<BankFaults["responses"]>["transactions"]> = [
  { chance: 0.2, status: 500 },
  { chance: 0.1, status: 429 },
  { chance: 0.1, malformed: true },
  { chance: 0.1, dead: true },
];

interface Waiting {
  id: number;
  content: string;
  total: number;
}

/** What pays an order. */
async function codeOf(shop: BankShop, id: number): Promise<Waiting> {
  const order = await shop.db.one<Waiting>(sql`
    select id, total, (select m ->> 'value' from jsonb_array_elements(meta_data) m where m ->> 'key' = '_bank_transfer_code') content
    from orders where id = ${id}`);
  if (!order) throw new Error(`there is no order ${id}`);
  return order;
}

/** An order of a new customer that waits for its transfer. */
async function waitingOrder(shop: BankShop): Promise<Waiting> {
  const shopper = shop.client();
  await shopper.register();
  return codeOf(shop, (await beginTransfer(shopper)).body.order_id);
}

/** What one customer transfers: all, parts, too much, twice, too little. */
const amountsOf = (chance: SeededRandom, total: number): number[] =>
  chance.weighted<number[]>([
    [40, [total]],
    [15, [total - 1000, 1000]],
    [10, [100_000, 50_000, total - 150_000]],
    [10, [total + chance.between(1, 50_000)]],
    [10, [total, total]],
    [10, [Math.floor(total / 2)]],
    [5, [total - 1]],
  ]);

/** Polls until the list has been read without a fault. */
async function pollUntilRead(shop: BankShop): Promise<void> {
  shop.bank.control({});
  await shop.bank.idle();
  for (let polls = 0; polls < 3; polls++) {
    shop.clock.advance(6 * minute);
    await shop.runJobs();
  }
}

for (const engine of engines) {
  test(
    `BQ33: ${transfers} transfers with mixed faults leave both ledgers equal on ${engine.name}, seed ${seed}`,
    async () => {
      const shop = await openBankShop(engine);
      await setStock(shop, hoops.id, transfers);
      const chance = new SeededRandom(seed, "bank");
      shop.bank.control({ seed: 7, notifications: notificationFaults, responses: { transactions: listFaults } });
      while (shop.bank.ledger().length < transfers) {
        const batch = await Promise.all(Array.from({ length: 5 }, () => waitingOrder(shop)));
        const sent = batch.flatMap(({ content, total }) =>
          amountsOf(chance, total).map((amount) => ({ content, amount })),
        );
        await Promise.all(
          sent.map(({ content, amount }) =>
            shop.bank.transfer({
              account: bankAccount,
              amount,
              content,
              mangle: chance.is(0.3) ? chance.of(mangles) : "none",
            }),
          ),
        );
        if (chance.is(0.3)) shop.clock.advance(chance.between(1, 200) * minute);
        await shop.runJobs();
      }
      await pollUntilRead(shop);
      // the rest expires, and what came in parts is to be returned
      shop.clock.advance(400 * minute);
      await shop.runJobs();
      shop.clock.advance(minute);
      await shop.runJobs();

      shop.takeLoggedErrors();
      const stored = await shop.db.all<{ amount: number; reference: string }>(
        sql`select amount, reference from bank_transfer order by reference`,
      );
      const sent = shop.bank.ledger().map(({ amount, reference }) => ({ amount, reference }));
      expect(stored).toEqual(sent.toSorted((one, other) => (one.reference < other.reference ? -1 : 1)));
      const unequal = await shop.db.all(sql`
        select o.id, o.status, o.total, b.received, p.recorded from orders o
        join lateral (select coalesce(sum(amount), 0) received from bank_transfer where order_id = o.id and state = 'matched') b on true
        join lateral (select coalesce(sum(amount), 0) recorded from payment
          where order_id = o.id and status in ('succeeded', 'to_refund', 'refunded')) p on true
        where o.payment_method = 'bacs' and (b.received <> p.recorded or o.status = 'pending'
          or (o.status = 'processing' and b.received < o.total))`);
      expect(unequal).toEqual([]);
      const doubled = await shop.db.all(sql`
        select payment_id from refund where is_overpayment group by payment_id having count(*) > 1`);
      expect(doubled).toEqual([]);
      expect(
        await shop.db.one(
          sql`select quantity from stock where id = (select stock_id from product where id = ${hoops.id})`,
        ),
      ).toEqual(
        await shop.db.one(sql`
          select ${transfers}::integer - count(*)::integer quantity from orders where payment_method = 'bacs' and stock_reserved`),
      );
    },
    timeoutMs,
  );

  test(
    `BQ25, BQ33: one of ${buyers} concurrent orders of the last unit is placed, ${buyers - 1} are a 400 that names it; transfers that arrive nevertheless are refunded, on ${engine.name}`,
    async () => {
      const shop = await openBankShop(engine);
      await setStock(shop, hoops.id, 1);
      const shoppers = Array.from({ length: buyers }, () => shop.client());
      for (const shopper of shoppers) await shopper.register();
      const placed = await Promise.all(shoppers.map((shopper) => beginTransfer(shopper)));
      const refused = placed.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(buyers - 1);
      for (const { status, body } of refused)
        expect([status, body]).toMatchObject([
          400,
          {
            data: { details: { items: { data: { lines: [{ index: 0, product_id: hoops.id, available: 0 }] } } } },
          },
        ]);
      const winner = placed.findIndex(({ status }) => status === 200);
      const { order_id: id } = placed[winner]?.body ?? { order_id: 0 };
      const { total, content } = await codeOf(shop, id);
      // all of them pay by the one code that there is
      const send = () => shop.bank.transfer({ account: bankAccount, amount: total, content });
      await Promise.all(Array.from({ length: buyers }, send));
      // under load some notifications get a 503: the bank repeats them, and the list has them all
      await pollUntilRead(shop);
      for (const { err } of shop.takeLoggedErrors()) expect(err?.message).toBe("the database is unavailable");
      const ofOrder = () =>
        shop.db.one(sql`
          select o.status, o.stock_reserved "holds", (select sum(amount)::integer from payment where order_id = o.id
              and status in ('succeeded', 'to_refund')) received,
            (select sum(amount)::integer from refund where order_id = o.id and status = 'requested') "toReturn",
            (select count(*)::integer from refund where order_id = o.id) refunds
          from orders o where id = ${id}`);
      expect(await ofOrder()).toEqual({
        ...{ status: "processing", holds: true, received: buyers * total },
        ...{ toReturn: (buyers - 1) * total, refunds: buyers - 1 },
      });
      const quantity = () =>
        shop.db.one<{ quantity: number }>(
          sql`select quantity from stock where id = (select stock_id from product where id = ${hoops.id})`,
        );
      expect(await quantity()).toEqual({ quantity: 0 });

      // the order of the last unit expires, another buyer gets the unit, and then the money of the first one arrives
      await setStock(shop, hoops.id, 1);
      const [first, second] = [shoppers[(winner + 1) % buyers], shoppers[(winner + 2) % buyers]];
      if (!first || !second) throw new Error("there are no buyers");
      const late = await codeOf(shop, (await beginTransfer(first)).body.order_id);
      shop.clock.advance(200 * minute);
      await shop.runJobs();
      const other = await codeOf(shop, (await beginTransfer(second)).body.order_id);
      for (const { content: code, total: amount } of [other, late])
        await shop.bank.transfer({ account: bankAccount, amount, content: code });
      await pollUntilRead(shop);
      const orders = await shop.db.all(sql`
        select o.status, o.stock_reserved "holds", (select sum(amount)::integer from refund where order_id = o.id) "toReturn"
        from orders o where id in (${late.id}, ${other.id}) order by id`);
      expect(orders).toEqual([
        { status: "on-hold", holds: false, toReturn: late.total },
        { status: "processing", holds: true, toReturn: null },
      ]);
      expect(await quantity()).toEqual({ quantity: 0 });
    },
    timeoutMs,
  );
}
