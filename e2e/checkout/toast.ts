import type { Locator, Page } from "@playwright/test";
import type { Say } from "./words.ts";

/** What is said at the top right, apart from the same sentence on the page. */
export const toast = (page: Page, say: Say, key: string): Locator =>
  page.getByRole("region", { name: say("a11y.notifications") }).getByText(say(key), { exact: true });
