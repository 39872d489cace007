import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    shiftSum: number;
    shiftSources: string[];
  }
}

/** Sums the cumulative layout shift of the next page loads, without shifts that follow user input. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shiftSum = 0;
    window.shiftSources = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        window.shiftSum += entry.value;
        for (const { node } of entry.sources ?? []) {
          window.shiftSources.push(
            `${entry.value.toFixed(4)} ${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName}`,
          );
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const maxShift = 0.02;

export async function expectSteady(page: Page): Promise<void> {
  const { sum, sources } = await page.evaluate(() => ({ sum: window.shiftSum, sources: window.shiftSources }));
  expect(sum, `layout shift, by: ${sources.join("; ")}`).toBeLessThanOrEqual(maxShift);
}

/**
 * Scrolls through the whole page, so that lazy content is loaded. It waits while a visible part is still loading: a
 * shift further down, caused by a slow response, would not be visible to a visitor.
 */
export const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isInView = (part: Element): boolean => {
      const { top, bottom, width } = part.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < window.innerHeight;
    };
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo({ top: y, behavior: "instant" });
      do await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      while ([...document.querySelectorAll(".skeleton")].some(isInView));
    }
    window.scrollTo({ top: 0, behavior: "instant" });
  });
