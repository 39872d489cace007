import type { Locator, Page } from "@playwright/test";
import type { Register } from "#contract/customer.ts";
import type { CreatePayment } from "#contract/payment.ts";
import { type Status, statuses } from "#simulators/ghn/statuses.ts";
import { expectResult, readyToPay } from "./checkout/paying.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expect, test } from "./kit/test.ts";

const earrings = { id: 143, variation: null, price: 390_000 };

/** The newest order in the history, reloaded until it shows these texts: the carrier's webhooks take a moment. */
async function expectOrder(page: Page, lang: Lang, ...texts: string[]): Promise<Locator> {
  const card = page.getByRole("article").first();
  await expect(async () => {
    await page.goto("/profile?tab=orders");
    await expect(card).toBeVisible();
    for (const text of texts) await expect(card).toContainText(text, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  return card;
}

/** The carrier's own page, in the browser's language, where its staff change a parcel's status. */
async function press(parcel: Locator, status: Status): Promise<void> {
  await parcel.getByRole("button", { name: statuses[status].vi, exact: true }).first().click();
  await expect(parcel.locator(".badge")).toHaveText(statuses[status].vi);
}

/** The complete request body: the server takes ids, addresses and texts from it, and only compares the amounts. */
function expectWholeOrder(
  order: CreatePayment,
  { first_name, last_name, email, phone }: Register,
  shipping: number,
): void {
  const place = {
    ...{ first_name, last_name, address_1: "12 Hàng Bạc", ward_name: "Phường Hàng Bạc", ward_code: "00061" },
    ...{ district_name: "Quận Hoàn Kiếm", district_id: expect.any(Number), state: "Quận Hoàn Kiếm" },
    ...{ city: "Thành phố Hà Nội", postcode: "10000", country: "VN" },
  };
  expect(order).toEqual({
    items: [{ product_id: earrings.id, quantity: 1 }],
    customer: { first_name, last_name, email, phone },
    billing_address: { ...place, email, phone },
    shipping_address: place,
    shipping_lines: [{ method_id: "flat_rate" }],
    payment_method: "vnpay_visa",
    customer_note: "",
    expected_lines: [{ cart_item_key: expect.any(String), quantity: 1, price: earrings.price }],
    expected_total: earrings.price + shipping,
    expected_delivery_by: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
}

for (const { lang, size, tag } of [
  { lang: "vi", size: "phone", tag: "@both-engines" },
  { lang: "en", size: "desktop", tag: "@all" },
] as const)
  test(`SO11: a paid order is shipped and tracked from the history until its delivery (${lang}, ${size})`, {
    tag,
  }, async ({ page, shop, shopper }) => {
    const t = translatorFor(lang);
    const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang, item: earrings, size });
    await form.choice("delivery_shipment").check();
    await form.fillAddress();
    if (size === "phone") await page.getByRole("button", { name: t("order_info.show_summary") }).click();
    const expected = t("delivery_promise.arrives", { days: "" });
    await expect(
      page
        .getByText(new RegExp(`${expected}\\w+ \\d`))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    const { districtId, wardCode } = await form.chosen();
    const shipping = await store.shipping(districtId, wardCode, `${earrings.id}:1`);
    const sending = page.waitForRequest("**/create-payment?*");
    await form.submit.click();
    expectWholeOrder((await sending).postDataJSON(), shopper.person, shipping);
    await new VnpayPage(page, lang).payByCard("good");
    await expectResult(page, lang, "success_title");

    const changeOrder = t("orders.change_order");
    const card = await expectOrder(page, lang, t("orders.parcel_waiting"), t("orders.tracking_code"), changeOrder);
    const opened = page.context().waitForEvent("page");
    await card.getByRole("link", { name: t("orders.track") }).click();
    const carrier = await opened;
    await carrier.waitForURL("**/tracking?*");
    const code = new URL(carrier.url()).searchParams.get("order_code") ?? "-";
    const parcel = carrier.getByRole("article").filter({ hasText: code });
    await press(parcel, "picked");
    const moving = await expectOrder(page, lang, t("orders.parcel_in_transit"));
    await expect(moving.locator("header")).toContainText(t("orders.parcel_in_transit"));
    const where = moving.getByRole("region").filter({ hasText: t("self_service.where") });
    for (const text of [t("self_service.updated", { time: "" }), `${t("orders.promised")}: `])
      await expect(where).toContainText(text);
    // days without a time have their weekday
    await expect(where.getByText(/\d\d\/\d\d\/\d{4}$/)).toHaveCount(0);
    await expect(moving).not.toContainText(changeOrder);
    await press(parcel, "delivering");
    await press(parcel, "delivered");
    await expectOrder(page, lang, t("orders.parcel_delivered"), t("order_status.completed"));
    await carrier.close();
  });
