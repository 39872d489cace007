import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { account, callVnpay, isSigned, listener, payLink, vnDate } from "#fixtures/testing/vnpay-merchant.ts";
import { startVnpay, type VnpaySimulator } from "./index.ts";

let vnpay: VnpaySimulator;
let shop: ReturnType<typeof listener>;
const ipnResponse = (RspCode: string) => JSON.stringify({ RspCode, Message: "" });

async function open(response?: (nth: number) => string): Promise<void> {
  shop = listener(response);
  vnpay = await startVnpay({ ...account, ipnUrl: "https://shop.example/ipn", deliver: shop.deliver, ipnRetryMs: 5 });
}
beforeEach(() => open());
afterEach(() => vnpay.close());

const pay = (reference: string, what = "pay") => payOnPage(payLink(vnpay.payUrl, { vnp_TxnRef: reference }), what);
const received = () => shop.received.map(({ url }) => new URL(url).searchParams);

describe("retries", () => {
  test.each(["01", "04", "97", "99"])("%s is retried, ten times in all", async (code) => {
    await vnpay.close();
    await open(() => ipnResponse(code));
    await pay("1-1");
    await vnpay.idle();
    expect(shop.received.length).toBe(10);
  });

  test.each(["00", "02"])("%s is not retried", async (code) => {
    await vnpay.close();
    await open((nth) => (nth < 3 ? "<html>" : ipnResponse(code)));
    await pay("1-1");
    await vnpay.idle();
    expect(shop.received.length).toBe(3);
    expect(vnpay.ledger()[0]?.notifications.map(({ response }) => response)).toEqual([
      "<html>",
      "<html>",
      ipnResponse(code),
    ]);
  });
});

describe("notifications", () => {
  test("are missing, late or duplicate", async () => {
    vnpay.control({ notifications: { kind: "missing" } });
    await pay("1-1");
    await vnpay.idle();
    expect(shop.received.length).toBe(0);
    vnpay.control({ notifications: { kind: "after_return", late_ms: 500 } });
    await pay("2-1");
    expect(shop.received.length).toBe(0);
    await vnpay.idle();
    expect(shop.received.length).toBe(1);
    vnpay.control({ notifications: { kind: "double" } });
    await pay("3-1");
    expect(shop.received.map(({ url }) => url)).toEqual([
      shop.received[0]?.url,
      shop.received[1]?.url,
      shop.received[1]?.url,
    ]);
  });

  test("are out of order", async () => {
    vnpay.control({ payment: "1-1", notifications: { kind: "out_of_order", late_ms: 5_000 } });
    await pay("1-1");
    await pay("2-1");
    await vnpay.idle();
    expect(received().map((fields) => fields.get("vnp_TxnRef"))).toEqual(["2-1", "1-1"]);
  });

  test("have false content", async () => {
    await vnpay.close();
    await open(() => ipnResponse("97"));
    vnpay.control({ notifications: { kind: "forged", times: 2 } });
    await pay("1-1", "fail");
    await vnpay.idle();
    expect(shop.received.slice(0, 3).map(({ url }) => isSigned(url))).toEqual([false, false, true]);
    expect(received().map((fields) => fields.get("vnp_ResponseCode"))).toEqual(["00", "00", ...Array(8).fill("51")]);
  });

  test.each([
    ["wrong_amount", { vnp_Amount: "128900000" }],
    ["wrong_reference", { vnp_TxnRef: "1-1999" }],
    ["status_01", { vnp_ResponseCode: "00", vnp_TransactionStatus: "01" }],
  ] as const)("%s, with the right signature", async (kind, fields) => {
    vnpay.control({ notifications: { kind } });
    const back = await pay("1-1");
    expect(Object.fromEntries(received()[0] ?? [])).toMatchObject(fields);
    expect(isSigned(shop.received[0]?.url ?? "")).toBe(true);
    // the shopper's return still has the result
    expect(Object.fromEntries(new URL(back).searchParams)).toMatchObject({
      vnp_Amount: "129000000",
      vnp_TransactionStatus: "00",
    });
  });
});

describe("responses", () => {
  const queryPayment = (own: Record<string, string> = {}) =>
    callVnpay(vnpay.apiUrl, "querydr", { vnp_TransactionDate: vnDate(new Date()), ...own });

  test("fail, are cut off, or missing", async () => {
    vnpay.control({ responses: { querydr: { status: 500 } } });
    expect((await fetch(vnpay.apiUrl, { method: "POST", body: "{}" })).status).toBe(500);
    vnpay.control({ responses: { querydr: { malformed: true } } });
    await expect(queryPayment()).rejects.toThrow(SyntaxError);
    vnpay.control({ responses: { every: { dead: true } } });
    await expect(queryPayment()).rejects.toThrow("fetch failed");
    await expect(fetch(payLink(vnpay.payUrl))).rejects.toThrow("fetch failed");
    vnpay.control({});
    expect((await queryPayment()).vnp_ResponseCode).toBe("91");
  });

  test("are slow", async () => {
    vnpay.control({ responses: { querydr: { slow_ms: 60 } } });
    const started = performance.now();
    await queryPayment();
    expect(performance.now() - started).toBeGreaterThan(50);
  });

  test("are lost after the refund succeeded", async () => {
    const created = vnDate(new Date());
    await payOnPage(payLink(vnpay.payUrl, { vnp_TxnRef: "1-1", vnp_CreateDate: created }), "pay");
    const refund = () =>
      callVnpay(vnpay.apiUrl, "refund", {
        ...{ vnp_TxnRef: "1-1", vnp_TransactionDate: created, vnp_Amount: "129000000" },
        vnp_RequestId: "r1",
      });
    vnpay.control({ payment: "1-1", responses: { refund: { dead: true, done: true } } });
    await expect(refund()).rejects.toThrow("fetch failed");
    vnpay.control({});
    expect((await refund()).vnp_ResponseCode, "a duplicate request").toBe("94");
    expect(vnpay.ledger()[0]).toMatchObject({ refunded: 1_290_000 });
  });

  test("fail by chance, the same way for the same seed", async () => {
    const run = async (seed: number): Promise<string> => {
      vnpay.control({ seed, responses: { querydr: { chance: 0.5, status: 500 } } });
      const responses: number[] = [];
      for (let index = 0; index < 12; index++)
        responses.push((await fetch(vnpay.apiUrl, { method: "POST", body: "{}" })).status);
      return responses.join();
    };
    const one = await run(7);
    expect(one).toContain("500");
    expect(one).toContain("200");
    expect(await run(7)).toBe(one);
    expect(await run(8)).not.toBe(one);
  });
});

test("is controlled over HTTP too, and returns its ledger", async () => {
  const { origin } = new URL(vnpay.apiUrl);
  const notifications = { kind: "missing" };
  await fetch(`${origin}/control`, { method: "POST", body: JSON.stringify({ payment: "1-1", notifications }) });
  await pay("1-1");
  expect(await (await fetch(`${origin}/control/ledger`)).json()).toEqual({
    payments: [
      {
        reference: "1-1",
        amount: 1_290_000,
        state: "paid",
        code: "00",
        paid: 1_290_000,
        refunded: 0,
        refunds: [],
        notifications: [],
      },
    ],
  });
  expect((await fetch(`${origin}/control`, { method: "POST", body: "?" })).status).toBe(400);
});

test("nothing is sent after it is closed", async () => {
  vnpay.control({ notifications: { kind: "late", late_ms: 60_000 } });
  await pay("1-1");
  await vnpay.close();
  expect(shop.received.length).toBe(0);
});
