import { aPerson } from "#fixtures/testing/a-person.ts";
import { chooseTab, fieldOf, fillRegistration, logIn, openDialog, register } from "./account/auth-dialog.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

test("opening adds a history entry, closing goes back, and the focus returns", { tag: "@all" }, async ({ page }) => {
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel(t("auth.username_or_email"))).toBeFocused();
  await page.goBack();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/about-us");
  const opener = page.getByRole("link", { name: t("a11y.open_account") });
  await opener.click();
  await leaveByEscape(dialog);
  await expect(opener).toBeFocused();
});

test("tabs, and the form for a lost password, by keyboard", { tag: "@all" }, async ({ page }) => {
  const dialog = await openDialog(page);
  await dialog.getByRole("tab", { name: t("auth.login_tab") }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("tab", { name: t("auth.register_tab") })).toHaveAttribute("aria-selected", "true");
  await expect(fieldOf(dialog)("RePassword")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: t("auth.forgot_link") }).press("Enter");
  await expect(fieldOf(dialog)("email")).toBeFocused();
  await fieldOf(dialog)("email").fill("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(toast(page, t, "toast.forgot_success")).toBeVisible();
  await expect(dialog.getByRole("tab", { name: t("auth.login_tab") })).toBeVisible();
});

test("a form cannot be sent before every field is valid, and each invalid field shows its error", {
  tag: "@all",
}, async ({ page }) => {
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  const field = fieldOf(dialog);
  const submit = dialog.getByRole("button", { name: t("auth.register_button") });
  await expect(submit).toBeDisabled();
  await field("lastName").focus();
  await page.keyboard.press("Tab");
  await expect(dialog.getByText(t("validation.required"), { exact: true })).toHaveCount(1);
  const wrong = [
    ["lastName", "Đ", "validation.last_name"],
    ["firstName", "1 2", "validation.first_name"],
    ["username", "a-b", "validation.username"],
    ["email", "a@b", "validation.email"],
    ["email", "ng\u1ECDc@example.com", "validation.email_ascii"],
    ["phone", "091234567", "validation.phone"],
    ["phone", "0123456789", "validation.vn_phone"],
    ["password", "1234567", "validation.password_length"],
    ["RePassword", "something else", "validation.password_match"],
  ] as const;
  for (const [name, typed, why] of wrong) {
    await field(name).fill(typed);
    await field(name).blur();
    await expect(dialog.getByText(t(why), { exact: true })).toBeVisible();
    await expect(submit).toBeDisabled();
  }
  await field("phone").fill("+84 912.345.678");
  await field("phone").blur();
  await expect(field("phone"), "ten digits").toHaveValue("0912345678");
  const person = aPerson({ first_name: "Đ’Ước-An", last_name: "Trần" });
  await fillRegistration(dialog, person);
  await field("RePassword").fill("something else");
  await expect(submit).toBeDisabled();
  await field("RePassword").fill(person.password);
  await expect(submit).toBeEnabled();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(0);
  // typed values survive a switch to the other tab and a reload; a password is never stored
  await chooseTab(dialog, t("auth.login_tab"));
  await page.reload();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await chooseTab(dialog, t("auth.register_tab"));
  for (const [name, value] of [
    ["lastName", person.last_name],
    ["email", person.email],
    ["phone", person.phone],
    ["password", ""],
    ["RePassword", ""],
  ] as const)
    await expect(field(name)).toHaveValue(value);
  const storages = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(storages).not.toContain(person.password);
  // half an hour later another person may be using the browser
  await page.clock.setFixedTime(Date.now() + 31 * 60_000);
  await page.reload();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await chooseTab(dialog, t("auth.register_tab"));
  await expect(field("phone")).toHaveValue("");
});

test("a duplicate username and email show an error at their fields", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const taken = await shopper.register();
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  const field = fieldOf(dialog);
  const person = { ...aPerson(), username: taken.username, email: taken.email };
  await register(dialog, person);
  await expect(toast(page, t, "toast.register_failed")).toBeVisible();
  await expect(dialog.getByText(t("auth.username_taken"), { exact: true })).toBeVisible();
  await expect(dialog.getByText(t("auth.email_taken"), { exact: true })).toBeVisible();
  await expect(field("email")).toBeFocused();
});

test("UA05, UA08: login: rejected, then by email, remembered for fourteen days; the page beneath stays", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 40[013]/);
  const person = await shopper.register();
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  await fieldOf(dialog)("email").fill("somebody.else@example.com");
  await chooseTab(dialog, t("auth.login_tab"));
  await logIn(dialog, person.username, "not the password");
  // UA08: shown once, above the form
  await expect(dialog.getByRole("alert")).toContainText(t("toast.login_failed"));
  await expect(toast(page, t, "toast.login_failed")).toHaveCount(0);
  await expect(fieldOf(dialog)("password")).toBeFocused();
  await dialog.getByRole("checkbox", { name: t("auth.remember_me") }).check();
  await logIn(dialog, person.email.toUpperCase(), person.password);
  await expect(toast(page, t, "toast.login_success")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/about-us");
  await expect(page.getByRole("link", { name: t("header.my_profile") }).filter({ visible: true })).toBeVisible();
  const days = (await page.context().cookies()).map(({ expires }) => (expires - Date.now() / 1000) / 86_400);
  expect(days.some((left) => left > 13.9 && left < 14.01)).toBe(true);
  const typedValues = (storage: "localStorage" | "sessionStorage") =>
    page.evaluate((of) => Object.keys(window[of]), storage);
  expect(await typedValues("sessionStorage"), "input of the previous customer").not.toContain("person:auth-register");
  await expect
    .poll(() => typedValues("localStorage"), "is for without a connection")
    .toContainEqual(expect.stringMatching(/:wishlist$/));
  // the session has ended: a remembered customer is welcomed back, and Buy now opens the login
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await expect(dialogOn(page, t("auth.login_title"))).toBeVisible();
  await page.goto("/product-detail/101/");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("product.buy_now") })
    .first()
    .click();
  await expect(dialogOn(page, t("auth.checkout_login_title"))).toBeVisible();
});

test("failed requests show an error as a toast and in the form; so does a failed session check", {
  tag: "@all",
}, async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/net::ERR|status of 403/);
  const person = await shopper.register();
  await page.route("**/custom-auth/v1/check-auth?*", (route) =>
    route.fulfill({ status: 403, json: { code: "x", message: "", data: { status: 403 } } }),
  );
  await page.goto("/about-us");
  await expect(toast(page, t, "toast.check_failed")).toBeVisible();
  await page.unroute("**/custom-auth/v1/check-auth?*");
  await page.route("**/custom-auth/v1/check-auth?*", (route) => route.abort());
  await page.goto("/about-us");
  await expect(toast(page, t, "toast.check_error")).toBeVisible();
  await page.unroute("**/custom-auth/v1/check-auth?*");
  const dialog = await openDialog(page);
  await page.route("**/custom-auth/v1/login?*", async (route) => {
    await expect(dialog.getByRole("button", { name: t("auth.loading") }), "is under way").toBeDisabled();
    await route.abort();
  });
  await logIn(dialog, person.username, person.password);
  await expect(dialog.getByRole("alert")).toHaveText(t("toast.login_error"));
  await page.route("**/custom-auth/v1/register?*", (route) => route.abort());
  await chooseTab(dialog, t("auth.register_tab"));
  await register(dialog, aPerson());
  await expect(toast(page, t, "toast.register_error")).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expectAccessible(page);
  await page.route("**/custom/v1/request-password-reset?*", (route) => route.abort());
  await chooseTab(dialog, t("auth.login_tab"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.email);
  await dialog.getByRole("button", { name: t("auth.forgot_link") }).click();
  await expect(fieldOf(dialog)("email")).toHaveValue(person.email);
  await dialog.getByRole("button", { name: t("auth.forgot_button") }).click();
  await expect(toast(page, t, "toast.forgot_failed")).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveText(t("toast.forgot_failed"));
});
