import type { Locator, Page } from "@playwright/test";
import type { Say } from "./words.ts";

/** A notification at the top right, as opposed to the same text on the page. */
export const toast = (page: Page, say: Say, key: string): Locator =>
  page.getByRole("region", { name: say("a11y.notifications") }).getByText(say(key), { exact: true });
