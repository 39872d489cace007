import { expect, type Page } from "@playwright/test";

/** The narrowest screen there is, and a desktop's page at 200 %. */
export const narrowWidths = [320, 720];

/** What sticks out to the right: of the page, or of what scrolls in an open dialog. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const wide =
      root.scrollWidth > window.innerWidth ? [`the page: ${root.scrollWidth} of ${window.innerWidth} px`] : [];
    for (const part of document.querySelectorAll("[role=dialog], [role=dialog] *")) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const scrolls = overflowY === "auto" || overflowY === "scroll" || part.matches("[role=dialog]");
      // a row that is meant to be swiped says so
      if (scrolls && overflowX !== "hidden" && overflowY !== "hidden" && part.scrollWidth > part.clientWidth + 1)
        wide.push(
          `${part.tagName} ${part.className.toString().slice(0, 60)}: ${part.scrollWidth} of ${part.clientWidth} px`,
        );
    }
    return wide;
  });

/**
 * Fails where somebody would have to scroll sideways: as the page stands, and at each of these widths. Letters that only the
 * narrow page shows may be on their way yet, and others, wider ones, in their place.
 */
export async function expectNoOverflow(page: Page, widths: readonly number[] = narrowWidths): Promise<void> {
  const size = page.viewportSize();
  await expect.poll(() => overflows(page), `too wide at ${size?.width} px`).toEqual([]);
  if (!size) return;
  for (const width of widths) {
    await page.setViewportSize({ width, height: size.height });
    await expect.poll(() => overflows(page), `too wide at ${width} px`).toEqual([]);
  }
  await page.setViewportSize(size);
}
