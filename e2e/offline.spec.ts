import type { BrowserContext, Page } from "@playwright/test";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn } from "./kit/dialog.ts";
import type { Shopper } from "./kit/shopper.ts";
import { expect, test } from "./kit/test.ts";

test.use({ serviceWorkers: "allow" });

const t = translatorFor("vi");
const inEnglish = translatorFor("en");
const next = aPerson();
const ring = { name: "Nhẫn bạc solitaire đính đá CZ", path: "/product-detail/101/nhan-bac-solitaire-cz" };
/** the texts before the date in the notices of a cached page and a cached list */
const [pageIsFromBefore = ""] = t("offline.earlier_at").split("{date}");
const [listIsFromBefore = ""] = t("offline.wishlist_at").split("{date}");

/** Paths of all pages in the service worker's cache. */
const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    return found;
  });

/** Opens the offline page, then more pages than the cache holds. */
async function visitManyPages(page: Page): Promise<void> {
  await page.goto("/offline?lang=vi");
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.startsWith("lianne-pages-")))
      for (let visit = 0; visit < 60; visit += 1) await (await caches.open(name)).put(`/many/${visit}`, new Response());
  });
  await page.goto("/gifts");
  const many = async () => (await cachedPaths(page)).filter((path) => path.startsWith("/many/")).length;
  await expect.poll(many).toBe(59);
}

/** The product's price, as its page shows it. */
const priceOn = async (page: Page): Promise<string> =>
  String(
    await page
      .getByRole("main")
      .getByText(/^\$\d+\.\d\d$/)
      .first()
      .textContent(),
  );

async function openWishlist(page: Page) {
  await page
    .getByRole("button", { name: t("a11y.open_wishlist") })
    .filter({ visible: true })
    .click();
  return dialogOn(page, t("wishlist.title"));
}

/** With a full disk or a failing storage, pages from the network are still shown. */
async function lookWithoutStorage(page: Page, context: BrowserContext): Promise<void> {
  expect(context.serviceWorkers()).toHaveLength(1);
  for (const worker of context.serviceWorkers())
    await worker.evaluate(() => {
      const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
      Object.assign(Cache.prototype, { match: full, put: full });
    });
  await page.goto("/collections");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("collections_page.banner_title"));
  await expect(await openWishlist(page)).toBeVisible();
}

/** Opens a cached page offline, then another one, one that is not cached, and one that does not exist. */
async function walkOffline(page: Page, context: BrowserContext, price: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(ring.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ring.name);
  await expect(page.getByText(pageIsFromBefore)).toBeVisible();
  await expect.poll(() => priceOn(page)).toBe(price);
  await expectAccessible(page);
  const retry = page.getByRole("button", { name: t("offline.retry") });
  await retry.click();
  await expect(page.getByText(t("offline.still"))).toBeVisible();
  await page.route("**/healthz", (route) => route.fulfill({ status: 200 }));
  await retry.click();
  await expect(page.getByText(t("offline.banner"))).toBeVisible();
  await page.unroute("**/healthz");
  const list = await openWishlist(page);
  await expect(list.getByText(listIsFromBefore)).toBeVisible();
  await expect(list.getByRole("link", { name: ring.name })).toHaveAttribute("href", ring.path);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("main").getByRole("link", { name: "Nhẫn", exact: true }).first().click();
  await expect(page).toHaveURL(/\/rings$/);
  await expect(page.getByText(pageIsFromBefore)).toBeVisible();
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: t("footer.materials") })
    .click();
  await expect(page.getByText(t("offline.text"))).toBeVisible();
  await expect(page).toHaveURL(/\/rings$/);

  await page.goto("/about-us");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offline.title"));
  await expectAccessible(page);
  await page.goto("/about-us?lang=en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(inEnglish("offline.title"));
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(inEnglish("about.title")); // the page reloads itself
}

/** Registers a customer with one wishlist item, on the page of that product, which gets cached. */
async function wishForRing(page: Page, shopper: Shopper): Promise<void> {
  await shopper.registerAndLogIn();
  await page.request.post("/wp-json/custom-favorites/v1/add", { data: { product_id: 101 } });
  await page.goto(ring.path);
  // the first page was loaded before the service worker, and is still cached
  await expect.poll(() => cachedPaths(page)).toContain(ring.path);
  await expect((await openWishlist(page)).getByRole("link", { name: ring.name })).toBeVisible();
  await page.keyboard.press("Escape");
}

test("offline, visited pages and wishlist items are available and marked; online they have current prices", {
  tag: "@all",
}, async ({ page, context, shop, shopper, baseURL, expectedMessages }) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  await context.addCookies([{ name: "preferred-currency", value: "USD", url: String(baseURL) }]);
  await wishForRing(page, shopper);
  await page.evaluate(() => {
    location.hash = "content";
  });
  expect(loads, "times that the page was loaded").toBe(1);
  const price = await priceOn(page);
  await page.getByRole("main").getByRole("link", { name: "Nhẫn", exact: true }).first().click();
  await expect.poll(() => cachedPaths(page)).toContain("/products/category/rings");
  await shop.command("currency set USD 13000");
  try {
    await walkOffline(page, context, price);

    const doubled = (2 * Number(price.slice(1))).toFixed(1);
    // if the shop is slow to respond, the cached page is shown once more
    await expect(async () => {
      await page.goto(ring.path);
      expect(await priceOn(page), "twice as many dollars at half the rate").toContain(`$${doubled}`);
    }).toPass();
    await expect(page.getByText(pageIsFromBefore)).toBeHidden();
    await lookWithoutStorage(page, context);
  } finally {
    await shop.command("currency set USD 26000");
  }
});

test("the offline page reports a retry without a connection, and loads the page when the connection is back", {
  tag: "@all",
}, async ({ page, context, expectedMessages }) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.goto("/about-us");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(t("offline.title"));
  const still = page.getByText(t("offline.still"));
  await expect(still).toHaveCount(0);
  await page.getByRole("link", { name: t("offline.retry") }).click();
  await expect(still).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(heading).toHaveText(t("about.title"));
});

test("the next customer sees nothing of the previous one, online or offline", { tag: "@all" }, async ({
  page,
  context,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const workerRequests: string[] = [];
  context.on("request", (request) => {
    if (request.serviceWorker()) workerRequests.push(new URL(request.url()).pathname);
  });
  await wishForRing(page, shopper);
  await page.getByRole("banner").locator('a[href="/profile"]').filter({ visible: true }).click();
  const logOut = page.getByRole("main").getByRole("button", { name: t("profile.logout") });
  await expect(logOut).toBeVisible();
  expect((await cachedPaths(page)).filter((path) => /^\/(wp-json|profile|cart|checkout|search)/.test(path))).toEqual(
    [],
  );
  await logOut.click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => cachedPaths(page)).not.toContain(ring.path);
  await expect.poll(() => workerRequests).toContain("/");
  await expect.poll(() => cachedPaths(page)).toContain("/");
  expect(workerRequests, "pages that are never cached are not rendered again").not.toContain("/profile");
  await page.request.post("/wp-json/custom-auth/v1/register", { data: next });
  await shopper.logIn(next);
  await page.goto("/gifts");
  await expect.poll(() => cachedPaths(page)).toContain("/gifts");
  await visitManyPages(page);
  await context.setOffline(true);
  await page.goto("/gifts");
  const list = await openWishlist(page);
  await expect(list.getByRole("heading", { name: t("wishlist.title") })).toBeVisible();
  await expect(list.getByText(ring.name)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    ring.name,
  );
  await page.goto(ring.path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("offline.title"));
});
