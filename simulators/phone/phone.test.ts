import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type PhoneSimulator, startPhone } from "./index.ts";

const zalo = { appId: "app", appSecret: "zalo secret", refreshToken: "first", templateId: "7" };
const sms = { apiKey: "key", secretKey: "sms secret", brandname: "LIANNE" };
let phone: PhoneSimulator;
beforeAll(async () => {
  phone = await startPhone({ zalo, sms });
});
afterAll(() => phone.close());
beforeEach(() => {
  phone.clear();
  phone.setFault({});
});

const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await fetch(phone.url + path, { method: "POST", body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const renew = (refresh_token: string, own: Record<string, string> = {}, secret_key = zalo.appSecret) =>
  post(
    "/v4/oa/access_token",
    new URLSearchParams({ refresh_token, app_id: zalo.appId, grant_type: "refresh_token", ...own }),
    { secret_key },
  );
const template = (access_token: string, own: object = {}) =>
  post(
    "/message/template",
    JSON.stringify({
      ...{ phone: "84912345678", template_id: "7", template_data: { otp: "123456" }, tracking_id: "1" },
      ...own,
    }),
    { access_token },
  );
const text = (own: object = {}) =>
  post(
    "/MainService.svc/json/SendMultipleMessage_V4_post_json/",
    JSON.stringify({
      ...{ ApiKey: sms.apiKey, SecretKey: sms.secretKey, Brandname: sms.brandname, SmsType: "2" },
      ...{ Phone: "0912345678", Content: "654321 la ma", RequestId: `id-${Math.random()}`, ...own },
    }),
  );

test("a refresh token of Zalo is valid once, and a renewal ends the old access token; errors come with HTTP 200", async () => {
  expect(await renew("first", { app_id: "other" })).toMatchObject({ status: 200, body: { error: -14002 } });
  expect(await renew("first", {}, "other")).toMatchObject({ status: 200, body: { error: -14004 } });
  expect(await renew("first", { grant_type: "password" })).toMatchObject({ status: 200, body: { error: -14018 } });
  const { body: one } = await renew("first");
  expect(one).toMatchObject({ access_token: expect.any(String), expires_in: "90000" });
  expect(await renew("first")).toMatchObject({ status: 200, body: { error: -14014 } });
  expect(await template(String(one.access_token))).toMatchObject({ status: 200, body: { error: 0 } });
  const { body: two } = await renew(String(one.refresh_token));
  expect(await template(String(one.access_token))).toMatchObject({ status: 200, body: { error: -124 } });
  const access = String(two.access_token);
  expect(await template(access, { phone: "0912345678" })).toMatchObject({ body: { error: -108 } });
  expect(await template(access, { template_id: "8" })).toMatchObject({ body: { error: -112 } });
  expect(await template(access, { template_data: {} })).toMatchObject({ body: { error: -1122 } });
  phone.setFault({ zalo_error: -118 });
  expect(await template(access)).toMatchObject({ status: 200, body: { error: -118 } });
  expect(phone.messages()).toHaveLength(1);
});

test("eSMS accepts a message of its brand name once per RequestId, and reports errors by CodeResult", async () => {
  expect(await text({ SecretKey: "other" })).toMatchObject({ status: 200, body: { CodeResult: "101" } });
  expect(await text({ Brandname: "OTHER" })).toMatchObject({ body: { CodeResult: "104" } });
  expect(await text({ Content: "no code" })).toMatchObject({ body: { CodeResult: "146" } });
  expect(await text({ RequestId: "same" })).toMatchObject({ body: { CodeResult: "100", SMSID: expect.any(String) } });
  expect(await text({ RequestId: "same" })).toMatchObject({ body: { CodeResult: "124" } });
  expect(phone.messages("+84 912 345 678")).toMatchObject([{ channel: "sms", code: "654321" }]);
});

test("the page shows the codes in the reader's language and escapes them; a service can be dead", async () => {
  const page = async (path: string, lang = "vi") =>
    (await fetch(phone.url + path, { headers: { "accept-language": lang } })).text();
  expect(await page("/")).toContain("Chưa có tin nhắn nào.");
  await text({ Content: "654321 <b>ma</b>" });
  expect(await page("/?phone=0912", "en")).toContain("654321 &lt;b&gt;ma&lt;/b&gt;");
  expect(await page("/?phone=0999")).toContain("Chưa có tin nhắn nào.");
  await fetch(`${phone.url}/control`, { method: "POST", body: JSON.stringify({ dead: ["sms"] }) });
  await expect(text()).rejects.toThrow();
});
