import { expect, type Page } from "@playwright/test";

/** The narrowest supported screen, and a desktop's page at 200 %. */
export const narrowWidths = [320, 720];

/** Elements that overflow to the right: the page, or scroll containers in an open dialog. */
const overflows = (page: Page): Promise<string[]> =>
  page.evaluate((viewportWidth) => {
    const root = document.documentElement;
    // a phone's browser zooms out of a page that is too wide: its `innerWidth` grows with the page
    const width = viewportWidth ?? window.innerWidth;
    const wide = root.scrollWidth > width ? [`the page: ${root.scrollWidth} of ${width} px`] : [];
    for (const part of document.querySelectorAll(
      ":is(dialog[open], [role=dialog]), :is(dialog[open], [role=dialog]) *",
    )) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const scrolls = overflowY === "auto" || overflowY === "scroll" || part.matches("dialog, [role=dialog]");
      // a row that is meant to scroll sideways declares it
      if (scrolls && overflowX !== "hidden" && overflowY !== "hidden" && part.scrollWidth > part.clientWidth + 1)
        wide.push(
          `${part.tagName} ${part.className.toString().slice(0, 60)}: ${part.scrollWidth} of ${part.clientWidth} px`,
        );
    }
    return wide;
  }, page.viewportSize()?.width);

/**
 * Fails if the page scrolls sideways, at its current width and at each of these. It polls, since fonts that only the
 * narrow layout uses may still be loading, with wider fallback fonts in their place.
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
