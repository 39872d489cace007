import type { Page } from "@playwright/test";

/**
 * Selects cart lines for checkout as the cart does, once, before the page's scripts run, so that later changes stay.
 */
export async function tick(page: Page, keys: readonly string[]): Promise<void> {
  await page.addInitScript((ticked) => {
    if (sessionStorage.getItem("ticked-by-test")) return;
    sessionStorage.setItem("ticked-by-test", "once");
    localStorage.setItem("person:checkout-selection", JSON.stringify(ticked));
  }, keys);
}
