import { beforeAll, describe, expect, test } from "vitest";
import type { OpenOrder } from "#contract/backoffice/order-list.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

for (const engine of engines)
  describe(`orders in progress for offline use on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
    });
    const page = (number = 1, browser = owner) =>
      browser.call<OpenOrder[]>("GET", `/orders-in-progress?page=${number}`);

    test("OF02: orders in progress are listed as their own endpoints return them, the newest first", async () => {
      const { orderId: booked } = await here.booked();
      const ended = await here.placed();
      const newest = await here.placed();
      await owner.request("POST", `${orderPath(newest)}/notes`, { note: "gọi sau 17 giờ" });
      await owner.request("PUT", orderPath(ended), { status: "cancelled" });
      const { body } = await page();
      const listed = body.map(({ order }) => order.id).filter((id) => id >= booked);
      expect(listed).toEqual([newest, booked]);
      for (const id of listed) {
        const found = body.find(({ order }) => order.id === id);
        const order = await owner.request<WooOrder>("GET", orderPath(id));
        const timeline = await owner.call<unknown[]>("GET", `/orders/${id}/timeline`);
        const { billing, shipping } = order.body;
        const phone = await owner.call<object>("GET", `/phones/${shipping.phone || billing.phone}`);
        const parcels = await owner.call<unknown[]>("GET", `/parcels?view=all&order_id=${id}`);
        expect(found?.order).toEqual(order.body);
        expect(`"${found?.version}"`).toBe(order.header("etag"));
        expect(found?.timeline).toEqual(timeline.body);
        expect(found?.parcels).toEqual(parcels.body);
        expect(found?.phone).toEqual(phone.body);
      }
      expect(body[0]?.timeline.map(({ message }) => message)).toContain("gọi sau 17 giờ");
      expect(body.find(({ order }) => order.id === booked)?.parcels).toHaveLength(1);
    });

    test("OF02: pages have 25 orders, and a page after the last one none", async () => {
      for (let count = 0; count < 26; count++) await here.placed();
      const [first, second, later] = await Promise.all([page(1), page(2), page(999)]);
      expect(first.body).toHaveLength(25);
      expect(second.body.length).toBeGreaterThan(0);
      const ids = [...first.body, ...second.body].map(({ order }) => order.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(later.body).toEqual([]);
    });

    test("OF02, RO03: a role that may not view orders gets none, and a wrong page is an error that names it", async () => {
      const packer = (await staffMember(here.shop, "packer")).browser;
      expect((await page(1, packer)).status).toBe(403);
      const wrong = await owner.call<Problem>("GET", "/orders-in-progress?page=0");
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["page"]]);
    });
  });
