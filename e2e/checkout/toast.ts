import type { Locator, Page } from "@playwright/test";
import type { Translate } from "./translate.ts";

/** A notification at the top right, as opposed to the same text on the page. */
export const toast = (page: Page, t: Translate, key: string): Locator =>
  page.getByRole("region", { name: t("a11y.notifications") }).getByText(t(key), { exact: true });
