import { describe, expect, test } from "vitest";
import { cassoNotifier } from "./casso.ts";
import { payosNotifier } from "./payos.ts";
import { sepayNotifier } from "./sepay.ts";

const changed = (text: string) => text.replace("1290000", "1290001");
const signature = { authentic: false, reason: "signature" };

describe("vendors' vectors", () => {
  const rawBody =
    '{"id":92704,"gateway":"Vietcombank","transactionDate":"2026-11-23 14:02:37","accountNumber":"0011001234567","code":"LIA00100154","content":"MBVCB.3278907687.LIA00100154.CT tu 0123499999 NGUYEN VAN A toi 0011001234567 LIANNE tai VCB","transferType":"in","transferAmount":1290000,"accumulated":19077000,"subAccount":null,"referenceCode":"MBVCB.3278907687","description":"BankAPINotify MBVCB.3278907687"}';
  const sepay = sepayNotifier({
    ...{ apiUrl: "https://sepay.example", webhookKey: null, apiToken: null },
    webhookSecret: "test-secret-only-for-the-simulator",
  });
  const headers = {
    "x-sepay-timestamp": "1795417357",
    "x-sepay-signature": "sha256=a4b9a9cfa0a1f4cce2a07f38d00bcad18a195fd2b9018c3ffb9888b7d41c4059",
  };
  const at = (seconds: number) => new Date(seconds * 1000);

  test("BQ17: SePay's vector verifies within 40 minutes, and not with one changed byte", () => {
    const message = { headers, rawBody, body: JSON.parse(rawBody) as unknown };
    expect(rawBody).toHaveLength(401);
    expect(sepay.verify(message, at(1_795_417_357 + 39 * 60))).toEqual({ authentic: true, lateMs: 39 * 60_000 });
    expect(sepay.verify(message, at(1_795_417_357 + 41 * 60))).toEqual({ authentic: false, reason: "expired" });
    expect(sepay.verify({ ...message, rawBody: changed(rawBody) }, at(1_795_417_357))).toEqual(signature);
    expect(sepay.verify({ ...message, headers: { authorization: "Apikey x" } }, at(1_795_417_357))).toEqual(signature);
    const [notification] = sepay.parse(message) ?? [];
    expect(notification).toMatchObject({
      amount: 1_290_000,
      reference: "MBVCB.3278907687",
      at: new Date("2026-11-23T07:02:37Z"),
    });
    expect(JSON.stringify(notification)).not.toContain("19077000");
  });

  const casso = cassoNotifier({
    ...{ apiUrl: "https://casso.example", apiKey: null },
    webhookKey: "mgExMrjj4i7a1p8Cs6LmFbpCd8lbw4sSX4LZXPag7TKazeIogtR90tvWYTkwQbvs",
  });
  const cassoData = {
    ...{ id: 0, reference: "MA_GIAO_DICH_THU_NGHIEM", description: "giao dich thu nghiem", amount: 599_000 },
    ...{ runningBalance: 25_000_000, transactionDateTime: "2024-10-03 15:06:37", accountNumber: "88888888" },
    ...{ bankName: "VPBank", bankAbbreviation: "VPB", virtualAccountNumber: "", virtualAccountName: "" },
    ...{ counterAccountName: "NGUYEN VAN A", counterAccountNumber: "8888888888", counterAccountBankId: "970415" },
    counterAccountBankName: "VietinBank",
  };
  const cassoHeaders = {
    "x-casso-signature":
      "t=1727948258788,v1=ed0a4bd2e826d5cb69988cdb141e6c1a080e21f3b57eb72cd78192220042b9e7dde0868fc667faea8e224900fa7904e7c88dfa098032fb2d6b6996856e8b7ff3",
  };

  test("BQ18: Casso's vector verifies, and not with a changed amount", () => {
    const message = (data: unknown) => ({ headers: cassoHeaders, rawBody: "", body: { error: 0, data } });
    expect(casso.verify(message(cassoData), new Date(1_727_948_258_788))).toEqual({ authentic: true, lateMs: 0 });
    expect(casso.verify(message({ ...cassoData, amount: 599_001 }), new Date(1_727_948_258_788))).toEqual(signature);
    expect(casso.verify(message(cassoData), new Date(1_727_958_258_788))).toMatchObject({ reason: "expired" });
    const [notification] = casso.parse(message(cassoData)) ?? [];
    expect(notification).toMatchObject({
      providerId: null,
      direction: "in",
      amount: 599_000,
      counterAccount: "•••8888",
    });
    expect(JSON.stringify(notification)).not.toMatch(/25000000|NGUYEN/);
  });

  const payos = payosNotifier({ checksumKey: "1a54716c8f0efb2744fb28b6e38b25da7f67a925d98bc1c18bd8faaecadd7675" });
  const payosData = {
    ...{
      orderCode: 123,
      amount: 3000,
      description: "VQRIO123",
      accountNumber: "12345678",
      reference: "TF230204212323",
    },
    ...{
      transactionDateTime: "2023-02-04 18:25:00",
      currency: "VND",
      paymentLinkId: "124c33293c43417ab7879e14c8d9eb18",
    },
    ...{ code: "00", desc: "Thành công", counterAccountBankId: "", counterAccountBankName: "", counterAccountName: "" },
    ...{ counterAccountNumber: "", virtualAccountName: "", virtualAccountNumber: "" },
  };

  test("BQ18: payOS's vector verifies, and the signature of its schema page does not", () => {
    const message = (signed: string, data = payosData) => ({
      headers: {},
      rawBody: "",
      body: { data, signature: signed },
    });
    const right = "412e915d2871504ed31be63c8f62a149a4410d34c4c42affc9006ef9917eaa03";
    expect(payos.verify(message(right), new Date())).toEqual({ authentic: true, lateMs: 0 });
    const withNull = { ...payosData, counterAccountName: null as unknown as string };
    expect(payos.verify(message(right, withNull), new Date())).toEqual({ authentic: true, lateMs: 0 });
    for (const wrong of ["8d8640d802576397a1ce45ebda7f835055768ac7ad2e0bfb77f9b8f12cca4c7f", "", right.slice(1)])
      expect(payos.verify(message(wrong), new Date())).toEqual(signature);
    expect(payos.verify(message(right, { ...payosData, amount: 3001 }), new Date())).toEqual(signature);
  });
});
