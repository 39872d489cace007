import type { Page } from "@playwright/test";
import { benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { customerOn } from "./checkout/own-order.ts";
import { buyNow, readyToPay } from "./checkout/paying.ts";
import { translatorFor } from "./checkout/translate.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import { takePicture } from "./kit/picture.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import { expect, test } from "./kit/test.ts";

const promises = "**/delivery-promise?*";

/** Chooses a place in the three selects. */
async function choosePlace(page: Page, t: ReturnType<typeof translatorFor>): Promise<void> {
  await page.getByRole("button", { name: t("delivery_promise.choose_place") }).click();
  await page.getByLabel(t("order_info.province")).selectOption({ label: "Hồ Chí Minh (Thành phố)" });
  await page.getByLabel(t("order_info.district")).selectOption({ label: "Phú Nhuận (Quận)" });
  await page.getByLabel(t("order_info.ward")).selectOption({ index: 1 });
}

/** Adds a product that is made to order to the visitor's bag. */
async function addMadeToOrder(shop: RunningShop, page: Page): Promise<void> {
  const made = { meta_data: [{ key: "_making_days", value: "5" }] };
  const { id } = await sellHidden(await merchantOf(shop), {
    ...{ name: "Nhẫn đặt riêng", status: "publish", regular_price: "900000", manage_stock: false, ...made },
  });
  const added = await page.request.post("/wp-json/custom-cart/v1/add", { data: { product_id: id } });
  expect(added.ok()).toBe(true);
}

test("DP10, DP11: bag and checkout show a date for each delivery method, and a later date is confirmed once more", async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/409 \(Conflict\)/);
  const t = translatorFor("vi");
  const { form } = await readyToPay(page, shopper, {
    ...{ at: shop.url, lang: "vi", item: { id: 143, variation: null }, size: "phone" },
  });
  const arrives = page.getByText(/^Dự kiến nhận/).filter({ visible: true });
  await page.goto("/cart");
  await choosePlace(page, t);
  await expect(arrives).toHaveCount(1);
  await expect(page.getByText(/^Nhận tại cửa hàng từ /)).toBeVisible();
  await takePicture(page, "promise-bag");
  // another quantity that arrives later: both days are marked
  await page.route(promises, async (route) => {
    const response = await route.fetch();
    const later = { ready: "2098-12-30", latest: "2099-01-01" };
    await route.fulfill({ response, json: { ...(await response.json()), ...later } });
  });
  const later = page.getByText(t("delivery_promise.later")).filter({ visible: true });
  await expect(later).toHaveCount(0);
  await page.getByRole("button", { name: /^Tăng/ }).filter({ visible: true }).first().click();
  await expect(later).toHaveCount(2);
  await page.unrouteAll();
  await page.goto("/checkout/order-info");
  await form.choice("delivery_shipment").check();
  await form.fillAddress();
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/Dự kiến nhận/);
  await expect(form.choice("delivery_in_person")).toHaveAccessibleName(/từ (hôm nay|10:00)/);
  // a later day at another address is no later day than before
  await page.route(promises, async (route) => {
    const response = await route.fetch();
    const sentence = { vi: "Dự kiến nhận muộn", en: "Arrives late" };
    await route.fulfill({ response, json: { ...(await response.json()), latest: "2099-01-01", sentence } });
  });
  await form.choosePlace({ ward: "Hàng Bồ (Phường)" });
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/Dự kiến nhận muộn/);
  await expect(page.getByText(t("delivery_promise.later"))).toHaveCount(0);
  await page.unrouteAll();
  await form.choosePlace({ ward: "Hàng Bạc (Phường)" });
  await expect(form.choice("delivery_shipment")).not.toHaveAccessibleName(/muộn/);
  await page.getByRole("radio", { name: t("payment_method.cod") }).check();
  await form.submit.scrollIntoViewIfNeeded();
  await expect(arrives.last()).toBeInViewport();
  await takePicture(page, "promise-checkout");
  // the page displays an earlier day than the server's
  await page.route("**/wp-json/wc/v3/orders?*", (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), expected_delivery_by: "2026-01-02" } }),
  );
  await form.submit.click();
  await expect(form.summary).toContainText("Bạn bấm đặt hàng lần nữa để đồng ý");
  await page.unrouteAll();
  await form.submit.click();
  await page.waitForURL("**/final-payment?*");
  await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
  // for a moment the form is still in the document
  await expect(arrives).toHaveCount(1);
  await page.goto("/profile?tab=orders");
  await expect(page.getByRole("article").first().getByText("Dự kiến nhận", { exact: true })).toBeVisible();
  await takePicture(page, "promise-order");
});

test("DP10: the place chosen on the product page has date and fee in both steps of checkout, and begins the address there @all", async ({
  page,
  shopper,
}) => {
  const t = translatorFor("vi");
  await page.setViewportSize({ width: 390, height: 844 });
  await shopper.registerAndLogIn();
  await page.goto("/product-detail/143/");
  await choosePlace(page, t);
  await buyNow(page, t);
  const sums = page.getByRole("region", { name: t("checkout.summary") });
  await expect(sums).toContainText(/22\.000/);
  await expect(sums).toContainText(/Dự kiến nhận/);
  await expect(sums).not.toContainText(t("checkout.shipping_later"));
  await takePicture(page, "place-review", { fullPage: true });
  await page.getByRole("link", { name: t("checkout.purchase") }).click();
  await page.waitForURL("**/checkout/order-info");
  const form = new OrderInfo(page, t);
  await expect(form.field("district").locator("option:checked")).toHaveText("Phú Nhuận (Quận)");
  await expect(form.field("ward")).toHaveValue(/./);
  await expect(form.field("zip")).toHaveValue(/^\d{5,6}$/);
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/Dự kiến nhận/);
  await expect(page.locator("p").filter({ hasText: /Phí giao hàng\s*22\.000/ })).toBeVisible();
  await takePicture(page, "place-form", { fullPage: true });
  // an address that was begun stays
  await form.fillAddress();
  await page.goto("/cart");
  await expect(page.getByRole("button", { name: /Quận Phú Nhuận/ })).toBeVisible();
  await page.goto("/checkout/order-info");
  await expect(form.field("district").locator("option:checked")).toHaveText("Hoàn Kiếm (Quận)");
});

for (const { lang, size } of [
  { lang: "vi", size: { width: 390, height: 844 } },
  { lang: "en", size: { width: 1440, height: 900 } },
] as const)
  test(`DP10, DP14: bag and checkout show fee and date for the place of the profile, else for the one chosen on the product page (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const store = await customerOn({ page, shop, shopper }, { lang, ...size });
    await store.put(143, null);
    const main = page.getByRole("main");
    const next = main.getByText(t("cart.shipping_note"));
    const fee = main.getByText(lang === "vi" ? /^Phí giao hàng 22\.000\s₫/ : /^Delivery (22[.,]000|\$)/);
    const date = main.getByText(lang === "vi" ? /^Dự kiến nhận/ : /^Arrives/);
    await page.goto("/cart");
    await expect(main.getByRole("button", { name: t("delivery_promise.choose_place") })).toBeVisible();
    await expect(next).toBeVisible();
    await page.goto("/product-detail/143/");
    await choosePlace(page, t);
    await expect(fee).toBeVisible();
    await page.goto("/cart");
    const chosen = main.getByRole("button", { name: /Quận Phú Nhuận/ });
    await expect(chosen).toBeVisible();
    await expect(fee).toBeVisible();
    await expect(next).toHaveCount(0);
    // checkout begins with the address of the profile, also after another place was chosen
    const { provinceId, districtId, wardCode } = benNgheOfCarrier;
    await page.request.put("/wp-json/custom-auth/v1/profile", {
      data: {
        ...{ address: "12 Nguyễn Huệ", city: "Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé" },
        ...{ province_id: provinceId, district_id: districtId, ward_code: wardCode },
      },
    });
    await page.reload();
    await expect(main.getByText(t("delivery_promise.to_place", { place: "Quận 1" }))).toBeVisible();
    await expect(chosen).toHaveCount(0);
    await expect(fee).toBeVisible();
    await expect(date).toBeVisible();
    await expect(next).toHaveCount(0);
    await takePicture(page, `bag-profile-${lang}`, { fullPage: true });
    await page.goto("/checkout/order-info");
    await expect(new OrderInfo(page, t).field("district")).toHaveValue(String(districtId));
    await page.goto("/cart");
    // the server's rule: two items are free
    await main.getByRole("button", { name: /^(Tăng|Increase)/ }).click();
    await expect(main.getByText(t("cart.free_shipping_reached"))).toBeVisible();
    await expect(fee).toHaveCount(0);
  });

test("DP07, DP09: without a response bag and checkout show the policy in place of a date, that of what is made to order @all", async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/Failed to load resource/);
  const t = translatorFor("en");
  const { form } = await readyToPay(page, shopper, {
    ...{ at: shop.url, lang: "en", item: { id: 143, variation: null }, size: "phone" },
  });
  await page.route(promises, (route) => route.fulfill({ status: 400, json: {} }));
  const expectPolicy = async (text: string) => {
    const policy = page.getByText(text).filter({ visible: true });
    await page.goto("/cart");
    await expect(policy).toHaveCount(1);
    await takePicture(page, "promise-failed-bag");
    await page.goto("/checkout/order-info");
    await form.choice("delivery_shipment").check();
    await expect(form.choice("delivery_shipment")).toHaveAccessibleName(new RegExp(text));
    // at the method, and above the button
    await expect(policy).toHaveCount(2);
    await form.choice("delivery_in_person").check();
    await expect(policy).toHaveCount(1);
    await form.choice("delivery_shipment").check();
    await form.submit.scrollIntoViewIfNeeded();
    await takePicture(page, "promise-failed-checkout");
  };
  await expectPolicy(t("product.delivery_promise"));
  await addMadeToOrder(shop, page);
  await page.goto("/cart");
  await page
    .getByRole("main")
    .getByRole("checkbox", { name: t("cart.select_all") })
    .check();
  await expectPolicy(t("product.made_to_order_other", { count: 5 }));
});

test("DP07, DP09: the bag of a guest without a place states what is made to order @all", async ({ page, shop }) => {
  const t = translatorFor("vi");
  await page.goto("/cart");
  await addMadeToOrder(shop, page);
  await page.reload();
  await expect(page.getByRole("main").getByText(t("product.made_to_order_other", { count: 5 }))).toBeVisible();
  await expect(page.getByRole("main").getByText(t("delivery_promise.choose_place"))).toBeVisible();
  await takePicture(page, "made-bag");
});
