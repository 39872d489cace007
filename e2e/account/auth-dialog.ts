import type { Locator } from "@playwright/test";
import { type Translate, wordsIn } from "../checkout/words.ts";

const t = wordsIn("vi");

/** A field of the account dialog, by the key of its label. */
export const fieldOf =
  (dialog: Locator, words: Translate = t) =>
  (name: string) =>
    dialog.getByLabel(words(`auth.${name}`), { exact: true });

export const logIn = async (dialog: Locator, username: string, password: string): Promise<void> => {
  await dialog.getByLabel(t("auth.username_or_email")).fill(username);
  await fieldOf(dialog)("password").fill(password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
};
