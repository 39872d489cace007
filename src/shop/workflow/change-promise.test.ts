import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import { addDays, calendarDayOf, formatWeekday } from "#contract/calendar-days.ts";
import { formatDay } from "#contract/dates.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { command, type Ended } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`changes of delivery promises on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      here.shop.clock.avoidMidnight();
      owner = (await staffMember(here.shop)).browser;
    });

    const reason = "đá về chậm một tuần";
    const inDays = (days: number) => addDays(calendarDayOf(here.shop.clock.now()), days);
    const change = (id: number, body: unknown, { browser = owner, headers = {} } = {}) =>
      browser.call<ActionResult & Problem>("POST", `/orders/${id}/promise`, body, headers);
    const orderOf = (id: number) => owner.request<WooOrder>("GET", orderPath(id));
    const promised = async (id: number) => (await orderOf(id)).body.lianne?.promise;
    const timelineOf = async (id: number) => {
      const { body } = await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      return body.filter(({ kind }) => kind === "promise");
    };
    const auditOf = (id: number) =>
      here.shop.db.all<{ operation: string; actor: string }>(sql`
        select a.operation, a.actor from audit a
        where a.object = 'promise_change' and (a.change -> 'order_id' ->> 1 = ${String(id)} or a.change -> 'order_id' ->> 0 = ${String(id)})
        order by a.id`);

    test("DP12: staff promise another day for a reason, of which the customer is emailed after 10 s", async () => {
      const id = await here.placed();
      const before = await promised(id);
      const day = inDays(20);
      const { status, body } = await change(id, { day, reason });
      expect([status, body.order.lianne?.promise, body.undo]).toEqual([
        200,
        { from: before?.from, by: day },
        { token: expect.any(String), until: expect.any(String) },
      ]);
      await here.shop.runJobs();
      const waiting = await here.shop.db.all<{ done: boolean; values: { day: string; reason: string } }>(sql`
        select done_at is not null done, payload -> 'values' "values" from outbox
        where payload ->> 'template' = 'promise_changed' and payload -> 'values' ->> 'order_number' = ${String(id)}`);
      expect(waiting).toEqual([
        { done: false, values: expect.objectContaining({ day: formatWeekday("vi", day), reason }) },
      ]);
      expect(await timelineOf(id)).toMatchObject([
        { actor: { kind: "staff" }, message: expect.stringContaining(`${formatWeekday("vi", day)} · ${reason}`) },
      ]);
      expect(await auditOf(id)).toMatchObject([{ operation: "added", actor: expect.stringMatching(/^staff:/) }]);
      const preview = await owner.call(
        "GET",
        `/orders/${id}/emails/promise_changed/preview?day=${day}&note=${encodeURIComponent("<b>đá</b>")}`,
      );
      expect([preview.status, preview.text]).toEqual([200, expect.stringContaining("&lt;b&gt;đá&lt;/b&gt;")]);
      expect(preview.text).toContain(formatWeekday("vi", day));
      await here.later(undoMs);
      const late = await owner.call<Problem>("POST", `/undo/${body.undo?.token}`);
      expect([late.status, late.body.code]).toEqual([410, "lianne_undo_expired"]);
      expect((await here.record(id)).promise?.by).toBe(day);
    });

    test("DP12, GR09: a change that was undone emails no customer, and one on top of it cannot be undone first", async () => {
      const id = await here.placed();
      const before = await promised(id);
      const first = await change(id, { day: inDays(20), reason });
      const undone = await owner.call<{ order: WooOrder }>("POST", `/undo/${first.body.undo?.token}`);
      expect([undone.status, undone.body.order.lianne?.promise]).toEqual([200, before]);
      expect([await timelineOf(id), await here.emailCount(id, "promise_changed")]).toEqual([[], 0]);
      expect((await auditOf(id)).map(({ operation }) => operation)).toEqual(["added", "removed"]);
      const second = await change(id, { day: inDays(21), reason });
      await change(id, { day: inDays(22), reason });
      const outdated = await owner.call<Problem>("POST", `/undo/${second.body.undo?.token}`);
      expect([outdated.status, outdated.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect((await promised(id))?.by).toBe(inDays(22));
      expect(await here.emailCount(id, "promise_changed")).toBe(2);
    });

    test("DP12, GR10: a change of an order that was promised another day meanwhile is rejected with that day", async () => {
      const id = await here.placed();
      const loaded = (await orderOf(id)).header("etag") ?? "";
      expect(await command(here.shop, `promises change ${id} ${inDays(30)} --reason kho`)).toMatchObject({ exit: 0 });
      const conflict = await change(id, { day: inDays(20), reason }, { headers: { "if-match": loaded } });
      expect([conflict.status, conflict.body.code]).toEqual([412, "lianne_conflict"]);
      expect(conflict.body.data.current).toMatchObject({ id, lianne: { promise: { by: inDays(30) } } });
      expect(await timelineOf(id)).toMatchObject([{ actor: { kind: "command" } }]);
      const current = (await orderOf(id)).header("etag") ?? "";
      expect((await change(id, { day: inDays(20), reason }, { headers: { "if-match": current } })).status).toBe(200);
    });

    test("DP12: the day and the reason are checked", async () => {
      const id = await here.placed();
      const before = await promised(id);
      const fieldsOf = async (body: unknown) => {
        const { status, body: problem } = await change(id, body);
        return [status, Object.keys(problem.data.params ?? {})];
      };
      for (const day of ["0000-01-01", "2026-02-30", "31/12/2026", 20_261_231, null, inDays(-1), inDays(366)])
        expect(await fieldsOf({ day, reason }), String(day)).toEqual([400, ["day"]]);
      for (const bad of ["", "   ", "x".repeat(501), 5])
        expect(await fieldsOf({ day: inDays(3), reason: bad }), String(bad)).toEqual([400, ["reason"]]);
      expect((await fieldsOf({ reason, day: undefined }))[0]).toBe(400);
      expect((await change(999_999_999, { day: inDays(3), reason })).status).toBe(404);
      expect(await promised(id)).toEqual(before);
    });

    test("DP12: the day that an order is already promised for is no change, for staff and for the command", async () => {
      const id = await here.placed();
      const by = (await promised(id))?.by ?? "";
      const same = await change(id, { day: by, reason });
      expect([same.status, same.body.data.params]).toEqual([
        400,
        {
          day: `Đơn đã hẹn ngày ${formatDay(by)}. Hãy chọn ngày khác từ ${formatDay(inDays(0))} đến ${formatDay(inDays(365))}.`,
        },
      ]);
      expect(await command(here.shop, `promises change ${id} ${by} --reason kho`)).toMatchObject({
        exit: 1,
        err: expect.stringContaining(`already promised for ${by}`),
      });
      expect([await timelineOf(id), await here.emailCount(id, "promise_changed")]).toEqual([[], 0]);
      expect((await change(id, { day: inDays(20), reason })).status).toBe(200);
      expect((await change(id, { day: inDays(20), reason })).status, "the new day is the promised one").toBe(400);
    });

    test("DP12: orders that have ended or have no promise are not promised another day", async () => {
      const body = { day: inDays(29), reason };
      const cancelled = await here.placed();
      await here.move(cancelled, "cancelled");
      const ended = await change(cancelled, body);
      expect([ended.status, ended.body.code, ended.body.data.state]).toEqual([
        409,
        "lianne_invalid_state",
        "cancelled",
      ]);
      const byCommand = (id: number) => command(here.shop, `promises change ${id} ${body.day} --reason kho`);
      expect(await byCommand(cancelled)).toMatchObject({ exit: 1, err: expect.stringContaining("is cancelled") });
      const without = await here.placed();
      await here.shop.db.write(sql`delete from order_promise where order_id = ${without} returning order_id`);
      expect((await orderOf(without)).body.lianne?.promise).toBeNull();
      const none = await change(without, body);
      expect([none.status, none.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect(await byCommand(without)).toMatchObject({ exit: 1, err: expect.stringContaining("no promise") });
      expect(await here.emailCount(cancelled, "promise_changed")).toBe(0);
    });

    test("DP12: the command waits for another change of the order, and changes none that has ended meanwhile", async () => {
      const id = await here.placed();
      const before = await promised(id);
      const isBlocked = async () => {
        const waiting = await here.shop.db.all(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return waiting.length > 0;
      };
      let changed: Promise<Ended> | undefined;
      await here.shop.db.transaction(async (tx) => {
        await tx.run(sql`update orders set status = 'cancelled' where id = ${id}`);
        changed = command(here.shop, `promises change ${id} ${inDays(29)} --reason kho`);
        // PGlite runs the command after the transaction
        if (engine.name !== "PGlite") await vi.waitUntil(isBlocked, { timeout: 20_000 });
      });
      expect(await changed).toMatchObject({ exit: 1, err: expect.stringContaining("is cancelled") });
      expect([await promised(id), await here.emailCount(id, "promise_changed")]).toEqual([before, 0]);
    });

    test("DP12, RO02: changing a promise requires the permission to edit orders", async () => {
      const id = await here.placed();
      const before = await promised(id);
      const body = { day: inDays(29), reason };
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(here.shop, role);
        const response = await change(id, body, { browser });
        expect([response.status, response.body.data.permission], role).toEqual([403, "orders.edit"]);
      }
      const path = `/wp-json/lianne-admin/v1/orders/${id}/promise`;
      expect((await here.shopper.post(path, body)).status).toBe(401);
      expect((await here.merchant.post(path, body)).status).toBe(401);
      expect((await change(id, body, { headers: { "x-wp-nonce": null } })).status).toBe(403);
      expect(await promised(id)).toEqual(before);
      const { browser: staff } = await staffMember(here.shop, "staff");
      expect((await change(id, body, { browser: staff })).status).toBe(200);
    });
  });
