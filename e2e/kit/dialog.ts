import type { Locator, Page } from "@playwright/test";

/** The dialog that covers the page. A message at the top right is none, though it too has that role. */
export const dialogOn = (page: Page, name?: string): Locator =>
  page.getByRole("dialog", name === undefined ? {} : { name }).and(page.locator(":not([aria-modal='false'])"));
