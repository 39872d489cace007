import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BankChanges, minute } from "#fixtures/testing/bank-changes.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";

/** what the dear option costs more */
const more = 120_000;

for (const engine of engines)
  describe(`what happens while a change waits for its transfer, on ${engine.name}`, () => {
    const kit = new BankChanges();
    beforeAll(() => kit.open(engine));
    beforeEach(() => kit.renew());

    test("SO08, SO14: a transfer at the moment of the expiry pays the change or is returned, never both", async () => {
      for (let race = 0; race < 4; race++) {
        if (race > 0) await kit.renew();
        await kit.own.toOption(kit.id, kit.dear);
        kit.shop.clock.advance(180 * minute);
        const acts = [() => kit.shop.runJobs(), () => kit.send(more)];
        await Promise.all((race % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
        await kit.later(minute);
        await kit.later(0);
        const applied = (await kit.option()) === kit.dear.id;
        const { total, refunds, payments } = await kit.money();
        expect(total).toBe(applied ? kit.total + more : kit.total);
        expect([refunds, payments.filter((payment) => payment === "bacs succeeded").length]).toEqual(
          applied ? [[], 2] : [["requested overpayment"], 1],
        );
        expect(await kit.stocks()).toEqual(applied ? [10, 9] : [9, 10]);
      }
    });

    test("SO08, SO14: a discarded change returns its part; transfers afterwards, and two tabs, end on record", async () => {
      const { body } = await kit.own.toOption(kit.id, kit.dear);
      const second = await kit.own.toOption(kit.id, kit.dear);
      expect([second.status, second.body.code]).toEqual([409, "lianne_state"]);
      await kit.transfer(50_000);
      const { version } = body.order;
      const both = await Promise.all([kit.post("discard", { version }), kit.post("discard", { version })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await kit.page()).toMatchObject({
        pay_to: null,
        change: { state: "discarded" },
        refund: { amount: 50_000 },
      });
      await kit.transfer(more - 50_000);
      expect(await kit.money()).toMatchObject({
        ...{ total: kit.total, refunds: ["requested overpayment", "requested overpayment"] },
      });
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.cheap.id, [9, 10]]);
    });

    test("SO08, SO14: packed meanwhile, the page shows no account to transfer to, and one that arrives is returned", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      await kit.transfer(20_000);
      expect((await kit.owner.call("POST", `/pack/orders/${kit.id}/assign`, {})).status).toBe(200);
      expect(await kit.page()).toMatchObject({
        state: "paid",
        pay_to: null,
        held_until: null,
        change: { state: "waiting" },
      });
      expect((await kit.state()).actions).toEqual(["resend_email"]);
      expect((await kit.post("payment")).status).toBe(409);
      await kit.transfer(more - 20_000);
      expect((await kit.state()).change).toMatchObject({ state: "refused", refused: "packed", amount: more });
      expect(await kit.page()).toMatchObject({ change: { state: "refused" }, refund: { amount: more } });
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.cheap.id, [9, 10]]);
      expect((await kit.money()).payments).toEqual(["bacs succeeded", "bacs to_refund"]);
    });

    test("SO08, SO14: edited by staff meanwhile, the payment is not offered, a part stays until the change ends, and all is returned", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      await kit.transfer(20_000);
      const edit = { fee_lines: [{ name: "Gói quà", total: "0" }], customer_note: "Gọi trước khi giao" };
      expect((await kit.owner.request("PUT", orderPath(kit.id), edit)).status).toBe(200);
      expect(await kit.page()).toMatchObject({ pay_to: null, received: 20_000, change: { state: "waiting" } });
      const { actions } = await kit.state();
      expect([actions.includes("pay_change"), actions.includes("discard_change")]).toEqual([false, true]);
      await kit.transfer(more - 20_000);
      expect((await kit.state()).change).toMatchObject({ state: "refused", refused: "changed" });
      expect((await kit.page()).refund).toMatchObject({ amount: more });
      expect(await kit.stocks()).toEqual([9, 10]);
    });

    test("SO08, SO14: staff cancel the order while the transfer arrives: all of its money is accounted for", async () => {
      for (const order of ["cancelled first", "transferred first", "at once"]) {
        if (order !== "cancelled first") await kit.renew();
        await kit.own.toOption(kit.id, kit.dear);
        const cancel = () => kit.merchant.put(orderPath(kit.id), { status: "cancelled" });
        if (order === "at once") await Promise.all([cancel(), kit.send(more)]);
        else if (order === "cancelled first") {
          await cancel();
          await kit.send(more);
        } else {
          await kit.send(more);
          await cancel();
        }
        await kit.later(0);
        await kit.later(minute);
        const { payments, total } = await kit.money();
        expect([payments[0], payments.at(-1), total], order).toEqual(["bacs succeeded", "bacs to_refund", kit.total]);
        expect(await kit.stocks(), order).toEqual([10, 10]);
        expect((await kit.page()).refund, order).toMatchObject({ amount: more });
      }
    });
  });
