import type { Page } from "@playwright/test";
import { fieldOf, logIn } from "./account/auth-dialog.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

/** The link of the newest email to an address that sets a new password: path and query. */
async function resetLink(page: Page, mailbox: string, to: string): Promise<string> {
  const read = async (path: string): Promise<string> => (await page.request.get(new URL(path, mailbox).href)).text();
  let link = "";
  // the newest email may still be the welcome email
  await expect
    .poll(async () => {
      const email = /\/emails\/[^"?]+/.exec(await read(`/?to=${encodeURIComponent(to)}`))?.[0];
      link = (email && /[^"\s]+\/reset-password\?[^"\s<]+/.exec(await read(`${email}/html`))?.[0]) || "";
      return link;
    })
    .not.toBe("");
  const { pathname, search } = new URL(link.replaceAll("&amp;", "&"));
  return pathname + search;
}

test("a customer changes the password by email; the session ends with the old password", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 401|net::ERR/);
  const person = await shopper.registerAndLogIn();
  await page.goto("/profile");
  const main = page.getByRole("main");
  const requestReset = main.getByRole("button", { name: t("profile.change_password") });
  await page.route("**/custom/v1/request-password-reset?*", (route) => route.abort(), { times: 1 });
  await requestReset.click();
  await expect(main.getByRole("alert")).toBeVisible();
  await requestReset.click();
  await expect(main.getByRole("status")).toHaveText(t("profile.password_link_sent", { email: person.email }));
  await expect(main.getByRole("alert")).toHaveCount(0);
  await page.goto(await resetLink(page, shop.gateways.mailbox.url, person.email));
  const dialog = dialogOn(page, t("auth.reset_title"));
  await dialog.getByLabel(t("auth.newPassword"), { exact: true }).fill("a new password");
  await fieldOf(dialog)("RePassword").fill("a new password");
  await dialog.getByRole("button", { name: t("auth.reset_button") }).click();
  const login = dialogOn(page, t("auth.login_tab"));
  await leaveByEscape(login);
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await expect(login).toBeVisible(); // the page has found out that the session has ended
  await logIn(login, person.username, person.password);
  await expect(login.getByRole("alert")).toBeVisible();
  await logIn(login, person.username, "a new password");
  await expect(toast(page, t, "toast.login_success")).toBeVisible();
});

test("a link from the email sets a new password, once; a used or missing link is rejected", async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400|net::ERR/);
  const person = await shopper.register();
  await page.request.post("/wp-json/custom/v1/request-password-reset", { data: { email: person.email } });
  const link = await resetLink(page, shop.gateways.mailbox.url, person.email);
  await page.goto(link);
  const dialog = dialogOn(page, t("auth.reset_title"));
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/");
  const send = async () => {
    await dialog.getByLabel(t("auth.newPassword"), { exact: true }).fill("a new password");
    await fieldOf(dialog)("RePassword").fill("a new password");
    await dialog.getByRole("button", { name: t("auth.reset_button") }).click();
  };
  await send();
  await expect(toast(page, t, "toast.reset_success")).toBeVisible();
  const login = dialogOn(page, t("auth.login_tab"));
  await expect(login.getByLabel(t("auth.username_or_email"))).toHaveValue(person.username);
  await expect(fieldOf(login)("password")).toBeFocused();
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await logIn(login, person.username, "a new password");
  await expect(toast(page, t, "toast.login_success")).toBeVisible();

  await page.goto(link);
  await page.route("**/custom/v1/reset-password?*", (route) => route.abort(), { times: 1 });
  await send();
  await expect(toast(page, t, "errors.unexpected")).toBeVisible();
  await send();
  await expect(toast(page, t, "toast.reset_failed")).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  await send();
  await expect(dialog.getByRole("alert")).toHaveText(t("validation.reset_invalid"));

  await page.goto("/reset-password");
  await expect(dialog.getByRole("alert")).toHaveText(t("validation.reset_invalid"));
  await expect(dialog.getByLabel(t("auth.newPassword"))).toHaveCount(0);
  await dialog.getByRole("button", { name: t("auth.new_link") }).click();
  await expect(dialogOn(page, t("auth.forgot_title"))).toBeVisible();
});
