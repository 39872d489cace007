import type { Page } from "@playwright/test";
import { dollars, dong } from "./checkout/money.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { wordsIn } from "./checkout/words.ts";
import { expect, test } from "./kit/test.ts";

const say = wordsIn("vi");
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

test.beforeEach(async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 40[01]/);
  const content = await (await page.request.get("/wp-json/custom-lang/v1/content/vi")).json();
  test.skip(!content.payment_methods.includes("paypal"), "this shop offers no payment online");
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(101, 10102)]);
});

async function readyToPay(page: Page): Promise<OrderInfo> {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, say);
  await expect(form.choice("payment_vnpay")).toBeChecked();
  await form.useMyInfo.check();
  await form.choice("delivery_in_person").check();
  return form;
}

test("PayPal is told in both currencies, with the rate, before leaving", async ({ page }) => {
  const form = await readyToPay(page);
  await form.choice("payment_paypal").check();
  const rate = dong(26_000);
  const note = say("order_info.payment_paypal_note", { amount_usd: dollars(490_000), amount_vnd: dong(490_000) });
  await expect(page.getByText(note.replace("{usd_rate}", rate))).toBeVisible();
});

const failures = [
  { why: "no address to go to", answer: { json: created }, told: say("order_info.alert_no_url") },
  {
    why: "refused without a word",
    answer: { json: { ...created, success: false } },
    told: say("order_info.alert_creation_failed"),
  },
  {
    why: "refused with a word",
    answer: { json: { ...created, success: false, message: "Thẻ bị từ chối." } },
    told: "Thẻ bị từ chối.",
  },
  { why: "an unknown form", answer: { json: { hello: 1 } }, told: say("order_info.alert_unexpected_format") },
  { why: "no JSON at all", answer: { body: "<p>oops" }, told: say("order_info.alert_unexpected_format") },
];
test("what a payment that is not opened was answered is told, and the button works again", async ({ page }) => {
  const form = await readyToPay(page);
  const answers = failures.map(({ answer }) => answer);
  await page.route("**/create-payment?*", (route) => route.fulfill(answers.shift()));
  for (const { why, told } of failures) {
    await form.submit.click();
    await expect(form.summary, why).toHaveText(told);
    await expect(form.submit).toBeEnabled();
  }
});

test("a session that ended meanwhile is asked for again, over the form", async ({ page }) => {
  const form = await readyToPay(page);
  const problem = { code: "not_logged_in", message: "Vui lòng đăng nhập.", data: { status: 401 } };
  await page.route("**/create-payment?*", (route) => route.fulfill({ status: 401, json: problem }));
  await form.submit.click();
  await expect(page.getByRole("dialog", { name: say("auth.login_title") })).toBeVisible();
});

test("the order goes to the gateway and back; only a success empties the selection, and once", async ({ page }) => {
  const form = await readyToPay(page);
  const paths: string[] = [];
  await page.route("**/create-payment?*", (route) => {
    paths.push(new URL(route.request().url()).pathname);
    return route.fulfill({ json: { ...created, payment_url: "/about-us" } }); // stands for the gateway
  });
  await form.submit.click();
  await page.waitForURL("**/about-us");
  expect(paths).toEqual(["/wp-json/lianne-vnpay/v1/create-payment"]);
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem("person:current-order") ?? "null"));
  expect(kept).toMatchObject({
    remoteId: 777,
    paymentInfo: { paymentMethod: "vnpay_visa", status: "pending", total: 490_000 },
  });
  expect(kept.orderId).toMatch(/^ORDER-\d+-\w+$/);

  let status = "failed";
  const cleared: unknown[] = [];
  await page.route("**/payment-callback?*", (route) =>
    route.fulfill({
      json: {
        success: status === "completed",
        payment_status: status,
        order_status: status === "completed" ? "processing" : "pending",
        order_id: 777,
        order_number: "777",
        payment_method: "vnpay_visa",
        transaction_no: "14422574",
        amount: 490_000,
        payment_date: "2026-03-04T17:30:05.000Z",
        message: "",
      },
    }),
  );
  page.on("request", (request) => {
    if (request.url().includes("/custom-cart/v1/clear")) cleared.push(request.postDataJSON());
  });
  await page.goto("/final-payment?order_id=777&status=success");
  await page.getByRole("link", { name: say("payment_result.try_again") }).click();
  await page.waitForURL("**/checkout");
  await expect(page.getByRole("region", { name: say("checkout.items") }).getByRole("listitem")).toHaveCount(1);
  expect(cleared).toEqual([]);

  status = "completed";
  await page.goto("/final-payment?order_id=777");
  await expect(page.getByRole("heading", { name: say("payment_result.success_title") })).toBeVisible();
  await expect.poll(() => cleared).toEqual([{ cart_item_keys: kept.checkoutItemKeys }]);
  await page.reload();
  await expect(page.getByRole("heading", { name: say("payment_result.success_title") })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(cleared).toHaveLength(1);
});
