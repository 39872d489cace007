import type { Page } from "@playwright/test";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { expectNoOverflow, narrowWidths } from "./kit/layout.ts";
import { expectSteady, scrollThrough, watchLayoutShift } from "./kit/layout-shift.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";
import { allStates } from "./ui-states/index.ts";
import { plainPages } from "./ui-states/pages.ts";
import { type Screen, screenSizes } from "./ui-states/ui-states.ts";

// many independent tests: they are distributed over all workers
test.describe.configure({ mode: "parallel" });

/** The two pages that most visits begin with; all other pages and states are opened with TEST_ALL=1. */
const openedByDefault = new Set(["home", "product"]);
const tagOf = (name: string): string[] => (openedByDefault.has(name) ? [] : ["@all"]);

/**
 * Opens a page and checks what must hold for every page: status, language, one heading, no layout shift, no overflow.
 * Each language is opened on one of the screens, Vietnamese on the phone, where its longer texts have the least room;
 * `expectNoOverflow` checks the other widths. By default the desktop opens the home page alone.
 */
async function open(page: Page, path: string, lang: Lang, screen: Screen): Promise<number | undefined> {
  await page.setViewportSize(screenSizes[screen]);
  const response = await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`, {
    waitUntil: "networkidle",
  });
  await expect(page.locator("html")).toHaveAttribute("lang", lang);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await scrollThrough(page);
  await expectSteady(page);
  return response?.status();
}

for (const { name, path, status = 200, loggedIn = false } of plainPages) {
  const where = `${path}${loggedIn ? ", logged in," : ""}`;
  test(`${where} on a phone, with touch targets of 44 px, and on a desktop in the other language`, {
    tag: [...(path === "/" ? ["@both-engines"] : []), ...tagOf(name)],
  }, async ({ page, shopper, expectedMessages }) => {
    // the browser itself logs the status of a page that is not found
    if (status !== 200) expectedMessages.push(/Failed to load resource.*404/);
    if (loggedIn) await shopper.logIn(demoAccount);
    await watchLayoutShift(page);
    expect(await open(page, path, "vi", "phone")).toBe(status);
    await expectAccessible(page);
    await expectLargeTargets(page, page.locator("body"));
    await expectNoOverflow(page, [...narrowWidths, screenSizes.desktop.width]);
    if (!testAll && path !== "/") return;
    expect(await open(page, path, "en", "desktop")).toBe(status);
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390]);
  });
}

for (const group of allStates) {
  // states of phones in Vietnamese, whose texts are longer; those that only desktops have in English
  const screen = group.screens?.includes("desktop") ? "desktop" : "phone";
  const lang = screen === "phone" ? "vi" : "en";
  test(`every state is within its screen and accessible: ${group.name}`, { tag: tagOf(group.name) }, async ({
    page,
    shop,
    shopper,
    expectedMessages,
  }) => {
    expectedMessages.push(...(group.expected ?? []));
    await page.setViewportSize(screenSizes[screen]);
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    await group.visit({
      ...{ page, lang, screen, shop, shopper, t: translatorFor(lang), store: new StoreCalls(page) },
      show: (name, part) =>
        test.step(name, async () => {
          if (part === "moment") return;
          await expectAccessible(page);
          // on narrower screens the header is another one
          await expectNoOverflow(page, screen === "phone" ? undefined : []);
        }),
    });
  });
}
