import { beforeAll, describe, expect, test } from "vitest";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { BackgroundTaskDetail } from "#contract/backoffice/tasks.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`what actions on orders cause on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
    });

    const post = <Body = ActionResult & Problem>(path: string, body: object = {}) =>
      owner.call<Body>("POST", path, body);
    const cancel = (id: number) => post(`/orders/${id}/cancel`, { reason: "customer" });
    const undo = (token: string | undefined) => post<{ order: WooOrder } & Problem>(`/undo/${token}`);
    const packing = async (id: number) => (await owner.call<PackOrder>("GET", `/pack/orders/${id}`)).body;

    test("GR09: an undone cancellation restores the ticks of the packing, its extras, weight and box", async () => {
      const { orderId: id } = await here.booked({ line_items: [{ product_id: hoops.id, quantity: 2 }] });
      const [line] = (await packing(id)).lines;
      const tick = { line_id: line?.id, quantity: 1, at: "2026-11-26T07:00:00.000Z" };
      const [box] = (await owner.call<PackingBox[]>("GET", "/packing-boxes")).body;
      await owner.call("PUT", `/pack/orders/${id}`, {
        ticks: [tick],
        extras: [{ id: "card", packed: true }],
        weight_g: 340,
        box_id: box?.id,
      });
      const before = await packing(id);
      expect(before).toMatchObject({
        lines: [{ ticked: 1 }],
        extras: ["card"],
        parcel: { weight_g: 340, box_id: box?.id },
      });
      const cancelled = await cancel(id);
      expect((await packing(id)).lines[0]?.ticked).toBe(0);
      expect((await undo(cancelled.body.undo?.token)).status).toBe(200);
      expect(await packing(id)).toEqual(before);
      // the same tick again, as a device sends it whose response was lost
      await owner.call("PUT", `/pack/orders/${id}`, { ticks: [tick] });
      expect((await packing(id)).lines[0]?.ticked).toBe(1);
    });

    test("GR09: an undone cancellation books no parcel for an order that had none under way", async () => {
      const { orderId: id } = await here.booked();
      const [parcel] = (await owner.call<ParcelEntry[]>("GET", `/parcels?order_id=${id}&view=all`)).body;
      await post(`/parcels/${parcel?.id}/cancel`);
      await here.later(undoMs);
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "cancel" }]);
      const { body } = await cancel(id);
      const undone = await undo(body.undo?.token);
      expect([undone.status, undone.body.order.status]).toEqual([200, "processing"]);
      await here.later(hourMs);
      expect(await here.parcelsOf(id)).toMatchObject([{ id: parcel?.id, status: "cancel" }]);
      expect(here.atCarrier(id)).toHaveLength(1);
    });

    test("OL05: a bulk booking checks each order: none for an order that is not to be sent any more, or not yet", async () => {
      const [waiting, closed] = [await here.placed(), await here.placed()];
      await here.move(closed, "cancelled");
      const { orderId: open } = await here.booked();
      const [parcel] = (await owner.call<ParcelEntry[]>("GET", `/parcels?order_id=${open}&view=all`)).body;
      await post(`/parcels/${parcel?.id}/cancel`);
      await here.later(undoMs);
      const started = await post<{ task: number }>("/orders/bulk", {
        ...{ action: "book_parcels", ids: [waiting, closed, open] },
      });
      await here.shop.runJobs();
      await here.later(undoMs);
      const { body } = await owner.call<BackgroundTaskDetail>("GET", `/tasks/${started.body.task}`);
      expect(body.results.map(({ id, ok }) => [id, ok])).toEqual([
        [waiting, false],
        [closed, false],
        [open, true],
      ]);
      expect([here.atCarrier(waiting), here.atCarrier(closed)]).toEqual([[], []]);
      expect(here.atCarrier(open)).toHaveLength(2);
    });

    test("OL05: a cancelled order that returns from the trash causes no second email about the cancellation", async () => {
      const id = await here.placed();
      await cancel(id);
      await here.later(undoMs);
      expect(await here.emailCount(id, "order_cancelled")).toBe(1);
      for (const restore of [
        () => post(`/orders/${id}/restore`),
        () => owner.request("PUT", orderPath(id), { status: "cancelled" }),
      ]) {
        await here.merchant.delete(orderPath(id));
        expect(await here.statusOf(id)).toBe("trash");
        expect((await restore()).status).toBe(200);
        await here.later(undoMs);
        expect([await here.statusOf(id), await here.emailCount(id, "order_cancelled")]).toEqual(["cancelled", 1]);
      }
    });

    test("OD11: a cancellation with a refund returns the units that the refund leaves reserved, and emails its reason", async () => {
      // a refund needs a recent authentication
      owner = (await staffMember(here.shop)).browser;
      const stock = (await stockOf(here.shop, hoops.id)) ?? 0;
      const { id, total } = await orderOf(here.merchant, {
        ...{ payment_method: "bacs", set_paid: true, line_items: [{ product_id: hoops.id, quantity: 1 }] },
        billing: { first_name: "Mai", last_name: "Nguyễn", email: "mai@example.com", phone: "0901234567" },
      });
      const refund = await owner.request("POST", `${orderPath(id)}/refunds`, { amount: total, api_refund: false });
      expect([refund.status, await here.statusOf(id)]).toEqual([201, "refunded"]);
      expect(await stockOf(here.shop, hoops.id)).toBe(stock - 1);
      // the action of the order screen is for orders that are not closed
      expect((await cancel(id)).status).toBe(409);
      const closed = await post(`/orders/${id}/status`, { status: "cancelled", reason: "out_of_stock" });
      expect([closed.status, closed.body.order.status]).toEqual([200, "cancelled"]);
      expect(await stockOf(here.shop, hoops.id)).toBe(stock);
      const [email] = await here.shop.db.all<{ reason: string }>(sql`
        select payload -> 'values' ->> 'reason' reason from outbox
        where payload ->> 'template' = 'order_cancelled' and payload -> 'values' ->> 'order_number' = ${String(id)}`);
      expect(email?.reason).toBe("sản phẩm đã hết hàng");
    });

    test("RO02, RO04: the effects state how much of the order the role may refund itself", async () => {
      const { orderId: id } = await here.booked();
      await owner.request("PUT", orderPath(id), { status: "completed" });
      const { browser: staff } = await staffMember(here.shop, "staff");
      const limitOf = async (browser: StaffVisitor) =>
        (await browser.call<StatusEffects>("GET", `/orders/${id}/effects?to=refunded`)).body.refund_limit;
      expect([await limitOf(owner), await limitOf(staff)]).toEqual([null, 500_000]);
      const refund = { amount: "100000", reason: "x", api_refund: false };
      expect((await staff.request("POST", `${orderPath(id)}/refunds`, refund)).status).toBe(201);
      expect(await limitOf(staff)).toBe(400_000);
    });
  });
