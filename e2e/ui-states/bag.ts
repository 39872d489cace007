import { expect, type Locator } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, type UiStates, type StatesContext } from "./ui-states.ts";

const quiet = "/about-us";
/** The plain ring without and with its gift box, and earrings without options. */
const band = { id: 109, plain: 10901, boxed: 10902 };
const earrings = 143;

async function openBag({ page, t }: StatesContext, count: number): Promise<Locator> {
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count }) })
    .filter({ visible: true })
    .click();
  const bag = dialogOn(page, t("cart.title"));
  await expect(bag).toBeVisible();
  return bag;
}

const bag: UiStates = {
  name: "bag",
  async visit(context) {
    const { page, t, store } = context;
    await arrive(context, quiet);
    const empty = await openBag(context, 0);
    await expect(empty.getByText(t("cart.empty"))).toBeVisible();
    await context.show("empty");
    await store.put(band.id, band.plain);
    await store.put(band.id, band.boxed, 2);
    await store.put(earrings, null);
    await arrive(context, quiet);
    const full = await openBag(context, 4);
    const all = full.getByRole("checkbox", { name: t("cart.select_all") });
    await all.uncheck();
    await context.show("nothing ticked");
    await all.check();
    await expect(full.getByText(t("cart.free_shipping_reached"))).toBeVisible();
    await context.show("all ticked");
    await full.getByRole("listitem").first().locator("button[value='0']").first().click();
    await expect(full.getByRole("button", { name: t("cart.undo") })).toBeFocused();
    await context.show("a line removed");
    await page.keyboard.press("Escape");
    await arrive(context, "/cart");
    await context.show("as a page");
  },
};

const failedBag: UiStates = {
  name: "bag that cannot be loaded",
  expected: broken,
  async visit(context) {
    await breakCall(context, "**/custom-cart/v1/view?*");
    await arrive(context, quiet);
    const failed = await openBag(context, 0);
    await expect(failed.getByRole("button", { name: context.t("common.retry") })).toBeVisible();
    await context.show("error");
  },
};

async function openWishlist({ page, t, screen }: StatesContext): Promise<Locator> {
  if (screen === "phone") await page.getByRole("link", { name: t("a11y.open_menu") }).click();
  await page
    .getByRole("button", { name: screen === "phone" ? t("header.wishlist") : t("a11y.open_wishlist") })
    .filter({ visible: true })
    .click();
  const list = dialogOn(page, t("wishlist.title"));
  await expect(list).toBeVisible();
  return list;
}

const wishlist: UiStates = {
  name: "wishlist",
  async visit(context) {
    const { t, shopper } = context;
    await arrive(context, quiet);
    await expect((await openWishlist(context)).getByText(t("wishlist.login_required"))).toBeVisible();
    await context.show("of a guest");
    await shopper.registerAndLogIn();
    await arrive(context, quiet);
    await expect((await openWishlist(context)).getByText(t("wishlist.empty"))).toBeVisible();
    await context.show("empty");
    await shopper.logIn(demoAccount);
    await arrive(context, quiet);
    await expect((await openWishlist(context)).getByRole("listitem").nth(3)).toBeVisible();
    await context.show("full");
  },
};

const menuOfCustomer: UiStates = {
  name: "menu of a customer",
  screens: ["phone"],
  async visit(context) {
    await context.shopper.logIn(demoAccount);
    await arrive(context, "/gifts");
    await context.page.getByRole("link", { name: context.t("a11y.open_menu") }).click();
    await expect(dialogOn(context.page)).toBeVisible();
    await context.show("open");
  },
};

export const bagStates: readonly UiStates[] = [bag, failedBag, wishlist, menuOfCustomer];
