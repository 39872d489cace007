import { loggedOutCookie } from "#contract/logged-out-cookie.ts";
import { translatorFor } from "./checkout/translate.ts";
import { toast } from "./checkout/toast.ts";
import { expect, test } from "./kit/test.ts";

test.use({ serviceWorkers: "allow" });

const t = translatorFor("vi");

test("a logout without a connection clears the browser at once, and the session when the connection is back", {
  tag: "@all",
}, async ({ page, context, shopper, expectedMessages }) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { email } = await shopper.registerAndLogIn();
  const sessions = await context.cookies();
  await page.goto("/gifts");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page
    .getByRole("link", { name: t("header.my_profile") })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("main")).toContainText(email);

  await context.setOffline(true);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("profile.logout") })
    .click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(t("offline.title"));
  await expect(page).toHaveURL("/");
  const stored = await page.evaluate(async (own) => {
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) bodies.push(await response.text());
    }
    const texts = [JSON.stringify({ ...localStorage }), document.documentElement.outerHTML, ...bodies];
    return {
      keys: Object.keys(localStorage),
      hasEmail: texts.some((text) => text.includes(own)),
      count: bodies.length,
    };
  }, email);
  expect(stored.keys.filter((key) => key.startsWith("person:"))).toEqual([]);
  expect(stored.count, "responses in the service worker's caches").toBeGreaterThan(2);
  expect(stored.hasEmail).toBe(false);

  await context.setOffline(false);
  await expect(page.getByRole("link", { name: t("a11y.open_account") }).filter({ visible: true })).toBeVisible();
  await expect(toast(page, t, "toast.logout_success")).toBeVisible();
  // the server has ended the session: then it removes the cookie
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain(loggedOutCookie);
  // the old cookies no longer open the session
  await context.clearCookies();
  await context.addCookies(sessions);
  await page.goto("/profile");
  await expect(page).toHaveURL(/#login$|\/$/);
  expect(await page.content()).not.toContain(email);
});
