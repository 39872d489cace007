import type { Page } from "@playwright/test";
import { testAll } from "#fixtures/testing/test-all.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { expect, phone, type StaffBrowser, test } from "./kit.ts";
import { addressOf, privateScreens } from "./screen-addresses.ts";

const isLoaded = (page: Page) => expect(page.locator("main [aria-busy=true]")).toHaveCount(0);

const isSheetLoaded = (page: Page) => expect(page.locator("dialog [aria-busy=true]")).toHaveCount(0);

/** The element with the focus, if a bar covers it or it is outside of the view; "" if it is visible, null if none has the focus. */
const coveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(async () => {
    // after the scrolling
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const box = focused.getBoundingClientRect();
    const name = `${focused.tagName} “${(focused.textContent || focused.getAttribute("aria-label") || "").slice(0, 40)}”`;
    if (box.width <= 1 || box.height <= 1) return "";
    if (box.height < innerHeight / 2 && (box.top < -1 || box.bottom > innerHeight + 1)) return `${name} is out of view`;
    // a dialog is above the bars of the screen
    const layer = focused.closest("dialog") ?? document.body;
    const bar = [...layer.querySelectorAll("*")].find((element) => {
      const { position, pointerEvents } = getComputedStyle(element);
      if ((position !== "fixed" && position !== "sticky") || pointerEvents === "none") return false;
      if (!element.checkVisibility() || element.contains(focused) || focused.contains(element)) return false;
      const other = element.getBoundingClientRect();
      const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      return width > 1 && height > 1;
    });
    return bar ? `${name} is below ${bar.tagName} “${bar.textContent?.slice(0, 40)}”` : "";
  });

const maxTabs = 60;

/** Moves the focus through the screen, forwards and backwards. */
async function expectFocusInView(page: Page): Promise<void> {
  const covered: string[] = [];
  for (const key of ["Tab", "Shift+Tab"])
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      await page.keyboard.press(key);
      const found = await coveredFocus(page);
      if (found === null) break;
      if (found) covered.push(`${key}: ${found}`);
    }
  expect(covered).toEqual([]);
}

/** Screens with bars of actions above the navigation, and how these appear. */
const withBars: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "/orders": async (page) => {
    await page.getByRole("checkbox", { name: "Chọn cả trang" }).check();
    await expect(page.getByRole("button", { name: "Bỏ chọn" })).toBeVisible();
  },
  "/products": async (page) => {
    await page.getByRole("checkbox").first().check();
  },
  "/products/143/prices": async (page) => {
    await page.getByLabel("Giá vốn").fill("90k");
    await expect(page.getByRole("region", { name: "Lưu thay đổi" })).toBeVisible();
  },
};

test("AC02: a sheet takes the focus, keeps it above its buttons, and returns it, also after a second sheet @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  await staff.open("/orders");
  await isLoaded(page);
  const filter = page.getByRole("button", { name: "Lọc", exact: true });
  await filter.press("Enter");
  await expect(page.locator("dialog :focus")).toHaveCount(1);
  await isSheetLoaded(page);
  await expectFocusInView(page);
  await page.keyboard.press("Escape");
  await expect(filter).toBeFocused();

  await staff.open(await addressOf(staff, "/orders/:id"));
  await isLoaded(page);
  const menu = page.getByRole("button", { name: "Khác…" });
  for (const entry of ["In phiếu", "Email cho khách", "Đổi trạng thái"]) {
    await menu.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: entry }).press("Enter");
    await expect(page.locator("dialog :focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(menu, entry).toBeFocused();
  }
});

const expectVisibleFocus = async (staff: StaffBrowser, page: Page): Promise<void> => {
  for (const [address, showBar] of Object.entries(withBars))
    await test.step(address, async () => {
      await staff.open(address);
      await isLoaded(page);
      await showBar(page);
      await expectFocusInView(page);
    });
};

test.describe("on a phone", () => {
  test.use(phone);

  test("AC02: bars never cover the focus @all", async ({ staff, page }) => {
    test.slow();
    await staff.signIn("owner");
    await expectVisibleFocus(staff, page);
  });
});

test("AC02: bars never cover the focus on a desktop", { tag: "@all" }, async ({ staff, page }) => {
  test.slow();
  await staff.signIn("owner");
  await expectVisibleFocus(staff, page);
});

/** The texts whose size does not follow the browser's text size. */
const fixedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.checkVisibility() &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const before = texts.map(sizeOf);
    document.documentElement.style.fontSize = "200%";
    const fixed = texts.filter((element, index) => sizeOf(element) < 1.9 * (before[index] ?? 0));
    document.documentElement.style.fontSize = "";
    return fixed.map((element) => element.outerHTML.slice(0, 100));
  });

test("AC06, AC01: texts follow the browser's text size up to 200 %, and the page does not scroll sideways @all", async ({
  staff,
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  await staff.signIn("owner");
  for (const path of privateScreens.filter((one) => testAll || ["/", "/orders", "/orders/:id"].includes(one))) {
    const address = await addressOf(staff, path);
    await test.step(address, async () => {
      await staff.open(address);
      await isLoaded(page);
      expect(await fixedTexts(page)).toEqual([]);
      // the text size of 200 % halves the width of the layout, as the zoom does
      await expectNoOverflow(page, [640]);
    });
  }
});
