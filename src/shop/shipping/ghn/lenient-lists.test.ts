import { describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const lists = "/shiip/public-api/master-data";
const envelope = (data: unknown) => ({ code: 200, message: "Success", message_display: "", code_message: "", data });

/** A request to the shop, GHN's response behind it, and the keys of the response that it cannot do without. */
const cases = [
  {
    name: "provinces",
    path: `${lists}/province`,
    carrierPath: "/master-data/province",
    data: [
      {
        ProvinceID: 900,
        ProvinceName: "Tỉnh Mới",
        CountryID: 1,
        Code: "8",
        IsEnable: 1,
        Status: 1,
        CanUpdateCOD: false,
      },
    ],
    needed: /^(code|data(\.0(\.Province(ID|Name))?)?)$/,
    // a code is only shown
    changed: /^data\.0\.Code$/,
  },
  {
    name: "districts",
    path: `${lists}/district?province_id=900`,
    carrierPath: "/master-data/district",
    data: [
      {
        DistrictID: 901,
        ProvinceID: 900,
        DistrictName: "Huyện Mới",
        Code: "1",
        Type: 1,
        SupportType: 3,
        IsEnable: 1,
        Status: 1,
      },
    ],
    needed: /^(code|data(\.0(\.District(ID|Name))?)?)$/,
  },
  {
    name: "wards",
    path: `${lists}/ward?district_id=901`,
    carrierPath: "/master-data/ward",
    data: [
      { WardCode: "90101", DistrictID: 901, WardName: "Xã Mới", NameExtension: ["Xa Moi"], IsEnable: 1, Status: 1 },
    ],
    needed: /^(code|data(\.0(\.Ward(Code|Name))?)?)$/,
  },
  {
    name: "a fee",
    path: "/wp-json/ghn/v1/shipping-cost?items=11801:1&district_id=901&ward_code=90101",
    carrierPath: "/v2/shipping-order/fee",
    data: {
      total: 41_000,
      service_fee: 36_500,
      insurance_fee: 4_500,
      pick_station_fee: 0,
      coupon_value: 0,
      r2s_fee: 0,
    },
    needed: /^(code|data(\.total)?)$/,
  },
  {
    name: "a lead time",
    path: "/wp-json/ghn/v1/shipping-cost?items=11801:1&district_id=901&ward_code=90101",
    carrierPath: "/v2/shipping-order/leadtime",
    data: { leadtime: 0, order_date: 0, leadtime_order: { from_estimate_date: "x", to_estimate_date: "y" } },
    needed: /^(code|data(\.leadtime)?)$/,
  },
];

/** A shop whose carrier responds to requests for a path as set; the others are 404. */
async function shopWithCarrier(engine: (typeof engines)[number], path: string) {
  let json: unknown;
  const { url } = await startStubServer((request) => {
    const requested = request.path.split("?")[0];
    if (requested === path) return { json };
    if (requested === "/master-data/ward") return { json: envelope([{ WardCode: "90101", WardName: "Xã Mới" }]) };
    return { status: 400, json: { code: 400, message: "not in this test" } };
  });
  const shop = await openShop(engine, { env: { GHN_TOKEN: "token", GHN_SHOP_ID: "7", GHN_API_URL: url } });
  return {
    /** The shop's response to a request, with nothing cached of the carrier's earlier ones. */
    async read(url: string, document: unknown) {
      shop.clock.advance(2 * dayMs);
      await shop.db.write(sql`delete from carrier_response_cache`);
      const tomorrow = Math.floor((shop.clock.now().getTime() + dayMs) / 1000);
      json = JSON.parse(JSON.stringify(document), (key, value) =>
        key === "leadtime" && value === 0 ? tomorrow : value,
      );
      const response = await shop.client().get<unknown>(url);
      // a response without what is needed is logged
      shop.takeLoggedErrors();
      return response;
    },
  };
}

const comparable = (body: unknown): string =>
  JSON.stringify(body, (key, value) => (key === "expected_delivery" && value !== null ? "a date" : value));

for (const engine of engines)
  describe(`GHN's lists and quotes on ${engine.name}`, () => {
    test.each(cases)("$name: read without the optional keys", async ({ path, carrierPath, data, needed, changed }) => {
      const { read } = await shopWithCarrier(engine, carrierPath);
      const sample = envelope(data);
      const expected = comparable((await read(path, sample)).body);
      const unread = comparable((await read(path, envelope(null))).body);
      expect(expected).not.toBe(unread);
      const wrong: string[] = [];
      for (const { name, key, document } of keyVariants(sample)) {
        const { status, body } = await read(path, document);
        const isRead = changed?.test(key) ? comparable(body) !== unread : comparable(body) === expected;
        if (status !== 200 || (!isRead && !needed.test(key))) wrong.push(`${name}: ${status} ${JSON.stringify(body)}`);
      }
      expect(wrong).toEqual([]);
    });
  });
