import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { anAttempt } from "#fixtures/testing/an-attempt.ts";
import { keyVariants } from "#fixtures/testing/key-variants.ts";
import { startStubServer } from "#fixtures/testing/stub-server.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput, RefundStatusResult } from "../gateway.ts";
import { parseVnpayIpn, vnpayGateway } from "./index.ts";

const secret = "TESTSECRETONLYFORLOCALSIMULATOR1";
const hashOf = (text: string): string => createHmac("sha512", secret).update(text).digest("hex");

const fields = {
  vnp_ResponseId: "a1b2",
  vnp_Command: "querydr",
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
  vnp_PromotionCode: "",
  vnp_PromotionAmount: "",
};

/** The document, signed as VNPay would sign it, with an empty text for each missing field. */
function signed(document: Record<string, unknown>, names = Object.keys(fields)): Record<string, unknown> {
  const values = names.map((name) => document[name] ?? "");
  return { ...document, vnp_SecureHash: hashOf(values.join("|")) };
}

describe("a key of VNPay that is missing, null or of another type", () => {
  test("in a response of querydr leaves a paid payment paid, or its status unknown and to be queried again", async () => {
    let json: unknown = {};
    const { url } = await startStubServer(() => ({ json }));
    const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: `${url}/pay`, apiUrl: `${url}/api` };
    const clock = { now: () => new Date("2026-11-21T03:00:00Z") };
    const gateway = vnpayGateway(settings, { clock, publicUrl: "https://shop.example.vn" });
    const needed = /^vnp_(ResponseCode|TmnCode|TxnRef|TransactionStatus)$/;
    const wrong: string[] = [];
    for (const { name, key, document } of keyVariants(fields)) {
      json = signed(document as Record<string, unknown>);
      const result = await gateway.retrievePayment(anAttempt(), { capture: false }).catch((error: unknown) => error);
      const value = (document as Record<string, unknown>)[key] ?? "";
      // no signature is defined over any other type
      const isScalar = typeof value === "string" || typeof value === "number";
      const mayFail = needed.test(key) || !isScalar;
      const isPaid = !(result instanceof Error) && (result as { outcome: string }).outcome === "paid";
      if (!isPaid && !(mayFail && result instanceof UpstreamUnavailableError)) wrong.push(`${name}: ${String(result)}`);
    }
    expect(wrong).toEqual([]);
  });

  const refundInput: RefundInput & { gatewayId: null } = {
    attempt: anAttempt({ status: "succeeded", gatewayTransaction: "15300001" }),
    refund: {
      ...{ id: 3, amount: dong(1_290_000), isFull: true, reason: "", requestedBy: "shop", otherRefundIds: [] },
      ...{ createdAt: new Date("2026-11-21T02:59:00Z"), requestedAt: null },
    },
    gatewayId: null,
  };
  test.each<
    [string, Record<string, string>, RegExp, (gateway: ReturnType<typeof vnpayGateway>) => Promise<RefundStatusResult>]
  >([
    [
      "a response of refund",
      { vnp_TransactionStatus: "05", vnp_Command: "refund" },
      /^vnp_(ResponseCode|TmnCode|TxnRef)$/,
      (gateway) => gateway.refund(refundInput),
    ],
    [
      "a response of querydr about a refund",
      { vnp_TransactionStatus: "06", vnp_TransactionType: "02" },
      /^vnp_(ResponseCode|TmnCode|TxnRef|TransactionStatus|Amount)$/,
      (gateway) => gateway.retrieveRefund(refundInput),
    ],
  ])("in %s leaves the refund's state, or one to be queried again", async (_what, own, needed, call) => {
    let json: unknown = {};
    const { url } = await startStubServer(() => ({ json }));
    const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: `${url}/pay`, apiUrl: `${url}/api` };
    const clock = { now: () => new Date("2026-11-21T03:00:00Z") };
    const gateway = vnpayGateway(settings, { clock, publicUrl: "https://shop.example.vn" });
    const { vnp_PromotionCode: _code, vnp_PromotionAmount: _amount, ...thirteen } = { ...fields, ...own };
    const sample: Record<string, unknown> = own.vnp_Command === "refund" ? thirteen : { ...fields, ...own };
    const names = Object.keys(sample);
    json = signed(sample, names);
    const expected = (await call(gateway)).state;
    expect(expected).toBe(own.vnp_Command === "refund" ? "requested" : "done");
    const wrong: string[] = [];
    for (const { name, key, document } of keyVariants(sample)) {
      json = signed(document as Record<string, unknown>, names);
      const result = await call(gateway).catch((error: unknown) => error);
      const value = (document as Record<string, unknown>)[key] ?? "";
      const mayFail = needed.test(key) || (typeof value !== "string" && typeof value !== "number");
      const state = result instanceof Error ? result : (result as RefundStatusResult).state;
      const isOpen = result instanceof UpstreamUnavailableError || state === "requested";
      if (state !== expected && !(mayFail && isOpen)) wrong.push(`${name}: ${String(state)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(["constructor", "__proto__", "77"])("querydr's transaction status %s is queried again", async (status) => {
    const { url } = await startStubServer(() => ({ json: signed({ ...fields, vnp_TransactionStatus: status }) }));
    const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: `${url}/pay`, apiUrl: `${url}/api` };
    const clock = { now: () => new Date("2026-11-21T03:00:00Z") };
    const gateway = vnpayGateway(settings, { clock, publicUrl: "https://shop.example.vn" });
    await expect(gateway.retrievePayment(anAttempt(), { capture: false })).rejects.toThrow(UpstreamUnavailableError);
  });

  const settings = { tmnCode: "LOCALSIM", hashSecret: secret, payUrl: "", apiUrl: "" };
  const ipn = {
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
    vnp_TxnRef: "1001-1",
  };
  const needed = ["vnp_Amount", "vnp_ResponseCode", "vnp_TmnCode", "vnp_TransactionStatus", "vnp_TxnRef"];
  const changes = Object.keys(ipn).flatMap((key) => [null, "", "null", "a b"].map((value) => [key, value] as const));

  test.each(changes)("in an IPN or a return (%s: %j) is no reason to reject it, unless it is needed", (key, value) => {
    const { [key as keyof typeof ipn]: _old, ...others } = ipn;
    const form = new URLSearchParams({ ...others, ...(value === null ? {} : { [key]: value }) });
    for (const [name, text] of [...form]) if (text === "") form.delete(name);
    form.sort();
    const event = parseVnpayIpn(settings, `${form}&vnp_SecureHash=${hashOf(`${form}`)}`);
    // a rejected IPN is logged, and VNPay repeats it; the shop also polls the payment
    const isRejected = !event.ok && event.reason === "malformed";
    const isOfAnother = event.ok && key === "vnp_TxnRef" && event.reference === value;
    if (needed.includes(key)) expect(isRejected || isOfAnother).toBe(true);
    else
      expect(event).toMatchObject({
        ok: true,
        reference: "1001-1",
        status: { outcome: "paid", money: { currency: "VND", amount: 1_290_000 } },
      });
  });
});
