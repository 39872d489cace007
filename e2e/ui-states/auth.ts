import { chooseTab } from "../account/auth-dialog.ts";
import { expect, type Locator } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, type UiStates } from "./ui-states.ts";

const wrongs = { lastName: "1", firstName: "2", username: "a-b", email: "a@b", phone: "12", password: "123" };

const doors: UiStates = {
  name: "account dialog",
  expected: [/status of 40[013]/],
  async visit(context) {
    const { page, t } = context;
    await arrive(context, "/?auth=login&next=/profile");
    const dialog = dialogOn(page);
    const field = (name: string): Locator => dialog.getByLabel(t(`auth.${name}`), { exact: true });
    await expect(dialog.getByText(t("auth.private_notice"))).toBeVisible();
    await context.show("login");
    await field("username_or_email").fill("nobody");
    await field("password").fill("not the password");
    await field("password").press("Enter");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await context.show("login rejected");
    await chooseTab(dialog, t("auth.register_tab"));
    await expect(field("RePassword")).toBeVisible();
    await context.show("register");
    for (const [name, typed] of Object.entries({ ...wrongs, RePassword: "456" })) await field(name).fill(typed);
    await field("RePassword").blur();
    await expect(dialog.getByText(t("validation.password_match"), { exact: true })).toBeVisible();
    await context.show("register, all wrong");
    await chooseTab(dialog, t("auth.login_tab"));
    await dialog.getByRole("button", { name: t("auth.forgot_link") }).click();
    await expect(dialog.getByText(t("auth.forgot_text"))).toBeVisible();
    await context.show("forgotten password");
    await field("email").fill("nobody@example.com");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(t("auth.forgot_sent"))).toBeVisible();
    await context.show("link sent");
  },
};

const reset: UiStates = {
  name: "new password",
  expected: [/status of 400/],
  async visit(context) {
    const { page, t } = context;
    await arrive(context, "/reset-password?key=wrong&login=nobody");
    const dialog = dialogOn(page);
    const fresh = dialog.getByLabel(t("auth.newPassword"), { exact: true });
    await expect(fresh).toBeVisible();
    await context.show("form");
    await fresh.fill("a new password");
    await dialog.getByLabel(t("auth.RePassword"), { exact: true }).fill("a new password");
    await dialog.getByRole("button", { name: t("auth.reset_button") }).click();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await context.show("rejected");
  },
};

export const authStates: readonly UiStates[] = [doors, reset];
