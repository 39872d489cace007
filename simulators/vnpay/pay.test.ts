import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { account, isSigned, listener, payLink, vnDate } from "#fixtures/testing/vnpay-merchant.ts";
import { startVnpay, type VnpaySimulator } from "./index.ts";

let vnpay: VnpaySimulator;
const shop = listener();
let orders = 5000;
const newReference = (): string => `${++orders}-1`;

beforeAll(async () => {
  vnpay = await startVnpay({ ...account, ipnUrl: "https://shop.example/ipn", deliver: shop.deliver });
});
afterAll(() => vnpay.close());

/** The error code on the gateway's first page, if there is one. */
async function errorOf(link: string): Promise<string | null> {
  const response = await fetch(link, { redirect: "manual" });
  const at = new URL(response.headers.get("location") ?? "", link);
  return at.pathname.endsWith("/Error.html") ? at.searchParams.get("code") : null;
}

describe("the payment URL", () => {
  const minuteMs = 60_000;
  const late = new Date(Date.now() - 16 * minuteMs);
  test.each<[why: string, own: Record<string, string>, code: string | null]>([
    ["all right", {}, null],
    ["another terminal", { vnp_TmnCode: "ANOTHER1" }, "72"],
    ["another version", { vnp_Version: "2.0.1" }, "03"],
    ["another currency", { vnp_CurrCode: "USD" }, "03"],
    ["no address of the shopper", { vnp_IpAddr: "" }, "03"],
    ["a language that VNPay does not know", { vnp_Locale: "vi" }, "03"],
    ["accents in the description", { vnp_OrderInfo: "Thanh toán" }, "03"],
    ["too little", { vnp_Amount: "499900" }, "04"],
    ["too much", { vnp_Amount: "100000000000" }, "04"],
    ["not whole đồng", { vnp_Amount: "129000050" }, "04"],
    [
      "past its end",
      { vnp_CreateDate: vnDate(late), vnp_ExpireDate: vnDate(new Date(late.getTime() + 15 * minuteMs)) },
      "15",
    ],
    ["no date at all", { vnp_ExpireDate: "20261399999999" }, "03"],
  ])("%s", async (_why, own, code) => {
    expect(await errorOf(payLink(vnpay.payUrl, { vnp_TxnRef: newReference(), ...own }))).toBe(code);
  });

  test("the signature is checked first", async () => {
    expect(await errorOf(payLink(vnpay.payUrl, { vnp_CurrCode: "USD" }, "another secret"))).toBe("70");
    expect(await errorOf(`${vnpay.payUrl}?vnp_TmnCode=LOCALSIM`)).toBe("70");
  });

  test("a reference is valid for one payment", async () => {
    const reference = newReference();
    const link = payLink(vnpay.payUrl, { vnp_TxnRef: reference });
    expect(await errorOf(link)).toBeNull();
    expect(await errorOf(link), "the shopper went back and forth").toBeNull();
    expect(await errorOf(payLink(vnpay.payUrl, { vnp_TxnRef: reference, vnp_Amount: "5000000" }))).toBe("01");
    await payOnPage(link, "pay");
    expect(await errorOf(link)).toBe("01");
  });

  test("the error page shows the reason, in both languages", async () => {
    const text = await (await fetch(payLink(vnpay.payUrl, {}, "another secret"))).text();
    expect(text).toContain("Sai chữ ký.");
    expect(text).toContain("Wrong signature.");
  });
});

describe("on the payment page", () => {
  test.each([
    ["ncb", "00", "00"],
    ["visa", "00", "00"],
    ["visa-3ds", "00", "00"],
    ["napas", "00", "00"],
    ["qr", "00", "00"],
    ["ncb-balance", "51", "02"],
    ["ncb-inactive", "09", "02"],
    ["ncb-locked", "12", "02"],
    ["ncb-expired", "99", "02"],
    ["cancel", "24", "02"],
    ["07", "07", "07"],
    ["11", "11", "02"],
    ["79", "79", "02"],
  ])("%s ends with code %s and status %s", async (what, code, status) => {
    const reference = newReference();
    const before = shop.received.length;
    const back = await payOnPage(payLink(vnpay.payUrl, { vnp_TxnRef: reference }), what);
    const returned = new URL(back).searchParams;
    expect(back.startsWith("https://shop.example/return?")).toBe(true);
    expect(isSigned(back)).toBe(true);
    expect(returned.get("vnp_ResponseCode")).toBe(code);
    expect(returned.get("vnp_TransactionStatus")).toBe(status);
    expect(returned.get("vnp_TxnRef")).toBe(reference);
    expect(returned.get("vnp_Amount")).toBe("129000000");
    expect(returned.has("vnp_BankTranNo")).toBe(code === "00" || code === "07");
    // the shop's server was notified before the shopper returned, with the same fields
    expect(shop.received.length).toBe(before + 1);
    expect(shop.received.at(-1)?.url).toBe(back.replace("/return?", "/ipn?"));
  });

  test("a wrong password fails", async () => {
    const back = await payOnPage(payLink(vnpay.payUrl, { vnp_TxnRef: newReference() }), "ncb", { otp: "000000" });
    expect(new URL(back).searchParams.get("vnp_ResponseCode")).toBe("13");
  });

  test("unknown card details can be re-entered three times", async () => {
    const link = payLink(vnpay.payUrl, { vnp_TxnRef: newReference(), vnp_Locale: "en" });
    const entered = await fetch(link);
    const token = new URL(entered.url).searchParams.get("token") ?? "";
    const wrong = { token, card_number: "4111 1111 1111 1111", card_holder: "x", card_date: "01/30", card_cvc: "1" };
    const pay = () => fetch(entered.url, { method: "POST", body: new URLSearchParams(wrong), redirect: "manual" });
    for (let times = 0; times < 3; times++) {
      const response = await pay();
      expect(response.status).toBe(422);
      expect(await response.text()).toContain("These card details are not right.");
    }
    const left = new URL((await pay()).headers.get("location") ?? "");
    expect(left.searchParams.get("vnp_ResponseCode")).toBe("10");
  });

  test("a double click pays once, and Back returns to the shop again", async () => {
    const link = payLink(vnpay.payUrl, { vnp_TxnRef: newReference() });
    const entered = (await fetch(link)).url;
    const token = new URL(entered).searchParams.get("token") ?? "";
    const press = () =>
      fetch(new URL("/paymentv2/Transaction/Outcome.html", entered), {
        method: "POST",
        body: new URLSearchParams({ token, outcome: "qr" }),
        redirect: "manual",
      });
    const before = shop.received.length;
    const [one, other] = await Promise.all([press(), press()]);
    expect(one?.headers.get("location")).toBe(other?.headers.get("location"));
    expect((await fetch(entered, { redirect: "manual" })).headers.get("location")).toBe(one?.headers.get("location"));
    expect(shop.received.length).toBe(before + 1);
  });

  test("is marked as a simulator, in the shopper's language, without external files", async () => {
    for (const [locale, words] of [
      ["vn", "Trang mô phỏng VNPAY"],
      ["en", "VNPAY simulator"],
    ] as const) {
      const text = await (
        await fetch(payLink(vnpay.payUrl, { vnp_TxnRef: newReference(), vnp_Locale: locale }))
      ).text();
      expect(text).toContain(words);
      expect(text).toContain("1.290.000 VND");
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    }
  });
});
