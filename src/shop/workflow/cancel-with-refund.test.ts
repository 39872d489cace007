import { beforeAll, describe, expect, test } from "vitest";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`cancelling a paid order with its refund on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let clerk: StaffVisitor;
    const signIn = async () => {
      owner = (await staffMember(shop)).browser;
      clerk = (await staffMember(shop, "staff")).browser;
    };
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
      await signIn();
    });

    const placed = async (quantity: number, own: object = { set_paid: true }): Promise<number> =>
      (await orderOf(merchant, { payment_method: "bacs", line_items: [{ product_id: hoops.id, quantity }], ...own }))
        .id;
    const cancel = (id: number, browser = owner, headers = {}) =>
      browser.call<ActionResult & Problem>(
        "POST",
        `/orders/${id}/cancel`,
        { reason: "out_of_stock", refund: true },
        headers,
      );
    const stateOf = async (id: number) => ({
      status: (await owner.request<WooOrder>("GET", orderPath(id))).body.status,
      refunds: (await shop.db.all<{ amount: number }>(sql`select amount from refund where order_id = ${id}`)).map(
        ({ amount }) => amount,
      ),
      requests: (
        await shop.db.all<{ amount: number }>(
          sql`select amount from refund_request where order_id = ${id} and state = 'open'`,
        )
      ).map(({ amount }) => amount),
    });

    test("OD11: refunds all that was paid in the same transaction, without an undo", async () => {
      const before = await stockOf(shop, hoops.id);
      const id = await placed(2);
      const { status, body } = await cancel(id);
      expect([status, body.undo, body.order.status]).toEqual([200, null, "cancelled"]);
      expect(await stateOf(id)).toEqual({ status: "cancelled", refunds: [2 * hoops.price], requests: [] });
      expect(await stockOf(shop, hoops.id)).toBe(before);
      expect((await cancel(id)).status, "a closed order").toBe(409);
      expect((await stateOf(id)).refunds).toEqual([2 * hoops.price]);
    });

    test("OD11, RO04: above the limit of the role the order is cancelled, and an owner decides on its refund", async () => {
      const id = await placed(3);
      const { status, body } = await cancel(id, clerk);
      expect([status, body.undo, body.order.lianne?.stage]).toEqual([200, null, "needs_review"]);
      expect(await stateOf(id)).toEqual({ status: "cancelled", refunds: [], requests: [3 * hoops.price] });
    });

    test("RO04: the limit counts all refunds of an order by every path, and by owners", async () => {
      const [part, rest] = [300_000, 2 * hoops.price - 300_000];
      const refund = (id: number, browser: StaffVisitor) =>
        browser.request("POST", `${orderPath(id)}/refunds`, { amount: String(part), api_refund: false });
      for (const first of [clerk, owner]) {
        const id = await placed(2);
        expect((await refund(id, first)).status).toBe(201);
        const refunded = await clerk.request<Problem>("PUT", orderPath(id), { status: "refunded" });
        expect([refunded.status, refunded.body.data.limit]).toEqual([403, 500_000]);
        expect(await stateOf(id)).toMatchObject({ refunds: [part], requests: [] });
        expect((await cancel(id, clerk)).status).toBe(200);
        expect(await stateOf(id)).toEqual({ status: "cancelled", refunds: [part], requests: [rest] });
      }
      const within = await placed(1);
      expect((await refund(within, clerk)).status).toBe(201);
      expect((await cancel(within, clerk)).status).toBe(200);
      expect((await stateOf(within)).refunds, "no more than the limit in all").toEqual([part, hoops.price - part]);
    });

    test("OD11, RO04: a refund that one payment cannot give back alone is requested as one by hand, which an owner can approve", async () => {
      const total = 4 * hoops.price;
      for (const online of [total, total / 2]) {
        const id = await placed(4);
        await shop.db.write(sql`
          insert into payment (order_id, attempt, method, reference, status, amount, settled_at)
          values (${id}, 1, 'vnpay_visa', ${`${id}-1`}, 'succeeded', ${online}, now()) returning id`);
        expect((await cancel(id, clerk)).status).toBe(200);
        const { body } = await owner.call<{ id: number; order_id: number }[]>("GET", "/refund-requests");
        const request = body.find((one) => one.order_id === id);
        const approved = await owner.call<Problem>("POST", `/refund-requests/${request?.id}/approve`);
        expect([online, approved.status, approved.body.message]).toEqual([online, 200, undefined]);
        expect(await stateOf(id)).toMatchObject({ refunds: [total], requests: [] });
      }
    });

    test("OD11: what the gateway cannot give back is recorded as returned by hand, and both amounts are known before", async () => {
      const total = 2 * hoops.price;
      const id = await placed(2);
      const [payment] = await shop.db.write<{ id: number }>(sql`
        insert into payment (order_id, attempt, method, reference, status, amount, settled_at)
        values (${id}, 1, 'vnpay_visa', ${`${id}-1`}, 'succeeded', ${total - 100_000}, now()) returning id`);
      const effects = await owner.call<StatusEffects>("GET", `/orders/${id}/effects?to=cancelled`);
      expect(effects.body).toMatchObject({ refundable: total, by_gateway: total - 100_000 });
      const { status, body } = await cancel(id);
      expect([status, body.order.status]).toEqual([200, "cancelled"]);
      const refunds = await shop.db.all(sql`
        select amount, status, payment_id "paymentId" from refund where order_id = ${id} order by id`);
      expect(refunds).toEqual([
        { amount: total - 100_000, status: "requested", paymentId: payment?.id },
        { amount: 100_000, status: "manual", paymentId: null },
      ]);
    });

    test("OD11: an unpaid order, an old version and a missing permission change nothing", async () => {
      const unpaid = await placed(1, {});
      const nothing = await cancel(unpaid);
      expect([nothing.status, Object.keys(nothing.body.data.params ?? {})]).toEqual([400, ["refund"]]);
      const id = await placed(1);
      expect((await cancel(id, owner, { "if-match": '"an old version"' })).status).toBe(412);
      const role = { name: "Trực đơn", permissions: ["orders.view", "orders.confirm", "orders.cancel"] };
      const made = await owner.call("PUT", "/roles/own", role);
      expect(made.status).toBe(200);
      const limited = (await staffMember(shop, "own")).browser;
      const refused = await cancel(id, limited);
      expect([refused.status, refused.body.data.permission]).toEqual([403, "refunds.create"]);
      shop.clock.advance(11 * minuteMs);
      expect((await cancel(id)).body.code).toBe("lianne_reauthentication_required");
      await signIn();
      expect([(await stateOf(unpaid)).status, await stateOf(id)]).toEqual([
        "pending",
        { status: "processing", refunds: [], requests: [] },
      ]);
    });
  });
