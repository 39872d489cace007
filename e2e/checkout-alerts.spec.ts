import type { Page } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import type { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const name = "Nhẫn sắp hết";

/** A product of its own, so that the test can change it. */
async function sellRing(shop: RunningShop) {
  const merchant = await merchantOf(shop);
  const ring = await sellHidden(merchant, { name, regular_price: "400000", manage_stock: true, stock_quantity: 9 });
  return { id: ring.id, change: (change: object) => merchant("PUT", `products/${ring.id}`, change) };
}

async function atOrderInfo(page: Page, shopper: Shopper, productId: number, quantity = 1): Promise<OrderInfo> {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(productId, null, quantity)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.useMyInfo.check();
  await form.choice("payment_cod").check();
  await form.fillAddress();
  await expect(form.submit).toBeEnabled();
  return form;
}

test("an error about the stock leads to the cart, and is removed when the quantity is reduced", {
  tag: "@all",
}, async ({ page, shopper, shop, expectedMessages }) => {
  expectedMessages.push(/status of 400/);
  const ring = await sellRing(shop);
  const form = await atOrderInfo(page, shopper, ring.id, 3);
  await ring.change({ stock_quantity: 2 });
  await form.submit.click();
  await expect(form.summary).toContainText(name);
  await form.summary.getByRole("link", { name: t("product.view_bag") }).click();
  const cart = dialogOn(page);
  await cart.getByRole("button", { name: t("cart.take_left", { count: 2 }) }).click();
  await expect(form.summary).toHaveCount(0);
});

test("an item that is no longer sold is refused by its name", { tag: "@all" }, async ({
  page,
  shopper,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const ring = await sellRing(shop);
  const form = await atOrderInfo(page, shopper, ring.id);
  await ring.change({ status: "draft" });
  await form.submit.click();
  await expect(form.summary).toContainText(t("order_errors.line_withdrawn", { name }));
  await expect(form.summary.getByRole("link", { name: t("product.view_bag") })).toBeVisible();
});

test("the error of an ended session is removed after the login", { tag: "@all" }, async ({
  page,
  shopper,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 401/);
  const form = await atOrderInfo(page, shopper, (await sellRing(shop)).id);
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies({ name: "lianne_session" });
  await form.submit.click();
  const dialog = dialogOn(page, t("auth.login_tab"));
  await expect(dialog.getByText(t("auth.ended_notice"))).toBeVisible();
  await dialog.getByLabel(t("auth.username_or_email")).fill(shopper.person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(shopper.person.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(dialog).toBeHidden();
  await expect(form.summary).toHaveCount(0);
});

test("a province is found by typing its name, and a pasted phone number by its digits @all", async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(109, 10901)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await expect(form.field("province").getByRole("option", { name: "Khánh Hòa (Tỉnh)" })).toBeAttached();
  // shown once the saved addresses are known: before, it takes no focus
  await expect(form.field("province")).toBeVisible();
  await form.field("province").focus();
  await page.keyboard.type("Kh");
  await expect(form.field("province").locator("option:checked")).toHaveText("Khánh Hòa (Tỉnh)");
  await form.field("phone").fill("\u202a(+84) 912\u00a0345\u2011678\u202c");
  await form.submit.click();
  await expect(form.field("address")).toBeFocused();
  expect(await form.why("phone")).toBe("");
});

test("trying again with nothing selected puts the order's items back, or shows why not", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  await shopper.logIn(demoAccount);
  const store = new StoreCalls(page);
  const failed = (await store.allOrders()).find(({ status }) => status === "failed");
  await page.request.post("/wp-json/custom-cart/v1/clear", { data: {} });
  await page.goto(`/final-payment?order_id=${failed?.order_id}`);
  await page.route("**/custom-cart/v1/add*", (route) =>
    route.fulfill({ status: 400, json: { code: "x", message: "Hết hàng", data: { status: 400 } } }),
  );
  const again = page.getByRole("link", { name: t("payment_result.try_again") });
  await again.click();
  await expect(page.getByRole("alert").filter({ hasText: "Hết hàng" })).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(page).toHaveURL("/checkout");
  const items = page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem");
  await expect(items).toHaveCount(failed?.items.length ?? 0);
});

test("language and currency can be changed at checkout, without losing the input", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(109, 10901)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.field("address").fill("12 Hàng Bạc");
  const header = page.getByRole("banner");
  await header.locator("summary").click();
  await header.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await header.locator("summary").click();
  await header.getByRole("button", { name: /USD/ }).click();
  await expect(header.locator("summary")).toContainText("USD");
  await expect(page).toHaveURL("/checkout/order-info");
  await expect(new OrderInfo(page, translatorFor("en")).field("address")).toHaveValue("12 Hàng Bạc");
});

test("two sizes of one product have controls with different names", { tag: "@all" }, async ({ page }) => {
  const store = new StoreCalls(page);
  await store.put(101, 10102);
  await store.put(101, 10106);
  await page.goto("/cart");
  const main = page.getByRole("main");
  const names = (label: string) =>
    main.getByRole("button", { name: label }).evaluateAll((buttons) => buttons.map((each) => each.ariaLabel));
  await expect(main.getByRole("listitem")).toHaveCount(2);
  for (const label of ["Xóa", "Tăng số lượng", "Giảm số lượng"])
    expect(new Set(await names(label)).size, label).toBe(2);
});

test("an invalid address in the newsletter form gets the focus", { tag: "@all" }, async ({ page }) => {
  await page.goto("/about-us");
  const form = page.getByRole("contentinfo").locator("form[action='/newsletter']");
  await form.getByRole("textbox").fill("a@b");
  await form.getByRole("button").click();
  await expect(form.getByRole("textbox")).toBeFocused();
  await expect(form.getByRole("textbox")).toHaveAttribute("aria-invalid", "true");
  await form.getByRole("textbox").fill("a@b.vn");
  await expect(form.getByRole("textbox")).not.toHaveAttribute("aria-invalid");
});
