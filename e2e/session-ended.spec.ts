import type { Page } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const typed = { lastName: "Lê", firstName: "Thu", email: "thu@example.com", phone: "0912345678" };

test.beforeEach(async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(101, 10102)]);
});

/** Ends the session, and shows the tab again later. */
async function endSession(page: Page): Promise<void> {
  // the page has found the session once
  await page.waitForLoadState("networkidle");
  await page.clock.install();
  await page.context().clearCookies({ name: "lianne_session" });
  await page.clock.fastForward("05:00");
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
}

test("after the session has ended on a private page the login opens, and the input is still there", async ({
  page,
  shopper,
}) => {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.fillContact(typed);
  await endSession(page);
  const dialog = dialogOn(page, t("auth.login_tab"));
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/(#login)?$/);
  await dialog.getByLabel(t("auth.username_or_email")).fill(shopper.person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(shopper.person.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(page).toHaveURL(/\/checkout\/order-info$/);
  await expect(form.field("email")).toHaveValue(typed.email);
  await expect(form.submit).toBeEnabled();
});

test("profile edits that a reload or the end of the session interrupts are restored", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 401/);
  await page.goto("/profile");
  const main = page.getByRole("main");
  const field = (name: string) => main.getByLabel(t(`profile.${name}`), { exact: true });
  await main.getByRole("button", { name: t("profile.edit") }).click();
  await field("firstName").fill("Thảo Nguyên");
  await field("city").selectOption({ label: "Đà Nẵng (Thành phố)" });
  // no request of the page itself may be the one that finds the session ended
  await page.reload({ waitUntil: "networkidle" });
  await expect(main.getByText(t("profile.draft_stored"))).toBeVisible();
  await expect(field("firstName")).toHaveValue("Thảo Nguyên");
  await page.context().clearCookies({ name: "lianne_session" });
  await main.getByRole("button", { name: t("profile.save") }).click();
  const dialog = dialogOn(page, t("auth.login_tab"));
  await expect(dialog.getByText(t("auth.ended_notice"))).toBeVisible();
  await dialog.getByLabel(t("auth.username_or_email")).fill(shopper.person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(shopper.person.password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(field("firstName")).toHaveValue("Thảo Nguyên");
  await main.getByRole("button", { name: t("profile.save") }).click();
  await expect(main.getByRole("definition").filter({ hasText: "Thành phố Đà Nẵng" })).toBeVisible();
  await page.reload();
  await expect(main.getByRole("button", { name: t("profile.edit") })).toBeVisible();
});

test("the next customer in the same tab sees nothing of the previous one's input", { tag: "@all" }, async ({
  page,
}) => {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.fillContact(typed);
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies({ name: "lianne_session" });
  const { last_name, first_name, email, phone } = await new Shopper(page).registerAndLogIn();
  await page.goto("/checkout/order-info");
  const own = { lastName: last_name, firstName: first_name, email, phone };
  for (const [field, value] of Object.entries(own)) await expect(form.field(field)).toHaveValue(value);
});

test("a wishlist click after the session has ended opens the login, and the page shows the guest state", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/status of 401/);
  await page.goto("/product-detail/101/nhan-bac-solitaire-cz");
  await expect(page.getByRole("link", { name: t("header.my_profile") }).first()).toBeAttached();
  await page.context().clearCookies({ name: "lianne_session" });
  const heart = page.getByRole("main").getByRole("button", { name: /yêu thích/ });
  await heart.first().click();
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: t("a11y.open_account") }).first()).toBeAttached();
});
