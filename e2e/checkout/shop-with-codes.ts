import { type PhoneSimulator, startPhone } from "#simulators/phone/index.ts";
import { stockUp } from "../kit/ample-stock.ts";
import { type RunningShop, startDemonstration } from "../kit/running-shop.ts";
import { expect, test as base } from "../kit/test.ts";

const secret = "secret of the tests";
const zalo = { appId: "app", appSecret: secret, refreshToken: "first", templateId: "7" };
const sms = { apiKey: "key", secretKey: secret, brandname: "LIANNE" };

/** With a shop that sends codes to phones, in which guests order. Each `shopOf` has its own: look-ups and codes have limits. */
export const test = base.extend<object, { shopOf: string; phone: PhoneSimulator; shop: RunningShop }>({
  shopOf: ["", { option: true, scope: "worker" }],
  phone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the pattern
    async ({}, use) => {
      const phone = await startPhone({ zalo, sms });
      await use(phone);
      await phone.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ engine, phone }, use) => {
      const shop = await startDemonstration(engine, {
        ...{ ZALO_APP_ID: zalo.appId, ZALO_APP_SECRET: secret, ZALO_REFRESH_TOKEN: zalo.refreshToken },
        ...{ ZALO_TEMPLATE_ID: zalo.templateId, ZALO_API_URL: phone.url, ZALO_OAUTH_URL: phone.url },
        ...{
          ESMS_API_KEY: sms.apiKey,
          ESMS_SECRET_KEY: secret,
          ESMS_BRANDNAME: sms.brandname,
          ESMS_API_URL: phone.url,
        },
      });
      await stockUp(shop.url);
      await shop.command("settings set guest_checkout confirmed");
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** The only code sent to a phone number. */
export async function codeTo(phone: PhoneSimulator, number: string): Promise<string> {
  await expect.poll(() => phone.messages(number).length).toBe(1);
  return phone.messages(number)[0]?.code ?? "";
}
