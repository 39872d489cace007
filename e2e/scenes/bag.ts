import { expect, type Locator } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, type Scene, type Stage } from "./stage.ts";

const quiet = "/about-us";
/** The plain ring without and with its gift box, and earrings without options. */
const band = { id: 109, plain: 10901, boxed: 10902 };
const earrings = 143;

async function openBag({ page, t }: Stage, count: number): Promise<Locator> {
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count }) })
    .filter({ visible: true })
    .click();
  const bag = dialogOn(page, t("cart.title"));
  await expect(bag).toBeVisible();
  return bag;
}

const bag: Scene = {
  name: "bag",
  async play(stage) {
    const { page, t, store } = stage;
    await arrive(stage, quiet);
    const empty = await openBag(stage, 0);
    await expect(empty.getByText(t("cart.empty"))).toBeVisible();
    await stage.show("empty");
    await store.put(band.id, band.plain);
    await store.put(band.id, band.boxed, 2);
    await store.put(earrings, null);
    await arrive(stage, quiet);
    const full = await openBag(stage, 4);
    const all = full.getByRole("checkbox", { name: t("cart.select_all") });
    await all.uncheck();
    await stage.show("nothing ticked");
    await all.check();
    await expect(full.getByText(t("cart.free_shipping_reached"))).toBeVisible();
    await stage.show("all ticked");
    await full.getByRole("listitem").first().locator("button[value='0']").first().click();
    await expect(full.getByRole("button", { name: t("cart.undo") })).toBeFocused();
    await stage.show("a line removed");
    await page.keyboard.press("Escape");
    await arrive(stage, "/cart");
    await stage.show("as a page");
  },
};

const failedBag: Scene = {
  name: "bag that cannot be had",
  expected: broken,
  async play(stage) {
    await breakCall(stage, "**/custom-cart/v1/view?*");
    await arrive(stage, quiet);
    const failed = await openBag(stage, 0);
    await expect(failed.getByRole("button", { name: stage.t("common.retry") })).toBeVisible();
    await stage.show("error");
  },
};

async function openWishlist({ page, t, screen }: Stage): Promise<Locator> {
  if (screen === "phone") await page.getByRole("link", { name: t("a11y.open_menu") }).click();
  await page
    .getByRole("button", { name: screen === "phone" ? t("header.wishlist") : t("a11y.open_wishlist") })
    .filter({ visible: true })
    .click();
  const list = dialogOn(page, t("wishlist.title"));
  await expect(list).toBeVisible();
  return list;
}

const wishlist: Scene = {
  name: "wishlist",
  async play(stage) {
    const { t, shopper } = stage;
    await arrive(stage, quiet);
    await expect((await openWishlist(stage)).getByText(t("wishlist.login_required"))).toBeVisible();
    await stage.show("of a visitor");
    await shopper.registerAndLogIn();
    await arrive(stage, quiet);
    await expect((await openWishlist(stage)).getByText(t("wishlist.empty"))).toBeVisible();
    await stage.show("empty");
    await shopper.logIn(demoAccount);
    await arrive(stage, quiet);
    await expect((await openWishlist(stage)).getByRole("listitem").nth(3)).toBeVisible();
    await stage.show("full");
  },
};

const menuOfCustomer: Scene = {
  name: "menu of a customer",
  screens: ["phone"],
  async play(stage) {
    await stage.shopper.logIn(demoAccount);
    await arrive(stage, "/gifts");
    await stage.page.getByRole("link", { name: stage.t("a11y.open_menu") }).click();
    await expect(dialogOn(stage.page)).toBeVisible();
    await stage.show("open");
  },
};

export const bagScenes: readonly Scene[] = [bag, failedBag, wishlist, menuOfCustomer];
