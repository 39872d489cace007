import { beforeAll, describe, expect, test } from "vitest";
import type { PackOrder, PackScanResult, Warranty } from "#contract/backoffice/packing.ts";
import { formatDay } from "#contract/dates.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";

for (const engine of engines)
  describe(`warranty cards on ${engine.name}`, () => {
    let here: ShippingShop;
    let packer: StaffVisitor;
    let owner: StaffVisitor;
    let orderId: number;
    /** number of a card */
    let warranty = "";
    beforeAll(async () => {
      here = await openShippingShop(engine);
      orderId = (await here.booked({ line_items: [{ product_id: hoops.id, quantity: 2 }] })).orderId;
      // the first of March in Vietnam, still February in UTC; 2032 is a leap year
      here.shop.clock.set(new Date("2031-02-28T18:00:00Z"));
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    test("PK13 a warranty card is created once, leads to its order, and lists the repairs", async () => {
      const id = orderId;
      const line_id = (await packer.call<PackOrder>("GET", `/pack/orders/${id}`)).body.lines[0]?.id;
      // CZ is an attribute of the product, too
      const specifications = { metal: { name: "Bạc Ý" }, stones: [{ name: "Ngọc Phú Quốc" }, { name: "Đá CZ" }] };
      await owner.request("PUT", `/wp-json/wc/v3/products/${hoops.id}`, { specifications });
      const create = () => packer.call<Warranty[]>("POST", "/warranties", { order_id: id, line_id });
      const both = await Promise.all([create(), create()]);
      const cards = (await create()).body;
      expect(both.map(({ body }) => body.map(({ code }) => code))).toEqual(
        [cards, cards].map((list) => list.map(({ code }) => code)),
      );
      expect(cards.map(({ details }) => details.slice(-2))).toEqual(
        [1, 2].map(() => [
          { name: "Chất liệu", value: "Bạc Ý" },
          { name: "Đá", value: "Ngọc Phú Quốc" },
        ]),
      );
      const code = cards[0]?.code ?? "";
      const scanned = await packer.call<PackScanResult>("POST", "/pack/scans", { code: code.toLowerCase() });
      expect(scanned.body).toMatchObject({ kind: "warranty", id, warranty: code });
      expect((await packer.call("POST", `/warranties/${code}/repairs`, { note: "polished" })).status).toBe(403);
      const repaired = await owner.call<Warranty>("POST", `/warranties/${code}/repairs`, { note: "polished" });
      expect(repaired.body.repairs).toMatchObject([{ note: "polished", by: "Hương" }]);
      expect([repaired.body.order_id, repaired.body.days_left]).toEqual([id, 366]);
      expect(formatDay(repaired.body.valid_until)).toBe("01/03/2032");
      warranty = code;
    });

    test("PK13 an ended warranty has no days left", async () => {
      await here.later(400 * dayMs);
      const { browser } = await staffMember(here.shop);
      expect((await browser.call<Warranty>("GET", `/warranties/${warranty}`)).body.days_left).toBe(0);
    });
  });
