import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, wordsIn } from "./checkout/words.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const earrings = 143;
/** in several sizes */
const ring = 101;

for (const { lang, width } of [
  { lang: "vi", width: 390 },
  { lang: "en", width: 1440 },
] as { lang: Lang; width: number }[])
  test(`SO03, SO05, SO12: a shopper changes the recipient of an order, then cancels it (${lang})`, async ({
    page,
    shop,
    shopper,
    expectedMessages,
  }) => {
    expectedMessages.push(/ERR_INTERNET_DISCONNECTED/);
    const t = wordsIn(lang);
    await page.setViewportSize({ width, height: 900 });
    await shopper.registerAndLogIn();
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    const store = new StoreCalls(page);
    const line_items = [{ product_id: earrings, quantity: 1 }];
    const id = await store.placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
    await page.goto(`${shop.url}/profile?tab=orders`);
    const card = page.getByRole("article").first();
    await card.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath("order.png"), fullPage: true });

    await card.getByRole("button", { name: t("self_service.change_recipient") }).click();
    const dialog = dialogOn(page);
    const phone = dialog.getByLabel(t("order_info.phone"));
    await expect(phone).toHaveValue("0912345678");
    await phone.fill("12");
    const save = dialog.getByRole("button", { name: t("self_service.save") });
    await save.click();
    await expect(dialog).toContainText(t("validation.vn_phone"));
    await phone.fill("0987 654 321");
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("recipient.png") });
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText("0987654321");

    await card.getByRole("button", { name: t("self_service.resend") }).click();
    await expect(page.getByText(t("self_service.resent", { number: id }))).toBeVisible();

    const cancel = card.getByRole("button", { name: t("self_service.cancel") });
    await cancel.click();
    await expect(dialog).toContainText(t("self_service.nothing_due"));
    await dialog.getByText(t("self_cancel_reasons.other")).click();
    const note = dialog.getByRole("textbox");
    await note.fill("Tôi mua nhầm");
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("cancel.png") });
    // closed by Escape and opened again: what was entered is still there
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await cancel.click();
    await expect(note).toHaveValue("Tôi mua nhầm");
    await page.context().setOffline(true);
    const confirm = dialog.getByRole("button", { name: t("self_service.cancel") });
    await confirm.click();
    await expect(dialog.getByRole("alert")).toContainText(t("errors.network"));
    await page.context().setOffline(false);
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText(t("order_status.cancelled"));
    await expect(cancel).toHaveCount(0);
    expect((await store.history()).orders[0]).toMatchObject({ order_id: id, status: "cancelled" });
  });

for (const { lang, width } of [
  { lang: "vi", width: 390 },
  { lang: "en", width: 1440 },
] as { lang: Lang; width: number }[])
  test(`SO06, SO07: a shopper changes address and size of an order (${lang})`, async ({ page, shop, shopper }) => {
    const t = wordsIn(lang);
    await page.setViewportSize({ width, height: 900 });
    await shopper.registerAndLogIn();
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    const store = new StoreCalls(page);
    const options = await store.variations(ring);
    const [one, other] = options.filter(({ purchasable, stock_status }) => purchasable && stock_status === "instock");
    if (!one || !other) throw new Error("the ring has no two sizes in stock");
    const line_items = [{ product_id: ring, variation_id: one.id, quantity: 1 }];
    const id = await store.placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
    await page.goto(`${shop.url}/profile?tab=orders`);
    const card = page.getByRole("article").first();
    await card.getByRole("button", { name: t("self_service.change_address") }).click();
    const dialog = dialogOn(page);
    const save = dialog.getByRole("button", { name: t("self_service.save") });
    const street = dialog.getByLabel(t("order_info.address"));
    await expect(street).toHaveValue("12 Nguyễn Huệ");
    await expect(save, "the quote").toBeEnabled();
    await street.fill("7 Đồng Khởi");
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("address.png") });
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(card).toContainText("7 Đồng Khởi");

    await card.getByRole("button", { name: t("self_service.change_option") }).click();
    const names = dialog.getByRole("group", { name: t("self_service.option_new") });
    await expect(save).toBeDisabled();
    await names.getByRole("radio", { disabled: false }).first().check();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath("option.png") });
    await save.click();
    await expect(dialog).toBeHidden();
    const [record] = (await store.history()).orders;
    expect(record).toMatchObject({ order_id: id, shipping: { address: "7 Đồng Khởi" } });
    expect(record?.items[0]?.variation_id).not.toBe(one.id);
    await expect(card).toContainText(record?.items[0]?.option ?? "-");
  });
