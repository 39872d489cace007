import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Variation } from "#contract/catalog.ts";
import type { DeliveryPromiseView } from "#contract/delivery-promise.ts";
import type { Problem } from "#contract/problem.ts";
import { benNgheOfCarrier, hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type GhnSimulator, startGhn } from "#simulators/ghn/index.ts";

const path = "/wp-json/custom/v1/delivery-promise";
const { districtId, wardCode } = benNgheOfCarrier;
const here = `district_id=${districtId}&ward_code=${wardCode}`;
const at = (text: string): Date => new Date(`${text.replace(" ", "T")}:00+07:00`);

for (const engine of engines)
  describe(`the delivery promise on ${engine.name}`, () => {
    let ghn: GhnSimulator;
    let shop: TestShop;
    /** of the carrier's clock */
    let aheadMs = 0;
    const promise = async (query: string): Promise<DeliveryPromiseView> => {
      const response = await shop.client().get<DeliveryPromiseView>(`${path}?${query}`);
      expect(response.status, response.text).toBe(200);
      return response.body;
    };

    beforeAll(async () => {
      ghn = await startGhn({
        token: "token",
        shopId: 7,
        clock: { now: () => new Date(shop.clock.now().getTime() + aheadMs) },
      });
      shop = await openShop(engine, {
        env: { ...httpsEnv, GHN_TOKEN: "token", GHN_SHOP_ID: "7", GHN_API_URL: ghn.url },
      });
    });
    afterAll(() => ghn.close());
    beforeEach(() => {
      ghn.setFaults();
      shop.clock.set(at("2026-11-30 10:00"));
    });

    test("DP05: returns days, basis and both texts without login, cacheable for a minute", async () => {
      const response = await shop.client().get<DeliveryPromiseView>(`${path}?${here}&items=${hoops.id}:1`);
      expect(response.header("cache-control")).toBe("public, max-age=60");
      expect(response.body).toEqual({
        now: expect.stringMatching(/^2026-11-30T03:00/),
        cutoff_at: at("2026-11-30 15:00").toISOString(),
        ...{ start: "2026-11-30", ready: "2026-11-30", earliest: "2026-12-01", latest: "2026-12-01" },
        ...{ basis: "carrier", making_days: 0 },
        sentence: { vi: "Dự kiến nhận T3 01/12", en: "Arrives Tue 1 Dec" },
        pickup_sentence: { vi: "Nhận tại cửa hàng từ hôm nay", en: "Pick up at our shop from today" },
      });
    });

    test("DP04, DP05: a district alone has the policy's days, and nothing is guessed without a place", async () => {
      expect(await promise(`district_id=${districtId}`)).toMatchObject({ basis: "policy", latest: "2026-12-01" });
      expect(await promise("district_id=1271")).toMatchObject({
        ...{ basis: "policy", earliest: "2026-12-02", latest: "2026-12-03" },
        sentence: { vi: "Dự kiến nhận T4 02/12 – T5 03/12", en: "Arrives Wed 2 – Thu 3 Dec" },
      });
      // Lý Sơn is an island
      expect(await promise("district_id=1536&province_id=251")).toMatchObject({
        ...{ basis: "policy", earliest: "2026-12-04", latest: "2026-12-08" },
      });
      expect(await promise(`items=${hoops.id}:1`)).toMatchObject({
        ...{ earliest: null, latest: null, basis: null, ready: "2026-11-30" },
        sentence: { vi: "Chọn nơi nhận để biết ngày", en: "Choose a place to see the date" },
      });
    });

    test.each([{ status: 500 }, { malformed: true }])(
      "DP04: follows the policy while the carrier has %o",
      async (fault) => {
        shop.clock.advance(11 * 60_000);
        ghn.setFaults({ ...fault, paths: ["leadtime"] });
        expect(await promise(here)).toMatchObject({ basis: "policy", latest: "2026-12-01" });
      },
    );

    test.each([-3, 31])("DP04: ignores a lead time that is %i days off", async (days) => {
      // beyond what is cached of the other tests
      shop.clock.set(at(days < 0 ? "2026-12-14 10:00" : "2026-12-14 11:00"));
      aheadMs = days * dayMs;
      expect(await promise(here)).toMatchObject({ basis: "policy", latest: "2026-12-15" });
      aheadMs = 0;
    });

    test("DP03: settings change the promise, and invalid ones are rejected", async () => {
      const set = (name: string, value: string) => command(shop, `settings set ${name} ${value}`);
      await set("promise_cutoff", "09:30");
      await set("promise_handling_days", "1");
      await set("shop_days_off", "2026-12-01,2026-12-02..2026-12-03");
      await set("transit_inner", "2-4");
      expect(await promise(`district_id=${districtId}`)).toMatchObject({
        ...{ start: "2026-12-04", ready: "2026-12-05", earliest: "2026-12-08", latest: "2026-12-10" },
        pickup_sentence: { vi: "Nhận tại cửa hàng từ 10:00 T7 05/12" },
      });
      for (const [name, value] of [
        ["promise_cutoff", "25:00"],
        ["shop_days_off", "2026-02-30"],
        ["carrier_days_off", "2026-01-01..2027-01-01"],
        ["shop_working_days", "monday"],
        ["transit_inner", "3-2"],
        ["carrier_surge", "2027-01-25+x"],
      ] as const)
        expect(await set(name, value), value).toMatchObject({
          exit: 1,
          err: expect.stringContaining(`${name} must be`),
        });
      for (const name of ["promise_cutoff", "promise_handling_days", "shop_days_off", "transit_inner"])
        await command(shop, `settings unset ${name}`);
      expect(await promise(`district_id=${districtId}`)).toMatchObject({ start: "2026-11-30", latest: "2026-12-01" });
    });

    test("DP01: what is made to order is ready after its making days, the slowest line decides", async () => {
      const merchant = await merchantOf(shop);
      const product = { name: "Nhẫn làm riêng", status: "publish", regular_price: "900000", manage_stock: false };
      const made = { ...product, meta_data: [{ key: "_making_days", value: "5" }] };
      const { id } = (await merchant.post<{ id: number }>("/wp-json/wc/v3/products", made)).body;
      expect(await promise(`district_id=1271&items=${id}:1,${hoops.id}:1`)).toMatchObject({
        ...{ making_days: 5, ready: "2026-12-05", earliest: "2026-12-08", latest: "2026-12-09" },
      });
      const [variation] = await variationsOf(shop, 109);
      const url = `/wp-json/wc/v3/products/109/variations/${variation?.id}`;
      await merchant.put(url, { meta_data: [{ key: "_making_days", value: 2 }] });
      expect(await promise(`items=${variation?.id}:1`)).toMatchObject({ making_days: 2, ready: "2026-12-02" });
      // pages show it before a place is chosen
      const { body: options } = await shop
        .client()
        .get<Variation[]>("/wp-json/wc/v3/products/109/variations?per_page=100");
      const isMade = ({ id: own }: Variation) => own === variation?.id;
      expect(options.find(isMade)?.making_days).toBe(2);
      expect(options.filter((option) => !isMade(option)).map(({ making_days: days }) => days)).not.toContain(2);
      const { body: whole } = await shop.client().get(`/wp-json/wc/v3/products/${id}`);
      expect(whole).toMatchObject({ making_days: 5 });
      await merchant.put(url, { meta_data: [{ key: "_making_days", value: "soon" }] });
      expect(await promise(`items=${variation?.id}:1`)).toMatchObject({ making_days: 0 });
    });

    test.each([
      ["district_id=0", "district_id"],
      ["district_id=x", "district_id"],
      ["district_id=999999", "district_id"],
      [`ward_code=${wardCode}`, "district_id"],
      [`district_id=${districtId}&ward_code=99999`, "ward_code"],
      [`district_id=${districtId}&ward_code=${"9".repeat(21)}`, "ward_code"],
      ["scheme=old4", "scheme"],
      ["items=101", "items"],
      ["items=101:0", "items"],
      ["items=101:1000", "items"],
      ["items=2147483648:1", "items"],
      [`items=${Array(101).fill("101:1").join(",")}`, "items"],
      [`items=${"1".repeat(4001)}`, "items"],
      ["items=99999999:1", "items"],
    ])("DP05: rejects %s and names %s", async (query, field) => {
      const { status, body } = await shop.client().get<Problem>(`${path}?${query}`);
      expect([status, body.code, Object.keys(body.data.params ?? {})]).toEqual([400, "rest_invalid_param", [field]]);
    });
  });
