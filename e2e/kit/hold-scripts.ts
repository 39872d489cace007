import type { Page } from "@playwright/test";

/** Delays the scripts of the pages that are opened from now on: they are shown, and not hydrated. @returns releases the scripts */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue().catch(() => {}); // the page that sent the request may be closed
  });
  return release;
}
