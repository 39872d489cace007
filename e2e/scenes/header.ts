import { expect } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, type Scene } from "./stage.ts";

const quiet = "/about-us";

const phoneMenu: Scene = {
  name: "header on a phone",
  screens: ["phone"],
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, quiet);
    await page.getByRole("link", { name: t("a11y.open_menu") }).click();
    await expect(dialogOn(page)).toBeVisible();
    await stage.show("menu");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: t("a11y.open_search") }).click();
    const field = dialogOn(page).getByRole("combobox");
    await expect(field).toBeFocused();
    await stage.show("search");
    await field.fill("opal");
    await expect(page.getByRole("option").first()).toBeVisible();
    await stage.show("search, suggestions");
    await field.fill("xyzxyz");
    await expect(page.getByText(t("search.empty"))).toBeVisible();
    await stage.show("search, nothing found");
  },
};

const desktopHeader: Scene = {
  name: "header on a desktop",
  screens: ["desktop"],
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, quiet);
    const banner = page.getByRole("banner");
    for (const menu of ["nav.jewelry", "nav.gifts"]) {
      await banner.getByRole("button", { name: t("a11y.open_submenu", { name: t(menu) }) }).click();
      await expect(banner.getByRole("button", { name: t("a11y.close_submenu", { name: t(menu) }) })).toBeVisible();
      await stage.show(`menu of ${menu === "nav.gifts" ? "gifts" : "jewelry"}`, "screen");
    }
    await page.keyboard.press("Escape");
    await banner.locator("summary").click();
    await stage.show("language and currency", "screen");
    await page.keyboard.press("Escape");
    const field = banner.getByRole("combobox");
    await field.fill("opal");
    await expect(page.getByRole("option").first()).toBeVisible();
    await stage.show("suggestions", "screen");
    await field.fill("xyzxyz");
    await expect(banner.getByText(t("search.empty"))).toBeVisible();
    await stage.show("suggestions, nothing found", "screen");
  },
};

const offline: Scene = {
  name: "offline",
  expected: [/ERR_INTERNET_DISCONNECTED/],
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, quiet);
    await page.context().setOffline(true);
    await expect(page.getByText(t("offline.banner"))).toBeVisible();
    await stage.show("banner", "screen");
    await page.context().setOffline(false);
    await expect(page.getByText(t("toast.back_online"))).toBeVisible();
    await stage.show("back online", "screen");
  },
};

const newsletter: Scene = {
  name: "newsletter",
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, quiet);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("textbox").fill("khong-phai-email");
    await footer.getByRole("textbox").press("Enter");
    await expect(footer.getByText(t("validation.email"))).toBeVisible();
    await stage.show("refused", "screen");
  },
};

export const headerScenes: readonly Scene[] = [phoneMenu, desktopHeader, offline, newsletter];
