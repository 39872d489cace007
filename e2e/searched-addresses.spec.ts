import type { CustomerAddressBook } from "#contract/address-book.ts";
import { aCodOrder, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { AddressField, formerly, questions } from "./checkout/address-field.ts";
import { openOrderByLink } from "./checkout/guest.ts";
import { expectResult, readyToPay } from "./checkout/paying.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const hoops = { id: 143, variation: null };

test.beforeAll(async ({ shop }) => void (await shop.command("settings set address_form search")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset address_form")));

for (const lang of ["vi", "en"] as const satisfies Lang[])
  test(`UA09, UA10, UA11: the address book takes wards that are searched, at checkout and in the profile, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shop, shopper }) => {
    test.setTimeout(120_000);
    const t = translatorFor(lang);
    const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang, item: hoops, size: "phone" });
    const { person } = shopper;
    const field = new AddressField(page, t);
    const save = page.getByLabel(t("order_info.keep_address"), { exact: true });
    const saved = page.getByRole("group", { name: t("address_book.choose") });
    const other = saved.getByRole("radio", { name: t("address_book.other_recipient") });
    const book = async () =>
      (await (await page.request.get("/wp-json/custom-auth/v1/addresses")).json()) as CustomerAddressBook;
    const streets = async () => (await book()).addresses.map(({ address }) => address);
    const shot = (name: string) => takePicture(page, `${name}-${lang}`, { fullPage: true });
    const order = async (): Promise<void> => {
      await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/\d/);
      await form.choice("payment_cod").check();
      await form.submit.click();
      await expectResult(page, lang, "cod_title");
    };
    const again = async (): Promise<void> => {
      const keys = [await store.put(hoops.id, hoops.variation)];
      await page.evaluate((ticked) => localStorage.setItem("person:checkout-selection", JSON.stringify(ticked)), keys);
      await page.goto("/checkout/order-info");
      await expect(form.field("email")).toHaveValue(person.email);
    };

    // the first address is saved as the profile's, in both schemes
    await form.choice("delivery_shipment").check();
    await expect(save).toBeChecked();
    await form.field("address").fill("12 Lê Lợi");
    await field.type("tan son, tphcm");
    await field.option(formerly[lang]).click();
    await order();
    await expect.poll(streets).toEqual(["12 Lê Lợi"]);

    // another recipient, at a ward that was split
    await again();
    const own = saved.getByRole("radio", { name: /12 Lê Lợi, Phường Tân Sơn/ });
    await expect(own).toBeChecked();
    await expect(save).toHaveCount(0);
    await other.check();
    await expect(form.field("lastName")).toBeFocused();
    await expect(field.input).toHaveValue("");
    await expect(save).not.toBeChecked();
    await shot("book-other");
    await form.fillContact({ lastName: "Lê Thị", firstName: "Hoa", email: person.email, phone: "0987654321" });
    await form.field("address").fill("5 Nguyễn Sỹ Sách");
    await field.type("P15, Tân Bình, HCM");
    await field.option("Phường 15, Quận Tân Bình").click();
    await field.question(questions[lang]).getByRole("button", { name: "Phường Tân Sơn" }).click();
    await save.check();
    await order();
    await expect.poll(streets).toEqual(["12 Lê Lợi", "5 Nguyễn Sỹ Sách"]);
    expect((await store.user())?.address).toBe("12 Lê Lợi");

    // the addresses of the book, and that of the last order, with one tap
    await store.put(hoops.id, hoops.variation);
    const { billing } = aCodOrder();
    const data = aCodOrder({ ward: benNgheOfCarrier, billing: { ...billing, address_1: "9 Đồng Khởi" } });
    await store.placeCashOrder(data, crypto.randomUUID());
    await again();
    await expect(own).toBeChecked();
    await saved.getByRole("radio", { name: /5 Nguyễn Sỹ Sách/ }).check();
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await expect(form.field("phone")).toHaveValue("0987654321");
    await page.reload();
    await expect(saved.getByRole("radio", { name: /5 Nguyễn Sỹ Sách/ })).toBeChecked();
    await saved.getByRole("radio", { name: /9 Đồng Khởi/ }).check();
    await expect(field.input).toHaveValue(/Sài Gòn|Bến Nghé/);
    await expect(form.field("firstName")).toHaveValue(billing.first_name);
    await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/\d/);
    await expectAccessible(page);
    await shot("book-checkout");
    await order();

    // the form of the book has the same field; a removal is undone with both schemes
    await page.goto("/profile");
    const main = page.getByRole("main");
    const act = (name: string, street: string) =>
      main.getByRole("button", { name: new RegExp(t(`address_book.${name}`, { address: street })) });
    await act("edit_of", "5 Nguyễn Sỹ Sách").click();
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await field.type("nowhere");
    await main.getByRole("button", { name: t("address_book.save") }).click();
    await expect(field.input).toBeFocused();
    await shot("book-form");
    await field.type("P.7, TP Vũng Tàu");
    await field.option("Phường 7, Thành phố Vũng Tàu").click();
    await expect(main.getByLabel(t("profile.postcode"))).toHaveValue("78000");
    await main.getByRole("button", { name: t("address_book.save") }).click();
    const moved = main.getByRole("listitem").filter({ hasText: "5 Nguyễn Sỹ Sách, Phường Tam Thắng" });
    await expect(moved).toBeVisible();
    const before = (await book()).addresses[1]?.saved_address;
    expect(before).toMatchObject({ new: { ward_name: "Phường Tam Thắng" }, old: { ward_name: "Phường 7" } });
    await act("remove_of", "5 Nguyễn Sỹ Sách").click();
    await expect(moved).toHaveCount(0);
    await main.getByRole("button", { name: t("address_book.undo"), exact: true }).click();
    await expect(moved).toBeVisible();
    expect((await book()).addresses[1]?.saved_address).toEqual(before);
    await act("default_of", "5 Nguyễn Sỹ Sách").click();
    await expect(moved.getByText(t("address_book.default"), { exact: true })).toBeVisible();
    expect((await store.user())?.saved_address).toEqual(before);
  });

test("AD22, UA09: the last order's address is offered to be checked once its ward is gone @PostgreSQL @all", async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  // the quote of a ward that is gone
  expectedMessages.push(/Failed to load resource/);
  const t = translatorFor("vi");
  const { form, store } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: hoops, size: "phone" });
  const { billing } = aCodOrder();
  const earlier = aCodOrder({
    billing: { ...billing, address_1: "9 Hồng Hà" },
    meta_data: [],
    address_choice: { new: "00097" },
  });
  const id = await store.placeCashOrder(earlier, crypto.randomUUID());
  await shop.statement(`
    update orders set location = jsonb_set(jsonb_set(location, '{address,data_version}', '"2025-07-01"'), '{address,new,ward_code}', '"99999"')
    where id = ${id}`);
  const keys = [await store.put(hoops.id, hoops.variation)];
  await page.evaluate((ticked) => localStorage.setItem("person:checkout-selection", JSON.stringify(ticked)), keys);
  await page.goto("/checkout/order-info");
  await expect(form.field("email")).toHaveValue(shopper.person.email);
  await form.choice("delivery_shipment").check();
  const field = new AddressField(page, t);
  const check = page.getByRole("alert").filter({ hasText: t("address_search.check") });
  await page.getByRole("radio", { name: /9 Hồng Hà/ }).check();
  await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
  await expect(check).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "last-order-gone", { fullPage: true });
  await field.type("phuc xa ba dinh");
  await field.option("Phúc Xá").click();
  await expect(check).toHaveCount(0);
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/\d/);
  await form.choice("payment_cod").check();
  await form.submit.click();
  await expectResult(page, "vi", "cod_title");
});

test("SO06, AD02: behind a guest's link the address begins empty, and is searched, on a phone @all", async ({
  page,
  shop,
}) => {
  await shop.command("settings set guest_checkout on");
  const t = translatorFor("vi");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await openOrderByLink(page, shop);
  const card = page.getByRole("article");
  const dialog = dialogOn(page);
  await card.getByRole("button", { name: t("self_service.change_address") }).click();
  const field = new AddressField(dialog, t);
  await expect(field.input).toHaveValue("");
  await takePicture(page, "link-searched-empty");
  await dialog.getByLabel(t("order_info.address"), { exact: true }).fill("5 Tràng Tiền");
  await field.type("phuc xa ba dinh");
  await field.option("Phúc Xá").click();
  await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
  await expect(dialog.getByLabel(t("order_info.zip"), { exact: true })).toHaveValue("10000");
  await expectAccessible(page);
  await takePicture(page, "link-searched");
  await dialog.getByRole("button", { name: t("self_service.save") }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Phường Hồng Hà");
  await shop.command("settings unset guest_checkout");
});
