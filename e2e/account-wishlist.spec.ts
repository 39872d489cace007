import type { Locator, Page } from "@playwright/test";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { stopClock } from "./kit/clock.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const name = "Nhẫn bạc solitaire đính đá CZ";
const address = "/product-detail/101/nhan-bac-solitaire-cz";
/** reduced from 1.290.000 ₫ to 990.000 ₫ */
const onSale = 151;
/** has no options */
const plain = 143;

/** The heart button of the product itself, not yet pressed. */
const heartOf = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("button", { name: t("card.add_wishlist", { name }) })
    .first();

async function openList(page: Page): Promise<Locator> {
  await page
    .getByRole("button", { name: t("a11y.open_wishlist") })
    .filter({ visible: true })
    .click();
  return dialogOn(page, t("wishlist.title"));
}

test("a guest's click on the heart opens the login and changes nothing; the list offers to log in", {
  tag: "@all",
}, async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => void (request.url().includes("custom-favorites") && calls.push(request.url())));
  const known = page.waitForResponse(/check-auth/);
  await page.goto(address);
  await known;
  const heart = heartOf(page);
  await heart.click();
  await leaveByEscape(dialogOn(page, t("auth.login_tab")));
  await expect(heart).toHaveAttribute("aria-pressed", "false");
  const list = await openList(page);
  await expect(list.getByText(t("wishlist.login_required"))).toBeVisible();
  await list.getByRole("button", { name: t("header.login") }).click();
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
  expect(calls).toEqual([]);
});

test("a guest's wishlist click takes effect after the login", { tag: "@all" }, async ({ page, shopper }) => {
  const { username, password } = await shopper.register();
  const known = page.waitForResponse(/check-auth/);
  await page.goto(address);
  await (await known).finished();
  const heart = heartOf(page);
  await heart.click();
  const dialog = dialogOn(page, t("auth.login_tab"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(password);
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(toast(page, t, "wishlist.added")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: t("card.remove_wishlist", { name }) })
      .first(),
  ).toBeVisible();
  const listed = await (await page.request.get("/wp-json/custom-favorites/v1/list")).json();
  expect(listed).toMatchObject({ is_user_logged_in: true, products: [{ id: 101 }] });
});

/** A message stays at the top right for two seconds, or for as long as it is hovered or focused. */
async function expectTwoSeconds(page: Page, message: Locator): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  const messages = page.getByRole("region", { name: t("a11y.notifications") });
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [10] });
  const box = await message.boundingBox();
  expect(box?.y).toBeLessThan(200);
  expect(box?.x).toBeGreaterThan(width / 2);
  await message.hover();
  await page.clock.runFor(10_000);
  await expect(message).toBeVisible();
  await page.keyboard.press("F6");
  await expect(messages).toBeFocused();
  await page.mouse.move(0, 0);
  await page.clock.runFor(10_000);
  await expect(message).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await expect(messages.locator(":focus")).toHaveCount(0);
  await page.clock.runFor(2000);
  await page.clock.runFor(100); // its closing animation ends
  await expect(message).toBeHidden();
  await page.clock.resume();
}

test("a customer's wishlist item is on every device, until it is removed @all", async ({
  page,
  shopper,
  browser,
  shop,
}) => {
  await shopper.registerAndLogIn();
  await page.goto(address);
  await stopClock(page);
  await heartOf(page).click();
  await expectTwoSeconds(page, toast(page, t, "wishlist.added"));
  const list = await openList(page);
  await expect(list.getByRole("link", { name })).toHaveAttribute("href", address);

  const other = await browser.newContext({ baseURL: shop.url });
  const { username, password } = shopper.person;
  await other.request.post("/wp-json/custom-auth/v1/login", { data: { username, password } });
  const there = await (await other.request.get("/wp-json/custom-favorites/v1/list")).json();
  expect(there).toMatchObject({ is_user_logged_in: true, products: [{ id: 101 }] });
  await other.close();

  await list.getByRole("button", { name: `${t("wishlist.remove")}: ${name}` }).click();
  await expect(toast(page, t, "wishlist.removed")).toBeVisible();
  await expect(list.getByText(t("wishlist.empty"), { exact: true })).toBeVisible();
  const undo = list.getByRole("button", { name: t("cart.undo") });
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(list.getByRole("link", { name })).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(list).toBeFocused();
  const read = page.waitForResponse("**/custom-favorites/v1/list?*");
  await page.reload();
  await read;
  await openList(page);
  await expect(list.getByRole("link", { name })).toBeVisible();
  await leaveByEscape(list);
});

test("a list requested before the click that arrives after it does not undo it", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  for (const product_id of [plain, onSale])
    await page.request.post("/wp-json/custom-favorites/v1/add", { data: { product_id } });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    "**/custom-favorites/v1/list?*",
    async (route) => {
      const response = await route.fetch();
      await held;
      // the page may have aborted the request by now
      await route.fulfill({ response }).catch(() => {});
    },
    { times: 1 },
  );
  const listRequest = page.waitForRequest("**/custom-favorites/v1/list?*");
  await page.goto(address);
  await listRequest;
  await heartOf(page).click();
  await expect(toast(page, t, "wishlist.added")).toBeVisible();
  letGo();
  const list = await openList(page);
  await expect(list.getByText("-23%", { exact: true })).toBeVisible();
  await expect(list.getByRole("link", { name })).toHaveAttribute("href", address);
  // an item without options goes straight to the cart; the others link to their product pages
  await list
    .getByRole("button", { name: t("product.add_to_bag") })
    .first()
    .click();
  await expect(toast(page, t, "cart.added")).toBeVisible();
  const bag = await (await page.request.get("/wp-json/custom-cart/v1/view")).json();
  expect(bag.item_count).toBe(1);
  await expect(list.getByRole("link", { name: t("wishlist.choose") }).first()).toHaveAttribute("href", address);
});

test("a list that cannot be read, and a failed removal, show an error", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of (403|503)/);
  await shopper.registerAndLogIn();
  for (const product_id of [101, onSale])
    await page.request.post("/wp-json/custom-favorites/v1/add", { data: { product_id } });
  const problem = (status: number) => ({ status, json: { code: "x", message: "", data: { status } } });
  await page.route("**/custom-favorites/v1/list?*", (route) => route.fulfill(problem(403)));
  const read = page.waitForResponse("**/custom-favorites/v1/list?*");
  await page.goto("/about-us");
  await read; // before hydration no handler reacts to a press
  const list = await openList(page);
  await expect(list.getByRole("alert")).toContainText(t("wishlist.load_error"));
  await page.unroute("**/custom-favorites/v1/list?*");
  await list.getByRole("button", { name: t("common.retry") }).click();
  await expect(list.getByText("-23%", { exact: true })).toBeVisible();
  await page.route("**/custom-favorites/v1/remove?*", (route) => route.fulfill(problem(503)));
  await list.getByRole("button", { name: `${t("wishlist.remove")}: ${name}` }).click();
  await expect(list.getByRole("link", { name })).toBeVisible();
  await expect(toast(page, t, "wishlist.remove_error")).toBeVisible();
  await expect(list.getByRole("listitem").filter({ hasText: name }).getByRole("alert")).toHaveText(
    t("wishlist.remove_error"),
  );
  await page.route("**/custom-favorites/v1/add?*", (route) => route.fulfill(problem(503)));
  await page.goto("/product-detail/102/");
  const heart = page
    .getByRole("main")
    .getByRole("button", { name: /yêu thích/ })
    .first();
  await heart.click();
  await expect(toast(page, t, "wishlist.add_error")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(t("wishlist.add_error"));
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});
