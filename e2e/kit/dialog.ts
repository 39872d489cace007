import { expect, type Locator, type Page } from "@playwright/test";

/** The dialog that covers the page. A message at the top right is none, though it too has that role. */
export const dialogOn = (page: Page, name?: string): Locator =>
  page.getByRole("dialog", name === undefined ? {} : { name }).and(page.locator(":not([aria-modal='false'])"));

/** Leaves a dialog by the key: once it holds the focus, for before it need not hear it. */
export async function leaveByEscape(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await expect(dialog.and(page.locator(":focus-within"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
