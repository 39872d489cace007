import { aGuest, openOrderByLink } from "./checkout/guest.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { merchantOf } from "./kit/merchant.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const phone = { width: 390, height: 844 };

test.beforeAll(async ({ shop }) => void (await shop.command("settings set guest_checkout on")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset guest_checkout")));

test("SO01, SO05, SO06: a guest changes recipient and address behind the link, on a phone; both stay masked", async ({
  page,
  shop,
}) => {
  const t = translatorFor("vi");
  await page.setViewportSize(phone);
  await page.goto("/");
  const id = await openOrderByLink(page, shop);
  const card = page.getByRole("article");
  const dialog = dialogOn(page);
  await card.getByRole("button", { name: t("self_service.change_recipient") }).click();
  const [lastName, firstName, newPhone] = (["lastName", "firstName", "phone"] as const).map((name) =>
    dialog.getByLabel(t(`order_info.${name}`), { exact: true }),
  );
  for (const field of [lastName, firstName, newPhone]) await expect(field ?? dialog).toHaveValue("");
  await lastName?.fill("Lê");
  await firstName?.fill("Hoa");
  await newPhone?.fill(aGuest().phone);
  await expectAccessible(page);
  await expectLargeTargets(page, dialog);
  await takePicture(page, "link-recipient");
  await dialog.getByRole("button", { name: t("self_service.save") }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("L. HOA");

  await card.getByRole("button", { name: t("self_service.change_address") }).click();
  await dialog.getByLabel(t("order_info.address"), { exact: true }).fill("5 Tràng Tiền");
  for (const [name, option] of [
    ["province", /Hà Nội/],
    ["district", /Hoàn Kiếm/],
    ["ward", /Hàng Bạc/],
  ] as const) {
    const select = dialog.getByLabel(t(`order_info.${name}`), { exact: true });
    const label = select.locator("option", { hasText: option }).first();
    await expect(label).toBeAttached();
    await select.selectOption((await label.getAttribute("value")) ?? "");
  }
  await dialog.getByLabel(t("order_info.zip"), { exact: true }).fill("10000");
  const save = dialog.getByRole("button", { name: t("self_service.save") });
  await expect(save).toBeEnabled();
  await expect(dialog).toContainText(t("self_service.total_after"));
  await expectAccessible(page);
  await takePicture(page, "link-address");
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText("Hàng Bạc");
  await expect(card).not.toContainText("Tràng Tiền");
  await takePicture(page, "link-changed", { fullPage: true });
  const merchant = await merchantOf(shop);
  expect(await merchant("GET", `orders/${id}`)).toMatchObject({
    billing: { first_name: "Hoa" },
    shipping: { address_1: "5 Tràng Tiền" },
  });
});

for (const lang of ["vi", "en"] as const)
  test(`GU07, GU10: a link that opens no order offers the look-up, in ${lang} @all`, async ({
    page,
    shop,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 404/);
    const t = translatorFor(lang);
    await page.setViewportSize(phone);
    await page.goto("/");
    const id = await openOrderByLink(page, shop);
    const path = new URL(page.url()).pathname;
    // not the token of the order, and one that an email program has cut off
    for (const wrong of [path.replace(/.$/, (end) => (end === "0" ? "1" : "0")), path.slice(0, -1)]) {
      const response = await page.goto(`${wrong}?lang=${lang}`);
      expect(response?.status()).toBe(404);
      expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
      await expect(page.getByRole("alert").filter({ hasText: t("linked_order.unknown") })).toBeVisible();
      await expect(page.getByLabel(t("guest.lookup_number"))).toHaveValue(String(id));
    }
    await expectAccessible(page);
    await takePicture(page, `link-unknown-${lang}`, { fullPage: true });
    await page.getByLabel(t("guest.lookup_contact")).fill(aGuest().email);
    await page.getByRole("button", { name: t("guest.lookup_submit") }).click();
    await expect(page.getByText(t("guest.lookup_sent"))).toBeVisible();
    await expect(page.getByText(t("linked_order.unknown"))).toHaveCount(0);
  });
