import { beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import { bankAccount, beginTransfer, type BankShop, openBankShopWithGateways } from "#fixtures/testing/bank.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { transferCode } from "#shop/payments/index.ts";

const part = 100_000;

for (const engine of engines)
  describe(`actions on orders with parts of a bank transfer on ${engine.name}`, () => {
    let shop: BankShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openBankShopWithGateways(engine);
      owner = (await staffMember(shop)).browser;
      await setStock(shop, hoops.id, 50);
    });

    const begun = async (paidPart: boolean): Promise<number> => {
      const shopper = shop.client();
      await shopper.register();
      const { order_id: id } = (await beginTransfer(shopper)).body;
      const content = transferCode("LIA", id);
      if (paidPart) await shop.bank.transfer({ account: bankAccount, amount: part, content });
      return id;
    };
    const act = (id: number, action: string, body: object = {}) =>
      owner.call<ActionResult>("POST", `/orders/${id}/${action}`, body);
    const cancel = (id: number) => act(id, "cancel", { reason: "customer" });
    const returned = { payments: ["bacs to_refund"], refunds: ["requested overpayment"] };

    test("GR09: an action with which a part is returned cannot be undone, other actions can", async () => {
      const id = await begun(true);
      const held = await act(id, "hold", { reason: "x" });
      expect((await owner.call("POST", `/undo/${held.body.undo?.token}`)).status, "the part stays").toBe(200);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "pending", refunds: [] });
      const { status, body } = await cancel(id);
      expect([status, body.order.status, body.undo]).toEqual([200, "cancelled", null]);
      expect(await moneyOf(shop, id)).toMatchObject(returned);
      expect((await cancel(await begun(false))).body.undo?.token).toBeTruthy();
    });

    test("OD11: the effects of a status name the part that is returned, and that the order then counts as paid", async () => {
      const moneyEffects = async (id: number, to = "cancelled") =>
        (await owner.call<StatusEffects>("GET", `/orders/${id}/effects?to=${to}`)).body.effects.flatMap(
          ({ kind, message }) => (kind === "money" ? [message] : []),
        );
      const id = await begun(true);
      const [message] = await moneyEffects(id);
      expect(message).toContain("100.000");
      const without = await begun(false);
      expect(await moneyEffects(without)).not.toContain(message);
      expect(await moneyEffects(id, "processing")).toEqual([message, ...(await moneyEffects(without, "processing"))]);
      expect(await moneyEffects(id, "on-hold")).not.toContain(message);
    });
  });
