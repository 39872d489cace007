import { expect, type Locator, type Page } from "@playwright/test";
import type { Register } from "#contract/customer.ts";
import { type Translate, translatorFor } from "../checkout/translate.ts";
import { dialogOn } from "../kit/dialog.ts";

const t = translatorFor("vi");

/** A field of the account dialog, by the key of its label. */
export const fieldOf =
  (dialog: Locator, words: Translate = t) =>
  (name: string) =>
    dialog.getByLabel(words(`auth.${name}`), { exact: true });

/** Opens a tab of the account dialog, which may get another name, and waits until the form of the other tab is removed. */
export async function chooseTab(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole("tab", { name }).click();
  await expect(dialog.page().locator("[role=dialog] [role=tabpanel]")).toHaveCount(1);
}

export const logIn = async (dialog: Locator, username: string, password: string): Promise<void> => {
  await dialog.getByLabel(t("auth.username_or_email")).fill(username);
  await fieldOf(dialog)("password").fill(password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
};

/** The account dialog over the about page, opened by the account button. */
export async function openDialog(page: Page): Promise<Locator> {
  // a press before the session is loaded navigates to the profile, which redirects to the login
  const known = page.waitForResponse(/check-auth/);
  await page.goto("/about-us");
  await (await known).finished();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  const dialog = dialogOn(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Fills the registration in the order of its fields. @param fill fills one field */
export async function fillRegistration(
  dialog: Locator,
  person: Register,
  words: Translate = t,
  fill = (field: Locator, text: string): Promise<void> => field.fill(text),
): Promise<void> {
  const { last_name, first_name, email, phone, username, password } = person;
  const values = { lastName: last_name, firstName: first_name, email, phone, username, password, RePassword: password };
  for (const [name, value] of Object.entries(values)) await fill(fieldOf(dialog, words)(name), value);
}

export async function register(dialog: Locator, person: Register, words: Translate = t): Promise<void> {
  await fillRegistration(dialog, person, words);
  await dialog.getByRole("button", { name: words("auth.register_button") }).click();
}
