import type { Locator } from "@playwright/test";
import { type Say, wordsIn } from "../checkout/words.ts";

const say = wordsIn("vi");

/** The fields of the account's dialog, by the names of their texts. */
export const fieldOf =
  (dialog: Locator, words: Say = say) =>
  (name: string) =>
    dialog.getByLabel(words(`auth.${name}`), { exact: true });

export const logIn = async (dialog: Locator, who: string, password: string): Promise<void> => {
  await dialog.getByLabel(say("auth.username_or_email")).fill(who);
  await fieldOf(dialog)("password").fill(password);
  await dialog.getByRole("button", { name: say("auth.login_button") }).click();
};
