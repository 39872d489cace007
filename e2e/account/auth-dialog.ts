import type { Locator } from "@playwright/test";
import { type Say, wordsIn } from "../checkout/words.ts";

const say = wordsIn("vi");

/** A field of the account dialog, by the key of its label. */
export const fieldOf =
  (dialog: Locator, words: Say = say) =>
  (name: string) =>
    dialog.getByLabel(words(`auth.${name}`), { exact: true });

export const logIn = async (dialog: Locator, who: string, password: string): Promise<void> => {
  await dialog.getByLabel(say("auth.username_or_email")).fill(who);
  await fieldOf(dialog)("password").fill(password);
  await dialog.getByRole("button", { name: say("auth.login_button") }).click();
};
