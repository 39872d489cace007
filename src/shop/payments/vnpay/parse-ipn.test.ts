import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HashAlgorithm, type ReturnQueryFromVNPay, VNPay } from "vnpay";
import { parseVnpayIpn } from "./index.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";
const settings = {
  tmnCode: "LOCALSIM",
  hashSecret: secret,
  payUrl: "https://a.example/",
  apiUrl: "https://b.example/",
};

const published =
  "vnp_Amount=129000000&vnp_BankCode=NCB&vnp_BankTranNo=VNP15300001&vnp_CardType=ATM&vnp_OrderInfo=Thanh+toan+don+hang%3A+1001&vnp_PayDate=20261121093412&vnp_ResponseCode=00&vnp_TmnCode=LOCALSIM&vnp_TransactionNo=15300001&vnp_TransactionStatus=00&vnp_TxnRef=1001-1";
const publishedHash =
  "7ef8dd71b2d6a1961d9ab771d446d4b78c7ffabc0b59dcd344102157b6d8757ed01c8e93088be89bef8f40c44b48fed5f2d4401d05ab853f6644e83590d36280";

const hashOf = (form: string, key = secret): string => createHmac("sha512", key).update(form).digest("hex");

/** VNPay's published IPN with changed fields, signed again; null removes a field. */
function ipn(change: Record<string, string | null>, key = secret): string {
  const fields = new URLSearchParams(published);
  for (const [name, value] of Object.entries(change)) value === null ? fields.delete(name) : fields.set(name, value);
  fields.sort();
  return `${fields}&vnp_SecureHash=${hashOf(`${fields}`, key)}`;
}
const read = (query: string) => parseVnpayIpn(settings, query);
const codes = (code: string, status: string) =>
  read(ipn({ vnp_ResponseCode: code, vnp_TransactionStatus: status, vnp_TransactionNo: "0", vnp_BankTranNo: null }));

describe("an IPN of VNPay", () => {
  test("is accepted with a valid signature and returns the payment", () => {
    const event = read(`?${published}&vnp_SecureHash=${publishedHash}`);
    expect(event).toMatchObject({
      ok: true,
      eventId: null,
      reference: "1001-1",
      gatewayTransaction: "15300001",
      subject: "payment",
      code: "00",
      status: {
        outcome: "paid",
        money: { currency: "VND", amount: 1_290_000 },
        transaction: "15300001",
        code: "00",
        at: new Date("2026-11-21T02:34:12.000Z"),
      },
    });
    expect(JSON.stringify(event)).not.toContain(publishedHash);
  });

  test("is accepted by the npm package vnpay too", () => {
    const theirs = new VNPay({ tmnCode: "LOCALSIM", secureSecret: secret, hashAlgorithm: HashAlgorithm.SHA512 });
    for (const query of [ipn({}), ipn({ vnp_OrderInfo: "a b: c, d" }), ipn({}, "another secret")]) {
      const fields = Object.fromEntries(new URLSearchParams(query)) as unknown as ReturnQueryFromVNPay;
      expect(theirs.verifyIpnCall(fields).isVerified).toBe(read(query).ok);
    }
  });

  test("stays valid with foreign parameters and in any order", () => {
    const backwards = [...new URLSearchParams(ipn({}))].reverse();
    const query = new URLSearchParams([["lang", "vi"], ...backwards, ["lang", "en"], ["vnp_SecureHashType", "SHA512"]]);
    expect(read(`${query}`)).toMatchObject({ ok: true, status: { outcome: "paid" } });
  });

  test.each([
    ["no hash", published],
    ["an empty hash", `${published}&vnp_SecureHash=`],
    ["a hash of odd length", `${published}&vnp_SecureHash=${publishedHash.slice(1)}`],
    ["half a hash", `${published}&vnp_SecureHash=${publishedHash.slice(64)}`],
    ["another secret", ipn({}, "another secret")],
    ["another amount", `${published.replace("129000000", "100")}&vnp_SecureHash=${publishedHash}`],
    ["a field too many", `${published}&vnp_Extra=1&vnp_SecureHash=${publishedHash}`],
    ["nothing at all", ""],
  ])("is rejected with %s", (_what, query) => {
    expect(read(query)).toMatchObject({ ok: false, reason: "signature" });
  });

  test.each([
    ["a field twice", `${ipn({})}&vnp_Amount=129000000`],
    ["its hash twice", `${ipn({})}&vnp_SecureHash=${publishedHash}`],
    ["the terminal of another shop", ipn({ vnp_TmnCode: "OTHERSHP" })],
    ["no terminal", ipn({ vnp_TmnCode: null })],
    ["no reference", ipn({ vnp_TxnRef: null })],
    ["no status", ipn({ vnp_TransactionStatus: null })],
    ["no response code", ipn({ vnp_ResponseCode: null })],
    ["an amount in letters", ipn({ vnp_Amount: "1e8" })],
    ["an amount below nothing", ipn({ vnp_Amount: "-100" })],
  ])("is rejected with %s, though it is signed", (_what, query) => {
    expect(read(query)).toMatchObject({ ok: false, reason: "malformed" });
  });

  test.each([
    ["00", "00", "paid", "00"],
    ["07", "07", "under_review", "07"],
    ["07", "00", "under_review", "07"],
    ["00", "07", "under_review", "07"],
    ["24", "02", "cancelled", "24"],
    ["00", "01", "pending", "01"],
    ["00", "02", "failed", "02"],
    ["00", "04", "failed", "04"],
    ["11", "02", "failed", "11"],
    ["51", "02", "failed", "51"],
    ["99", "04", "failed", "99"],
  ])("with the codes %s and %s means %s", (code, status, outcome, expectedCode) => {
    expect(codes(code, status)).toMatchObject({ ok: true, status: { outcome, code: expectedCode, transaction: "" } });
  });

  test.each([
    ["99", "00"],
    ["24", "00"],
    ["51", "01"],
    ["00", "06"],
    ["00", "88"],
  ])("with the codes %s and %s that contradict each other has no status", (code, status) => {
    expect(codes(code, status)).toMatchObject({ ok: true, status: null, code: `${code}/${status}` });
  });

  test("does not round an amount that is not whole", () => {
    expect(read(ipn({ vnp_Amount: "129000001" }))).toMatchObject({ status: { money: { amount: null } } });
  });
});
