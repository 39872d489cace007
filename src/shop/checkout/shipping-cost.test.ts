import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { ShippingCost } from "#contract/shipping-cost.ts";
import { aCodOrder, benNgheOfCarrier, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { type GhnSimulator, startGhn } from "#simulators/ghn/index.ts";

const path = "/wp-json/ghn/v1/shipping-cost";
const here = `district_id=${benNgheOfCarrier.districtId}&ward_code=${benNgheOfCarrier.wardCode}`;
const inSaigon = 22_000;
const flatRate = 30_000;

for (const engine of engines)
  describe(`shipping on ${engine.name}`, () => {
    let ghn: GhnSimulator;
    let shop: TestShop;
    const setFaults = (settings: object) =>
      fetch(new URL("/control", ghn.url), { method: "POST", body: JSON.stringify(settings) });
    /** Later than the cached responses of the carrier expire. */
    const forget = () => shop.clock.advance(11 * minuteMs);
    // the shop's timeout does not depend on the database: it is tested with one of them
    const tooSlow = (ms: number) => (engine === engines[0] ? [{ slow_ms: ms }] : []);
    const quote = async (query: string, from: Visitor = shop.client()): Promise<ShippingCost> => {
      const response = await from.get<ShippingCost>(`${path}?${query}`);
      expect(response.status, response.text).toBe(200);
      return response.body;
    };

    beforeAll(async () => {
      ghn = await startGhn({ token: "token", shopId: 7 });
      shop = await openShop(engine, {
        env: { ...httpsEnv, GHN_TOKEN: "token", GHN_SHOP_ID: "7", GHN_API_URL: ghn.url },
      });
    });
    afterAll(() => ghn.close());
    beforeEach(() => setFaults({}));

    test("costs the carrier's fee, and the order the same as its quote", async () => {
      expect(await quote(`items=${hoops.id}:1&${here}`)).toEqual({
        success: true,
        shipping_cost: inSaigon,
        free: false,
        expected_delivery: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      const shopper = shop.client();
      await shopper.register();
      const { body } = await submit<{ shipping_total: string }>(shopper, aCodOrder({ ward: benNgheOfCarrier }));
      expect(body.shipping_total).toBe(String(inSaigon));
      // insurance is free up to 1,000,000 đ; for a ring of 1,790,000 đ it costs half a percent, as in the booking
      expect((await quote(`items=11801:1&${here}`)).shipping_cost).toBe(inSaigon + 8_950);
    });

    test("an order lists a product that was deleted during the carrier call", async () => {
      const merchant = await merchantOf(shop);
      const product = { name: "Nhẫn thử", regular_price: "100000", manage_stock: true, stock_quantity: 1 };
      const { id } = (await merchant.post<{ id: number }>("/wp-json/wc/v3/products", product)).body;
      const shopper = shop.client();
      await shopper.register();
      forget();
      await setFaults({ slow_ms: 1_500, paths: ["fee"] });
      const line_items = [{ product_id: id, quantity: 1 }];
      const ordering = submit<Problem>(shopper, aCodOrder({ ward: benNgheOfCarrier, line_items }));
      await merchant.delete(`/wp-json/wc/v3/products/${id}?force=true`);
      const { status, body } = await ordering;
      expect([status, body.code, body.message]).toEqual([400, "rest_invalid_param", expect.stringContaining(`${id}`)]);
    });

    test("accepts the id of a variation or a product", async () => {
      const [variation] = await variationsOf(shop, 109);
      expect((await quote(`items=${variation?.id}:1&${here}`)).shipping_cost).toBe(inSaigon);
    });

    test.each([
      [`items=${hoops.id}:1`, { shipping_cost: 0, free: false }],
      [here, { shipping_cost: 0, free: false }],
      [`items=${hoops.id}:2&${here}`, { shipping_cost: 0, free: true }],
      [`items=${hoops.id}:1,${pearls.id}:1&${here}`, { shipping_cost: 0, free: true }],
      [`items=${hoops.id}:1&method=local_pickup`, { shipping_cost: 0, free: true }],
    ])("of %s", async (query, expected) => {
      expect(await quote(query)).toMatchObject({ success: true, ...expected });
    });

    test("returns the delivery date only for a ward, as a day in the shop's time zone", async () => {
      const days = async (query: string) => {
        const { expected_delivery: day } = await quote(query);
        return day && Math.round((Date.parse(day) - shop.clock.now().getTime()) / dayMs);
      };
      expect(await days(`items=${hoops.id}:1&${here}`)).toBe(1);
      expect(await days(`items=${hoops.id}:2&${here}`)).toBe(1);
      expect(await days(`items=${hoops.id}:1`)).toBeNull();
      expect(await days(`items=${hoops.id}:1&${here}&method=local_pickup`)).toBeNull();
    });

    test.each([{ status: 500 }, { dead: true }, { malformed: true }, ...tooSlow(3_000)])(
      "is quoted even while the carrier names no day for %o",
      async (wrong) => {
        forget();
        ghn.setFaults({ ...wrong, paths: ["leadtime"] });
        const query = `items=${hoops.id}:1&${here}`;
        for (const visitor of [shop.client(), shop.client()])
          expect(await quote(query, visitor)).toMatchObject({ shipping_cost: inSaigon, expected_delivery: null });
        ghn.setFaults();
        shop.clock.advance(minuteMs);
        expect((await quote(query)).expected_delivery).not.toBeNull();
      },
    );

    test.each([{ status: 500 }, { malformed: true }, ...tooSlow(4_000)])(
      "is the merchant's flat rate while the carrier has %o",
      async (settings) => {
        const query = `items=${hoops.id}:1&${here}`;
        await quote(query); // from here on the carrier's lists of places are cached
        forget();
        await setFaults(settings);
        expect((await quote(query)).shipping_cost).toBe(flatRate);
        await command(shop, "settings set shipping_flat_rate 25000");
        expect((await quote(query)).shipping_cost).toBe(25_000);
        expect(shop.takeLoggedErrors()).toHaveLength(1);
        await command(shop, "settings unset shipping_flat_rate");
        await setFaults({});
        shop.clock.advance(minuteMs);
        expect((await quote(query)).shipping_cost).toBe(inSaigon);
      },
    );

    test.each(["missing_keys", "null_keys"])("is never free because a response lacks its total (%s)", async (fault) => {
      const query = `items=${hoops.id}:1&${here}`;
      forget();
      await setFaults({ [fault]: ["leadtime", "service_fee", "insurance_fee"] });
      expect(await quote(query)).toMatchObject({ shipping_cost: inSaigon, expected_delivery: null });
      forget();
      await setFaults({ [fault]: ["total"] });
      expect((await quote(query)).shipping_cost).toBe(flatRate);
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "shipping quote failed" }]);
      forget();
    });

    test.each([
      "items=abc",
      "items=1:0",
      "items=1:-1",
      "items=1:1.5",
      "items=1:1000",
      "items=1:1,,2:1",
      "items=99999999999:1",
      `items=${Array.from({ length: 101 }, () => "143:1").join()}`,
      "items=999999:1",
      `items=${hoops.id}:1&district_id=x&ward_code=1`,
      `items=${hoops.id}:1&district_id=1760&ward_code=99999`,
      `items=${hoops.id}:1&district_id=1001&ward_code=26740`,
      `items=${hoops.id}:1&${here}&method=drone`,
      "order_id=-1",
      "order_id=1e3",
    ])("refuses %.40s", async (query) => {
      const response = await shop.client().get<Problem>(`${path}?${query}`);
      expect(response).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
    });

    test("names an invalid parameter in the shopper's language", async () => {
      const messageOf = async (query: string) => (await shop.client().get<Problem>(`${path}?${query}`)).body.message;
      expect(await messageOf("items=abc")).toBe("items phải thuộc kiểu id:quantity,….");
      expect(await messageOf("items=abc&lang=en")).toBe("items is not of type id:quantity,….");
      expect(await messageOf("order_id=-1")).toMatch(/^order_id phải/);
      expect(await messageOf(`items=${hoops.id}:1&${here}&method=drone`)).toMatch(/^method phải là một trong/);
    });

    test("of an old order without shipping is quoted for its owner only, and not stored", async () => {
      const shopper = shop.client();
      await shopper.register();
      const placed = async (order = aCodOrder({ ward: benNgheOfCarrier })) => (await submit(shopper, order)).body.id;
      const old = await placed();
      await shop.db.transaction((tx) =>
        tx.run(sql`update orders set shipping_total = 0, total = subtotal where id = ${old}`),
      );
      expect(await quote(`order_id=${old}`, shopper)).toMatchObject({ shipping_cost: inSaigon, free: false });
      const stored = await shop.db.one(sql`select shipping_total cost, total from orders where id = ${old}`);
      expect(stored).toEqual({ cost: 0, total: hoops.price });
      const free = await placed(
        aCodOrder({ line_items: [{ product_id: hoops.id, quantity: 2 }], ward: benNgheOfCarrier }),
      );
      expect(await quote(`order_id=${free}`, shopper)).toMatchObject({ shipping_cost: 0, free: true });
      expect(await quote(`order_id=${await placed()}`, shopper)).toMatchObject({ shipping_cost: inSaigon });
      const stranger = shop.client();
      expect((await stranger.get(`${path}?order_id=${old}`)).status).toBe(401);
      await stranger.register();
      expect((await stranger.get(`${path}?order_id=${old}`)).status).toBe(404);
      expect((await stranger.get(`${path}?order_id=2147483647`)).status).toBe(404);
    });
  });
