import { chooseTab } from "./account/auth-dialog.ts";
import type { Page } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dong } from "./checkout/money.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const plain = { id: 109, variation: 10901, name: "Nhẫn bạc trơn cổ điển" }; // without a gift box
const solitaire = { id: 101, variation: 10102, name: "Nhẫn bạc solitaire đính đá CZ" }; // in its gift box

/** Makes these requests fail, until `page.unrouteAll()`. */
async function refuse(page: Page, calls: string): Promise<void> {
  const problem = { code: "x", message: "", data: { status: 403 } };
  await page.route(calls, (route) => route.fulfill({ status: 403, json: problem }));
}

for (const path of ["/checkout", "/checkout/order-info", "/final-payment?order_id=10014", "/profile?tab=orders"])
  test(`a guest opening ${path} gets the login on the home page, and continues from there`, {
    tag: "@all",
  }, async ({ page }) => {
    await page.goto(path);
    const dialog = dialogOn(page);
    const title = path.startsWith("/checkout") ? "auth.checkout_login_title" : "auth.login_tab";
    await expect(dialog.getByRole("heading", { name: t(title), exact: true })).toBeVisible();
    await expect(page).toHaveURL("/");
    if (path === "/checkout") {
      await chooseTab(dialog, t("auth.register_tab"));
      await expect(dialog.getByRole("heading", { name: t("auth.checkout_register_title") })).toBeVisible();
      await chooseTab(dialog, t("auth.login_tab"));
    }
    await dialog.getByLabel(t("auth.username_or_email")).fill(demoAccount.email);
    await dialog.getByLabel(t("auth.password"), { exact: true }).fill(demoAccount.password);
    await dialog.getByRole("button", { name: t("auth.login_button") }).click();
    // with an empty selection, checkout redirects to the home page
    await page.waitForURL((url) => (path === "/checkout" ? url.pathname === "/" : url.href.endsWith(path)));
    await expect(dialog).toBeHidden();
  });

test("an empty selection redirects home, except from the order-info step", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  await new StoreCalls(page).put(plain.id, plain.variation);
  await tick(page, []);
  await page.goto("/checkout");
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/checkout/order-info");
  await page.getByRole("link", { name: t("order_info.back") }).click();
  await expect(page.getByRole("heading", { name: t("checkout.title") })).toBeVisible(); // the address is filled in first
  await expect(page.getByText(t("checkout.empty"))).toBeVisible();
  await expect(page.getByRole("link", { name: t("checkout.purchase") })).toHaveCount(0);
});

test("the review shows gifts, zooms them, and takes a line out of the order but not out of the cart", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 403/);
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  const keys = [
    await store.put(plain.id, plain.variation),
    await store.put(solitaire.id, solitaire.variation),
  ] as const;
  await tick(page, keys);
  await refuse(page, "**/custom-cart/v1/view?*");
  await page.goto("/checkout");
  const main = page.getByRole("main");
  const failed = main.getByRole("alert");
  await expect(failed).toContainText(t("cart.load_error"));
  await page.unrouteAll();
  await failed.getByRole("button", { name: t("common.retry") }).click();
  const line = (name: string) => main.getByRole("listitem").filter({ hasText: name });
  await expect(line(plain.name)).not.toContainText(t("gift.free_gift"));
  await expect(line(solitaire.name)).toContainText(t("gift.free_gift"));
  await line(solitaire.name)
    .getByRole("button", { name: t("a11y.zoom_gift") })
    .click();
  await expect(dialogOn(page).getByRole("img")).toBeVisible();
  await leaveByEscape(dialogOn(page));
  await expect(line(solitaire.name).getByRole("button", { name: t("a11y.zoom_gift") })).toBeFocused();
  const total = main.getByRole("region", { name: t("checkout.summary") });
  await expect(total).toContainText(dong(840_000));
  await expect(total).toContainText(t("checkout.shipping_free"));
  await line(plain.name)
    .getByRole("button", { name: t("checkout.remove") })
    .click();
  await expect(line(plain.name)).toHaveCount(0);
  await expect(total).toContainText(dong(490_000));
  await expect(total).not.toContainText(t("checkout.shipping_free"));
  expect((await store.cart()).items).toHaveLength(2);
  await expect(
    main
      .getByRole("region", { name: t("product.recommended") })
      .getByRole("link")
      .first(),
  ).toBeVisible();
  await line(solitaire.name)
    .getByRole("button", { name: t("checkout.remove") })
    .click();
  await page.waitForURL((url) => url.pathname === "/");
});

test("the order summary names the free gift of a line in its box, and none without", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await tick(page, [await store.put(plain.id, plain.variation), await store.put(solitaire.id, solitaire.variation)]);
  await page.goto("/checkout/order-info");
  const lines = page.getByRole("region", { name: t("order_info.summary") }).getByRole("listitem");
  await expect(lines.filter({ hasText: solitaire.name })).toContainText(t("gift.free_gift"));
  await expect(lines.filter({ hasText: plain.name })).not.toContainText(t("gift.free_gift"));
});

test("the form: account data, levels of the address, input preserved over a reload @all", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 403/);
  const person = await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(plain.id, plain.variation)]);
  await refuse(page, "**/master-data/province");
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  const noPlaces = page.getByText(t("order_info.location_error"));
  await expect(noPlaces).toBeVisible();
  await page.unrouteAll();
  await noPlaces.getByRole("button", { name: t("common.retry") }).click();
  await expect(noPlaces).toHaveCount(0);
  await expect(form.field("district")).toBeDisabled();
  await expect(form.field("ward")).toBeDisabled();
  await form.useMyInfo.check();
  await expect(form.field("firstName")).toHaveValue(person.first_name);
  await expect(form.field("phone")).toHaveValue(person.phone);
  await form.fillAddress();
  await expect(form.useMyInfo).toBeChecked();
  await form.field("firstName").fill("Lan");
  await expect(form.useMyInfo).not.toBeChecked();
  await form.field("district").selectOption({ label: "Ba Đình (Quận)" });
  await expect(form.field("ward")).toHaveValue("");
  await form.choosePlace({ province: "Đà Nẵng (Thành phố)" });
  await expect(form.field("district")).toHaveValue("");
  await expect(form.field("ward")).toBeDisabled();
  await form.fillAddress();
  await page.reload();
  await expect(form.field("firstName")).toHaveValue("Lan");
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(t("footer.company"));
  for (const opens of [footer.getByRole("button"), footer.getByRole("link", { name: `${t("cart.title")} (1)` })]) {
    await opens.click();
    await leaveByEscape(dialogOn(page));
  }
  await expect(form.field("ward")).toHaveValue(/.+/);
  await expect(form.field("country")).toHaveJSProperty("readOnly", true);
});

test("a failed quote on a phone leaves the summary collapsed, and shows error and retry at the total", {
  tag: "@all",
}, async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 503/);
  await page.setViewportSize({ width: 390, height: 844 });
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(plain.id, plain.variation)]);
  await page.route("**/ghn/v1/shipping-cost?*", (route) =>
    route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } }),
  );
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.fillAddress();
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toHaveText(t("order_info.shipping_quote_error"));
  const fold = (name: "show_summary" | "hide_summary") => page.getByRole("button", { name: t(`order_info.${name}`) });
  await expect(fold("show_summary")).toContainText(t("checkout.without_shipping"));
  // above the form, with PayPal's amount, and at the total
  await expect(page.getByText(t("checkout.without_shipping")).filter({ visible: true })).toHaveCount(3);
  await fold("show_summary").click();
  await expect(failed).toHaveCount(2);
  await fold("hide_summary").click();
  await expect(failed).toHaveCount(1);
  await page.unrouteAll();
  await page.getByRole("button", { name: t("common.retry") }).click();
  await expect(failed).toHaveCount(0);
  await expect(page.getByText(t("checkout.without_shipping")).filter({ visible: true })).toHaveCount(0);
});

test("delivery is quoted for the ward, free for pick-up, and a failed quote shows an error and is retried @all", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 503/);
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await tick(page, [await store.put(plain.id, plain.variation)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  const sums = page.getByRole("region", { name: t("order_info.summary") });
  await expect(sums).toContainText(t("checkout.shipping_later"));
  await expect(sums).not.toContainText(t("checkout.shipping_free"));
  let broken = true;
  await page.route("**/ghn/v1/shipping-cost?*", (route) =>
    broken
      ? route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } })
      : route.continue(),
  );
  await form.useMyInfo.check();
  await form.fillAddress();
  await expect(sums.getByRole("alert")).toHaveText(t("order_info.shipping_quote_error"));
  await expect(sums).not.toContainText(t("checkout.shipping_free"));
  broken = false;
  await sums.getByRole("button", { name: t("common.retry") }).click();
  const { districtId, wardCode } = await form.chosen();
  const cost = await store.shipping(districtId, wardCode, `${plain.variation}:1`);
  await expect(sums).toContainText(dong(350_000 + cost));
  await page.setViewportSize({ width: 390, height: 844 });
  const folded = page.getByRole("button", { name: t("order_info.show_summary") });
  await expect(folded).toContainText(dong(cost));
  await expect(folded).toContainText(dong(350_000 + cost));
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.choice("delivery_in_person").check();
  await expect(sums).toContainText(t("checkout.shipping_free"));
  await expect(form.field("address")).toHaveCount(0);
  await expect(page.getByText(t("order_info.in_person_note"))).toBeVisible();
});
