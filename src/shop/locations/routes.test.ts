import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { GhnDistrict, GhnProvince, GhnWard } from "#contract/location.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { type GhnSimulator, startGhn } from "#simulators/ghn/index.ts";

const token = "a token nobody may see";
const root = "/shiip/public-api/master-data";
interface Envelope<Row> {
  code: number;
  message: string;
  data: Row[];
}

for (const engine of engines)
  describe(`locations on ${engine.name}`, () => {
    let ghn: GhnSimulator;
    let shop: TestShop;
    const setFaults = (settings: object) =>
      fetch(new URL("/control", ghn.url), { method: "POST", body: JSON.stringify(settings) });
    const read = async <Row>(path: string, from = shop): Promise<Row[]> => {
      const response = await from.client().get<Envelope<Row>>(`${root}/${path}`);
      expect(response).toMatchObject({ status: 200, body: { code: 200, message: "Success" } });
      return response.body.data;
    };
    const withCarrier = () =>
      openShop(engine, { seed: false, env: { GHN_TOKEN: token, GHN_SHOP_ID: "7", GHN_API_URL: ghn.url } });

    beforeAll(async () => {
      ghn = await startGhn({ token, shopId: 7 });
      shop = await withCarrier();
    });
    afterAll(() => ghn.close());
    beforeEach(() => setFaults({}));

    test("lead from a province to a ward, with codes as text and without the carrier's test entries", async () => {
      const provinces = await read<GhnProvince>("province");
      expect(provinces).toHaveLength(63);
      expect(provinces.some((row) => /test/i.test(row.ProvinceName) || row.ProvinceID === 299)).toBe(false);
      expect(provinces.every((row) => /^\d{5}$/.test(row.postcode ?? ""))).toBe(true);
      const names = provinces.map((row) => row.ProvinceName.replace(/^(Tỉnh|Thành phố) /, ""));
      const first = ["An Giang", "Bà Rịa - Vũng Tàu", "Bạc Liêu", "Bắc Giang", "Bắc Kạn", "Bắc Ninh", "Bến Tre"];
      expect(names.slice(0, 7)).toEqual(first);
      const hanoi = provinces.find((row) => row.ProvinceName.endsWith("Hà Nội"));
      expect(hanoi).toMatchObject({ Code: "01", postcode: "10000" });
      const districts = await read<GhnDistrict>(`district?province_id=${hanoi?.ProvinceID}`);
      const baDinh = districts.find((row) => row.DistrictName === "Quận Ba Đình");
      expect(baDinh?.ProvinceID).toBe(hanoi?.ProvinceID);
      const wards = await read<GhnWard>(`ward?district_id=${baDinh?.DistrictID}`);
      expect(wards).toContainEqual({ WardCode: "00001", DistrictID: baDinh?.DistrictID, WardName: "Phường Phúc Xá" });
    });

    test("query the carrier once a day, and serve its last response while it is down", async () => {
      const before = await read<GhnDistrict>("district?province_id=248");
      await setFaults({ status: 500 });
      shop.clock.advance(dayMs - 60_000);
      expect(await read("district?province_id=248")).toEqual(before);
      expect(shop.takeLoggedErrors()).toEqual([]);
      shop.clock.advance(2 * 60_000);
      expect(await read("district?province_id=248")).toEqual(before);
      expect(shop.takeLoggedErrors()).toMatchObject([
        { msg: "carrier did not respond", err: { message: expect.stringContaining("GHN returned HTTP 500") } },
      ]);
    });

    // timeouts do not depend on the database engine; by default the shipping costs have one
    const tooSlow = testAll && engine === engines[0] ? [{ slow_ms: 6_000 }] : [];
    test.each([{ status: 500 }, { malformed: true }, ...tooSlow])(
      "fall back to the bundled country if the carrier has %o and never responded",
      async (settings) => {
        const other = await withCarrier();
        await setFaults(settings);
        const provinces = await read<GhnProvince>("province", other);
        expect(provinces).toHaveLength(63);
        const saigon = provinces.find((row) => row.ProvinceName.endsWith("Hồ Chí Minh"));
        const [district] = await read<GhnDistrict>(`district?province_id=${saigon?.ProvinceID}`, other);
        expect(district?.DistrictName).toBe("Quận 1");
        expect(await read<GhnWard>(`ward?district_id=${district?.DistrictID}`, other)).not.toHaveLength(0);
        // because of the back-off there is one request, not three
        expect(other.takeLoggedErrors()).toHaveLength(1);
        await setFaults({});
        other.clock.advance(minuteMs);
        expect((await read<GhnProvince>("province", other))[0]?.ProvinceID).toBeLessThan(1000);
        await other.close();
      },
    );

    test("find a province's districts by name when only its list is known", async () => {
      const other = await withCarrier();
      await read("province", other);
      await setFaults({ status: 500 });
      const districts = await read<GhnDistrict>("district?province_id=279", other);
      expect(districts).toHaveLength(22);
      expect(districts.every((row) => row.ProvinceID === 279)).toBe(true);
      other.takeLoggedErrors();
      await other.close();
    });

    test("use the bundled country if no carrier is configured", async () => {
      const other = await openShop(engine, { seed: false });
      const provinces = await read<GhnProvince>("province", other);
      expect(provinces).toHaveLength(63);
      const quangNgai = provinces.find((row) => row.ProvinceName.endsWith("Quảng Ngãi"));
      const districts = await read<GhnDistrict>(`district?province_id=${quangNgai?.ProvinceID}`, other);
      const island = districts.find((row) => row.DistrictName === "Huyện Lý Sơn");
      expect(await read<GhnWard>(`ward?district_id=${island?.DistrictID}`, other)).toMatchObject([
        { WardCode: "H536" },
      ]);
      await other.close();
    });

    test.each([
      ["province", ["Code", "NameExtension"]],
      ["district?province_id=248", ["ProvinceID", "Code", "Type"]],
      ["ward?district_id=1760", ["DistrictID", "NameExtension"]],
    ])("do not need every key of the carrier: %s without %j", async (path, keys) => {
      const withoutCode = (rows: object[]) => rows.map((row) => ({ ...row, Code: "" }));
      const readWith = async (settings: object): Promise<object[]> => {
        const other = await withCarrier();
        await setFaults(settings);
        const rows = withoutCode(await read(path, other));
        await other.close();
        return rows;
      };
      const expected = await readWith({});
      expect(expected).not.toEqual([]);
      for (const fault of ["missing_keys", "null_keys"]) expect(await readWith({ [fault]: keys })).toEqual(expected);
    });

    test("return an empty list for an unknown unit", async () => {
      expect(await read("district?province_id=99999")).toEqual([]);
      expect(await read("ward?district_id=99999")).toEqual([]);
    });

    test.each([
      "district",
      "ward",
      "district?province_id=",
      "ward?district_id=abc",
      "ward?district_id=-1",
      "ward?district_id=0",
      "ward?district_id=1.5",
      "ward?district_id=1e3",
      "ward?district_id=99999999999999999999",
      "ward?district_id=1%27%20or%201=1",
    ])("reject %s", async (path) => {
      const response = await shop.client().get(`${root}/${path}`);
      expect(response).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
    });

    test("do not expose the token", async () => {
      const response = await shop.client().get(`${root}/province`);
      expect(response.text + JSON.stringify(response.header("set-cookie") ?? "")).not.toContain(token);
    });
  });
