import type { Page, Route } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { stopClock } from "./kit/clock.ts";
import type { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const orders = "**/wc/v3/orders?*";
const resultScript = "**/assets/final-payment.route-*.js";

async function readyToOrder(page: Page, shopper: Shopper): Promise<{ form: OrderInfo; store: StoreCalls }> {
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await tick(page, [await store.put(109, 10901)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.useMyInfo.check();
  await form.choice("payment_cod").check();
  await form.choice("delivery_in_person").check();
  await expect(page.locator("dl").getByText(t("checkout.shipping_free"), { exact: true })).toBeVisible();
  return { form, store };
}

/** Handles the tries one after the other, and records their idempotency keys. */
async function handleTries(page: Page, handlers: readonly ((route: Route) => Promise<void>)[]): Promise<string[]> {
  const keys: string[] = [];
  await page.route(orders, async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    await (handlers[keys.length - 1] ?? ((other) => other.continue()))(route);
  });
  return keys;
}
/** The order is placed, but the response is lost. */
const dropResponse = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort("connectionreset");
};
const noNetwork = (route: Route): Promise<void> => route.abort("internetdisconnected");
const broken = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { code: "busy", message: "busy", data: { status: 503 } } });

test.beforeEach(({ expectedMessages }) => void expectedMessages.push(/net::ERR|status of 503/));

test("a submit whose response was lost is sent again with its key, and is one order", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  const { form, store } = await readyToOrder(page, shopper);
  const keys = await handleTries(page, [dropResponse]);
  await form.submit.click();
  await page.waitForURL("**/final-payment?order_id=*");
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await store.history()).total_orders).toBe(1);
});

test("timeouts and 5xx are retried twice, after one and two seconds", { tag: "@all" }, async ({ page, shopper }) => {
  const { form, store } = await readyToOrder(page, shopper);
  await stopClock(page);
  const keys = await handleTries(page, [broken, noNetwork, broken]);
  /** Moves the clock until a try was sent. @returns by how many milliseconds */
  const untilTry = async (tries: number): Promise<number> => {
    let moved = 0;
    const move = async (): Promise<number> => {
      if (keys.length < tries) {
        await page.clock.runFor(100);
        moved += 100;
      }
      return keys.length;
    };
    await expect.poll(move, { intervals: [50] }).toBe(tries);
    return moved;
  };
  await form.submit.click();
  await expect.poll(() => keys.length).toBe(1);
  expect(await untilTry(2)).toBeGreaterThanOrEqual(1_000);
  expect(await untilTry(3)).toBeGreaterThanOrEqual(2_000);
  await expect(form.summary).toHaveText(`${t("order_info.alert_max_retry")} ${t("order_info.alert_sent_once")}`);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect((await store.history()).total_orders).toBe(0);
});

test("submitted again after all responses were lost, it is still one order", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  const { form, store } = await readyToOrder(page, shopper);
  const keys = await handleTries(page, [dropResponse, noNetwork, noNetwork]);
  await form.submit.click();
  await expect(form.summary).toHaveText(
    ["alert_max_retry", "alert_network", "alert_sent_once"].map((key) => t(`order_info.${key}`)).join(" "),
  );
  await form.submit.click();
  await page.waitForURL("**/final-payment?order_id=*");
  expect(new Set(keys).size).toBe(1);
  expect((await store.history()).total_orders).toBe(1);
});

test("repeated clicks create one order", async ({ page, shopper }) => {
  const { form, store } = await readyToOrder(page, shopper);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  const keys = await handleTries(page, [(route) => seen.then(() => route.continue())]);
  // blocks both navigations to the result, so that the page stays and can be examined
  await page.route(/\/final-payment/, (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : undefined,
  );
  await form.submit.dblclick();
  await form
    .field("email")
    .press("Enter")
    .catch(() => {});
  const submitting = page.getByText(t("order_info.submitting"), { exact: true }).filter({ visible: true });
  await expect(submitting).toBeVisible();
  goOn();
  // after three seconds the button is enabled again
  await expect(submitting).toHaveCount(0);
  expect(keys).toHaveLength(1);
  expect((await store.history()).total_orders).toBe(1);
});

test("if the result's script loads late, the result is loaded as a new page, and is not shown twice", {
  tag: "@all",
}, async ({ page, shopper }) => {
  const { form } = await readyToOrder(page, shopper);
  const shown: string[] = [];
  const dataRequests: string[] = [];
  page.on("request", (call) => {
    if (call.url().includes("/payment-callback")) shown.push(call.url());
    if (call.url().includes(".data")) dataRequests.push(call.url());
  });
  const late = Promise.withResolvers<void>();
  await page.route(resultScript, (route) => late.promise.then(() => route.continue()));
  const document = Promise.withResolvers<void>();
  await page.route("**/final-payment?order_id=*", (route) => document.promise.then(() => route.continue()));
  const navigation = page.waitForRequest((call) => call.isNavigationRequest());
  const script = page.waitForRequest(resultScript);
  await form.submit.click();
  await navigation;
  late.resolve();
  await (await (await script).response())?.finished();
  // the old page has loaded the script by now, and does not change
  document.resolve();
  await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
  expect(shown).toHaveLength(1);
  expect(dataRequests, "the abandoned form sends no request").toEqual([]);
});

test("another order has another key", { tag: "@all" }, async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 400/);
  const { form } = await readyToOrder(page, shopper);
  const refused = (route: Route) =>
    route.fulfill({ status: 400, json: { code: "refused", message: "Không được.", data: { status: 400 } } });
  const keys = await handleTries(page, [refused]);
  await form.submit.click();
  await expect(form.summary).toHaveText("Không được.");
  await form.submit.click();
  await page.waitForURL("**/final-payment?order_id=*");
  expect(new Set(keys).size).toBe(2);
});
