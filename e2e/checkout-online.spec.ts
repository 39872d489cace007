import type { Page } from "@playwright/test";
import type { Register } from "#contract/customer.ts";
import { dollars, dong } from "./checkout/money.ts";
import type { OrderInfo } from "./checkout/order-info.ts";
import { expectResult, readyToPay, tryAgain } from "./checkout/paying.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const ring = { id: 101, variation: 10102 };
const created = {
  success: true,
  status: "pending",
  payment_url: "",
  redirect_url: "",
  order_id: 777,
  payment_method: "vnpay_visa",
  message: "",
  id: 777,
  order_key: "wc_order_777",
};

test.beforeEach(({ expectedMessages }) => void expectedMessages.push(/status of 40[01]/));

for (const lang of ["vi", "en"] as const)
  test(`PayPal shows both currencies in ${lang}, with the rate, before leaving`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page, shop, shopper }) => {
    const words = translatorFor(lang);
    const { form } = await readyToPay(page, shopper, { at: shop.url, lang, item: ring });
    await expect(form.choice("payment_vnpay")).toBeChecked();
    await form.choice("payment_paypal").check();
    const rate = dong(26_000);
    const note = words("order_info.payment_paypal_note", { amount_usd: dollars(490_000), amount_vnd: dong(490_000) });
    await expect(page.getByText(note.replace("{usd_rate}", rate))).toBeVisible();
  });

const failures = [
  { why: "no address to go to", response: { json: created }, message: t("order_info.alert_no_url") },
  {
    why: "refused without a word",
    response: { json: { ...created, success: false } },
    message: t("order_info.alert_creation_failed"),
  },
  {
    why: "refused with a word",
    response: { json: { ...created, success: false, message: "Thẻ bị từ chối." } },
    message: "Thẻ bị từ chối.",
  },
  { why: "an unknown form", response: { json: { hello: 1 } }, message: t("order_info.alert_unexpected_format") },
  { why: "no JSON at all", response: { body: "<p>oops" }, message: t("order_info.alert_unexpected_format") },
];
test("the error of a payment that could not be created is shown, and the button works again", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
}) => {
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: ring });
  const responses = failures.map(({ response }) => response);
  await page.route("**/create-payment?*", (route) => route.fulfill(responses.shift()));
  for (const { why, message } of failures) {
    await form.submit.click();
    await expect(form.summary, why).toHaveText(message);
    await expect(form.submit).toBeEnabled();
  }
  // an error in the page itself, before the request is sent
  await page.evaluate(() =>
    Object.defineProperty(crypto, "randomUUID", {
      value: () => {
        throw new Error("randomUUID failed");
      },
    }),
  );
  await form.submit.click();
  await expect(form.summary).toHaveText(t("order_info.alert_payment_message", { message: "randomUUID failed" }));
  await expect(form.submit).toBeEnabled();
});

/** Logs in with the dialog that the page opens. */
async function logInAgain(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  const dialog = dialogOn(page, t("auth.login_tab"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(dialog).toBeHidden();
}

test("after the session has ended the login opens over the form, and the order can be sent", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
}) => {
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: ring });
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies({ name: "lianne_session" });
  await form.submit.click();
  await logInAgain(page, shopper.person);
  await expect(form.field("email")).toHaveValue(shopper.person.email);
  await form.submit.click();
  await new VnpayPage(page, "vi").arrived();
});

/** What this tab stores under a name for its customer. */
const readStorage = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((end) => {
    const key = Object.keys(sessionStorage).find((one) => one.endsWith(`:${end}`)) ?? "";
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  }, name);

/** What the browser stores about the ring, ordered online for pick-up, before it is paid. */
const localOrder = ({ first_name, last_name, email, phone }: Register) => ({
  orderId: expect.stringMatching(/^ORDER-\d+-\w+$/),
  items: [{ id: ring.id, variation_id: ring.variation, quantity: 1, price: 490_000, total: 490_000 }],
  customerInfo: {
    name: `${last_name} ${first_name}`.toLocaleUpperCase("vi"),
    ...{ email, phone, shippingAddress: "", billingAddress: "" },
  },
  paymentInfo: {
    ...{ paymentMethod: "vnpay_visa", subtotal: 490_000, total: 490_000, status: "pending" },
    ...{ createdAt: expect.stringMatching(/Z$/), transactionNo: "", amount: null, paymentDate: "" },
  },
  orderComments: "",
});

/** The bodies of the requests that remove lines from the cart. */
function watchClearing(page: Page): unknown[] {
  const cleared: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/custom-cart/v1/clear")) cleared.push(request.postDataJSON());
  });
  return cleared;
}

async function leaveForVnpay(page: Page, form: OrderInfo): Promise<VnpayPage> {
  const called = page.waitForRequest("**/create-payment?*");
  await form.submit.click();
  expect(new URL((await called).url()).pathname).toBe("/wp-json/lianne-vnpay/v1/create-payment");
  const vnpay = new VnpayPage(page, "vi");
  await vnpay.arrived();
  return vnpay;
}

test("the order goes to the gateway and back; only a success empties the selection, and once", async ({
  page,
  shop,
  shopper,
}) => {
  const { form, line } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: ring, size: "phone" });
  const cleared = watchClearing(page);
  await leaveForVnpay(page, form);
  await page.goBack();
  await expect(form.field("email")).toHaveValue(shopper.person.email);
  await (await leaveForVnpay(page, form)).cancel();
  const orderId = await expectResult(page, "vi", "payment_cancelled_title");
  const started = { ...localOrder(shopper.person), remoteId: orderId, checkoutItemKeys: [line] };
  expect(await readStorage(page, "current-order")).toMatchObject(started);
  const again = await tryAgain(page, "vi");
  expect(cleared).toEqual([]);

  await (await leaveForVnpay(page, again)).payByCard("good");
  expect(await expectResult(page, "vi", "success_title")).toBe(orderId);
  await expect.poll(() => cleared).toEqual([{ cart_item_keys: [line] }]);
  await page.reload();
  await expectResult(page, "vi", "success_title");
  await page.waitForLoadState("networkidle");
  expect(cleared).toHaveLength(1);
  expect(await readStorage(page, "current-order")).toBeNull();
  const paid = { status: "completed", amount: 490_000, transactionNo: expect.stringMatching(/^\d+$/) };
  expect(await readStorage(page, "order-history")).toMatchObject([
    { ...started, paymentInfo: { ...started.paymentInfo, ...paid, paymentDate: expect.stringMatching(/Z$/) } },
  ]);
});
