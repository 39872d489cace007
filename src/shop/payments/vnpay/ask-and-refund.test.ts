import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HashAlgorithm, VNPay } from "vnpay";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { type Answered, type Asked, answeringServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { Attempt, RefundInput } from "../gateway.ts";
import { signedRequest } from "./call-vnpay.ts";
import { vnpayGateway } from "./index.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";
const hashOf = (fields: unknown[]): string => createHmac("sha512", secret).update(fields.join("|")).digest("hex");
const now = new Date("2026-11-21T03:00:00.000Z");

/** An answer of VNPay as its page says: 15 fields for a question, 13 for a refund, in its own order. */
function answered(command: "querydr" | "refund", change: Record<string, unknown> = {}): Record<string, unknown> {
  const said: Record<string, unknown> = {
    vnp_ResponseId: "a1b2",
    vnp_Command: command,
    vnp_ResponseCode: "00",
    vnp_Message: "QueryDR Success",
    vnp_TmnCode: "LOCALSIM",
    vnp_TxnRef: "1001-1",
    vnp_Amount: "129000000",
    vnp_BankCode: "NCB",
    vnp_PayDate: "20261121093412",
    vnp_TransactionNo: "15300001",
    vnp_TransactionType: "01",
    vnp_TransactionStatus: "00",
    vnp_OrderInfo: "Thanh toan don hang Lianne 1001",
    ...change,
  };
  const thirteen = [
    said.vnp_ResponseId,
    command,
    said.vnp_ResponseCode,
    said.vnp_Message,
    said.vnp_TmnCode,
    said.vnp_TxnRef,
    said.vnp_Amount,
    said.vnp_BankCode,
    said.vnp_PayDate,
    said.vnp_TransactionNo,
    said.vnp_TransactionType,
    said.vnp_TransactionStatus,
    said.vnp_OrderInfo,
  ];
  const promotion = command === "querydr" ? [said.vnp_PromotionCode, said.vnp_PromotionAmount] : [];
  return { ...said, vnp_SecureHash: hashOf([...thirteen, ...promotion]) };
}

async function gatewayThat(answer: (asked: Asked) => Answered, at = now) {
  const { url, asked } = await answeringServer(answer);
  const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: `${url}/pay`, apiUrl: `${url}/api/transaction` };
  const gateway = vnpayGateway(settings, { clock: { now: () => at }, publicUrl: "https://shop.example.vn" });
  const ask = (attempt = anAttempt()) => gateway.retrievePayment(attempt, { take: false });
  return { gateway, settings, url, asked, ask };
}

const told = (change: Record<string, unknown>) => gatewayThat(() => ({ json: answered("querydr", change) }));

describe("querydr", () => {
  test("has the published signature", () => {
    const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: "", apiUrl: "" };
    const body = signedRequest(settings, "querydr", {
      vnp_RequestId: "q20261121100000001",
      vnp_TxnRef: "1001-1",
      vnp_TransactionDate: "20261121093000",
      vnp_CreateDate: "20261121100000",
      vnp_IpAddr: "203.113.152.10",
      vnp_OrderInfo: "Truy van GD 1001-1",
    });
    expect(body.vnp_SecureHash).toBe(
      "77931580e7236638f95c97100a67903fc0050f729c3da43209eff91ad8541459d31a83d4cc803e0314e00c0ce160b323d138316f0e071ab8c1bdd78a68f53fd8",
    );
  });

  test("asks by the date that the link carried, with an id of its own each time", async () => {
    const { ask, asked } = await told({});
    const attempt = anAttempt({ request: { vnp_CreateDate: "20261121092959", vnp_IpAddr: "203.113.152.10" } });
    const verdict = await ask(attempt);
    await ask(attempt);
    expect(verdict).toMatchObject({
      outcome: "paid",
      money: { currency: "VND", amount: 1_290_000 },
      transaction: "15300001",
      code: "00",
      at: new Date("2026-11-21T02:34:12.000Z"),
    });
    expect(verdict.answer).not.toHaveProperty("vnp_SecureHash");
    const [one, other] = asked.map(({ json }) => json);
    expect(one).toMatchObject({
      vnp_Command: "querydr",
      vnp_TransactionDate: "20261121092959",
      vnp_CreateDate: "20261121100000",
      vnp_IpAddr: "203.113.152.10",
    });
    expect(one?.vnp_RequestId).toMatch(/^[0-9a-f]{32}$/);
    expect(one?.vnp_RequestId).not.toBe(other?.vnp_RequestId);
  });

  test.each([
    [{ vnp_TransactionStatus: "00" }, "paid"],
    [{ vnp_TransactionStatus: "01", vnp_TransactionNo: "0" }, "pending"],
    [{ vnp_TransactionStatus: "02" }, "failed"],
    [{ vnp_TransactionStatus: "04" }, "failed"],
    [{ vnp_TransactionStatus: "07" }, "held"],
    [{ vnp_TransactionStatus: "05" }, "paid"],
    [{ vnp_TransactionStatus: "06", vnp_TransactionType: "02" }, "paid"],
    [{ vnp_TransactionStatus: "09", vnp_TransactionType: "03", vnp_Amount: "100" }, "paid"],
    [{ vnp_PromotionCode: "KM1", vnp_PromotionAmount: "1000" }, "paid"],
    [{ vnp_PromotionCode: null, vnp_Amount: 129_000_000 }, "paid"],
  ])("reads %j as %s", async (change, outcome) => {
    const { ask } = await told(change);
    expect(await ask()).toMatchObject({ outcome });
  });

  test("does not take a refund's amount for the payment's", async () => {
    const { ask } = await told({ vnp_TransactionStatus: "05", vnp_TransactionType: "03", vnp_Amount: "5000000" });
    expect(await ask()).toMatchObject({ outcome: "paid", money: null, transaction: "", at: null });
  });

  test("of a payment that VNPay never heard of", async () => {
    const never = { vnp_ResponseCode: "91", vnp_Amount: undefined, vnp_TxnRef: undefined, vnp_TransactionStatus: "" };
    const { ask } = await told(never);
    expect(await ask()).toMatchObject({ outcome: "unknown", code: "91", money: null });
  });

  const refused: [string, (asked: Asked) => Answered][] = [
    ["silence", () => "silence"],
    ["a failure of its own", () => ({ status: 500 })],
    ["a page", () => ({ text: "<html></html>" })],
    ["no signature", () => ({ json: { ...answered("querydr"), vnp_SecureHash: undefined } })],
    ["a wrong signature", () => ({ json: { ...answered("querydr"), vnp_TransactionStatus: "02" } })],
    ["a failed question without a signature", () => ({ json: { vnp_ResponseCode: "91" } })],
    ["another payment", () => ({ json: answered("querydr", { vnp_TxnRef: "1002-1" }) })],
    ["another shop", () => ({ json: answered("querydr", { vnp_TmnCode: "OTHERSHP" }) })],
    ["a duplicate", () => ({ json: answered("querydr", { vnp_ResponseCode: "94" }) })],
    ["a wrong checksum", () => ({ json: answered("querydr", { vnp_ResponseCode: "97" }) })],
    ["a status unheard of", () => ({ json: answered("querydr", { vnp_TransactionStatus: "55" }) })],
  ];
  test.each(refused)("that is answered with %s was not answered, and not asked twice", async (_what, answer) => {
    const { ask, asked } = await gatewayThat(answer);
    await expect(ask()).rejects.toThrow(UpstreamUnavailableError);
    expect(asked).toHaveLength(1);
  });

  test("is signed and read as the library of others does it", async () => {
    const { url, asked, ask } = await told({ vnp_TransactionStatus: "02" });
    const theirs = new VNPay({
      tmnCode: "LOCALSIM",
      secureSecret: secret,
      vnpayHost: url,
      queryDrAndRefundHost: url,
      endpoints: { queryDrRefundEndpoint: "api/transaction" },
      hashAlgorithm: HashAlgorithm.SHA512,
    });
    await ask(anAttempt({ request: { vnp_IpAddr: "203.113.152.10" } }));
    const ours = asked[0]?.json ?? {};
    const answer = await theirs.queryDr({
      vnp_RequestId: String(ours.vnp_RequestId),
      vnp_TxnRef: "1001-1",
      vnp_OrderInfo: String(ours.vnp_OrderInfo),
      vnp_TransactionDate: 20261121093000,
      vnp_CreateDate: 20261121100000,
      vnp_IpAddr: "203.113.152.10",
      vnp_TransactionNo: 0,
    });
    expect(answer.isVerified).toBe(true);
    expect(asked[1]?.json.vnp_SecureHash).toBe(ours.vnp_SecureHash);
  });
});

const paid = (change: Partial<Attempt> = {}): Attempt =>
  anAttempt({
    status: "succeeded",
    gatewayTransaction: "15300001",
    request: { vnp_CreateDate: "20261121093000", vnp_IpAddr: "203.113.152.10" },
    ...change,
  });
const aRefund = (change: Partial<RefundInput["refund"]> = {}): RefundInput => ({
  attempt: paid(),
  refund: {
    id: 3,
    amount: 1_290_000,
    full: true,
    reason: "đổi ý",
    by: "Chị Đào",
    createdAt: new Date("2026-11-21T02:59:00.000Z"),
    askedAt: new Date("2026-11-21T02:59:30.000Z"),
    others: [],
    ...change,
  },
});
const isQuestion = ({ json }: Asked): boolean => json.vnp_Command === "querydr";

describe("a refund at VNPay", () => {
  test("is asked for with its thirteen fields signed, and is on its way", async () => {
    const { gateway, asked } = await gatewayThat(() => ({
      json: answered("refund", {
        vnp_TransactionType: "02",
        vnp_TransactionStatus: "05",
        vnp_TransactionNo: "15300009",
      }),
    }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state: "requested", gatewayId: "15300009", code: "05" });
    const { vnp_SecureHash: hash, ...sent } = asked[0]?.json ?? {};
    expect(sent).toMatchObject({
      vnp_Command: "refund",
      vnp_TransactionType: "02",
      vnp_TxnRef: "1001-1",
      vnp_Amount: "129000000",
      vnp_TransactionNo: "15300001",
      vnp_TransactionDate: "20261121093000",
      vnp_CreateBy: "Chi Dao",
      vnp_CreateDate: "20261121100000",
      vnp_OrderInfo: "Hoan tien don hang Lianne 1001",
    });
    const signed = [
      ...[sent.vnp_RequestId, "2.1.0", "refund", "LOCALSIM", "02", "1001-1", "129000000", "15300001"],
      ...["20261121093000", "Chi Dao", "20261121100000", "203.113.152.10", "Hoan tien don hang Lianne 1001"],
    ];
    expect(hash).toBe(hashOf(signed));
  });

  test("of a part says so, and the same refund has the same id however often", async () => {
    const { gateway, asked } = await gatewayThat(() => ({ json: answered("refund") }));
    await gateway.refund(aRefund({ full: false, amount: 500_000 }));
    await gateway.refund(aRefund({ full: false, amount: 500_000 }));
    await gateway.refund(aRefund({ full: false, amount: 500_000, id: 4 }));
    const ids = asked.map(({ json }) => String(json.vnp_RequestId));
    expect(asked[0]?.json).toMatchObject({ vnp_TransactionType: "03", vnp_Amount: "50000000" });
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });

  test.each([
    ["00", "requested"],
    ["94", "requested"],
    ["95", "failed"],
    ["91", "failed"],
    ["97", "failed"],
  ])("answered with %s is %s", async (code, state) => {
    const { gateway } = await gatewayThat(() => ({ json: answered("refund", { vnp_ResponseCode: code }) }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state });
  });

  test("answered with an error of VNPay's own, or with no signature, is not known", async () => {
    const broken = await gatewayThat(() => ({ json: answered("refund", { vnp_ResponseCode: "99" }) }));
    await expect(broken.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
    const forged = await gatewayThat(() => ({ json: { ...answered("refund"), vnp_Amount: "1" } }));
    await expect(forged.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
  });

  test("that was sent on another day is looked for before it is sent again", async () => {
    const tomorrow = new Date("2026-11-21T17:00:01.000Z");
    const there = answered("querydr", { vnp_TransactionType: "02", vnp_TransactionStatus: "06" });
    const known = await gatewayThat(() => ({ json: there }), tomorrow);
    expect(await known.gateway.refund(aRefund())).toMatchObject({ state: "done" });
    expect(known.asked.map(isQuestion)).toEqual([true]);
    const unknown = await gatewayThat(
      (asked) => ({ json: answered(isQuestion(asked) ? "querydr" : "refund") }),
      tomorrow,
    );
    expect(await unknown.gateway.refund(aRefund())).toMatchObject({ state: "requested" });
    expect(unknown.asked.map(isQuestion)).toEqual([true, false]);
  });

  test("that was never sent is not looked for, nor is another one of the payment taken for it", async () => {
    const tomorrow = new Date("2026-11-21T17:00:01.000Z");
    const earlier = { vnp_TransactionType: "03", vnp_TransactionStatus: "06", vnp_Amount: "50000000" };
    const answer = (asked: Asked) => ({
      json: answered(isQuestion(asked) ? "querydr" : "refund", { ...earlier, vnp_TransactionNo: "15300009" }),
    });
    const part = { full: false, amount: 500_000, others: ["15300009"] };
    const never = await gatewayThat(answer, tomorrow);
    await never.gateway.refund(aRefund({ ...part, askedAt: null }));
    expect(never.asked.map(isQuestion)).toEqual([false]);
    const before = await gatewayThat(answer, tomorrow);
    await before.gateway.refund(aRefund(part));
    expect(before.asked.map(isQuestion)).toEqual([true, false]);
    const found = await before.gateway.retrieveRefund({ ...aRefund(part), gatewayId: null });
    expect(found).toMatchObject({ state: "requested" });
  });

  test.each([
    [{ vnp_TransactionType: "02", vnp_TransactionStatus: "05" }, "requested"],
    [{ vnp_TransactionType: "02", vnp_TransactionStatus: "06" }, "done"],
    [{ vnp_TransactionType: "02", vnp_TransactionStatus: "00" }, "done"],
    [{ vnp_TransactionType: "02", vnp_TransactionStatus: "09" }, "failed"],
    [{ vnp_TransactionStatus: "06" }, "done"],
    [{ vnp_TransactionStatus: "00" }, "requested"],
    [{ vnp_TransactionType: "03", vnp_TransactionStatus: "06", vnp_Amount: "100" }, "requested"],
    [{ vnp_ResponseCode: "91" }, "failed"],
  ])("that VNPay tells of as %j is %s", async (change, state) => {
    const { gateway } = await told(change);
    const verdict = await gateway.retrieveRefund({ ...aRefund(), gatewayId: "15300009" });
    expect(verdict).toMatchObject({ state });
  });
});
