import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { NotificationRequest } from "#simulators/shared/webhook-sender.ts";
import { type GhnSimulator, startGhn } from "./index.ts";

interface Envelope {
  code: number;
  message: string;
  code_message?: string;
  data: never;
}

const parcel = {
  ...{ payment_type_id: 1, required_note: "CHOXEMHANGKHONGTHU", client_order_code: "SHOP-1", to_name: "Trần Ngọc" },
  ...{ to_phone: "0912345678", to_address: "12 Nguyễn Huệ", to_district_id: 1760, to_ward_code: "26740" },
  ...{ cod_amount: 412_000, content: "Nhẫn bạc", weight: 200, length: 10, width: 10, height: 5 },
  ...{ insurance_value: 390_000, service_type_id: 2, items: [{ name: "Nhẫn bạc", quantity: 1 }] },
};

describe("the carrier simulator: parcels", () => {
  let ghn: GhnSimulator;
  const received: NotificationRequest[] = [];
  const statuses: number[] = [];
  beforeAll(async () => {
    ghn = await startGhn({
      ...{ token: "token", shopId: 7, webhookUrl: "http://shop.invalid/hear", webhookRetryMs: 5 },
      deliver: async (request) => {
        received.push(request);
        return { status: statuses.shift() ?? 200, body: "" };
      },
    });
  });
  afterAll(() => ghn.close());
  afterEach(() => {
    ghn.setFaults();
    received.length = 0;
    statuses.length = 0;
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${ghn.url}/v2/${path}`, {
      method: "POST",
      headers: { token: "token", shopid: "7", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Envelope };
  };
  const create = async (own: object = {}): Promise<string> => {
    const { body } = await post("shipping-order/create", { ...parcel, ...own });
    expect(body).toMatchObject({ code: 200, data: { order_code: expect.any(String) } });
    return (body.data as { order_code: string }).order_code;
  };

  test("creates one parcel per client order code", async () => {
    const code = await create();
    expect(await create({ cod_amount: 1 })).toBe(code);
    expect(await create({ client_order_code: "SHOP-2" })).not.toBe(code);
    const detail = (await post("shipping-order/detail", { order_code: code })).body.data;
    expect(detail).toMatchObject({ client_order_code: "SHOP-1", status: "ready_to_pick", cod_amount: 412_000 });
    const byOurs = { client_order_code: "SHOP-1" };
    expect((await post("shipping-order/detail-by-client-code", byOurs)).body.data).toMatchObject({ order_code: code });
    ghn.setFaults({ client_code_as_array: true });
    expect((await post("shipping-order/detail-by-client-code", byOurs)).body.data).toMatchObject([
      { order_code: code },
    ]);
    expect((await post("shipping-order/detail", { order_code: "LNONE" })).body).toMatchObject({
      code: 400,
      data: null,
    });
  });

  test.each([
    [{ to_phone: "12345" }, "PHONE_INVALID"],
    [{ to_ward_code: "99999" }, "WARD_IS_INVALID"],
    [{ to_ward_code: 26740 }, "USER_ERR_COMMON"],
    [{ to_district_id: undefined }, "USER_ERR_COMMON"],
    [{ cod_amount: 50_000_001 }, "USER_ERR_COMMON"],
    [{ insurance_value: 5_000_001 }, "USER_ERR_COMMON"],
    [{ weight: 0 }, "USER_ERR_COMMON"],
    [{ height: 201 }, "USER_ERR_COMMON"],
    [{ content: "" }, "USER_ERR_COMMON"],
    [{ required_note: "anything" }, "USER_ERR_COMMON"],
    [{ payment_type_id: 3 }, "USER_ERR_COMMON"],
    [{ items: [{ name: "x", quantity: 0 }] }, "USER_ERR_COMMON"],
    [{ client_order_code: "x".repeat(51) }, "USER_ERR_COMMON"],
    [{ is_new_to_address: true, to_ward_name: "Phường Sài Gòn", to_province_name: "Nowhere" }, "PROVINCE_IS_INVALID"],
    [
      { is_new_to_address: true, to_ward_name: "Phường Bến Nghé", to_province_name: "Thành phố Hồ Chí Minh" },
      "WARD_IS_INVALID",
    ],
  ])("refuses %o", async (own, reason) => {
    const response = await post("shipping-order/create", { ...parcel, client_order_code: "SHOP-X", ...own });
    expect(response).toMatchObject({ status: 400, body: { code: 400, data: null, code_message: reason } });
  });

  test("accepts both kinds of addresses by their names", async () => {
    const names = { to_ward_name: "Phường Bến Nghé", to_province_name: "Thành phố Hồ Chí Minh" };
    const none = { to_district_id: undefined, to_ward_code: undefined };
    await create({ ...none, ...names, to_district_name: "Quận 1", client_order_code: "SHOP-NAMES" });
    const current = { ...names, to_ward_name: "Phường Sài Gòn", is_new_to_address: true };
    await create({ ...none, ...current, client_order_code: "SHOP-NEW" });
  });

  test("lists the levels since July 2025 by pages, with names that lag behind", async () => {
    const list = async (path: string) => {
      const response = await fetch(`${ghn.url}/v3/master-data/${path}`, { headers: { token: "token" } });
      return (await response.json()) as { code: number; data: { _id: number; name: string; status: number }[] };
    };
    const { data: provinces } = await list("province/all?offset=0&limit=200");
    expect(provinces.filter(({ status }) => status === 1)).toHaveLength(34);
    const dongNai = provinces.find(({ name }) => name === "Tỉnh Đồng Nai");
    const { data: wards } = await list(`ward/all-by-province-id?province_id=${dongNai?._id}&limit=200`);
    expect(wards).toHaveLength(95);
    expect(wards.map(({ name }) => name)).toContain("Xã Trảng Bom");
    expect((await list(`ward/all-by-province-id?province_id=${dongNai?._id}&offset=90&limit=10`)).data).toHaveLength(5);
    expect((await list("ward/all-by-province-id?province_id=1")).data).toEqual([]);
    expect((await list("province/all?limit=201")).code).toBe(400);
  });

  test("cancels a parcel only before its pick-up, but always responds with success", async () => {
    const [one, other] = [await create({ client_order_code: "SHOP-3" }), await create({ client_order_code: "SHOP-4" })];
    ghn.advance(other, "picked");
    expect(await post("switch-status/cancel", { order_codes: [one, other, "LNONE"] })).toMatchObject({
      status: 200,
      body: { code: 200, data: [{ order_code: one, result: true }, { result: false }, { result: false }] },
    });
    expect((await post("switch-status/cancel", { order_codes: [one] }, { shopid: "8" })).body.code_message).toBe(
      "SHOP_NOT_FOUND",
    );
    expect((await post("switch-status/cancel", { order_codes: [one] }, { token: "x" })).status).toBe(401);
  });

  test("sends the shop each change, with ten retries until a 200", async () => {
    const code = await create({ client_order_code: "SHOP-5" });
    await ghn.settled();
    received.length = 0;
    statuses.push(500, 404, 500);
    ghn.advance("SHOP-5", "picked");
    await ghn.settled();
    expect(received).toHaveLength(4);
    expect(JSON.parse(received[3]?.body ?? "")).toMatchObject({
      ...{ OrderCode: code, ClientOrderCode: "SHOP-5", ShopID: 7, Status: "picked", Type: "switch_status" },
    });
    received.length = 0;
    statuses.push(...Array.from({ length: 20 }, () => 500));
    ghn.advance(code, "delivering");
    await ghn.settled();
    expect(received).toHaveLength(11);
  });

  test("shows its parcels on a page, with buttons that advance them, and identifies itself as a simulator", async () => {
    const code = await create({ client_order_code: "SHOP-6", to_name: "<b>Ngọc</b>" });
    const page = (lang: string) =>
      fetch(ghn.pageUrl, { headers: { "accept-language": lang } }).then((one) => one.text());
    expect(await page("vi")).toMatch(/Mô phỏng[\s\S]*SHOP-6[\s\S]*&lt;b&gt;Ngọc/);
    expect(await page("en-US,en")).toMatch(/A simulator of the carrier/);
    const pressed = await fetch(new URL("/advance", ghn.pageUrl), {
      method: "POST",
      body: new URLSearchParams({ order_code: code, status: "delivered" }),
      redirect: "manual",
    });
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/"]);
    expect(ghn.parcels()[0]).toMatchObject({ status: "delivered", collectedAt: expect.any(Date) });
    const advance = (body: object) =>
      fetch(new URL("/control/advance", ghn.pageUrl), { method: "POST", body: JSON.stringify(body) });
    expect((await advance({ order_code: code, status: "cod_transfer" })).status).toBe(200);
    expect(ghn.parcels()[0]?.transferredAt).toBeInstanceOf(Date);
    expect((await advance({ order_code: "LNONE", status: "picked" })).status).toBe(404);
    expect((await fetch(new URL(`/tracking?order_code=${code}`, ghn.pageUrl))).status).toBe(200);
    const { token } = (await post("a5/gen-token", { order_codes: [code] })).body.data as { token: string };
    const label = await fetch(new URL(`/a5/public-api/printA5?token=${token}`, ghn.pageUrl));
    expect(await label.text()).toContain(code);
    expect((await fetch(new URL("/a5/public-api/printA5?token=x", ghn.pageUrl))).status).toBe(404);
  });
});
