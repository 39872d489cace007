import { expect } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, type UiStates } from "./ui-states.ts";

const quiet = "/about-us";

const phoneMenu: UiStates = {
  name: "header on a phone",
  screens: ["phone"],
  async visit(context) {
    const { page, t } = context;
    await arrive(context, quiet);
    await page.getByRole("link", { name: t("a11y.open_menu") }).click();
    await expect(dialogOn(page)).toBeVisible();
    await context.show("menu");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: t("a11y.open_search") }).click();
    const field = dialogOn(page).getByRole("combobox");
    await expect(field).toBeFocused();
    await context.show("search");
    await field.fill("opal");
    await expect(page.getByRole("option").first()).toBeVisible();
    await context.show("search, suggestions");
    await field.fill("xyzxyz");
    await expect(page.getByText(t("search.empty"))).toBeVisible();
    await context.show("search, nothing found");
  },
};

const desktopHeader: UiStates = {
  name: "header on a desktop",
  screens: ["desktop"],
  async visit(context) {
    const { page, t } = context;
    await arrive(context, quiet);
    const banner = page.getByRole("banner");
    for (const menu of ["nav.jewelry", "nav.gifts"]) {
      await banner.getByRole("button", { name: t("a11y.open_submenu", { name: t(menu) }) }).click();
      await expect(banner.getByRole("button", { name: t("a11y.close_submenu", { name: t(menu) }) })).toBeVisible();
      await context.show(`menu of ${menu === "nav.gifts" ? "gifts" : "jewelry"}`, "screen");
    }
    await page.keyboard.press("Escape");
    await banner.locator("summary").click();
    await context.show("language and currency", "screen");
    await page.keyboard.press("Escape");
    const field = banner.getByRole("combobox");
    await field.fill("opal");
    await expect(page.getByRole("option").first()).toBeVisible();
    await context.show("suggestions", "screen");
    await field.fill("xyzxyz");
    await expect(banner.getByText(t("search.empty"))).toBeVisible();
    await context.show("suggestions, nothing found", "screen");
  },
};

const offline: UiStates = {
  name: "offline",
  expected: [/ERR_INTERNET_DISCONNECTED/],
  async visit(context) {
    const { page, t } = context;
    await arrive(context, quiet);
    await page.context().setOffline(true);
    await expect(page.getByText(t("offline.banner"))).toBeVisible();
    await context.show("banner", "screen");
    await page.context().setOffline(false);
    await expect(page.getByText(t("toast.back_online"))).toBeVisible();
    await context.show("back online", "screen");
  },
};

const newsletter: UiStates = {
  name: "newsletter",
  async visit(context) {
    const { page, t } = context;
    await arrive(context, quiet);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox").fill("khong-phai-email");
    await footer.getByRole("textbox").press("Enter");
    await expect(footer.getByText(t("validation.email"))).toBeVisible();
    await context.show("rejected", "screen");
  },
};

export const headerStates: readonly UiStates[] = [phoneMenu, desktopHeader, offline, newsletter];
