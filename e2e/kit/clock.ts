import type { Page } from "@playwright/test";

/** Stops the page's clock: it advances only by `page.clock.runFor`, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
