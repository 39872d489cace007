import { describe, expect, test } from "vitest";
import { callHash, hashedText, queryHash, signedQuery } from "./sign.ts";
import { readStamp, stamp } from "./stamp.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";

const payFields = {
  vnp_Version: "2.1.0",
  vnp_Command: "pay",
  vnp_TmnCode: "LOCALSIM",
  vnp_Amount: "129000000",
  vnp_BankCode: "INTCARD",
  vnp_CreateDate: "20261121093000",
  vnp_CurrCode: "VND",
  vnp_ExpireDate: "20261121094500",
  vnp_IpAddr: "203.113.152.10",
  vnp_Locale: "en",
  vnp_OrderInfo: "Thanh toan don hang: 1002",
  vnp_OrderType: "other",
  vnp_ReturnUrl: "https://shop.example.vn/final-payment",
  vnp_TxnRef: "1002-1",
};

describe("signatures, against independently computed vectors", () => {
  test("a payment URL", () => {
    expect(hashedText(Object.entries(payFields))).toBe(
      "vnp_Amount=129000000&vnp_BankCode=INTCARD&vnp_Command=pay&vnp_CreateDate=20261121093000&vnp_CurrCode=VND&vnp_ExpireDate=20261121094500&vnp_IpAddr=203.113.152.10&vnp_Locale=en&vnp_OrderInfo=Thanh+toan+don+hang%3A+1002&vnp_OrderType=other&vnp_ReturnUrl=https%3A%2F%2Fshop.example.vn%2Ffinal-payment&vnp_TmnCode=LOCALSIM&vnp_TxnRef=1002-1&vnp_Version=2.1.0",
    );
    expect(queryHash(Object.entries(payFields), secret)).toBe(
      "b65e38eaebe823925757c7bf8a6a1e3c86f93e75e8c7885b4fedb20ed45b46ad7478be5c337a5f9691d9fc0f7e84f958a5db1c097f2d8ce481668d067c0fc84f",
    );
  });

  test("a return", () => {
    const fields = {
      vnp_TxnRef: "1001-1",
      vnp_Amount: "129000000",
      vnp_BankCode: "NCB",
      vnp_BankTranNo: "VNP15300001",
      vnp_CardType: "ATM",
      vnp_OrderInfo: "Thanh toan don hang: 1001",
      vnp_PayDate: "20261121093412",
      vnp_ResponseCode: "00",
      vnp_TmnCode: "LOCALSIM",
      vnp_TransactionNo: "15300001",
      vnp_TransactionStatus: "00",
    };
    expect(signedQuery(fields, secret)).toMatch(
      /&vnp_TxnRef=1001-1&vnp_SecureHash=7ef8dd71b2d6a1961d9ab771d446d4b78c7ffabc0b59dcd344102157b6d8757ed01c8e93088be89bef8f40c44b48fed5f2d4401d05ab853f6644e83590d36280$/,
    );
  });

  test("a query", () => {
    const fields = {
      vnp_RequestId: "q20261121100000001",
      vnp_Version: "2.1.0",
      vnp_Command: "querydr",
      vnp_TmnCode: "LOCALSIM",
      vnp_TxnRef: "1001-1",
      vnp_TransactionDate: "20261121093000",
      vnp_CreateDate: "20261121100000",
      vnp_IpAddr: "203.113.152.10",
      vnp_OrderInfo: "Truy van GD 1001-1",
    };
    expect(callHash("querydr", fields, secret)).toBe(
      "77931580e7236638f95c97100a67903fc0050f729c3da43209eff91ad8541459d31a83d4cc803e0314e00c0ce160b323d138316f0e071ab8c1bdd78a68f53fd8",
    );
  });

  test("only non-empty fields that begin with vnp_ are signed", () => {
    const more = { ...payFields, lang: "vi", vnp_BankCode: "", vnp_SecureHash: "x", vnp_SecureHashType: "SHA512" };
    const { vnp_BankCode: _, ...less } = payFields;
    expect(hashedText(Object.entries(more))).toBe(hashedText(Object.entries(less)));
  });
});

describe("dates", () => {
  test("are Vietnam's, in any time zone", () => {
    expect(stamp(new Date("2026-11-21T17:30:00Z"))).toBe("20261122003000");
    expect(readStamp("20261122003000")).toEqual(new Date("2026-11-21T17:30:00Z"));
  });

  test.each(["", "2026112200300", "20261322003000", "20261131003000"])("%j is invalid", (text) => {
    expect(readStamp(text)).toBeNull();
  });
});
