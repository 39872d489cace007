import { beforeAll, describe, expect, test } from "vitest";
import type { LabelLink, LabelSheet } from "#contract/backoffice/parcels.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const cod = hoops.price + 22_000;

for (const engine of engines)
  describe(`labels of parcels on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    /** An order whose address the carrier does not know, with the id of its parcel. */
    const sentManually = async (): Promise<{ orderId: number; id: number }> => {
      const orderId = await here.placed();
      await here.shop.db.write(sql`
        update orders set location = null, shipping = shipping || '{"address_2": ""}' where id = ${orderId}`);
      await here.move(orderId, "processing");
      const [parcel] = await here.shop.db.write<{ id: number }>(sql`
        insert into parcel (order_id, client_order_code, status) values (${orderId}, ${`LIANNE-${orderId}`}, 'by_hand') returning id`);
      return { orderId, id: parcel?.id ?? 0 };
    };

    test("PC02: labels of many parcels are one page, those without a carrier the next one", async () => {
      const [one, other] = [await here.booked(), await here.booked()];
      const ids = await Promise.all([one, other].map(async ({ orderId }) => (await here.parcelsOf(orderId))[0]?.id));
      const { id: manual } = await sentManually();
      const { body } = await packer.call<LabelLink>("GET", `/labels?ids=${[ids[0], manual, ids[1]].join(",")}`);
      expect(body).toMatchObject({ parcels: ids, remaining: [manual] });
      const page = await (await fetch(body.url)).text();
      expect(page).toContain(one.code);
      expect(page).toContain(other.code);
      expect((await packer.call("GET", "/labels?ids=99999999")).status).toBe(404);
      expect((await packer.call("GET", "/labels?ids=abc")).status).toBe(400);
    });

    test("PC02: an own label has the whole address, the COD amount and the order's number, for half an hour", async () => {
      const { id, orderId } = await sentManually();
      expect((await owner.call<Problem>("POST", `/orders/${orderId}/parcels`, {})).body.code).toBe(
        "lianne_no_shipment",
      );
      const { body: link } = await packer.call<LabelLink>("GET", `/labels?ids=${id}`);
      expect(link.url).toMatch(/\/admin\/labels\/[\w-]+$/);
      const token = link.url.split("/").at(-1) ?? "";
      const { body } = await packer.call<LabelSheet>("GET", `/label-sheets/${token}`);
      expect(body.labels).toMatchObject([
        { number: String(orderId), cod, recipient: { name: "Trần Thị Ngọc" }, items: 1 },
      ]);
      expect(body.labels[0]?.recipient.address).toContain("12 Nguyễn Huệ");
      expect((await packer.call("GET", "/label-sheets/x")).status).toBe(410);
      here.shop.clock.advance(30 * minuteMs);
      expect((await packer.call<Problem>("GET", `/label-sheets/${token}`)).body.code).toBe("lianne_link_expired");
    });

    test("PC02: labels of more parcels than fit into a path are one page, in the requested order", async () => {
      const { orderId } = await sentManually();
      const rows = await here.shop.db.write<{ id: number }>(sql`
        insert into parcel (order_id, client_order_code, status)
        select ${orderId}, ${`LIANNE-${orderId}-copy-`} || n, 'by_hand' from generate_series(1, 501) n returning id`);
      const ids = rows.map(({ id }) => id).sort((one, other) => (one % 7) - (other % 7) || other - one);
      const labels = (some: number[]) => packer.call<LabelLink>("GET", `/labels?ids=${some.join(",")}`);
      const { body: link } = await labels(ids.slice(0, 500));
      expect(link).toMatchObject({ parcels: ids.slice(0, 500), remaining: [] });
      const sheet = await packer.call<LabelSheet>("GET", `/label-sheets/${link.url.split("/").at(-1)}`);
      expect(sheet.body.labels.map(({ parcel_id }) => parcel_id)).toEqual(ids.slice(0, 500));
      expect((await labels(ids)).status).toBe(400);
    });

    test("RO03: a packer gets the labels of parcels that are still to leave, and of no other address", async () => {
      const [{ id: open }, { id: gone }, stopped] = [await sentManually(), await sentManually(), await sentManually()];
      await here.shop.db.write(sql`update parcel set handed_over_at = ${here.shop.clock.now()} where id = ${gone}`);
      await here.move(stopped.orderId, "cancelled");
      const statuses = (browser: StaffVisitor) =>
        Promise.all(
          [[open], [gone], [stopped.id], [open, gone]].map(
            async (ids) => (await browser.call("GET", `/labels?ids=${ids.join(",")}`)).status,
          ),
        );
      expect(await statuses(packer)).toEqual([200, 404, 404, 404]);
      expect(await statuses(owner)).toEqual([200, 200, 200, 200]);
    });
  });
