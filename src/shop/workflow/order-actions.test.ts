import { beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { OrderAction } from "#contract/backoffice/allowed-actions.ts";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { ledgerOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`actions on orders on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let other: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      other = (await staffMember(here.shop, "staff")).browser;
    });

    const act = (id: number, action: OrderAction | "calls", body?: unknown, browser = owner, headers = {}) =>
      browser.call<ActionResult & Problem>("POST", `/orders/${id}/${action}`, body, headers);
    const undo = (token: string | undefined, browser = owner) =>
      browser.call<{ order: WooOrder } & Problem>("POST", `/undo/${token}`);
    const cancel = { reason: "customer" } as const;
    const etagOf = async (id: number, browser = owner) =>
      (await browser.request<WooOrder>("GET", orderPath(id))).header("etag") ?? "";
    const packed = (id: number) =>
      here.shop.db.write(
        sql`insert into packing (order_id, state, at) values (${id}, 'in_progress', ${here.shop.clock.now()})`,
      );
    const packingOf = (id: number) =>
      here.shop.db.all<{ state: string }>(sql`select state from packing where order_id = ${id}`);
    const openJobs = (id: number) =>
      here.shop.db.all(sql`
        select kind from outbox where done_at is null and payload ->> 'template' is distinct from 'order_received'
          and (payload -> 'values' ->> 'order_number' = ${String(id)}
          or payload ->> 'parcel' in (select id::text from parcel where order_id = ${id}))`);

    test("GR09, TD02: an order whose confirmation was undone waits since the time that it had before", async () => {
      const id = await here.placed();
      const sinceOf = async () => (await owner.request<WooOrder>("GET", orderPath(id))).body.lianne?.stage_since;
      const since = await sinceOf();
      await here.later(hourMs);
      const { body } = await act(id, "confirm");
      expect(body.order.lianne?.stage_since).not.toBe(since);
      expect((await undo(body.undo?.token)).body.order.lianne).toMatchObject({
        stage: "to_confirm",
        stage_since: since,
      });
      expect(await sinceOf()).toBe(since);
    });

    test("OD05, GR09: a confirmed order is booked with the carrier after 10 s", async () => {
      const id = await here.placed();
      const { status, body } = await act(id, "confirm");
      expect([status, body.order.status, body.order.lianne?.stage]).toEqual([200, "processing", "to_pack"]);
      const [job] = await here.shop.db.all<{ at: Date }>(sql`
        select b.run_after "at" from outbox b join parcel p on p.id = (b.payload ->> 'parcel')::integer where p.order_id = ${id}`);
      expect([job?.at.toISOString(), here.atCarrier(id)]).toEqual([body.undo?.until, []]);
      await here.later(undoMs);
      expect(here.atCarrier(id)).toHaveLength(1);
      const late = await undo(body.undo?.token);
      expect([late.status, late.body.code]).toEqual([410, "lianne_undo_expired"]);
    });

    test("GR09: a confirmation that was undone was never sent to the carrier", async () => {
      const id = await here.placed();
      const stock = await stockOf(here.shop, hoops.id);
      const { body } = await act(id, "confirm");
      const undone = await undo(body.undo?.token);
      expect([undone.status, undone.body.order.status, undone.body.order.lianne?.stage]).toEqual([
        200,
        "pending",
        "to_confirm",
      ]);
      await here.later(hourMs);
      expect([here.atCarrier(id), await here.parcelsOf(id), await openJobs(id)]).toEqual([[], [], []]);
      expect([await stockOf(here.shop, hoops.id), await ledgerOf(here.shop, id)]).toEqual([
        stock,
        [{ status: "pending", amount: hoops.price + 22_000 }],
      ]);
      expect((await undo(body.undo?.token)).status, "once").toBe(410);
      const again = await act(id, "confirm");
      await here.later(undoMs);
      expect([again.status, here.atCarrier(id).length]).toEqual([200, 1]);
    });

    test("GR09, OD11: a cancellation that was undone restores stock, payment, parcel and packing, and emails no customer", async () => {
      const { orderId: id, code } = await here.booked();
      await packed(id);
      const [stock, ledger] = [await stockOf(here.shop, hoops.id), await ledgerOf(here.shop, id)];
      const { status, body } = await act(id, "cancel", cancel);
      expect([status, body.order.status, body.order.lianne?.stage]).toEqual([200, "cancelled", "closed"]);
      expect([await stockOf(here.shop, hoops.id), await packingOf(id)]).toEqual([(stock ?? 0) + 1, []]);
      const undone = await undo(body.undo?.token);
      expect([undone.status, undone.body.order.status]).toEqual([200, "processing"]);
      await here.later(hourMs);
      expect(here.atCarrier(id)).toMatchObject([{ orderCode: code, status: "ready_to_pick" }]);
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "ready_to_pick", code }]);
      expect([await stockOf(here.shop, hoops.id), await ledgerOf(here.shop, id)]).toEqual([stock, ledger]);
      expect([await here.emailCount(id, "order_cancelled"), await packingOf(id)]).toEqual([
        0,
        [{ state: "in_progress" }],
      ]);
    });

    test("OD11: a cancelled order stops its parcel and emails its customer with the reason", async () => {
      const { orderId: id } = await here.booked();
      const { body } = await act(id, "cancel", { reason: "out_of_stock", note: "mất một chiếc" });
      expect(body.order.status).toBe("cancelled");
      await here.later(undoMs);
      expect(here.atCarrier(id)).toMatchObject([{ status: "cancel" }]);
      const [email] = await here.shop.db.all<{ reason: string }>(sql`
        select payload -> 'values' ->> 'reason' reason from outbox
        where payload ->> 'template' = 'order_cancelled' and payload -> 'values' ->> 'order_number' = ${String(id)}`);
      expect(email?.reason).toBe("sản phẩm đã hết hàng");
      const invalid = await act(await here.placed(), "cancel", { reason: "other" });
      expect([invalid.status, Object.keys(invalid.body.data.params ?? {})]).toEqual([400, ["note"]]);
    });

    test("OL05: a held order keeps its stock, and returns to its earlier status", async () => {
      const id = await here.placed();
      await act(id, "confirm");
      const held = await act(id, "hold", { reason: "khách đi vắng" });
      expect([held.body.order.status, held.body.order.lianne?.stage_reason]).toEqual(["on-hold", "đơn đang tạm giữ"]);
      const twice = await act(id, "hold", { reason: "khách đi vắng" });
      expect([twice.status, twice.body.code, twice.body.data.state]).toEqual([
        409,
        "lianne_invalid_state",
        "needs_review",
      ]);
      const restored = await act(id, "restore");
      expect([restored.status, restored.body.order.status]).toEqual([200, "processing"]);
      const undone = await undo(restored.body.undo?.token);
      expect([undone.status, undone.body.order.status]).toEqual([200, "on-hold"]);
    });

    test("OL05: a cancelled order is restored if its items are in stock", async () => {
      const id = await here.placed();
      await act(id, "cancel", cancel);
      await setStock(here.shop, hoops.id, 0);
      const short = await act(id, "restore");
      expect([short.status, short.body.code, short.body.message]).toEqual([
        400,
        "rest_invalid_param",
        expect.stringContaining("không đủ hàng, còn 0"),
      ]);
      await setStock(here.shop, hoops.id, 500);
      const restored = await act(id, "restore");
      expect([restored.status, restored.body.order.status]).toEqual([200, "pending"]);
      const undone = await undo(restored.body.undo?.token);
      expect([undone.body.order.status, await stockOf(here.shop, hoops.id)]).toEqual(["cancelled", 500]);
      expect(await here.emailCount(id, "order_cancelled"), "one email, of the cancellation").toBe(1);
    });

    test("GR09: only the same staff member can undo, and not what was changed since", async () => {
      const id = await here.placed();
      const { body } = await act(id, "confirm");
      expect((await undo(body.undo?.token, other)).status).toBe(410);
      await act(id, "hold", { reason: "chờ" }, other);
      const outdated = await undo(body.undo?.token);
      expect([outdated.status, outdated.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect((await act(999_999_999, "confirm")).body.code).toBe("rest_not_found");
    });

    test("OD03: the outcomes of a call", async () => {
      const id = await here.placed();
      const at = new Date(here.shop.clock.now().getTime() + hourMs).toISOString();
      const missed = await act(id, "calls", { outcome: "no_answer", callback_at: at });
      expect([missed.status, missed.body.undo, missed.body.order.lianne?.calls]).toEqual([
        200,
        null,
        { count: 1, missed: 1, callback_at: at },
      ]);
      const past = await act(id, "calls", { outcome: "callback", callback_at: "2001-01-01T00:00:00Z" });
      expect([past.status, Object.keys(past.body.data.params ?? {})]).toEqual([400, ["callback_at"]]);
      expect((await act(id, "calls", { outcome: "callback" })).status, "without a time").toBe(400);
      for (const outcome of ["no_answer", "no_answer"]) await act(id, "calls", { outcome });
      const list = await owner.request<WooOrder[]>("GET", `/wp-json/wc/v3/orders?unreachable=true&include=${id}`);
      expect(list.body.map((order) => [order.id, order.lianne?.stage_reason])).toEqual([
        [id, "đã gọi 3 lần, không nghe máy"],
      ]);
      await act(id, "calls", { outcome: "wrong_number" });
      const agreed = await act(id, "calls", { outcome: "agreed", note: "giao buổi sáng" });
      expect([agreed.body.order.status, agreed.body.undo]).toEqual(["processing", expect.anything()]);
      const tooLate = await act(id, "calls", { outcome: "declined" });
      expect([tooLate.status, tooLate.body.code, tooLate.body.data.state]).toEqual([
        409,
        "lianne_invalid_state",
        "to_pack",
      ]);
      const declined = await act(await here.placed(), "calls", { outcome: "declined" });
      expect(declined.body.order.status).toBe("cancelled");
    });

    test("GR10: an action on an order that changed since it was loaded is rejected with the current order", async () => {
      const id = await here.placed();
      const loaded = await etagOf(id);
      expect(loaded).toMatch(/^"\w+"$/);
      const address = { shipping: { address_1: "5 Hàng Bạc" } };
      expect((await other.request("PUT", orderPath(id), address, { "if-match": loaded })).status).toBe(200);
      const conflict = await act(id, "confirm", undefined, owner, { "if-match": loaded });
      expect([conflict.status, conflict.body.code]).toEqual([412, "lianne_conflict"]);
      expect(conflict.body.data.current).toMatchObject({
        id,
        shipping: address.shipping,
        lianne: { stage: "to_confirm" },
      });
      const edit = await owner.request<Problem>("PUT", orderPath(id), address, { "if-match": loaded });
      expect([edit.status, edit.body.code]).toEqual([412, "lianne_conflict"]);
      expect((await act(id, "confirm", undefined, owner, { "if-match": await etagOf(id) })).status).toBe(200);
    });

    test("a booking changes no version", async () => {
      const id = await here.placed();
      await act(id, "confirm");
      const before = await etagOf(id);
      await here.later(undoMs);
      expect([here.atCarrier(id).length, await etagOf(id)]).toEqual([1, before]);
    });

    test("GR08: twenty taps confirm once, and two staff members book one parcel", async () => {
      const id = await here.placed();
      const key = { "idempotency-key": `tap-${id}` };
      const taps = await Promise.all(Array.from({ length: 20 }, () => act(id, "confirm", undefined, owner, key)));
      expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(taps.map(({ body }) => body.undo?.token)).size).toBe(1);
      const second = await here.placed();
      const race = await Promise.all(
        [owner, other, owner, other].map((browser) => act(second, "confirm", undefined, browser)),
      );
      expect(race.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      await here.later(undoMs);
      expect([here.atCarrier(id).length, here.atCarrier(second).length]).toEqual([1, 1]);
    });

    test("OD11: a cancellation at the same time as the packing ends with a cancelled order that is not packed", async () => {
      const { orderId: id } = await here.booked();
      const stock = (await stockOf(here.shop, hoops.id)) ?? 0;
      const race = await Promise.all([act(id, "cancel", cancel), act(id, "cancel", cancel, other), packed(id)]);
      expect(
        race
          .slice(0, 2)
          .map((response) => ("status" in response ? response.status : 0))
          .sort(),
      ).toEqual([200, 409]);
      expect(await stockOf(here.shop, hoops.id)).toBe(stock + 1);
      const [row] = await here.shop.db.all<{ stage: string }>(
        sql`select stage from order_workflow where order_id = ${id}`,
      );
      expect(row?.stage).toBe("closed");
    });

    test("RO02: packers and accountants change no order, and packers read none", async () => {
      const id = await here.placed();
      const { browser: packer } = await staffMember(here.shop, "packer");
      const { browser: accountant } = await staffMember(here.shop, "accountant");
      for (const browser of [packer, accountant])
        for (const [action, body, permission] of [
          ["confirm", undefined, "orders.confirm"],
          ["hold", { reason: "x" }, "orders.confirm"],
          ["cancel", cancel, "orders.cancel"],
          ["restore", undefined, "orders.cancel"],
          ["calls", { outcome: "agreed" }, "orders.confirm"],
        ] as const) {
          const response = await act(id, action, body, browser);
          expect([response.status, response.body.code, response.body.data.permission], action).toEqual([
            403,
            "lianne_forbidden",
            permission,
          ]);
        }
      expect((await packer.request("GET", orderPath(id))).status).toBe(403);
      expect((await accountant.request<WooOrder>("GET", orderPath(id))).body.lianne?.money).toMatchObject({
        due: hoops.price + 22_000,
        paid: 0,
        refundable: 0,
      });
      expect((await here.shopper.get<WooOrder>(orderPath(id))).body.lianne).toBeUndefined();
      expect(await here.statusOf(id)).toBe("pending");
    });
  });
