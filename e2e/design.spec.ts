import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessible } from "./kit/accessibility.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expectNoOverflow } from "./kit/layout.ts";
import { freePort, ShopProcess } from "./kit/shop-process.ts";
import { expect, test } from "./kit/test.ts";

/** Runs the shop from its sources, as `npm run dev` does. */
async function developing(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lianne-dev-"));
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: "development",
    NODE_OPTIONS: "--conditions=development",
    DATA_DIR: dataDir,
  };
  const shop = new ShopProcess(environment, await freePort(), { program: "demo.ts" });
  try {
    await shop.start();
    await work(shop.url);
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("every component in every state is accessible and fits; the page exists in development only", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  test.setTimeout(180_000);
  // in development the styles are loaded by scripts, and the fonts after them
  expectedMessages.push(/was preloaded using link preload but not used/);
  expect((await page.request.get("/design")).status()).toBe(404);
  await developing(async (url) => {
    for (const lang of ["vi", "en"]) {
      await page.goto(`${url}/design?lang=${lang}`, { waitUntil: "networkidle" });
      await expect(page.locator(".shown-hover").first()).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page, [320, 390, 1440]);
      for (const overlay of ["dialog", "drawer"]) {
        await page.getByRole("button", { name: `Open the ${overlay}` }).click();
        await expect(dialogOn(page)).toBeVisible();
        if (lang === "vi") await expectAccessible(page);
        await expectNoOverflow(page);
        await leaveByEscape(dialogOn(page));
      }
    }
    // the pointer may rest on a card, which would prefetch its page from a shop that is shutting down
    await page.goto("about:blank");
  });
});
