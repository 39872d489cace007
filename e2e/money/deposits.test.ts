import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import sql from "sql-template-tag";
import { bankAccount, openBankShop, transferContent } from "../../fixtures/testing/bank.ts";
import { hoops } from "../../fixtures/testing/cod-order.ts";
import { engines } from "../../fixtures/testing/engines.ts";
import { manualOrderCalls } from "../../fixtures/testing/manual-order.ts";
import { httpsEnv, merchantOf } from "../../fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "../../fixtures/testing/merchant-order.ts";
import { setStock } from "../../fixtures/testing/set-stock.ts";
import { staffMember } from "../../fixtures/testing/staff.ts";
import { testAll } from "../../fixtures/testing/test-all.ts";
import { SeededRandom } from "../kit/seeded-random.ts";

/** How many cash orders with a deposit; `npm run money` has a tenth of its transfers. */
const orders = Math.ceil(Number(process.env.TRANSFERS ?? (testAll ? 200 : 80)) / 10);
const seed = process.env.SEED ?? (process.env.TRANSFERS ? randomBytes(4).toString("hex") : "lianne");
const minute = 60_000;
const timeoutMs = 120_000 + orders * 2_000;

interface Sums {
  id: number;
  status: string;
  total: number;
  /** also if it was cancelled since: a person decides about the refund */
  paid: boolean;
  /** of transfers, and of payments by transfer */
  received: number;
  recorded: number;
  /** what is or was to be returned */
  returned: number;
  deposit: number;
  cash: number;
}

for (const engine of engines)
  test(
    `SO10: deposit and rest of ${orders} cash orders are the total, and all else is to be returned, on ${engine.name}, seed ${seed}`,
    async () => {
      const shop = await openBankShop(engine, { env: httpsEnv });
      await setStock(shop, hoops.id, orders);
      const chance = new SeededRandom(seed, "deposits");
      const merchant = await merchantOf(shop);
      const { browser: staff } = await staffMember(shop);
      const calls = manualOrderCalls(() => staff);
      shop.bank.control({
        ...{
          seed: 7,
          notifications: [
            { chance: 0.2, kind: "double" },
            { chance: 0.2, kind: "missing" },
          ],
        },
      });
      for (let placed = 0; placed < orders; placed++) {
        const { id, total } = await orderOf(merchant, {
          ...{ payment_method: "cod", status: "pending", line_items: [{ product_id: hoops.id, quantity: 1 }] },
        });
        const deposit = chance.between(1, Number(total) - 1);
        expect((await calls.deposit(id, deposit)).status).toBe(200);
        const part = chance.between(0, deposit - 1);
        const amounts = chance.weighted<number[]>([
          [30, [deposit]],
          [15, [part, deposit - part].filter((amount) => amount > 0)],
          [15, [deposit, deposit]],
          [15, [deposit + 1_000]],
          [10, [Number(total)]],
          [10, [Math.max(1, part)]],
          [5, []],
        ]);
        const content = transferContent(id);
        const acts = [
          ...amounts.map((amount) => () => shop.bank.transfer({ account: bankAccount, amount, content })),
          ...(chance.is(0.2) ? [() => calls.withdraw(id)] : []),
          ...(chance.is(0.2) ? [() => merchant.put(orderPath(id), { status: "cancelled" })] : []),
          ...(chance.is(0.2) ? [() => merchant.put(orderPath(id), { status: "processing" })] : []),
        ];
        await Promise.all((chance.is(0.5) ? acts : acts.toReversed()).map((act) => act()));
        if (chance.is(0.3)) await shop.runJobs();
      }
      shop.bank.control({});
      await shop.bank.idle();
      for (let polls = 0; polls < 3; polls++) {
        shop.clock.advance(6 * minute);
        await shop.runJobs();
      }
      // the requests that are left expire; what is not closed is delivered, which collects its cash
      shop.clock.advance(24 * 60 * minute);
      await shop.runJobs();
      shop.clock.advance(minute);
      await shop.runJobs();
      const open = await shop.db.all<{ id: number }>(
        sql`select id from orders where status in ('pending', 'processing') and paid_at is null and payment_method = 'cod'`,
      );
      for (const { id } of open) await merchant.put(orderPath(id), { status: "completed" });
      shop.takeLoggedErrors();
      const sums = await shop.db.all<Sums>(sql`
        select o.id, o.status, o.total, o.paid_at is not null paid,
          (select coalesce(sum(amount), 0)::bigint from bank_transfer where order_id = o.id and state = 'matched') received,
          (select coalesce(sum(amount), 0)::bigint from payment where order_id = o.id and method = 'bacs'
            and status in ('succeeded', 'to_refund', 'refunded')) recorded,
          (select coalesce(sum(amount), 0)::bigint from refund where order_id = o.id and is_overpayment) returned,
          (select coalesce(sum(amount), 0)::bigint from payment where order_id = o.id and is_deposit and status = 'succeeded') deposit,
          (select coalesce(sum(amount), 0)::bigint from payment where order_id = o.id and method = 'cod' and status = 'succeeded') cash
        from orders o where exists (select from deposit where order_id = o.id) order by o.id`);
      expect(sums).toHaveLength(orders);
      for (const order of sums) {
        const { status, total, paid, received, recorded, returned, deposit, cash } = order;
        const message = JSON.stringify(order);
        expect(recorded, `payments are the transfers: ${message}`).toBe(received);
        expect(paid ? ["completed", "processing", "cancelled"] : ["cancelled"], message).toContain(status);
        expect(recorded - returned + cash, message).toBe(paid ? total : 0);
        if (deposit > 0) expect(deposit + cash, message).toBe(total);
      }
      expect(sums.filter(({ deposit }) => deposit > 0).length).toBeGreaterThan(orders / 4);
      expect(sums.reduce((sum, { received }) => sum + received, 0)).toBe(
        shop.bank.ledger().reduce((sum, { amount }) => sum + amount, 0),
      );
    },
    timeoutMs,
  );
