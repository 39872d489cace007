import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import sql from "sql-template-tag";
import { BankChanges, minute } from "../../fixtures/testing/bank-changes.ts";
import { engines } from "../../fixtures/testing/engines.ts";
import { orderPath } from "../../fixtures/testing/merchant-order.ts";
import { SeededRandom } from "../kit/seeded-random.ts";

/** How many orders are changed; `npm run money` has a tenth of its transfers. */
const orders = Math.ceil(Number(process.env.TRANSFERS ?? 200) / 10);
const seed = process.env.SEED ?? (process.env.TRANSFERS ? randomBytes(4).toString("hex") : "lianne");
const timeoutMs = 120_000 + orders * 3_000;
/** what the dear option costs more */
const more = 120_000;

interface Sums {
  id: number;
  status: string;
  total: number;
  variation: number;
  change: string;
  /** of transfers, and of payments by transfer */
  received: number;
  recorded: number;
  /** what is or was to be returned */
  returned: number;
}

for (const engine of engines)
  describe(`changes that are paid by transfer, on ${engine.name}`, () => {
    const kit = new BankChanges();
    beforeAll(() => kit.open(engine));

    test(
      `SO08: the money of ${orders} changed orders is their total, and all else is to be returned, seed ${seed}`,
      async () => {
        await kit.renew();
        const chance = new SeededRandom(seed, "changes");
        const ids: number[] = [];
        for (let placed = 0; placed < orders; placed++) {
          await kit.renew();
          ids.push(kit.id);
          kit.shop.bank.control({
            ...{
              seed: placed,
              notifications: [
                { chance: 0.2, kind: "double" },
                { chance: 0.2, kind: "missing" },
              ],
            },
          });
          const { version } = (await kit.own.toOption(kit.id, kit.dear)).body.order;
          const part = chance.between(1, more - 1);
          const amounts = chance.weighted<number[]>([
            [30, [more]],
            [15, [part, more - part]],
            [15, [more, more]],
            [15, [more + 1_000]],
            [15, [part]],
            [5, [kit.total]],
            [5, []],
          ]);
          const acts = [
            ...amounts.map((amount) => () => kit.send(amount)),
            ...(chance.is(0.2) ? [() => kit.post("discard", { version })] : []),
            ...(chance.is(0.2) ? [() => kit.owner.call("POST", `/pack/orders/${kit.id}/assign`, {})] : []),
            ...(chance.is(0.15) ? [() => kit.merchant.put(orderPath(kit.id), { status: "cancelled" })] : []),
            ...(chance.is(0.15) ? [() => kit.merchant.put(orderPath(kit.id), { customer_note: "Gọi trước" })] : []),
            ...(chance.is(0.3) ? [() => kit.later(181 * minute)] : []),
          ];
          await Promise.all((chance.is(0.5) ? acts : acts.toReversed()).map((act) => act()));
        }
        kit.shop.bank.control({});
        await kit.shop.bank.idle();
        // what no webhook reported is read from the list; what was not paid in time expires
        for (let polls = 0; polls < 3; polls++) await kit.later(6 * minute);
        await kit.later(400 * minute);
        await kit.later(minute);
        await kit.later(minute);
        kit.shop.takeLoggedErrors();
        const sums = await kit.shop.db.all<Sums>(sql`
          select o.id, o.status, o.total, l.variation_id variation,
            (select c.state from order_change c where c.order_id = o.id order by c.id desc limit 1) change,
            (select coalesce(sum(amount), 0)::bigint from bank_transfer where order_id = o.id and state = 'matched') received,
            (select coalesce(sum(amount), 0)::bigint from payment where order_id = o.id and method = 'bacs'
              and status in ('succeeded', 'to_refund', 'refunded')) recorded,
            (select coalesce(sum(amount), 0)::bigint from refund where order_id = o.id and is_overpayment) returned
          from orders o join order_line l on l.order_id = o.id where o.id = any(${ids}) order by o.id`);
        expect(sums).toHaveLength(orders);
        for (const order of sums) {
          const { total, variation, change, received, recorded, returned } = order;
          const message = JSON.stringify(order);
          expect(recorded, `payments are the transfers: ${message}`).toBe(received);
          expect(recorded - returned, `what is not returned is the total: ${message}`).toBe(total);
          expect(variation === kit.dear.id, `only a paid change is applied: ${message}`).toBe(change === "applied");
          expect(["waiting", "due"], message).not.toContain(change);
        }
        const applied = sums.filter(({ change }) => change === "applied");
        expect(applied.length).toBeGreaterThan(orders / 8);
        expect(applied.length).toBeLessThan(orders);
      },
      timeoutMs,
    );
  });
