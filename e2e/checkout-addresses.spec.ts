import type { CustomerAddressBook } from "#contract/address-book.ts";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { aCodOrder, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { expectResult, readyToPay } from "./checkout/paying.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { expectSteady, watchLayoutShift } from "./kit/layout-shift.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const item = { id: 143, variation: null };

for (const lang of ["vi", "en"] as const)
  test(`UA09, UA11: checkout saves the first address, opens an empty form for another recipient, and offers the last order's address, in ${lang}`, {
    tag: lang === "vi" ? [] : ["@all"],
  }, async ({ page, shop, shopper }) => {
    test.setTimeout(120_000);
    const t = translatorFor(lang);
    const { form, store, line } = await readyToPay(page, shopper, { at: shop.url, lang, item, size: "phone" });
    const { person } = shopper;
    const save = page.getByLabel(t("order_info.keep_address"), { exact: true });
    const saved = page.getByRole("group", { name: t("address_book.choose") });
    const other = saved.getByRole("radio", { name: t("address_book.other_recipient") });
    const book = async () =>
      (await (await page.request.get("/wp-json/custom-auth/v1/addresses")).json()) as CustomerAddressBook;
    const order = async (): Promise<number> => {
      await form.choice("payment_cod").check();
      await form.submit.click();
      return expectResult(page, lang, "cod_title");
    };
    const again = async (): Promise<void> => {
      const keys = [await store.put(item.id, item.variation)];
      await page.evaluate((ticked) => localStorage.setItem("person:checkout-selection", JSON.stringify(ticked)), keys);
      await page.goto("/checkout/order-info");
      await expect(form.field("email")).toHaveValue(person.email);
    };
    expect(line).not.toBe("");

    // the profile has no address
    await form.choice("delivery_shipment").check();
    await expect(save).toBeChecked();
    // another recipient's is offered unticked: as the first address it would be the customer's default
    await other.check();
    await expect(form.field("lastName")).toBeFocused();
    await expect(save).not.toBeChecked();
    await expect(page.getByText(t("order_info.keep_as_default"))).toBeVisible();
    await expectAccessible(page);
    await takePicture(page, "first-other", { fullPage: true });
    await form.useMyInfo.check();
    await expect(form.field("lastName")).toHaveValue(person.last_name);
    await save.check();
    await form.fillAddress();
    await expectAccessible(page);
    const first = await order();
    await expect.poll(async () => (await store.user())?.address).toBe("12 Hàng Bạc");

    // another recipient
    await again();
    const own = saved.getByRole("radio", { name: /12 Hàng Bạc/ });
    await expect(own).toBeChecked();
    await expect(form.field("address")).toHaveValue("12 Hàng Bạc");
    await expect(save).toHaveCount(0);
    await other.check();
    await expect(form.field("lastName")).toBeFocused();
    for (const name of ["lastName", "firstName", "phone", "address", "zip", "province"])
      await expect(form.field(name)).toHaveValue("");
    await expect(form.field("email")).toHaveValue(person.email);
    await expect(form.useMyInfo).not.toBeChecked();
    await expect(save).not.toBeChecked();
    await expectLargeTargets(page, page.locator("#order"));
    await saved.scrollIntoViewIfNeeded();
    await takePicture(page, "other", { fullPage: true });
    await form.fillContact({ lastName: "Lê Thị", firstName: "Hoa", email: person.email, phone: "0987654321" });
    await form.fillAddress();
    await form.field("address").fill("5 Tràng Tiền");
    await save.check();
    const second = await order();
    await expect
      .poll(async () => (await book()).addresses.map(({ address }) => address))
      .toEqual(["12 Hàng Bạc", "5 Tràng Tiền"]);
    expect((await store.user())?.address).toBe("12 Hàng Bạc");

    // an order to an address that was not saved
    const { billing } = aCodOrder();
    await store.put(item.id, item.variation);
    const data = aCodOrder({ ward: benNgheOfCarrier, billing: { ...billing, address_1: "9 Đồng Khởi" } });
    await store.placeCashOrder(data, crypto.randomUUID());
    await again();
    await expect(own).toBeChecked();
    await saved.scrollIntoViewIfNeeded();
    await takePicture(page, "saved", { fullPage: true });
    const last = saved.getByRole("radio", { name: /9 Đồng Khởi/ });
    await expect(saved.getByText(t("address_book.last_order"))).toBeVisible();
    await last.check();
    await expect(form.field("address")).toHaveValue("9 Đồng Khởi");
    await expect(form.field("firstName")).toHaveValue(billing.first_name);
    await expect(form.field("ward")).toHaveValue("26740");
    await expect(save).not.toBeChecked();
    await saved.getByRole("radio", { name: /5 Tràng Tiền/ }).check();
    await expect(form.field("phone")).toHaveValue("0987654321");
    await form.useMyInfo.check();
    await expect(own).toBeChecked();

    expect((await store.order(first)).billing).toMatchObject({
      first_name: person.first_name,
      address_1: "12 Hàng Bạc",
    });
    expect((await store.order(second)).billing).toMatchObject({ first_name: "Hoa", address_1: "5 Tràng Tiền" });
  });

test("UA10, UA11: the first address, saved for another recipient, is proposed with that recipient and never with the account's name @all", async ({
  page,
  shop,
  shopper,
}) => {
  test.setTimeout(90_000);
  const lang = "vi";
  const t = translatorFor(lang);
  const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang, item, size: "phone" });
  const { person } = shopper;
  const saved = page.getByRole("group", { name: t("address_book.choose") });
  const save = page.getByLabel(t("order_info.keep_address"), { exact: true });
  await form.choice("delivery_shipment").check();
  await saved.getByRole("radio", { name: t("address_book.other_recipient") }).check();
  await expect(form.field("lastName")).toBeFocused();
  await form.fillContact({ lastName: "Lê Thị", firstName: "Hoa", email: person.email, phone: "0987654321" });
  await form.fillAddress();
  await save.check();
  await expect(page.getByText(t("order_info.keep_as_default"))).toBeVisible();
  await form.choice("payment_cod").check();
  await form.submit.click();
  await expectResult(page, lang, "cod_title");
  await expect.poll(async () => (await store.user())?.address_recipient?.firstName).toBe("Hoa");

  const keys = [await store.put(item.id, item.variation)];
  await page.evaluate((ticked) => localStorage.setItem("person:checkout-selection", JSON.stringify(ticked)), keys);
  await page.goto("/checkout/order-info");
  await expect(saved.getByRole("radio", { name: /Hoa/ })).toBeChecked();
  for (const [name, value] of [
    ["lastName", "Lê Thị"],
    ["firstName", "Hoa"],
    ["phone", "0987654321"],
    ["email", person.email],
    ["address", "12 Hàng Bạc"],
  ] as const)
    await expect(form.field(name)).toHaveValue(value);
  await expect(form.useMyInfo).not.toBeChecked();
  await expect(save).toHaveCount(0);
  await saved.scrollIntoViewIfNeeded();
  await takePicture(page, "default-of-other", { fullPage: true });
  // the account's person has no address yet
  await form.useMyInfo.check();
  await expect(form.field("firstName")).toHaveValue(person.first_name);
  for (const name of ["address", "zip", "province"]) await expect(form.field(name)).toHaveValue("");
  await expect(form.useMyInfo).toBeChecked();
  await expect(saved.getByRole("radio", { name: /Hoa/ })).not.toBeChecked();
  await takePicture(page, "own-beside-other", { fullPage: true });
  await saved.getByRole("radio", { name: /Hoa/ }).check();
  await expect(form.field("address")).toHaveValue("12 Hàng Bạc");
  await expect(form.useMyInfo).not.toBeChecked();
});

test("UA11: the form below the saved addresses does not move when those arrive late @all", async ({
  page,
  shopper,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shopper.logIn(demoAccount);
  await new StoreCalls(page).put(item.id, item.variation);
  await watchLayoutShift(page);
  const release = Promise.withResolvers<void>();
  await page.route("**/custom-auth/v1/addresses?*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto("/checkout/order-info");
  const t = translatorFor("vi");
  const payment = page.locator("section").filter({ has: page.getByRole("heading", { name: t("order_info.payment") }) });
  await expect(payment).toHaveClass(/held-back/);
  release.resolve();
  await expect(page.getByRole("group", { name: t("address_book.choose") })).toBeVisible();
  await expect(payment).not.toHaveClass(/held-back/);
  await expectSteady(page);
});
