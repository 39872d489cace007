import { AddressField, formerly, questions } from "./checkout/address-field.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { buyNow, readyToPay } from "./checkout/paying.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expectNoOverflow } from "./kit/layout.ts";
import { takePicture, takePictures } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const hoops = { id: 143, variation: null };
const phone = { width: 390, height: 844 };

test.beforeAll(async ({ shop }) => void (await shop.command("settings set address_form search")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset address_form")));

for (const lang of ["vi", "en"] as const satisfies Lang[])
  test(`AD02, AD08, AD13, AD19, AD20, AD21: one field finds the ward by keyboard, with a question about a split one, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(/Failed to load resource/);
    const t = translatorFor(lang);
    const { form } = await readyToPay(page, shopper, { at: shop.url, lang, item: hoops, size: "phone" });
    await form.choice("delivery_shipment").check();
    const field = new AddressField(page, t);
    await expect(field.input).toBeVisible();
    const shots = (name: string): Promise<void> => takePictures(page, `${name}-${lang}`);

    // AD02: the street is first, and no select is shown
    const street = form.field("address");
    expect((await street.boundingBox())?.y).toBeLessThan((await field.input.boundingBox())?.y ?? 0);
    await expect(field.list("province")).toHaveCount(0);
    await street.focus();
    await shots("empty");
    await field.input.focus();

    // AD13, AD21: keys move through the suggestions; their number is announced
    await field.type("59 Nguyễn Sỹ Sách, P15, Tân Bình, HCM");
    const split = field.option("Phường 15, Quận Tân Bình, TP. Hồ Chí Minh");
    await expect(split).toBeVisible();
    await expect(field.announced(/^[1-8] (gợi ý|suggestions?)$/)).toBeAttached();
    await expect(field.input).toHaveAttribute("aria-expanded", "true");
    await field.input.press("ArrowDown");
    await expect(field.input).toHaveAttribute("aria-activedescendant", (await split.getAttribute("id")) ?? "none");
    await expect(split).toHaveAttribute("aria-selected", "true");
    await shots("suggestions");
    await expectAccessible(page);
    await field.input.press("Escape");
    await expect(field.input).toHaveAttribute("aria-expanded", "false");
    await expect(field.options).toHaveCount(0);
    await expect(field.input).toHaveValue("59 Nguyễn Sỹ Sách, P15, Tân Bình, HCM");
    await field.input.press("ArrowDown");
    await field.input.press("Enter");

    // AD08, AD20: the question blocks nothing, and is not repeated
    const question = field.question(questions[lang]);
    await expect(question).toBeVisible();
    await expect(field.announced(questions[lang])).toBeAttached();
    await expect(street).toHaveValue("59 Nguyễn Sỹ Sách");
    await expect(form.field("zip")).toHaveValue("70000");
    await expectNoOverflow(page, [320]);
    await shots("question");
    await expectAccessible(page);
    await page.reload();
    await question.getByRole("button", { name: "Phường Tân Sơn" }).click();
    await expect(question).toBeHidden();
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await expect(field.input).toHaveAccessibleDescription(
      t("address_search.formerly_hint", { names: "Phường 15, Quận Tân Bình" }),
    );
    await form.field("zip").fill("700000");
    await shots("chosen");
    await page.reload();
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await expect(form.field("zip")).toHaveValue("700000");

    // AD13: a suggestion shows both names; it is chosen by a tap, or by a text that names one ward in full
    await field.type("tan son, tphcm");
    await expect(field.option("Tân Sơn")).toHaveText(formerly[lang]);
    await street.focus();
    await expect(field.input).toHaveValue("tan son, tphcm");
    await field.input.focus();
    await field.option(formerly[lang]).click();
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await field.type("Phường Phúc Xá, Quận Ba Đình, Hà Nội");
    await street.focus();
    await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
    await expect(form.field("zip")).toHaveValue("10000");
    await expect(street).toHaveValue("59 Nguyễn Sỹ Sách");

    // an address in the street field is offered, and moved by a tap alone
    await field.input.fill("");
    await street.fill("12 Lê Lợi, Phường Tân Sơn, TP Hồ Chí Minh");
    const offer = page.getByRole("button", { name: "Phường Tân Sơn, TP. Hồ Chí Minh" });
    await expect(offer).toBeVisible();
    await expect(street).toHaveValue("12 Lê Lợi, Phường Tân Sơn, TP Hồ Chí Minh");
    await shots("offer");
    await offer.click();
    await expect(street).toHaveValue("12 Lê Lợi");
    await expect(field.input).toHaveValue("Phường Tân Sơn, TP. Hồ Chí Minh");
    await expect(offer).toBeHidden();

    // without a ward the order is refused at the field
    await field.type("tan son");
    await form.submit.click();
    await expect(field.input).toBeFocused();
    await expect(page.getByText(t("address_search.required"))).toBeVisible();

    // AD19: nothing found, and no response
    await field.type("qwrtp zzz");
    await expect(page.getByText(t("address_search.empty")).filter({ visible: true }).first()).toBeVisible();
    await expect(field.announced(t("address_search.empty"))).toBeAttached();
    await shots("nothing");
    await page.route("**/custom/v1/address-search?*", (route) => route.abort());
    await field.type("tan phu");
    await expect(field.failure).toBeVisible();
    await expect(field.lists).toHaveAttribute("aria-expanded", "true");
    await expect(field.list("province")).toBeEnabled();
    await shots("failed");
    await expectNoOverflow(page, [320]);
    await expectAccessible(page);
    await form.choosePlace({
      ...{ province: "Hồ Chí Minh (Thành phố)", district: "Tân Bình (Quận)", ward: "Phường 15" },
    });
    await expect(question).toBeVisible();
    await expect(field.failure).toBeHidden();
    await question.getByRole("button", { name: t("address_search.dont_know") }).click();
    await expect(question).toBeHidden();
    await expect(field.input).toHaveValue("Phường 15, Quận Tân Bình, TP. Hồ Chí Minh");
    await expect(field.input).toHaveAccessibleDescription(t("address_search.unknown_new"));
    // if the field cannot be loaded, the selects are in its place, and their ward replaces the one that was searched
    const chunk = "**/assets/address-search-*.js";
    await page.route(chunk, (route) => route.abort());
    await page.reload();
    await expect(field.list("ward")).toHaveValue(/./);
    await form.choosePlace({ ward: "Phường 14" });
    await page.unroute(chunk);
    await page.reload();
    await expect(field.input).toHaveValue(/^Phường 14, Quận Tân Bình/);
    await field.lists.click();
    await page.getByRole("radio", { name: t("address_search.scheme_new") }).check();
    await expect(field.list("district")).toHaveCount(0);
    await field.list("province").selectOption({ label: "Hà Nội (Thành phố)" });
    await field.list("ward").selectOption({ label: "Hồng Hà (Phường)" });
    await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
    await expect(form.field("zip")).toHaveValue("10000");
  });

test("AD02, AD13, DP10: the place of a delivery is searched on a product page, and stays in bag and checkout @all", async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  const t = translatorFor("vi");
  const field = new AddressField(page, t);
  await page.setViewportSize(phone);
  await page.goto("/product-detail/143/");
  await new StoreCalls(page).put(hoops.id, hoops.variation, 1);
  const button = page.getByRole("button", { name: t("delivery_promise.choose_place") });
  await button.click();
  await field.type("q.1");
  // a district leads to its wards
  await field.option("Quận 1, TP. Hồ Chí Minh").click();
  await expect(field.option("Phường Bến Nghé, Quận 1, TP. Hồ Chí Minh")).toBeVisible();
  await field.type("phuc xa ba dinh");
  await field.option("Phúc Xá").click();
  const place = page.getByRole("button", {
    name: t("delivery_promise.to_place", { place: "Phường Hồng Hà, Hà Nội" }),
  });
  await expect(place).toBeFocused();
  await expect(field.input).toBeHidden();
  await place.click();
  await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
  await expectNoOverflow(page, [320]);
  await page.goto("/cart");
  await expect(place).toBeVisible();
  await buyNow(page, t);
  await expect(page.getByText(/^Dự kiến nhận/).filter({ visible: true })).toBeVisible();
  await page.getByRole("link", { name: t("checkout.purchase") }).click();
  await expect(field.input).toHaveValue("Phường Hồng Hà, Hà Nội");
  const form = new OrderInfo(page, t);
  await expect(form.field("zip")).toHaveValue("10000");
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/Dự kiến nhận/);
  await takePicture(page, "place-searched", { fullPage: true });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("AD21: the selects are in place of the field in the form, which is hidden below the notice as the whole checkout", async ({
    page,
    shopper,
  }) => {
    await shopper.registerAndLogIn();
    await new StoreCalls(page).put(hoops.id, hoops.variation);
    await page.goto("/checkout/order-info");
    const notice = page.getByRole("alert").filter({ hasText: translatorFor("vi")("errors.scripts_off") });
    await expect(notice).toBeVisible();
    const fields = page.locator("main").locator("select, [role=combobox]").filter({ visible: true });
    await expect(fields).toHaveCount(0);
    // shown as it would be without the layout's rule: what itself needs scripts stays hidden
    const revealed = await page.locator(".needs-scripts:has(select)").evaluateAll((wrappers) => {
      for (const one of wrappers)
        if (one instanceof HTMLElement) one.style.setProperty("display", "block", "important");
      return wrappers.length;
    });
    expect(revealed).toBeGreaterThan(0);
    await expect(fields).toHaveCount(3);
    for (const select of await fields.all()) await expect(select).toHaveRole("combobox");
    await expect(page.locator("main input[role=combobox]").filter({ visible: true })).toHaveCount(0);
    await expect(page.locator(".needs-scripts:not(:has(select))").filter({ visible: true })).toHaveCount(0);
  });
});

test("AD08, AD13, AD22: an order and a profile take the ward that was chosen, and a changed unit is to be checked", {
  tag: ["@PostgreSQL", "@all"],
}, async ({ page, shop, shopper }) => {
  const t = translatorFor("vi");
  const { form } = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: hoops, size: "phone" });
  await form.choice("delivery_shipment").check();
  const field = new AddressField(page, t);
  await field.type("59 Nguyễn Sỹ Sách, P15, Tân Bình, HCM");
  await field.option("Phường 15").click();
  await expect(field.question(questions.vi)).toBeVisible();
  await expect(form.choice("delivery_shipment")).toHaveAccessibleName(/Dự kiến nhận/);
  await form.choice("payment_cod").check();
  await page.getByLabel(t("order_info.keep_address")).check();
  await form.submit.click();
  await page.waitForURL("**/final-payment?*");
  await expect(page.getByText("59 Nguyễn Sỹ Sách, Phường 15, Quận Tân Bình, TP. Hồ Chí Minh")).toBeVisible();

  // an order's own address is changed in the same field
  await page.goto("/profile?tab=orders");
  const card = page.getByRole("article").first();
  await card.getByRole("button", { name: t("self_service.change_address") }).click();
  const dialog = dialogOn(page);
  const inDialog = new AddressField(dialog, t);
  await expect(inDialog.input).toHaveValue("Phường 15, Quận Tân Bình, TP. Hồ Chí Minh");
  await inDialog.type("tan son, tphcm");
  await takePicture(page, "dialog-vi");
  await inDialog.option(formerly.vi).click();
  await dialog.getByRole("button", { name: t("self_service.save") }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("59 Nguyễn Sỹ Sách, Phường Tân Sơn, TP. Hồ Chí Minh");

  const main = page.getByRole("main");
  await page.goto("/profile");
  const ordered = main.getByRole("definition").filter({ hasText: "59 Nguyễn Sỹ Sách, Phường 15, Quận Tân Bình" });
  await expect(ordered).toBeVisible();
  await main.getByRole("button", { name: t("profile.edit") }).click();
  await expect(field.input).toHaveValue("Phường 15, Quận Tân Bình, TP. Hồ Chí Minh");
  await field.type("P.7, TP Vũng Tàu");
  await page.reload();
  await expect(field.input).toHaveValue("P.7, TP Vũng Tàu");
  await field.input.focus();
  await field.option("Phường 7, Thành phố Vũng Tàu").click();
  await expect(field.input).toHaveValue("Phường Tam Thắng, TP. Hồ Chí Minh");
  await expect(main.getByLabel(t("profile.postcode"))).toHaveValue("78000");
  await takePicture(page, "profile-vi", { fullPage: true });
  await main.getByRole("button", { name: t("profile.save") }).click();
  const label = "59 Nguyễn Sỹ Sách, Phường Tam Thắng, TP. Hồ Chí Minh (cũ: P. 7, TP. Vũng Tàu)";
  await expect(main.getByRole("definition").filter({ hasText: label })).toBeVisible();

  await shop.statement(`
    update customer set saved_address = saved_address || '{"needs_check": true}' where username = '${shopper.person.username}'`);
  const check = page.getByRole("alert").filter({ hasText: t("address_search.check") });
  await new StoreCalls(page).put(hoops.id, hoops.variation, 1);
  await page.goto("/checkout/order-info");
  await expect(field.input).toHaveValue("Phường Tam Thắng, TP. Hồ Chí Minh");
  await expect(check).toBeVisible();
  await takePicture(page, "check-vi", { fullPage: true });
  await page.goto("/profile");
  await expect(check).toBeVisible();
  await main.getByRole("button", { name: t("profile.edit") }).click();
  await expect(check).toBeVisible();
  await field.type("tan son, tphcm");
  await field.option(formerly.vi).click();
  await expect(check).toBeHidden();
  await main.getByRole("button", { name: t("profile.save") }).click();
  const saved = main.getByRole("definition").filter({ hasText: "59 Nguyễn Sỹ Sách, Phường Tân Sơn, TP. Hồ Chí Minh" });
  await expect(saved).toBeVisible();
  await expect(check).toBeHidden();
});
