import type { Locator, Page } from "@playwright/test";
import { aGuest, openOrderByLink } from "./checkout/guest.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import { holdScripts } from "./kit/hold-scripts.ts";
import { takePicture } from "./kit/picture.ts";
import type { RunningShop } from "./kit/running-shop.ts";
import { merchantOf } from "./kit/merchant.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const phone = { width: 390, height: 844 };
const plain = { id: 109, variation: 10901 }; // without a gift box

test.beforeAll(async ({ shop }) => void (await shop.command("settings set guest_checkout on")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset guest_checkout")));

/** Counts what a person has to do: fields that they fill in, and taps on the screen. */
class Effort {
  fields = 0;
  taps = 0;
  async tap(target: Locator): Promise<void> {
    this.taps++;
    await target.tap();
  }
  /** Types into a field that is tapped, or that the "next" key of the keyboard leads to. */
  async type(field: Locator, text: string, reached: "by next" | "by tap"): Promise<void> {
    if (reached === "by tap") await this.tap(field);
    else {
      const left = field.page().locator(":focus");
      await expect(left).toHaveAttribute("enterkeyhint", "next");
      await left.press("Enter");
    }
    await expect(field).toBeFocused();
    this.fields++;
    await expect(field).toHaveValue("");
    await field.pressSequentially(text);
  }
  /** Opens a native list and taps an option. */
  async choose(field: Locator, label: string): Promise<void> {
    this.taps += 2;
    this.fields++;
    await expect(field).toBeEnabled();
    await field.selectOption({ label });
  }
}

/** GU07, GU08: opens the order from its email in another browser. */
async function openFromEmail(page: Page, shop: RunningShop, { email, lang }: { email: string; lang: Lang }) {
  const t = translatorFor(lang);
  const { mailbox } = shop.gateways;
  await expect.poll(() => mailbox.emails(email).length).toBe(1);
  const [link = ""] = /http:\S+\/order\/\d+\/[0-9a-f]{32}\S*/.exec(mailbox.emails(email).at(0)?.text ?? "") ?? [];
  const token = /[0-9a-f]{32}/.exec(link)?.[0] ?? "";
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  const other = await browser.newContext({ viewport: phone, reducedMotion: "reduce" });
  const visitor = await other.newPage();
  const response = await visitor.goto(link);
  expect(response?.status()).toBe(200);
  expect(await response?.allHeaders()).toMatchObject({
    "cache-control": expect.stringContaining("no-store"),
    "referrer-policy": "no-referrer",
    "x-robots-tag": expect.stringContaining("noindex"),
  });
  await expect(visitor.getByRole("heading", { name: t("linked_order.title") })).toBeVisible();
  await expect(visitor.getByText("L. T. LAN")).toBeVisible();
  await expect(visitor.getByText("l•••@example.com")).toBeVisible();
  await expect(visitor.getByText("Hàng Bạc", { exact: false }).first()).toBeVisible();
  await expect(visitor.getByText("12 Hàng Bạc")).toBeHidden();
  await takePicture(visitor, `linked-${lang}`, { fullPage: true });
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await takePicture(visitor, `linked-wide-${lang}`, { fullPage: true });
  expect((await visitor.goto(link.replace(token, "0".repeat(32))))?.status()).toBe(404);
  expect(shop.output()).not.toContain(token);
  await other.close();
}

for (const lang of ["vi", "en"] as const satisfies Lang[])
  test.describe(`in ${lang}, on a phone`, () => {
    test.use({ viewport: phone, hasTouch: true, isMobile: true });
    const t = translatorFor(lang);

    test(`GU03, GU05, GU14: the first order of a guest takes at most 8 fields and 12 taps from the product page (${lang})`, {
      tag: lang === "en" ? "@all" : [],
    }, async ({ page, context, baseURL, shop }) => {
      const person = aGuest();
      await context.addCookies([{ name: "preferred-language", value: lang, url: baseURL ?? "" }]);
      await page.goto(`/product-detail/${plain.id}/`);
      const effort = new Effort();
      // another size than the preselected one
      const size = page.getByRole("main").getByRole("radio", { name: /^54 mm/ });
      await expect(size).not.toBeChecked();
      await effort.tap(size);
      await expect(size).toBeChecked();
      await effort.tap(
        page
          .getByRole("main")
          .getByRole("button", { name: t("product.buy_now") })
          .first(),
      );
      await page.waitForURL("**/checkout");
      await expect(page.getByRole("region", { name: t("checkout.items") })).toContainText("54 mm");
      await expect(page.getByRole("banner").getByRole("button", { name: t("auth.login_button") })).toBeVisible();
      await takePicture(page, `review-${lang}`, { fullPage: true });
      await effort.tap(page.getByRole("link", { name: t("checkout.purchase") }).filter({ visible: true }));
      await page.waitForURL("**/checkout/order-info");
      const form = new OrderInfo(page, t);
      await expect(form.field("lastName")).toBeEditable();
      const openedAt = await page.evaluate(() => performance.now());
      await expect(form.useMyInfo).toBeHidden();
      await takePicture(page, `form-${lang}`, { fullPage: true });
      await effort.type(form.field("lastName"), person.lastName, "by tap");
      for (const name of ["firstName", "email", "phone"] as const)
        await effort.type(form.field(name), person[name], "by next");
      await effort.type(form.field("address"), "12 Hàng Bạc", "by next");
      await effort.choose(form.field("province"), "Hà Nội (Thành phố)");
      await effort.choose(form.field("district"), "Hoàn Kiếm (Quận)");
      await effort.choose(form.field("ward"), "Hàng Bạc (Phường)");
      await expect(form.field("zip")).toHaveValue(/^\d{5,6}$/);
      // without an empty field the key sends the order, and is not named "next"
      await form.field("phone").focus();
      await expect(form.field("phone")).toHaveAttribute("enterkeyhint", "go");
      await effort.tap(form.choice("payment_cod"));
      // a form that is filled in faster than a person can do it is refused
      await page.waitForFunction((since) => performance.now() - since > 3000, openedAt);
      await expect(form.submit).toBeEnabled();
      await effort.tap(form.submit);
      await page.waitForURL("**/final-payment?order_id=*");
      expect(effort.fields).toBeLessThanOrEqual(8);
      expect(effort.taps).toBeLessThanOrEqual(12);

      await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
      await expect(page.getByText("12 Hàng Bạc")).toBeVisible();
      await expect(page.getByRole("link", { name: t("payment_result.view_orders") })).toBeHidden();
      await openFromEmail(page, shop, { email: person.email, lang });

      const saving = page.getByRole("region", { name: t("guest.keep_title") });
      await takePicture(page, `result-${lang}`, { fullPage: true });
      await saving.getByLabel(t("auth.password")).fill("a ring of silver");
      await saving.getByRole("button", { name: t("guest.keep_submit") }).click();
      await expect(page.getByRole("link", { name: t("payment_result.view_orders") })).toBeVisible();
      await expect(saving).toBeHidden();
      await page.goto("/profile?tab=orders");
      await expect(page.getByText("12 Hàng Bạc")).toBeVisible();
    });
  });

test("GU03: a guest logs in from the checkout; the profile needs a login as before; wide screens", {
  tag: "@all",
}, async ({ page, shopper }) => {
  const t = translatorFor("vi");
  const person = await shopper.register();
  await page.goto("/profile");
  await expect(page).toHaveURL("/");
  await page.goto("/checkout");
  await expect(page).toHaveURL("/"); // without a cart
  await page.goto(`/product-detail/${plain.id}/`);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("product.buy_now") })
    .first()
    .click();
  await page.waitForURL("**/checkout");
  await page
    .getByRole("link", { name: t("checkout.purchase") })
    .filter({ visible: true })
    .click();
  const form = new OrderInfo(page, t);
  await form.field("address").fill("1 Lê Lợi");
  await page.reload();
  await expect(form.field("address")).toHaveValue("1 Lê Lợi");
  await takePicture(page, "form-wide", { fullPage: true });
  await page
    .getByRole("banner")
    .getByRole("button", { name: t("auth.login_button") })
    .click();
  const dialog = dialogOn(page);
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(form.useMyInfo).toBeVisible();
  await expect(page.getByRole("banner").getByRole("button", { name: t("auth.login_button") })).toBeHidden();
});

test("GU10, GU12: the look-up offers the link by email and keeps what was typed", async ({ page }) => {
  const t = translatorFor("vi");
  await page.setViewportSize(phone);
  await page.goto("/services");
  await page.getByRole("link", { name: t("guest.lookup_link") }).click();
  await page.waitForURL("**/order-lookup");
  await page.getByRole("button", { name: t("guest.lookup_submit") }).click();
  await expect(page.getByLabel(t("guest.lookup_number"))).toBeFocused();
  await expect(page.getByText(t("guest.lookup_number_error"))).toBeVisible();
  await page.getByLabel(t("guest.lookup_number")).fill("10001");
  await page.getByLabel(t("guest.lookup_contact")).fill("0912345678");
  await page.getByRole("button", { name: t("guest.lookup_submit") }).click();
  await expect(page.getByText(t("guest.lookup_sent"))).toBeVisible();
  await expect(page.getByLabel(t("guest.lookup_number"))).toHaveValue("10001");
  await takePicture(page, "lookup", { fullPage: true });
});

test("GU10, GU21: the look-up stays when guests may not order any more", async ({ page, shop }) => {
  const t = translatorFor("vi");
  await page.goto("/");
  await openOrderByLink(page, shop);
  await shop.command("settings set guest_checkout off");
  await page.context().clearCookies();
  await page.goto("/services");
  await page.getByRole("link", { name: t("guest.lookup_link") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("guest.lookup_title") })).toBeVisible();
  await shop.command("settings set guest_checkout on");
});

test("GU10: what is typed into the look-up before its scripts run is sent @all", async ({ page }) => {
  const t = translatorFor("vi");
  const release = await holdScripts(page);
  await page.goto("/order-lookup", { waitUntil: "commit" });
  await page.getByLabel(t("guest.lookup_number")).fill("10002");
  await page.getByLabel(t("guest.lookup_contact")).fill("0912345679");
  release();
  await page.waitForFunction(() => window.isHydrated);
  await page.getByRole("button", { name: t("guest.lookup_submit") }).click();
  await expect(page.getByText(t("guest.lookup_sent"))).toBeVisible();
  await expect(page.getByLabel(t("guest.lookup_contact"))).toHaveValue("0912345679");
});

for (const lang of ["vi", "en"] as const satisfies Lang[])
  test(`SO01, SO03: a guest cancels an order behind the link of its email, on a phone (${lang})`, {
    tag: "@all",
  }, async ({ page, shop, expectedMessages }) => {
    expectedMessages.push(/status of 409/);
    const t = translatorFor(lang);
    await page.setViewportSize(phone);
    await page.goto("/");
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    const id = await openOrderByLink(page, shop);
    const card = page.getByRole("article");
    const open = card.getByRole("button", { name: t("self_service.cancel") });
    await open.scrollIntoViewIfNeeded();
    await takePicture(page, `link-actions-${lang}`, { fullPage: true });
    await open.click();
    const dialog = dialogOn(page);
    await expect(dialog).toContainText(String(id));
    await dialog.getByText(t("self_cancel_reasons.changed_mind")).click();
    await expectAccessible(page);
    await expectLargeTargets(page, dialog);
    await takePicture(page, `link-cancel-${lang}`);
    // the order changed meanwhile: it is loaded again, so that a later try has its version
    const merchant = await merchantOf(shop);
    await merchant("PUT", `orders/${id}`, { customer_note: "Gọi trước khi giao" });
    const confirm = dialog.getByRole("button", { name: t("self_service.cancel") });
    await confirm.click();
    await expect(dialog.getByRole("alert")).toContainText(t("self_service.changed"));
    await expect(async () => {
      if (await confirm.isVisible()) await confirm.click({ timeout: 2_000 });
      await expect(dialog).toBeHidden({ timeout: 5_000 });
    }, "once the order is loaded again").toPass();
    await expect(card).toContainText(t("order_status.cancelled"));
    await expect(open).toHaveCount(0);
  });
