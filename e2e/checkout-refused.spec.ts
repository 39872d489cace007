import type { Page } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { merchantOf, sellHidden } from "./kit/merchant.ts";
import type { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

const band = { id: 109, variation: 10901 };
const contact = { lastName: "Trần Thị", firstName: "Ngọc", email: "ngoc@example.com", phone: "0912345678" };
const emptyContact = { lastName: "", firstName: "", email: "", phone: "" };

/** Logged in, with one ring selected, at the order-info step. */
async function atOrderInfo(page: Page, shopper: Shopper, lang: Lang = "vi"): Promise<OrderInfo> {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(band.id, band.variation)]);
  await page.goto(`/checkout/order-info?lang=${lang}`);
  const form = new OrderInfo(page, translatorFor(lang));
  await expect(
    page
      .getByRole("complementary")
      .or(page.getByRole("main"))
      .getByText(/(Nhẫn bạc trơn|Plain Silver)/)
      .first(),
  ).toBeAttached();
  return form;
}

for (const lang of ["vi", "en"] as const)
  test(`an empty form is rejected in ${lang}: summary, focus, a reason at each field`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page, shopper }) => {
    const t = translatorFor(lang);
    const form = await atOrderInfo(page, shopper, lang);
    await form.fillContact(emptyContact);
    await form.submit.click();
    await expect(form.summary).toHaveText(t("order_info.alert_personal"));
    await expect(form.field("lastName")).toBeFocused();
    for (const name of ["lastName", "firstName", "email", "phone", "address", "province", "district", "ward", "zip"]) {
      await expect(form.field(name)).toHaveAttribute("aria-invalid", "true");
      const field = t(`order_info.${name}`);
      await expect.poll(() => form.why(name), name).toBe(t("validation.field_required", { field }));
    }
    await form.fillContact(contact);
    await expect.poll(() => form.why("email")).toBe("");
    await form.submit.click();
    await expect(form.summary).toHaveText(t("order_info.alert_address"));
    await expect(form.field("address")).toBeFocused();
    // a second refusal moves the focus again
    await form.submit.click();
    await expect(form.field("address")).toBeFocused();
  });

const mistakes = [
  { field: "email", typed: "ngoc@example", alert: "order_info.alert_email", why: "validation.email_invalid" },
  { field: "email", typed: "\u212Aim@example.com", alert: "order_info.alert_email", why: "validation.email_ascii" },
  { field: "phone", typed: "12345", alert: "order_info.alert_phone", why: "validation.checkout_phone" },
  { field: "phone", typed: "0212345678", alert: "validation.vn_phone", why: "validation.vn_phone" },
  { field: "zip", typed: "12", alert: "order_info.alert_address", why: "validation.zip" },
  { field: "address", typed: "Q".repeat(301), alert: "validation.address_long", why: "validation.address_long" },
  { field: "lastName", typed: "1", alert: "order_info.alert_personal", why: "validation.last_name" },
];
test("each invalid field has its message, and the focus", { tag: "@all" }, async ({ page, shopper }) => {
  const t = translatorFor("vi");
  const form = await atOrderInfo(page, shopper);
  await form.fillAddress();
  const zip = await form.field("zip").inputValue();
  for (const { field, typed, alert, why } of mistakes) {
    await form.fillContact(contact);
    await form.field("zip").fill(zip);
    await form.field("address").fill("12 Hàng Bạc");
    await expect(form.summary, "goes with the last mistake").toBeHidden();
    await form.field(field).fill(typed);
    await form.submit.click();
    await expect(form.summary).toHaveText(t(alert));
    await expect(form.field(field)).toBeFocused();
    await expect.poll(() => form.why(field)).toBe(t(why));
  }
});

test("without a selection the cart-empty message is shown and has the focus", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  const t = translatorFor("vi");
  await shopper.registerAndLogIn();
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.useMyInfo.check();
  await form.fillAddress();
  await form.submit.click();
  await expect(form.summary).toHaveText(t("order_info.alert_cart_empty"));
  await expect(form.summary).toBeFocused();
});

test("a rejection by the server is shown at once, at the form and at its field", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const t = translatorFor("vi");
  const form = await atOrderInfo(page, shopper);
  await form.useMyInfo.check();
  await form.fillAddress();
  let tries = 0;
  const message = "Vui lòng nhập số điện thoại Việt Nam hợp lệ.";
  const refuse = (body: object) =>
    page.route("**/wc/v3/orders?*", (route) => {
      tries += 1;
      return route.fulfill({ status: 400, json: body });
    });
  const details = { billing: { code: "rest_invalid_param", message, data: { fields: { phone: message } } } };
  await refuse({ code: "rest_invalid_param", message, data: { status: 400, details } });
  await form.choice("payment_cod").check();
  await form.submit.click();
  await expect(form.summary).toHaveText(message);
  await expect(form.field("phone")).toBeFocused();
  await expect.poll(() => form.why("phone")).toBe(message);
  expect(tries).toBe(1);
  await page.unroute("**/wc/v3/orders?*");
  // WooCommerce's own error format: a list in HTML
  const messages = '<ul class="woocommerce-error"><li>Một</li><li><b>Hai</b></li></ul>';
  await refuse({ code: "checkout_error", message: "", data: { status: 400 }, messages });
  await form.field("phone").fill("0912345678");
  await form.submit.click();
  await expect(form.summary).toHaveText("Một Hai");
  await page.unroute("**/wc/v3/orders?*");
  await refuse({ code: "checkout_error", message: "", data: { status: 400 } });
  await form.submit.click();
  await expect(form.summary).toHaveText(t("order_info.alert_payment"));
});

test("an item that another customer bought first is named", async ({ page, shopper, shop, expectedMessages }) => {
  expectedMessages.push(/status of 400/);
  const t = translatorFor("vi");
  const store = new StoreCalls(page);
  const name = "Nhẫn bạc trơn cuối cùng";
  const merchant = await merchantOf(shop);
  const ring = await sellHidden(merchant, { name, regular_price: "400000", manage_stock: true, stock_quantity: 1 });
  await shopper.registerAndLogIn();
  await tick(page, [await store.put(ring.id, null)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.useMyInfo.check();
  await form.choice("payment_cod").check();
  await form.choice("delivery_in_person").check();
  // another customer buys the last one at the counter
  await merchant("PUT", `products/${ring.id}`, { stock_quantity: 0 });
  await form.submit.click();
  await expect(form.summary).toContainText(t("order_errors.line_sold_out", { name }));
  expect((await store.history()).total_orders).toBe(0);
});
