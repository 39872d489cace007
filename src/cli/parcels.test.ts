import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, benNghe, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines) {
  describe(`parcels commands on ${engine.name}`, () => {
    let here: ShippingShop;
    beforeAll(async () => {
      here = await openShippingShop(engine);
    });

    test("list shows parcels, and label prints the URL of the label", async () => {
      const { orderId, code } = await here.booked();
      expect((await command(here.shop, "parcels list")).out).toMatch(
        new RegExp(`${orderId} .*${code} .*ready_to_pick`),
      );
      const { out } = await command(here.shop, `parcels label ${orderId}`);
      const page = await (await fetch(out)).text();
      expect(page).toContain(code);
      expect(page).toContain("mô phỏng");
      here.ghn.setFaults({ status: 500 });
      expect(await command(here.shop, `parcels label ${orderId}`)).toMatchObject({ exit: 1, out: "" });
      here.ghn.setFaults();
    });

    test("cancel and book replace a parcel, with one active parcel at a time", async () => {
      const { orderId } = await here.booked();
      expect(await command(here.shop, `parcels book ${orderId}`)).toMatchObject({ exit: 1 });
      expect((await command(here.shop, `parcels cancel ${orderId}`)).exit).toBe(0);
      await here.shop.runJobs();
      expect(await here.statusOf(orderId)).toBe("processing");
      expect((await command(here.shop, `parcels book ${orderId}`)).exit).toBe(0);
      await here.shop.runJobs();
      expect(await here.parcelsOf(orderId)).toMatchObject([
        { status: "cancel" },
        { status: "ready_to_pick", clientOrderCode: `LIANNE-${orderId}-2`, cod: hoops.price + 22_000 },
      ]);
      const nothing = await here.placed();
      expect(await command(here.shop, `parcels cancel ${nothing}`)).toMatchObject({ exit: 1 });
      expect(await command(here.shop, "parcels book 99999999")).toMatchObject({
        exit: 1,
        err: "There is no order 99999999.",
      });
    });

    test("a new parcel after a lost one collects the remaining COD amount", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "lost");
      await command(here.shop, `parcels book ${orderId}`);
      await here.shop.runJobs();
      const [, second] = await here.parcelsOf(orderId);
      expect(second).toMatchObject({ cod: hoops.price + 22_000 });
      await here.advance(second?.code ?? "", "delivered");
      expect(await here.statusOf(orderId)).toBe("completed");
    });
  });

  describe(`manually shipped parcels on ${engine.name}`, () => {
    let shop: TestShop;
    let placed: () => Promise<number>;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      const shopper = shop.client();
      await shopper.register();
      const merchant = await merchantOf(shop);
      placed = async () => {
        const { id } = (await submit(shopper, aCodOrder({ ward: benNghe }))).body;
        expect((await merchant.put(orderPath(id), { status: "processing" })).status).toBe(200);
        await shop.runJobs();
        return id;
      };
    });

    test("get their tracking code by command or from the order's meta data", async () => {
      const [one, other] = [await placed(), await placed()];
      expect((await command(shop, "parcels list")).out).toMatch(new RegExp(`${one} .*by_hand`));
      expect(await command(shop, `parcels book ${one}`)).toMatchObject({
        exit: 1,
        err: expect.stringContaining("parcels track"),
      });
      expect((await command(shop, `parcels track ${one} VTP123 --carrier Viettel`)).exit).toBe(0);
      expect((await command(shop, `parcels track ${other} VTP123`)).exit).toBe(1);
      const merchant = await merchantOf(shop);
      const meta_data = [{ key: "_tracking_number", value: "VNP456" }];
      for (let times = 0; times < 2; times++)
        expect((await merchant.put(orderPath(other), { meta_data })).status).toBe(200);
      const { out } = await command(shop, "parcels list");
      expect(out).toMatch(/Viettel +VTP123 +picked/);
      expect(out.match(/VNP456/g)).toHaveLength(1);
      const emails = await shop.db.all(sql`select 1 from outbox where payload ->> 'template' = 'order_shipped'`);
      expect(emails).toHaveLength(2);
    });
  });
}
