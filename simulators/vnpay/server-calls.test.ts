import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import { account, callVnpay, listener, payLink, vnDate } from "#fixtures/testing/vnpay-merchant.ts";
import { startVnpay, type VnpaySimulator } from "./index.ts";

let vnpay: VnpaySimulator;
const clock = new TestClock();
let orders = 6000;

beforeAll(async () => {
  const { deliver } = listener();
  vnpay = await startVnpay({ ...account, ipnUrl: "https://shop.example/ipn", deliver, clock, refundTakesMs: 60_000 });
});
afterAll(() => vnpay.close());

/** A payment on which something has been done. @returns what names it to VNPay */
async function paid(what = "pay"): Promise<{ vnp_TxnRef: string; vnp_TransactionDate: string }> {
  const [vnp_TxnRef, vnp_TransactionDate] = [`${++orders}-1`, vnDate(clock.now())];
  const ends = vnDate(new Date(clock.now().getTime() + 900_000));
  const link = payLink(vnpay.payUrl, { vnp_TxnRef, vnp_CreateDate: vnp_TransactionDate, vnp_ExpireDate: ends });
  if (what === "visit") await fetch(link);
  else await payOnPage(link, what);
  return { vnp_TxnRef, vnp_TransactionDate };
}

describe("querydr", () => {
  test.each([
    ["pay", "00"],
    ["fail", "02"],
    ["cancel", "02"],
    ["review", "07"],
    ["visit", "01"],
  ])("after %s the status is %s", async (what, status) => {
    const response = await callVnpay(vnpay.apiUrl, "querydr", await paid(what));
    expect(response).toMatchObject({
      vnp_ResponseCode: "00",
      vnp_TransactionStatus: status,
      vnp_TransactionType: "01",
      vnp_Amount: "129000000",
    });
  });

  test("of an expired payment", async () => {
    const names = await paid("visit");
    clock.advance(16 * 60_000);
    expect(await callVnpay(vnpay.apiUrl, "querydr", names)).toMatchObject({ vnp_TransactionStatus: "02" });
  });

  test("91 for a reference, or a date, that does not exist", async () => {
    const names = await paid();
    expect((await callVnpay(vnpay.apiUrl, "querydr", { ...names, vnp_TxnRef: "1-1" })).vnp_ResponseCode).toBe("91");
    const sevenHoursOff = { ...names, vnp_TransactionDate: vnDate(new Date(clock.now().getTime() - 7 * 3_600_000)) };
    expect((await callVnpay(vnpay.apiUrl, "querydr", sevenHoursOff)).vnp_ResponseCode).toBe("91");
  });

  test("97 for a wrong signature, 02 for another terminal, 03 for a missing field, 94 for the same request again", async () => {
    const names = await paid();
    const queryPayment = async (own: Record<string, string>, secret?: string) =>
      (await callVnpay(vnpay.apiUrl, "querydr", { ...names, ...own }, secret)).vnp_ResponseCode;
    expect(await queryPayment({}, "another secret")).toBe("97");
    expect(await queryPayment({ vnp_TmnCode: "ANOTHER1" })).toBe("02");
    expect(await queryPayment({ vnp_OrderInfo: "" })).toBe("03");
    expect(await queryPayment({ vnp_RequestId: "once" })).toBe("00");
    expect(await queryPayment({ vnp_RequestId: "once" })).toBe("94");
    // the ids are forgotten at midnight in Vietnam, not of UTC
    const start = clock.now();
    clock.set(new Date("2030-03-01T23:59:59Z"));
    expect(await queryPayment({ vnp_RequestId: "daily" })).toBe("00");
    clock.set(new Date("2030-03-02T00:00:01Z"));
    expect(await queryPayment({ vnp_RequestId: "daily" })).toBe("94");
    clock.set(new Date("2030-03-02T17:00:01Z"));
    expect(await queryPayment({ vnp_RequestId: "daily" })).toBe("00");
    clock.set(start);
    const nonsense = await fetch(vnpay.apiUrl, { method: "POST", body: "not JSON" });
    expect(await nonsense.json()).toMatchObject({ vnp_ResponseCode: "03" });
  });

  test("a payment under review is decided in the portal", async () => {
    const [good, bad] = [await paid("review"), await paid("review")];
    vnpay.control({ payment: good.vnp_TxnRef, decide: "paid" });
    vnpay.control({ payment: bad.vnp_TxnRef, decide: "reversed" });
    expect(await callVnpay(vnpay.apiUrl, "querydr", good)).toMatchObject({ vnp_TransactionStatus: "00" });
    expect(await callVnpay(vnpay.apiUrl, "querydr", bad)).toMatchObject({ vnp_TransactionStatus: "04" });
  });
});

describe("refund", () => {
  const full = { vnp_TransactionType: "02", vnp_Amount: "129000000" };
  const part = { vnp_TransactionType: "03", vnp_Amount: "29000000" };
  const refund = async (names: Record<string, string>, own: Record<string, string>) =>
    callVnpay(vnpay.apiUrl, "refund", { ...names, ...own });

  test("is accepted, pending, and completed after its delay", async () => {
    const names = await paid();
    expect(await refund(names, full)).toMatchObject({ vnp_ResponseCode: "00", vnp_TransactionStatus: "05" });
    expect(await callVnpay(vnpay.apiUrl, "querydr", names)).toMatchObject({
      vnp_TransactionType: "02",
      vnp_TransactionStatus: "05",
    });
    expect((await refund(names, full)).vnp_ResponseCode, "another refund is being processed").toBe("94");
    clock.advance(61_000);
    expect(await callVnpay(vnpay.apiUrl, "querydr", names)).toMatchObject({ vnp_TransactionStatus: "06" });
    expect((await refund(names, part)).vnp_ResponseCode, "nothing is left").toBe("03");
  });

  test("in parts, up to the full amount", async () => {
    const names = await paid();
    for (const amount of ["29000000", "100000000"]) {
      const response = await refund(names, { ...part, vnp_Amount: amount });
      expect(response).toMatchObject({ vnp_ResponseCode: "00", vnp_TransactionType: "03", vnp_Amount: amount });
      clock.advance(61_000);
    }
    const row = vnpay.ledger().find(({ reference }) => reference === names.vnp_TxnRef);
    expect(row).toMatchObject({ paid: 1_290_000, refunded: 1_290_000, state: "paid" });
  });

  test("is declined by the bank when configured", async () => {
    vnpay.control({ refunds_end: "09" });
    const names = await paid();
    await refund(names, full);
    clock.advance(61_000);
    expect(await callVnpay(vnpay.apiUrl, "querydr", names)).toMatchObject({ vnp_TransactionStatus: "09" });
    const row = vnpay.ledger().find(({ reference }) => reference === names.vnp_TxnRef);
    expect(row).toMatchObject({ refunded: 0, refunds: [{ amount: 1_290_000, status: "09" }] });
    vnpay.control({ refunds_end: "06" });
  });

  test("91 for an unknown payment, 95 for an unpaid one, 97 for a wrong signature, 03 for a wrong amount", async () => {
    const names = await paid();
    expect((await refund({ ...names, vnp_TxnRef: "1-1" }, full)).vnp_ResponseCode).toBe("91");
    expect((await refund(await paid("fail"), full)).vnp_ResponseCode).toBe("95");
    expect((await callVnpay(vnpay.apiUrl, "refund", { ...names, ...full }, "another")).vnp_ResponseCode).toBe("97");
    expect((await refund(names, { ...full, vnp_Amount: "129000100" })).vnp_ResponseCode).toBe("03");
    expect((await refund(names, { ...full, vnp_Amount: "100" })).vnp_ResponseCode, "not full").toBe("03");
  });
});
