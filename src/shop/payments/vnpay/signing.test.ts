import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { HashAlgorithm, ProductCode, VNPay, VnpLocale } from "vnpay";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { systemClock } from "#shop/kernel/base/clock.ts";
import { fromVnpayDate, toVnpayDate } from "./dates.ts";
import { vnpayGateway } from "./index.ts";
import { plainText } from "./plain-text.ts";
import { isSigned, sign, signedForm } from "./sign.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";
const settings = {
  tmnCode: "LOCALSIM",
  hashSecret: secret,
  payUrl: "https://pay.example/paymentv2/vpcpay.html",
  apiUrl: "https://pay.example/api",
};
const gateway = vnpayGateway(settings, { clock: systemClock, publicUrl: "https://shop.example.vn" });

const link = async (change = {}, lang: "vi" | "en" = "vi", ip = "203.113.152.10") => {
  const begun = await gateway.createPayment({ attempt: anAttempt(change), lang, ip });
  return { ...begun, query: new URL(begun.payUrl).searchParams };
};

describe("VNPay's signature", () => {
  test("matches the published one of a payment link", () => {
    const form =
      "vnp_Amount=129000000&vnp_BankCode=INTCARD&vnp_Command=pay&vnp_CreateDate=20261121093000&vnp_CurrCode=VND&vnp_ExpireDate=20261121094500&vnp_IpAddr=203.113.152.10&vnp_Locale=en&vnp_OrderInfo=Thanh+toan+don+hang%3A+1002&vnp_OrderType=other&vnp_ReturnUrl=https%3A%2F%2Fshop.example.vn%2Ffinal-payment&vnp_TmnCode=LOCALSIM&vnp_TxnRef=1002-1&vnp_Version=2.1.0";
    const backwards = [...new URLSearchParams(form)].reverse();
    expect(signedForm(backwards)).toBe(form);
    expect(sign(secret, form)).toBe(
      "b65e38eaebe823925757c7bf8a6a1e3c86f93e75e8c7885b4fedb20ed45b46ad7478be5c337a5f9691d9fc0f7e84f958a5db1c097f2d8ce481668d067c0fc84f",
    );
  });

  test("sorts names by code unit and omits empty values", () => {
    const form = signedForm([
      ["vnp_IpAddr", "1"],
      ["vnp_Inv_Email", "2"],
      ["vnp_Bill_City", "3"],
      ["vnp_BankCode", "4"],
      ["vnp_Command", ""],
    ]);
    expect(form).toBe("vnp_BankCode=4&vnp_Bill_City=3&vnp_Inv_Email=2&vnp_IpAddr=1");
  });

  test("rejects a wrong, truncated, malformed or missing one", () => {
    const good = sign(secret, "text");
    expect(isSigned(secret, "text", good)).toBe(true);
    expect(isSigned(secret, "text", good.toUpperCase())).toBe(true);
    const wrong = [undefined, "", good.slice(1), good.slice(2), `${good}00`, `${good.slice(0, -1)}g`, `é${good}`];
    for (const hash of wrong) expect(isSigned(secret, "text", hash)).toBe(false);
    expect(isSigned(secret, "other", good)).toBe(false);
    expect(isSigned("another secret", "text", good)).toBe(false);
  });
});

describe("VNPay's payment link", () => {
  test("contains the order, dates in GMT+7, and expires after 15 minutes", async () => {
    const { query, payUrl, request, gatewayId } = await link();
    const { vnp_SecureHash, ...sent } = Object.fromEntries(query);
    expect(sent).toEqual({
      vnp_Version: "2.1.0",
      vnp_Command: "pay",
      vnp_TmnCode: "LOCALSIM",
      vnp_Amount: "129000000",
      vnp_CreateDate: "20261121093000",
      vnp_ExpireDate: "20261121094500",
      vnp_CurrCode: "VND",
      vnp_IpAddr: "203.113.152.10",
      vnp_Locale: "vn",
      vnp_OrderInfo: "Thanh toan don hang Lianne 1001",
      vnp_OrderType: "other",
      vnp_ReturnUrl: "https://shop.example.vn/wp-json/lianne-vnpay/v1/return",
      vnp_TxnRef: "1001-1",
    });
    expect(vnp_SecureHash).toMatch(/^[0-9a-f]{128}$/);
    expect(gatewayId).toBeNull();
    expect(request).toMatchObject({ vnp_CreateDate: "20261121093000", pay_url: payUrl });
  });

  test("is deterministic per attempt and expires after 15 minutes by default", async () => {
    const [one, other] = [await link({ expiresAt: null }), await link({ expiresAt: null })];
    expect(one.payUrl).toBe(other.payUrl);
    expect(one.query.get("vnp_ExpireDate")).toBe("20261121094500");
  });

  test("is in English for an English page", async () => {
    const { query } = await link({}, "en");
    expect([query.get("vnp_Locale"), query.get("vnp_OrderInfo")]).toEqual(["en", "Payment for Lianne order 1001"]);
  });

  test.each([
    ["::ffff:203.113.152.10", "203.113.152.10"],
    ["2001:db8:85a3::8a2e:370:7334", "2001:db8:85a3::8a2e:370:7334"],
    ["::1", "127.0.0.1"],
    ["", "127.0.0.1"],
  ])("takes the address %s as %s", async (ip, sent) => {
    expect((await link({}, "vi", ip)).query.get("vnp_IpAddr")).toBe(sent);
  });

  test("equals the one built by the npm package vnpay", async () => {
    const theirs = new VNPay({
      tmnCode: settings.tmnCode,
      secureSecret: secret,
      vnpayHost: "https://pay.example",
      testMode: true,
      hashAlgorithm: HashAlgorithm.SHA512,
    }).buildPaymentUrl({
      vnp_Amount: 1_290_000,
      vnp_CreateDate: 20261121093000,
      vnp_ExpireDate: 20261121094500,
      vnp_IpAddr: "203.113.152.10",
      vnp_Locale: VnpLocale.VN,
      vnp_OrderInfo: "Thanh toan don hang Lianne 1001",
      vnp_OrderType: ProductCode.Other,
      vnp_ReturnUrl: "https://shop.example.vn/wp-json/lianne-vnpay/v1/return",
      vnp_TxnRef: "1001-1",
    });
    const { query } = await link();
    const sorted = (from: URLSearchParams) => [...from].sort(([one], [other]) => (one < other ? -1 : 1));
    expect(sorted(query)).toEqual(sorted(new URL(theirs).searchParams));
  });
});

describe("a text for VNPay", () => {
  test.each([
    ["Đơn hàng của chị Hằng: đã trả", "Don hang cua chi Hang: da tra"],
    ["  100% bạc! (nhẫn) *~'\"&=+#  ", "100 bac nhan"],
    ["a\u0301\u0323 🎁 b", "a b"],
    ["x".repeat(300), "x".repeat(255)],
  ])("is plain: %s", (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });
});

describe("VNPay's dates", () => {
  test.each(["UTC", "America/Los_Angeles", "Asia/Ho_Chi_Minh", "Pacific/Kiritimati"])(
    "are in GMT+7 on a server in %s",
    async (TZ) => {
      const source = new URL("./dates.ts", import.meta.url).href;
      const program = `
        import { fromVnpayDate, toVnpayDate } from ${JSON.stringify(source)};
        const at = new Date("2026-12-31T17:00:05.999Z");
        console.log(toVnpayDate(at), fromVnpayDate("20270101000005").toISOString(), at.getTimezoneOffset());`;
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
        env: { ...process.env, TZ, NODE_OPTIONS: "", NODE_NO_WARNINGS: "1" },
      });
      const offset = { UTC: 0, "America/Los_Angeles": 480, "Asia/Ho_Chi_Minh": -420, "Pacific/Kiritimati": -840 }[TZ];
      expect(stdout.trim()).toBe(`20270101000005 2026-12-31T17:00:05.000Z ${offset}`);
    },
  );

  test("round-trip, and are null for a day that does not exist", () => {
    const at = new Date("2026-02-28T23:59:59.000Z");
    expect(fromVnpayDate(toVnpayDate(at))).toEqual(at);
    for (const none of ["", "2026", "20260230000000", "20261301000000", "20261121250000", "2026-11-21 00:00"])
      expect(fromVnpayDate(none)).toBeNull();
  });
});
