import { beforeAll, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { PackOrder, PackQueue } from "#contract/backoffice/packing.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`packing of orders on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    test("OD02, PK09: the timeline and the order have the photos of the open box", async () => {
      const { orderId: id } = await here.booked();
      await here.shop.db.write(sql`insert into packing (order_id, state, at) values (${id}, 'packed', now())`);
      const photos = await here.shop.db.all<{ id: number }>(sql`
        insert into packing_photo (order_id, file, width, height, taken_at)
        values (${id}, 'box.jpg', 9, 9, now()), (${id}, null, 9, 9, now()) returning id`);
      const { body: timeline } = await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      const packed = timeline.find(({ kind }) => kind === "pack");
      expect(packed?.detail, "without the erased one").toEqual({ photos: [photos[0]?.id] });
      const { body: order } = await owner.request<WooOrder>("GET", orderPath(id));
      expect(order.lianne?.packing.photos).toBe(1);
    });

    test("PK01, RO03: orders to pack have the day that was promised, also for packers", async () => {
      const { orderId: promised } = await here.booked();
      const { orderId: without } = await here.booked();
      await here.shop.db.write(sql`delete from order_promise where order_id in (${promised}, ${without})`);
      await here.shop.db.write(sql`
        insert into order_promise (order_id, promised_from, promised_by, shown_by, measured_by, promise_basis, work_days)
        values (${promised}, '2026-12-01', '2026-12-03', '2026-12-03', '2026-12-03', 'policy', 1)`);
      const { body } = await packer.call<PackQueue>("GET", "/pack/queue");
      const day = (id: number) => body.orders.find((order) => order.id === id)?.promised_date;
      expect([day(promised), day(without)]).toEqual(["2026-12-03", null]);
      const { body: one } = await packer.call<PackOrder>("GET", `/pack/orders/${promised}`);
      expect(one.promised_date).toBe("2026-12-03");
    });

    test("PK11: packed weight and dimensions are sent to the carrier if they differ from the booking, with the new fee", async () => {
      const { orderId: id, code } = await here.booked();
      const save = async (body: object, by = packer) => {
        const { body: saved, status } = await by.call<PackOrder & Problem>("PUT", `/pack/orders/${id}`, body);
        await here.shop.runJobs();
        return { status, parcel: saved.parcel, params: saved.data?.params };
      };
      const fee = async (by = owner) => (await by.call<PackOrder>("GET", `/pack/orders/${id}`)).body.parcel.fee;
      const sent = () => here.atCarrier(id)[0]?.input;
      expect([await fee(), await fee(packer)], "RO03: packers see no amounts").toEqual([22_000, null]);
      const size_cm = { length: 10, width: 10, height: 5 };
      expect((await save({ weight_g: 200, size_cm })).parcel).toMatchObject({ weight_g: 200, size_cm });
      expect(await here.notesOf(id)).toEqual([]);
      const large = { length: 20, width: 20, height: 10 };
      expect((await save({ weight_g: 1_200, size_cm: large })).parcel).toMatchObject({
        weight_g: 1_200,
        size_cm: large,
      });
      expect(sent()).toMatchObject({ weight: 1_200, ...large });
      expect(await fee()).toBe(27_000);
      expect(await here.notesOf(id)).toEqual([
        `Phí của kiện ${code} đổi theo cân nặng và kích thước đã đóng gói: 22.000\u00a0₫ → 27.000\u00a0₫.`,
      ]);
      const wrong = await save({ size_cm: { ...large, height: 201 } });
      expect([wrong.status, Object.keys(wrong.params ?? {})]).toEqual([400, ["size_cm"]]);
      here.ghn.setFaults({ size_fixed: true });
      await save({ weight_g: 900 });
      here.ghn.setFaults({ size_fixed: false });
      expect((await here.notesOf(id)).at(-1)).toMatch(
        /^Đơn vị vận chuyển không nhận cân nặng .+ Đơn hàng không thể cập nhật cân nặng$/,
      );
      expect([sent()?.weight, await fee()]).toEqual([1_200, 27_000]);
      await save({ weight_g: 200, size_cm });
      expect([sent()?.weight, await fee()], "back to what was proposed").toEqual([200, 22_000]);
    });

    test("PK11: what is measured of a parcel that the carrier then refuses is part of its next booking", async () => {
      const id = await here.placed();
      await here.shop.db.write(sql`
        update orders set location = location || '{"ward_code": "99999"}' where id = ${id}`);
      here.ghn.setFaults({ status: 500 });
      await here.move(id, "processing");
      expect((await packer.call("PUT", `/pack/orders/${id}`, { weight_g: 900 })).status).toBe(200);
      await here.shop.runJobs();
      here.ghn.setFaults();
      await here.later(minuteMs);
      expect(await here.parcelsOf(id)).toMatchObject([{ status: "refused" }]);
      await here.later(2 * hourMs);
      expect(await here.emailCount(id, "merchant_parcel_trouble"), "no response is awaited").toBe(0);
      const place = JSON.stringify({ ward_code: benNgheOfCarrier.wardCode });
      await here.shop.db.write(sql`update orders set location = location || ${place}::jsonb where id = ${id}`);
      const [parcel] = await here.parcelsOf(id);
      expect((await owner.call("POST", `/parcels/${parcel?.id}/rebook`)).status).toBe(201);
      expect(here.atCarrier(id)[0]?.input).toMatchObject({ weight: 900 });
    });
  });
