import type { Page } from "@playwright/test";
import { type ScreenPath, screenPaths } from "#contract/backoffice/screens.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takePictures } from "../kit/picture.ts";
import { expect, expectDemoBar, phone, type StaffBrowser, test } from "./kit.ts";
import { addressOf, privateScreens } from "./screen-addresses.ts";

const isLoaded = (page: Page) => expect(page.locator("main [aria-busy=true]")).toHaveCount(0);

/** The screens of the day and those that differ most; the others are opened with TEST_ALL=1. */
const openedByDefault = new Set<ScreenPath>(["/", "/orders/:id", "/pack/:id", "/products/:id/:tab?"]);

async function walk(staff: StaffBrowser, page: Page, check: () => Promise<void>): Promise<void> {
  for (const path of privateScreens.filter((one) => testAll || openedByDefault.has(one))) {
    const address = await addressOf(staff, path);
    await test.step(address, async () => {
      await staff.open(address);
      await isLoaded(page);
      await expectDemoBar(page);
      await check();
      const language = await page.locator("html").getAttribute("lang");
      await takePictures(page, `${path.replaceAll(/\W+/g, "-")}-${language}`, { fullPage: true });
    });
  }
}

/** What is wrong with the structure of a screen, in numbers. */
const structureOf = (page: Page) =>
  page.evaluate(() => {
    const visible = (element: Element) => element.checkVisibility();
    const main = document.querySelector("main");
    const all = (selector: string) => [...(main?.querySelectorAll(selector) ?? [])].filter(visible);
    return {
      headings: all("h1").length,
      tablesWithoutHeadings: all("table").filter((table) => !table.querySelector("th")).length,
      // drawings without a table or list next to them: a chart needs the same numbers as a table
      drawings: all("canvas, svg:not([aria-hidden]):not([aria-label]), [role=img]:not([aria-label])").length,
      // entries outside of a list
      looseEntries: all("li").filter((item) => !item.closest("ul, ol, menu")).length,
    };
  });
const sound = { headings: 1, tablesWithoutHeadings: 0, drawings: 0, looseEntries: 0 };
const desktop = { width: 1440, height: 900 };

test.describe("on a phone", () => {
  test.use(phone);

  test("SI15, AC01, AC04, AC05: every screen is accessible, fits 320 px, and has tables with headings, lists, words for drawings, and the bar of the demonstration", async ({
    staff,
    page,
  }) => {
    test.slow();
    await staff.signIn("owner");
    await walk(staff, page, async () => {
      await expectAccessible(page);
      await expectNoOverflow(page, [320]);
      // tables are shown on desktops
      await page.setViewportSize(desktop);
      await expect.poll(() => structureOf(page), page.url()).toEqual(sound);
      await page.setViewportSize(phone.viewport);
    });
  });
});

test("AC01, AC06: every screen is accessible on a desktop, in English, in dark mode", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ colorScheme: "dark" });
  await staff.signIn("owner", "en");
  await walk(staff, page, async () => {
    await expectAccessible(page);
    await expectNoOverflow(page, [1024]);
  });
});

/** kB as sent, without the scanner's WebAssembly */
const budgets = { signIn: 120, today: 190, further: 45, style: 20 };

test("SP02: scripts and style stay within their budgets", { tag: "@all" }, async ({
  staff,
  page,
  expectedMessages,
}) => {
  test.slow();
  expectedMessages.push(/401/);
  const sizes = new Map<string, number>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (/\/assets\/.*\.(js|css)$/.test(pathname)) sizes.set(pathname, Number(response.headers()["content-length"]));
  });
  const total = (ending: string): number =>
    [...sizes].reduce((sum, [path, bytes]) => sum + (path.endsWith(ending) ? bytes : 0), 0) / 1000;
  await page.goto("/admin/sign-in");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(total(".js"), "the sign-in").toBeLessThanOrEqual(budgets.signIn);
  await staff.signIn("owner");
  await staff.open("/");
  await isLoaded(page);
  if (screenPaths.some((path) => String(path) === "/orders")) await staff.open("/orders");
  await isLoaded(page);
  expect(total(".js"), "Today and orders").toBeLessThanOrEqual(budgets.today);
  const shared = new Set(sizes.keys());
  for (const path of privateScreens) {
    const address = await addressOf(staff, path);
    sizes.clear();
    await staff.open(address);
    await isLoaded(page);
    for (const known of shared) sizes.delete(known);
    expect(total(".js"), path).toBeLessThanOrEqual(budgets.further);
  }
  expect(total(".css"), "style").toBeLessThanOrEqual(budgets.style);
});
