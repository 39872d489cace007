import type { Page } from "@playwright/test";
import { dong } from "#contract/money.ts";
import type { PaymentState } from "#contract/payment.ts";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

/** Hides or shows the tab. */
const look = (page: Page, state: "visible" | "hidden"): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);

test("another customer's order is shown like one that does not exist", async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 404/);
  await shopper.registerAndLogIn();
  for (const id of [10014, 99999999]) {
    await page.goto(`/final-payment?order_id=${id}&status=success`);
    await expect(page.getByRole("heading", { name: t("payment_result.unknown_order") })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("₫");
  }
});

test("a URL without an order id shows a message, with links to the orders and to the shop", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  for (const query of ["?order_id=", "?order_id=abc", "?status=success", ""]) {
    await page.goto(`/final-payment${query}`);
    await expect(page.getByRole("heading", { name: t("payment_result.no_order") }), query).toBeVisible();
  }
  const orders = page.getByRole("link", { name: t("payment_result.view_orders") });
  await expect(orders).toHaveAttribute("href", "/profile?tab=orders");
  await page.getByRole("link", { name: t("payment_result.back_to_shop") }).click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a forged success shows the order's true state", async ({ page, shopper }) => {
  await shopper.logIn(demoAccount);
  const failed = (await new StoreCalls(page).allOrders()).find(({ status }) => status === "failed");
  await page.goto(`/final-payment?status=success&order_id=${failed?.order_id}&amount=1&transaction_no=1`);
  await expect(page.getByRole("heading", { name: t("payment_result.failed_title") })).toBeVisible();
  await expect(page.getByRole("link", { name: t("payment_result.try_again") })).toHaveAttribute("href", "/checkout");
});

const state: PaymentState = {
  success: false,
  payment_status: "pending",
  order_status: "pending",
  order_id: 5,
  order_number: "5",
  payment_method: "vnpay_visa",
  transaction_no: "14422574",
  amount: dong(1_290_000),
  cash_due: dong(0),
  charged_usd_cents: null,
  payment_date: "2026-03-04T17:30:05.000Z",
  message: "",
  notice: "",
  account_needed: dong(0),
  reason: "",
  has_email: true,
  payment_url: "",
  replaced_by: null,
  held_until: null,
  promise: null,
  confirmation: null,
};

/** The order, as `wc/v3` returns it. */
const order = {
  id: 5,
  number: "5",
  total: "1290000",
  shipping_total: "0",
  billing: { phone: "+84912345678" },
  shipping: { first_name: "Lan", last_name: "Nguyễn", address_1: "", address_2: "", state: "", city: "", phone: "" },
  line_items: [
    {
      id: 1,
      name: "Nhẫn bạc - 50 mm",
      parent_name: "Nhẫn bạc",
      meta_data: [{ display_value: "50 mm" }],
      quantity: 2,
      total: "1290000",
      image: { id: "", src: "" },
    },
  ],
  shipping_lines: [{ method_id: "local_pickup" }],
};

test("BQ26: a failed transfer's result shows the money that came late: on focus, and instead of trying again @all", async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  const unpaid: PaymentState = { ...state, payment_status: "failed", order_status: "cancelled", transaction_no: "" };
  let response: PaymentState = { ...unpaid, payment_method: "bacs" };
  const late: PaymentState = { ...response, payment_status: "pending", order_status: "on-hold", transaction_no: "FT1" };
  await page.route("**/payment-callback?*", (route) => route.fulfill({ json: response }));
  await page.route("**/wc/v3/orders/5?*", (route) => route.fulfill({ json: order }));
  const heading = (key: "failed_title" | "checked_title") =>
    page.getByRole("heading", { name: t(`payment_result.${key}`) });
  const open = async () => {
    response = { ...unpaid, payment_method: "bacs" };
    await page.goto("/final-payment?order_id=5");
    await expect(heading("failed_title")).toBeVisible();
    await expect(page.getByRole("link", { name: t("payment_result.try_again") })).toBeVisible();
    response = late;
  };
  await page.clock.install();
  await open();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(heading("checked_title")).toBeVisible();
  await open();
  await page.getByRole("link", { name: t("payment_result.try_again") }).click();
  await expect(heading("checked_title")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/final-payment");
  // what is to be returned needs an account, not another payment
  await open();
  response = { ...unpaid, payment_method: "bacs", account_needed: dong(1_290_000) };
  await page.getByRole("link", { name: t("payment_result.try_again") }).click();
  await expect(page.getByRole("link", { name: t("payment_result.enter_account") })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/final-payment");
  await page.reload();
  await expect(page.getByRole("link", { name: t("payment_result.enter_account") })).toBeVisible();
  await expect(page.getByRole("link", { name: t("payment_result.try_again") })).toHaveCount(0);
});

test("SO10, GU19: the result of a cash order shows what is due after its deposit; none that is too late to confirm shows steps", async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  const by = "2026-03-05T17:30:00.000Z";
  const cash: PaymentState = {
    ...{ ...state, payment_status: "placed", payment_method: "cod", transaction_no: "" },
    ...{ order_status: "processing", cash_due: dong(1_000_000), confirmation: { state: "confirmed", by } },
  };
  let response: PaymentState = cash;
  await page.route("**/payment-callback?*", (route) => route.fulfill({ json: response }));
  await page.route("**/wc/v3/orders/5?*", (route) =>
    route.fulfill({ json: { ...order, shipping_lines: [{ method_id: "flat_rate" }] } }),
  );
  await page.goto("/final-payment?order_id=5");
  await expect(page.getByText(/1\.000\.000\s?₫/)).toBeVisible();
  const steps = page.getByRole("heading", { name: t("payment_result.next_title") });
  await expect(steps).toBeVisible();
  response = { ...cash, order_status: "pending", confirmation: { state: "expired", by } };
  await page.reload();
  await expect(page.getByRole("heading", { name: t("payment_result.cancelled_title") })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("pending is polled while the page is visible, for two minutes, and each change is announced", {
  tag: "@all",
}, async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  await page.clock.install();
  let response = state;
  let requests = 0;
  await page.route("**/payment-callback?*", (route) => {
    requests += 1;
    return route.fulfill({ json: response });
  });
  await page.route("**/wc/v3/orders/5?*", (route) => route.fulfill({ json: order }));
  await page.goto("/final-payment?order_id=5");
  await expect(page.getByRole("heading", { name: t("payment_result.pending_title") })).toBeVisible();
  await expect(page.getByText("05/03/2026 00:30:05")).toBeVisible();
  await expect(page.getByText(t("payment_result.watching"))).toBeVisible();
  const inShort = page.getByRole("region", { name: t("orders.number", { number: 5 }) });
  await expect(inShort.getByRole("listitem")).toContainText(["Nhẫn bạc"]);
  await expect(inShort).toContainText(t("footer.address"));
  await expectAccessible(page);

  await test.step("pauses while the page is hidden", async () => {
    await look(page, "hidden");
    await page.clock.runFor(4000); // the last request may still be in progress
    const before = requests;
    await page.clock.runFor(60_000);
    expect(requests).toBe(before);
    await look(page, "visible");
  });
  await test.step("stops after two minutes, and the button remains", async () => {
    const over = page.getByText(t("payment_result.watch_over"));
    await expect(async () => {
      await page.clock.runFor(4000);
      await expect(over).toBeVisible({ timeout: 30 });
    }).toPass({ intervals: [10] });
    // one when the page loads, and one when the tab is shown again
    expect(requests).toBeGreaterThanOrEqual(1 + 30);
    expect(requests).toBeLessThanOrEqual(1 + 30 + 2);
    const stopped = requests;
    await page.clock.runFor(60_000);
    expect(requests).toBe(stopped);
  });
  const refresh = page.getByRole("button", { name: t("payment_result.refresh") });
  const status = page.getByRole("main").getByRole("status");
  await status.evaluate((element) => element.setAttribute("data-same", "yes"));
  response = { ...state, order_status: "on-hold" };
  await refresh.click();
  await expect(page.getByText(t("payment_result.being_checked"))).toBeVisible();
  await expect(page.getByRole("heading", { name: t("payment_result.checked_title") })).toBeVisible();
  response = { ...state, success: true, payment_status: "completed", order_status: "processing" };
  await refresh.click();
  await expect(page.getByRole("heading", { name: t("payment_result.success_title") })).toBeVisible();
  // a screen reader announces changes inside a live region, not a new region
  await expect(status).toHaveAttribute("data-same", "yes");
});

test("after the session has ended the login opens over the result, and the same order is shown", {
  tag: "@all",
}, async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 401/);
  await shopper.logIn(demoAccount);
  const failed = (await new StoreCalls(page).allOrders()).find(({ status }) => status === "failed");
  const path = `/final-payment?order_id=${failed?.order_id}`;
  await page.goto(path);
  const heading = page.getByRole("heading", { name: t("payment_result.failed_title") });
  await expect(heading).toBeVisible();
  await page.context().clearCookies({ name: "lianne_session" });
  await look(page, "hidden");
  await look(page, "visible");
  const dialog = dialogOn(page, t("auth.login_tab"));
  await expect(dialog).toBeVisible();
  await expect(heading).toHaveCount(0);
  expect(page.url()).toContain(path);
  await dialog.getByLabel(t("auth.username_or_email")).fill(demoAccount.email);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(demoAccount.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(heading).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(page.url()).toContain(path);
});

test("a response that never arrives is an error with a retry button", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of (500|404)/);
  await shopper.registerAndLogIn();
  await page.clock.install();
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/payment-callback?*", async (route) => {
    await seen;
    await route.fulfill({ status: 500, json: { code: "x", message: "x", data: { status: 500 } } });
  });
  await page.goto("/final-payment?order_id=5");
  await expect(page.getByRole("heading", { name: t("payment_result.loading") })).toBeVisible();
  goOn();
  const wrong = page.getByRole("heading", { name: t("errors.unexpected") });
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(wrong).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.unroute("**/payment-callback?*");
  await page.route("**/payment-callback?*", (route) => route.fulfill({ json: state }));
  await page.getByRole("button", { name: t("payment_result.reload") }).click();
  // the order cannot be loaded; the result is still shown
  await expect(page.getByRole("heading", { name: t("payment_result.pending_title") })).toBeVisible();
  await expect(page.getByRole("region", { name: t("orders.number", { number: 5 }) })).toContainText("1.290.000");
});
