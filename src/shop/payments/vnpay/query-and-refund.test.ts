import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HashAlgorithm, VNPay } from "vnpay";
import { dong } from "#contract/money.ts";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { type StubResponse, type StubRequest, startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaymentAttempt, RefundInput } from "../gateway.ts";
import { signedRequest } from "./call-vnpay.ts";
import { vnpayGateway } from "./index.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";
const hashOf = (fields: unknown[]): string => createHmac("sha512", secret).update(fields.join("|")).digest("hex");
const now = new Date("2026-11-21T03:00:00.000Z");

/** A signed response as VNPay documents it: 15 fields for querydr, 13 for refund, in their order. */
function reply(command: "querydr" | "refund", change: Record<string, unknown> = {}): Record<string, unknown> {
  const fields: Record<string, unknown> = {
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
    fields.vnp_ResponseId,
    command,
    fields.vnp_ResponseCode,
    fields.vnp_Message,
    fields.vnp_TmnCode,
    fields.vnp_TxnRef,
    fields.vnp_Amount,
    fields.vnp_BankCode,
    fields.vnp_PayDate,
    fields.vnp_TransactionNo,
    fields.vnp_TransactionType,
    fields.vnp_TransactionStatus,
    fields.vnp_OrderInfo,
  ];
  const promotion = command === "querydr" ? [fields.vnp_PromotionCode, fields.vnp_PromotionAmount] : [];
  return { ...fields, vnp_SecureHash: hashOf([...thirteen, ...promotion]) };
}

async function gatewayWith(respond: (requests: StubRequest) => StubResponse, at = now) {
  const { url, requests } = await startStubServer(respond);
  const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: `${url}/pay`, apiUrl: `${url}/api/transaction` };
  const gateway = vnpayGateway(settings, { clock: { now: () => at }, publicUrl: "https://shop.example.vn" });
  const retrieve = (attempt = anAttempt()) => gateway.retrievePayment(attempt, { capture: false });
  return { gateway, settings, url, requests, retrieve };
}

const gatewayWithQuery = (change: Record<string, unknown>) => gatewayWith(() => ({ json: reply("querydr", change) }));

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

  test("uses the link's date and a new request id each time", async () => {
    const { retrieve, requests } = await gatewayWithQuery({});
    const attempt = anAttempt({ request: { vnp_CreateDate: "20261121092959", vnp_IpAddr: "203.113.152.10" } });
    const result = await retrieve(attempt);
    await retrieve(attempt);
    expect(result).toMatchObject({
      outcome: "paid",
      money: { currency: "VND", amount: 1_290_000 },
      transaction: "15300001",
      code: "00",
      at: new Date("2026-11-21T02:34:12.000Z"),
    });
    expect(result.response).not.toHaveProperty("vnp_SecureHash");
    const [one, other] = requests.map(({ json }) => json);
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
    [{ vnp_TransactionStatus: "07" }, "under_review"],
    [{ vnp_TransactionStatus: "05" }, "paid"],
    [{ vnp_TransactionStatus: "06", vnp_TransactionType: "02" }, "paid"],
    [{ vnp_TransactionStatus: "09", vnp_TransactionType: "03", vnp_Amount: "100" }, "paid"],
    [{ vnp_PromotionCode: "KM1", vnp_PromotionAmount: "1000" }, "paid"],
    [{ vnp_PromotionCode: null, vnp_Amount: 129_000_000 }, "paid"],
  ])("reads %j as %s", async (change, outcome) => {
    const { retrieve } = await gatewayWithQuery(change);
    expect(await retrieve()).toMatchObject({ outcome });
  });

  test("does not use a refund's amount for the payment", async () => {
    const { retrieve } = await gatewayWithQuery({
      vnp_TransactionStatus: "05",
      vnp_TransactionType: "03",
      vnp_Amount: "5000000",
    });
    expect(await retrieve()).toMatchObject({ outcome: "paid", money: null, transaction: "", at: null });
  });

  test("returns unknown for a payment that VNPay does not know", async () => {
    const never = { vnp_ResponseCode: "91", vnp_Amount: undefined, vnp_TxnRef: undefined, vnp_TransactionStatus: "" };
    const { retrieve } = await gatewayWithQuery(never);
    expect(await retrieve()).toMatchObject({ outcome: "unknown", code: "91", money: null });
  });

  const refused: [string, (requests: StubRequest) => StubResponse][] = [
    ["silence", () => "silence"],
    ["a failure of its own", () => ({ status: 500 })],
    ["a page", () => ({ text: "<html></html>" })],
    ["no signature", () => ({ json: { ...reply("querydr"), vnp_SecureHash: undefined } })],
    ["a wrong signature", () => ({ json: { ...reply("querydr"), vnp_TransactionStatus: "02" } })],
    ["a failed question without a signature", () => ({ json: { vnp_ResponseCode: "91" } })],
    ["another payment", () => ({ json: reply("querydr", { vnp_TxnRef: "1002-1" }) })],
    ["another shop", () => ({ json: reply("querydr", { vnp_TmnCode: "OTHERSHP" }) })],
    ["a duplicate", () => ({ json: reply("querydr", { vnp_ResponseCode: "94" }) })],
    ["a wrong checksum", () => ({ json: reply("querydr", { vnp_ResponseCode: "97" }) })],
    ["a status unheard of", () => ({ json: reply("querydr", { vnp_TransactionStatus: "55" }) })],
  ];
  test.each(refused)("throws without a retry when the response is %s", async (_what, respond) => {
    const { retrieve, requests } = await gatewayWith(respond);
    await expect(retrieve()).rejects.toThrow(UpstreamUnavailableError);
    expect(requests).toHaveLength(1);
  });

  test("is signed and parsed as by the npm package vnpay", async () => {
    const { url, requests, retrieve } = await gatewayWithQuery({ vnp_TransactionStatus: "02" });
    const theirs = new VNPay({
      tmnCode: "LOCALSIM",
      secureSecret: secret,
      vnpayHost: url,
      queryDrAndRefundHost: url,
      endpoints: { queryDrRefundEndpoint: "api/transaction" },
      hashAlgorithm: HashAlgorithm.SHA512,
    });
    await retrieve(anAttempt({ request: { vnp_IpAddr: "203.113.152.10" } }));
    const ours = requests[0]?.json ?? {};
    const respond = await theirs.queryDr({
      vnp_RequestId: String(ours.vnp_RequestId),
      vnp_TxnRef: "1001-1",
      vnp_OrderInfo: String(ours.vnp_OrderInfo),
      vnp_TransactionDate: 20261121093000,
      vnp_CreateDate: 20261121100000,
      vnp_IpAddr: "203.113.152.10",
      vnp_TransactionNo: 0,
    });
    expect(respond.isVerified).toBe(true);
    expect(requests[1]?.json.vnp_SecureHash).toBe(ours.vnp_SecureHash);
  });
});

const paid = (change: Partial<PaymentAttempt> = {}): PaymentAttempt =>
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
    amount: dong(1_290_000),
    isFull: true,
    reason: "đổi ý",
    requestedBy: "Chị Đào",
    createdAt: new Date("2026-11-21T02:59:00.000Z"),
    requestedAt: null,
    otherRefundIds: [],
    ...change,
  },
});
const sentBefore = { requestedAt: new Date("2026-11-21T02:59:30.000Z") };
const isQuestion = ({ json }: StubRequest): boolean => json.vnp_Command === "querydr";

describe("a refund at VNPay", () => {
  test("is requested with thirteen signed fields and is then pending", async () => {
    const { gateway, requests } = await gatewayWith(() => ({
      json: reply("refund", { vnp_TransactionType: "02", vnp_TransactionStatus: "05", vnp_TransactionNo: "15300009" }),
    }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state: "requested", gatewayId: "15300009", code: "05" });
    const { vnp_SecureHash: hash, ...sent } = requests[0]?.json ?? {};
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

  test("in part has type 03, and a repeated refund has the same request id", async () => {
    const { gateway, requests } = await gatewayWith(() => ({ json: reply("refund") }));
    const amount = dong(500_000);
    for (const id of [3, 3, 4]) await gateway.refund(aRefund({ isFull: false, amount, id }));
    const ids = requests.map(({ json }) => String(json.vnp_RequestId));
    expect(requests[0]?.json).toMatchObject({ vnp_TransactionType: "03", vnp_Amount: "50000000" });
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
    expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false]);
  });

  test.each([
    ["00", "requested"],
    ["94", "requested"],
    ["95", "failed"],
    ["91", "failed"],
    ["97", "failed"],
  ])("with response code %s is %s", async (code, state) => {
    const { gateway } = await gatewayWith(() => ({ json: reply("refund", { vnp_ResponseCode: code }) }));
    expect(await gateway.refund(aRefund())).toMatchObject({ state });
  });

  test("with an internal error of VNPay, or without a signature, throws", async () => {
    const broken = await gatewayWith(() => ({ json: reply("refund", { vnp_ResponseCode: "99" }) }));
    await expect(broken.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
    const forged = await gatewayWith(() => ({ json: { ...reply("refund"), vnp_Amount: "1" } }));
    await expect(forged.gateway.refund(aRefund())).rejects.toThrow(UpstreamUnavailableError);
  });

  test("that was sent before is looked up before it is sent again", async () => {
    const there = reply("querydr", { vnp_TransactionType: "02", vnp_TransactionStatus: "06" });
    const known = await gatewayWith(() => ({ json: there }));
    expect(await known.gateway.refund(aRefund(sentBefore))).toMatchObject({ state: "done" });
    expect(known.requests.map(isQuestion)).toEqual([true]);
    const unknown = await gatewayWith((requests) => ({ json: reply(isQuestion(requests) ? "querydr" : "refund") }));
    expect(await unknown.gateway.refund(aRefund(sentBefore))).toMatchObject({ state: "requested" });
    expect(unknown.requests.map(isQuestion)).toEqual([true, false]);
  });

  test("that was never sent is not looked up, and another refund of the payment is not mistaken for it", async () => {
    const earlier = { vnp_TransactionType: "03", vnp_TransactionStatus: "06", vnp_Amount: "50000000" };
    const respond = (requests: StubRequest) => ({
      json: reply(isQuestion(requests) ? "querydr" : "refund", { ...earlier, vnp_TransactionNo: "15300009" }),
    });
    const part = { isFull: false, amount: dong(500_000), otherRefundIds: ["15300009"] };
    const never = await gatewayWith(respond);
    await never.gateway.refund(aRefund(part));
    expect(never.requests.map(isQuestion)).toEqual([false]);
    const before = await gatewayWith(respond);
    await before.gateway.refund(aRefund({ ...part, ...sentBefore }));
    expect(before.requests.map(isQuestion)).toEqual([true, false]);
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
  ])("that querydr reports as %j is %s", async (change, state) => {
    const { gateway } = await gatewayWithQuery(change);
    const result = await gateway.retrieveRefund({ ...aRefund(), gatewayId: "15300009" });
    expect(result).toMatchObject({ state });
  });
});
