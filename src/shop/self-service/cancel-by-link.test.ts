import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type EmailedLink, type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`cancelling by the link of an order on ${engine.name}`, () => {
    let kit: GuestShop;
    const opened = async (link: EmailedLink) => (await kit.open(link)).body as unknown as LinkedOrder;
    const cancel = ({ order_id, token }: EmailedLink, body: object) =>
      kit.someone().post<LinkedOrder & Problem>(`${guestOrdersApi}/cancel`, { order_id, token, ...body });
    const placed = async () => {
      const { id, email } = await kit.place(await kit.guest());
      return { id, link: await kit.linkTo(email) };
    };

    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    test("SO01, SO03: the link of a guest's order allows to cancel it; opening it changes nothing", async () => {
      const { id, link } = await placed();
      const before = await stockOf(kit.shop, hoops.id);
      const { order } = await opened(link);
      expect(order.self_service.actions).toEqual(["cancel", "change_recipient", "change_address"]);
      const { version } = order.self_service;
      const done = await cancel(link, { version, reason: "changed_mind" });
      expect(done).toMatchObject({
        status: 200,
        body: { order: { status: "cancelled", self_service: { actions: [] } } },
      });
      expect(done.text, "masked as before").not.toMatch(/Lê Lợi|guest0|0913/);
      expect(await stockOf(kit.shop, hoops.id)).toBe((before ?? 0) + 1);
      expect(await moneyOf(kit.shop, id)).toMatchObject({
        ...{ status: "cancelled", moves: ["pending > cancelled customer:0"] },
        notes: [expect.stringContaining("hủy đơn chưa thanh toán")],
      });
      expect(await emailsOf(kit.shop, id)).toMatchObject({ order_cancelled: 1, merchant_customer_change: 1 });
      const again = await cancel(link, { version });
      expect([again.status, again.body.code]).toEqual([409, "lianne_state"]);
      expect(await stockOf(kit.shop, hoops.id)).toBe((before ?? 0) + 1);
    });

    test("SO02, SO04: of a paid order it is requested, and after the hand-over nothing is possible", async () => {
      const { id, link } = await placed();
      await kit.merchant.call("PUT", orderPath(id), { status: "processing", set_paid: true });
      const paid = (await opened(link)).order;
      expect([paid.status, paid.self_service.actions]).toEqual(["processing", ["request_cancel"]]);
      const { version } = paid.self_service;
      const requested = await cancel(link, { version });
      expect(requested.body.order).toMatchObject({
        ...{ status: "processing", self_service: { actions: [], cancel_requested_at: expect.any(String) } },
      });
      const { id: other, link: packed } = await placed();
      await kit.shop.db.write(sql`
        insert into packing (order_id, state, at) values (${other}, 'in_progress', now()) returning order_id`);
      const state = (await opened(packed)).order.self_service;
      expect(state).toMatchObject({ actions: [], locked: true });
      const late = await cancel(packed, { version: state.version });
      expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Đơn đã được đóng gói/)]);
    });

    test("SO01: another token, a malformed request and an order that an account has are refused", async () => {
      const { id, link } = await placed();
      const { version } = (await opened(link)).order.self_service;
      expect((await cancel({ ...link, token: "0".repeat(32) }, { version })).status).toBe(404);
      expect((await cancel(link, { version: "" })).status).toBe(400);
      expect((await cancel(link, { version, note: "x".repeat(301) })).status).toBe(400);
      expect((await cancel(link, { version: "of another moment" })).status).toBe(409);
      const customer = kit.someone();
      const { id: customerId } = await customer.register();
      await kit.shop.db.write(sql`update orders set customer_id = ${customerId} where id = ${id} returning id`);
      expect((await opened(link)).order.self_service.actions).toEqual([]);
      expect((await cancel(link, { version })).status).toBe(404);
      expect((await moneyOf(kit.shop, id)).status).toBe("pending");
    });
  });
