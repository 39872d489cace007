import type { Browser, Locator, Page } from "@playwright/test";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { dong } from "./checkout/money.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { stopClock } from "./kit/clock.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { merchantOf, sellHidden, type Stored } from "./kit/merchant.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const name = "Nhẫn bạc trơn cổ điển";
const [plain, boxed] = [10901, 10902];

async function openCart(page: Page, count: number): Promise<Locator> {
  await page.goto("/about-us");
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count }) })
    .filter({ visible: true })
    .click();
  const cart = dialogOn(page, t("cart.title"));
  await expect(cart).toBeVisible();
  return cart;
}
const line = (cart: Locator, index: number): Locator => cart.getByRole("listitem").nth(index);
const increase = (of: Locator): Locator => of.getByRole("button", { name: t("cart.increase", { name }) });
const decrease = (of: Locator): Locator => of.getByRole("button", { name: t("cart.decrease", { name }) });
/** The subtotal row in the cart's footer. */
const subtotal = (cart: Locator): Locator => cart.getByText(t("cart.subtotal"), { exact: true }).locator("..");

test("an empty cart shows a message, and Escape closes it", { tag: "@all" }, async ({ page }) => {
  const cart = await openCart(page, 0);
  await expect(cart.getByText(t("cart.empty"))).toBeVisible();
  await leaveByEscape(cart);
  await expect(page.getByRole("link", { name: t("a11y.open_cart", { count: 0 }) })).toBeFocused();
});

test("one ring with two gift boxes is two lines, all selected at first, then each on its own; the totals follow at once", async ({
  page,
}) => {
  const store = new StoreCalls(page);
  await store.put(109, plain);
  await store.put(109, boxed);
  const cart = await openCart(page, 2);
  const ticks = cart.getByRole("checkbox", { name: t("cart.select", { name }) });
  await expect(ticks).toHaveCount(2);
  const checkOut = cart.getByRole("button", { name: t("cart.checkout") });
  const all = cart.getByRole("checkbox", { name: t("cart.select_all") });
  await expect(all).toBeChecked();
  await expect(subtotal(cart)).toContainText(dong(740_000));
  await cart.getByRole("listitem").filter({ hasText: "Không hộp" }).getByRole("checkbox").uncheck();
  await expect(subtotal(cart)).toContainText(dong(390_000));
  await expect(all).not.toBeChecked();
  const boxedLine = cart.getByRole("listitem").filter({ hasText: "Hộp quà" });
  await boxedLine.getByRole("checkbox").uncheck();
  await expect(checkOut).toBeDisabled();
  await boxedLine.getByRole("checkbox").check();
  await expect(subtotal(cart)).toContainText(dong(390_000));
  await all.check();
  await expect(subtotal(cart)).toContainText(dong(740_000));
  await expect(cart.getByText(t("cart.free_shipping_reached"))).toBeVisible();
  await increase(boxedLine).click();
  // it stays while it is hovered, and covers no line
  const updated = toast(page, t, "cart.updated");
  await updated.hover();
  const [shown, first] = [await updated.boundingBox(), await line(cart, 0).boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(first?.y ?? 0);
  await expect(subtotal(cart)).toContainText(dong(1_130_000));
  await all.uncheck();
  await expect(checkOut).toBeDisabled();
  // an undone removal puts the line back in its old position
  const before = (await store.cart()).items.map((item) => item.cart_item_key);
  await line(cart, 0)
    .getByRole("button", { name: t("cart.remove", { name }) })
    .click();
  await expect(line(cart, 1)).toHaveCount(0);
  await cart.getByRole("button", { name: t("cart.undo") }).click();
  await expect(line(cart, 1)).toBeVisible();
  await expect(line(cart, 1)).toContainText("Hộp quà");
  expect((await store.cart()).items.map((item) => item.cart_item_key)).toEqual(before);
});

test("several clicks within half a second are one request with the last quantity", async ({ page }) => {
  const store = new StoreCalls(page);
  await store.put(109, plain);
  const cart = await openCart(page, 1);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/custom-cart/v1/update")) sent.push(request.postDataJSON().quantity);
  });
  const updated = page.waitForResponse("**/custom-cart/v1/update?*");
  await stopClock(page);
  for (let press = 0; press < 3; press++) await increase(line(cart, 0)).click();
  await expect(line(cart, 0).getByRole("status")).toHaveText("4");
  expect(sent).toEqual([]);
  await page.clock.runFor(500);
  await page.clock.resume();
  await updated;
  await expect(toast(page, t, "cart.updated")).toBeVisible();
  expect(sent).toEqual([4]);
  // a response that arrives after a newer one does not restore an old quantity
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(
    "**/custom-cart/v1/update?*",
    async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const slow = page.waitForRequest("**/custom-cart/v1/update?*");
  await increase(line(cart, 0)).click();
  const late = (await slow).response();
  const faster = page.waitForResponse(
    (response) => response.url().includes("/update?") && response.request().postDataJSON().quantity === 6,
  );
  await increase(line(cart, 0)).click();
  await faster;
  letGo();
  await (await late)?.finished();
  await expect(line(cart, 0).getByRole("status")).toHaveText("6");
  expect(sent).toEqual([4, 5, 6]);
  expect((await store.cart()).items).toMatchObject([{ quantity: 6 }]);
});

test("an edit still waiting is sent before checkout, and when the page is hidden", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await store.put(109, plain);
  let cart = await openCart(page, 1);
  await cart.getByRole("checkbox", { name: t("cart.select_all") }).check();
  // edits are debounced; with the clock stopped, the delay never ends
  await stopClock(page);
  const sent = page.waitForRequest("**/custom-cart/v1/update?*");
  await increase(line(cart, 0)).click();
  await cart.getByRole("button", { name: t("cart.checkout") }).click();
  await sent;
  await page.clock.resume();
  await page.waitForURL("**/checkout");
  await expect(page.getByRole("region", { name: t("checkout.summary") })).toContainText(dong(700_000));
  await expect.poll(async () => (await store.cart()).item_count).toBe(2);

  cart = await openCart(page, 2);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await increase(line(cart, 0)).click();
  await page.goto("/support", { waitUntil: "commit" });
  await expect.poll(async () => (await store.cart()).item_count).toBe(3);
});

test("the stock cannot be exceeded, and a rejected quantity is reset to the server's", async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const store = new StoreCalls(page);
  const stock = (await store.product(109)).stock_quantity ?? 0;
  await store.put(109, plain, stock - 1);
  const cart = await openCart(page, stock - 1);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/custom-cart/v1/update?*", async (route) => {
    await seen;
    await route.continue({ postData: { ...route.request().postDataJSON(), quantity: stock + 5 } });
  });
  await increase(line(cart, 0)).click();
  await expect(increase(line(cart, 0))).toBeDisabled();
  await expect(line(cart, 0)).toContainText(t("cart.stock_limit", { count: stock }));
  goOn();
  await expect(line(cart, 0).getByRole("alert")).toContainText(t("cart.stock_limit", { count: stock }));
  await expect(line(cart, 0).getByRole("status")).toHaveText(String(stock - 1));
});

/** Another customer, in another browser context, orders a quantity of a product without options. */
async function orderAsAnother(browser: Browser, url: string, product_id: number, quantity: number): Promise<void> {
  const context = await browser.newContext({ baseURL: url });
  const person = aPerson();
  await context.request.post("/wp-json/custom-auth/v1/register", { data: person });
  await context.request.post("/wp-json/custom-auth/v1/login", { data: person });
  const response = await context.request.post("/wp-json/wc/v3/orders", {
    data: aCodOrder({ ward: benNgheOfCarrier, line_items: [{ product_id, quantity }] }),
    headers: { "idempotency-key": aKey(), authorization: await new StoreCalls(await context.newPage()).key() },
  });
  expect(response.status(), await response.text()).toBe(201);
  await context.close();
}

test("an item that sold out or ran short shows a message when the cart is opened, with a link", {
  tag: "@all",
}, async ({ page, browser, shop }) => {
  const store = new StoreCalls(page);
  const merchant = await merchantOf(shop);
  const [bracelets] = await merchant<Stored[]>("GET", "products/categories?slug=bracelets");
  const stock = 9;
  const { id: bangle } = await sellHidden(merchant, {
    ...{ name: "Vòng tay thử", regular_price: "900000", manage_stock: true, stock_quantity: stock },
    categories: [{ id: bracelets?.id }],
  });
  await store.put(bangle, null, 3);
  await page.goto("/about-us");
  const open = page.getByRole("link", { name: t("a11y.open_cart", { count: 3 }) }).filter({ visible: true });
  await expect(open).toBeVisible(); // the page has loaded the cart, which is now out of date
  await orderAsAnother(browser, shop.url, bangle, stock - 2);
  await open.click();
  const cart = dialogOn(page, t("cart.title"));
  await expect(cart.getByRole("alert")).toHaveText(t("cart.changed"));
  await expect(line(cart, 0)).toContainText(t("cart.stock_limit", { count: 2 }));
  await cart.getByRole("checkbox", { name: t("cart.select_all") }).check();
  await cart.getByRole("button", { name: t("cart.checkout") }).click();
  await expect(cart.getByText(t("cart.too_many_picked"))).toBeVisible();
  await expectAccessible(page);
  await line(cart, 0)
    .getByRole("button", { name: t("cart.take_left", { count: 2 }) })
    .click();
  await expect(line(cart, 0).getByRole("status")).toHaveText("2");
  await expect(cart.getByRole("alert")).toHaveCount(0);
  await expect(toast(page, t, "cart.updated")).toBeVisible();
  await leaveByEscape(cart);
  await orderAsAnother(browser, shop.url, bangle, 2);
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count: 2 }) })
    .filter({ visible: true })
    .click();
  await expect(line(cart, 0)).toContainText(t("cart.sold_out"));
  await expect(cart.getByRole("button", { name: t("cart.checkout") })).toBeDisabled();
  await expectAccessible(page);
  await cart.getByRole("link", { name: t("cart.see_similar") }).click();
  await expect(page).toHaveURL(/\/products\/category\/bracelets$/);
});

test("a removed line can be restored unchanged, by keyboard too", async ({ page }) => {
  const store = new StoreCalls(page);
  const key = await store.put(109, plain, 2);
  const cart = await openCart(page, 2);
  await cart.getByRole("checkbox", { name: t("cart.select_all") }).check();
  await line(cart, 0)
    .getByRole("button", { name: t("cart.remove", { name }) })
    .press("Enter");
  await expect(toast(page, t, "cart.removed")).toBeVisible();
  await expect(cart.getByText(t("cart.empty"))).toBeVisible();
  expect((await store.cart()).items).toEqual([]);
  await expect(cart.getByRole("button", { name: t("cart.undo") })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(line(cart, 0)).toContainText(name);
  expect((await store.cart()).items).toMatchObject([{ cart_item_key: key, quantity: 2 }]);
  await expect(subtotal(cart)).toContainText(dong(700_000));
  // decreasing a quantity of one removes the line
  await decrease(line(cart, 0)).click();
  await decrease(line(cart, 0)).click();
  await expect(cart.getByRole("button", { name: t("cart.undo") })).toBeVisible();
  await expect.poll(async () => (await store.cart()).items).toEqual([]);
});

test("the header counts the items of the cart page also when the browser cannot read the cart", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/status of 403/);
  await new StoreCalls(page).put(109, plain);
  const problem = { code: "x", message: "", data: { status: 403 } };
  await page.route("**/custom-cart/v1/view?*", (route) => route.fulfill({ status: 403, json: problem }));
  await page.goto("/cart");
  await expect(line(page.getByRole("main"), 0)).toContainText(name);
  const count = page.getByRole("link", { name: t("a11y.open_cart", { count: 1 }) });
  await expect(count.filter({ visible: true })).toBeVisible();
});

test("a cart that cannot be read, and failed changes, show an error", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of (403|503)|net::ERR/);
  const store = new StoreCalls(page);
  await store.put(109, plain);
  const problem = (status: number) => ({ status, json: { code: "x", message: "", data: { status } } });
  await page.route("**/custom-cart/v1/view?*", (route) => route.fulfill(problem(403)));
  const cart = await openCart(page, 0);
  await expect(cart.getByRole("alert")).toContainText(t("cart.load_error"));
  await page.unroute("**/custom-cart/v1/view?*");
  await cart.getByRole("button", { name: t("common.retry") }).click();
  await page.route("**/custom-cart/v1/update?*", (route) => route.fulfill(problem(503)));
  await increase(line(cart, 0)).click();
  await expect(toast(page, t, "cart.update_error")).toBeVisible();
  await expect(line(cart, 0).getByRole("alert")).toBeVisible();
  await expect(line(cart, 0).getByRole("status")).toHaveText("1");
  await page.route("**/custom-cart/v1/remove?*", (route) => route.abort());
  await line(cart, 0)
    .getByRole("button", { name: t("cart.remove", { name }) })
    .click();
  await expect(toast(page, t, "cart.remove_error")).toBeVisible();
  await expect(line(cart, 0).getByRole("alert")).toHaveText(t("errors.network"));
  await expect(line(cart, 0)).toContainText(name);
  await expect(cart.getByRole("button", { name: t("cart.undo") })).toHaveCount(0);
});
