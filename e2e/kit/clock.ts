import type { Page } from "@playwright/test";

/** The page's clock stands from now on: it goes on only as far as `page.clock.runFor` says, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
