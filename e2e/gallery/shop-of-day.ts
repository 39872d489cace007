import { prepareDay } from "../backoffice/demo-day.ts";
import { StaffBrowser, test } from "../backoffice/kit.ts";

/** The back office's `test` with a day's work in the shop, which is added once for each worker. */
export const openShopOfDay = test.extend<object, { day: undefined }>({
  day: [
    async ({ browser, shop }, use) => {
      const page = await browser.newPage({ baseURL: shop.url });
      const owner = new StaffBrowser(page, shop.url);
      await owner.signIn("owner");
      await prepareDay(owner, shop);
      await page.close();
      await use(undefined);
    },
    { auto: true, scope: "worker", timeout: 300_000 },
  ],
});
