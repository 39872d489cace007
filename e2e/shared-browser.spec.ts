import type { BrowserContext, Page } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { logIn } from "./account/auth-dialog.ts";
import { dialogOn } from "./kit/dialog.ts";
import { Shopper } from "./kit/shopper.ts";
import { expect, openTab, test } from "./kit/test.ts";

// One browser with several tabs and customers, one after the other.

const t = translatorFor("vi");
const address = "7 Ngõ Huyện";
const mai = "/product-detail/104/nhan-bac-hoa-mai-da-moonstone";
const profileLink = { name: t("header.my_profile") };
const accountLink = { name: t("a11y.open_account") };

/** Opens the profile by client-side navigation: its document was loaded as a public page, which the browser may store. */
async function openProfile(page: Page, email: string): Promise<void> {
  await page.goto(mai);
  await page.getByRole("link", profileLink).filter({ visible: true }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText(email);
  // the page's last request: without its session it would fail
  await expect(main.getByRole("button", { name: t("address_book.add") })).toBeVisible();
}

/** What the browser does when Back restores a stored page: it has received no events meanwhile. */
const restore = (page: Page): Promise<unknown> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));

/** Everything that a tab stores, and its document with all scripts in it. */
const contentsOf = async (page: Page): Promise<string> =>
  (await page.content()) +
  (await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])));

/** Waits until the document of a tab, which may be loading another one, does not contain a text. */
const expectNotInDocument = (tab: Page, text: string): Promise<void> =>
  expect(async () => expect((await tab.content()).includes(text), text).toBe(false)).toPass();

/** Keys of what a tab stores about its visitor. */
const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith("person:")),
  );

/** Ends the session on the server, without the browser's knowledge. */
async function endOnServer(context: BrowserContext, url: string): Promise<void> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const response = await fetch(`${url}/wp-json/custom-auth/v1/logout`, { method: "POST", headers: { cookie } });
  expect(response.status).toBe(200);
}

const logOutOn = (page: Page): Promise<void> =>
  page
    .getByRole("main")
    .getByRole("button", { name: t("profile.logout") })
    .click();

/** The checkout form, with an address that differs from the account's. */
async function typeAddress(page: Page): Promise<OrderInfo> {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.choice("delivery_shipment").check();
  await form.field("address").fill(address);
  return form;
}

/** Orders the selected lines for pick-up, paid in cash. */
async function order(page: Page): Promise<void> {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.choice("delivery_in_person").check();
  await form.payInCashAtShop.check();
  await form.submit.click();
  await expect(page).toHaveURL(/\/final-payment\?order_id=/);
  await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/:order-history$/));
}

test("after a logout no tab contains the customer's data, neither stored nor in its document", async ({
  page,
  context,
  shopper,
}) => {
  const { email, phone, last_name } = await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(101, 10102)]);
  await page.goto("/profile");
  await expect(page.getByRole("main")).toContainText(email);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("profile.my_orders") })
    .click();
  await expect(page).toHaveURL(/tab=orders$/);
  const [checkout, product] = [await openTab(context), await openTab(context)];
  await typeAddress(checkout);
  await product.goto(mai);
  await expect(product.getByRole("link", profileLink).filter({ visible: true })).toBeVisible();

  await logOutOn(page);
  await expect(toast(page, t, "toast.logout_success")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(dialogOn(checkout, t("auth.login_tab"))).toBeVisible();
  await expect(product.getByRole("link", accountLink).filter({ visible: true })).toBeVisible();
  await expect(product).toHaveURL(mai);
  for (const tab of [page, checkout, product]) {
    const contents = await contentsOf(tab);
    for (const own of [email, phone, last_name, address]) expect(contents).not.toContain(own);
    expect(await storedKeys(tab)).toEqual([]);
  }

  await page.goBack(); // back to the profile, for which the server now shows the login
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
  expect(await contentsOf(page)).not.toContain(email);
});

test("a page that Back restores from the browser's memory is loaded again if the customer has logged out", {
  tag: "@all",
}, async ({ page, context, shopper }) => {
  const { email } = await shopper.registerAndLogIn();
  await openProfile(page, email);
  await endOnServer(context, new URL(page.url()).origin);
  // a tab's own changes cause no events in it
  await page.evaluate(() => localStorage.clear());
  await restore(page);
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
  expect(await contentsOf(page)).not.toContain(email);
});

test("a restored page whose session ended without any tab's knowledge shows the login", { tag: "@all" }, async ({
  page,
  context,
  shop,
  shopper,
}) => {
  const { email } = await shopper.registerAndLogIn();
  await openProfile(page, email);
  await endOnServer(context, shop.url);
  await restore(page);
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
  expect(await contentsOf(page)).not.toContain(email);
});

test("a restored private page shows nothing of its customer when the session is another one's", {
  tag: "@all",
}, async ({ page, shopper }) => {
  const { email } = await shopper.registerAndLogIn();
  await openProfile(page, email);
  const { email: next } = await new Shopper(page).registerAndLogIn();
  await restore(page);
  await expect(page.getByRole("main")).toContainText(next);
  // the data in the document leave with it: the tab loads another one
  await expectNotInDocument(page, email);
  expect(await contentsOf(page)).not.toContain(email);
});

test("the next customer finds nothing of one whose session ended without a logout", { tag: "@all" }, async ({
  page,
  context,
  shop,
  shopper,
}) => {
  const { email, phone } = await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(101, 10102)]);
  await order(page);
  await page.goto("/search?keyword=nhẫn");
  await expect.poll(() => storedKeys(page)).toContain("person:searches");
  await tick(page, [await new StoreCalls(page).put(109, 10901)]);
  await typeAddress(page);
  expect(await contentsOf(page)).toContain(address);

  await endOnServer(context, shop.url);
  await page.goto(mai);
  await expect(page.getByRole("link", accountLink).filter({ visible: true })).toBeVisible();
  await expect.poll(() => storedKeys(page)).not.toContainEqual(expect.stringMatching(/history|searches|wishlist/));

  const { email: own } = await new Shopper(page).registerAndLogIn();
  await page.goto("/profile");
  await expect(page.getByRole("main")).toContainText(own);
  await expect.poll(() => contentsOf(page)).not.toContain(address);
  const contents = await contentsOf(page);
  for (const previous of [email, phone]) expect(contents).not.toContain(previous);
});

test("the end of a session that one tab notices ends it in the others; the same customer continues", {
  tag: "@all",
}, async ({ page, context, shop, shopper }) => {
  const { email, username, password } = await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(101, 10102)]);
  const form = await typeAddress(page);
  const other = await openTab(context);
  await other.goto(mai);
  await expect(other.getByRole("link", profileLink).filter({ visible: true })).toBeVisible();
  // a public page in a document that was loaded with the profile
  const reached = await openTab(context);
  await reached.goto("/profile");
  await expect(reached.getByRole("banner").getByRole("link", profileLink).filter({ visible: true })).toBeVisible();
  await reached
    .getByRole("contentinfo")
    .getByRole("link", { name: t("footer.materials") })
    .click();
  await expect(reached).toHaveURL(/\/about-us/);
  expect(await reached.content()).toContain(email);
  await endOnServer(context, shop.url);
  await other.reload();
  await expectNotInDocument(reached, email);
  await expect(reached).toHaveURL(/\/about-us/);
  await expect(page.getByText(t("auth.ended_notice"))).toBeVisible();
  await expectNotInDocument(page, email);
  await logIn(dialogOn(page, t("auth.login_tab")), username, password);
  await expect(page).toHaveURL(/\/checkout\/order-info$/);
  await expect(form.field("address")).toHaveValue(address);
  await expect(other.getByRole("link", profileLink).filter({ visible: true })).toBeVisible();
});

test("a login reaches the other tabs, which show it without losing what is typed", { tag: "@all" }, async ({
  page,
  context,
  shopper,
}) => {
  const { username, password } = await shopper.register();
  await page.goto(mai);
  const email = page.getByRole("contentinfo").getByRole("textbox");
  await email.fill("thu@example.com");
  const other = await openTab(context);
  await other.goto(mai);
  await other.getByRole("link", accountLink).filter({ visible: true }).click();
  await logIn(dialogOn(other), username, password);
  await expect(other.getByRole("link", profileLink).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("link", profileLink).filter({ visible: true })).toBeVisible();
  await expect(email).toHaveValue("thu@example.com");
});

test("a tab of one customer shows nothing of them after another has logged in", { tag: "@all" }, async ({
  page,
  context,
  shopper,
}) => {
  const { email } = await shopper.registerAndLogIn();
  await page.goto("/profile");
  await expect(page.getByRole("main")).toContainText(email);
  const other = await openTab(context);
  const { email: next } = await new Shopper(other).registerAndLogIn();
  await other.goto(mai);
  await expect(page.getByRole("main")).toContainText(next);
  expect(await contentsOf(page)).not.toContain(email);
});
