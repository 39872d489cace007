import { expect, type Locator, type Page } from "@playwright/test";

/** The modal dialog. A notification at the top right is not one, though it has the same role. */
export const dialogOn = (page: Page, name?: string): Locator =>
  page.getByRole("dialog", name === undefined ? {} : { name }).and(page.locator(":not([aria-modal='false'])"));

/** Closes a dialog with Escape, once it has the focus: before that, it may not receive the key. */
export async function leaveByEscape(dialog: Locator): Promise<void> {
  const page = dialog.page();
  await expect(dialog.and(page.locator(":focus-within"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
