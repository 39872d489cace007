import { expect, type Page, type Route } from "@playwright/test";

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

const rendered = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );

/**
 * Opens a page whose reads get their responses one at a time, each once the one before is rendered, those that were requested last first: each
 * part must have its place in any order of the responses.
 * @param reads the requests that are held @param isLoaded whether nothing more is expected
 */
export async function openInReverse(
  page: Page,
  reads: RegExp,
  { open, isLoaded }: { open: () => Promise<unknown>; isLoaded: () => Promise<boolean> },
): Promise<void> {
  const held: Route[] = [];
  await page.route(reads, (route) => (route.request().method() === "GET" ? void held.push(route) : route.continue()));
  await open();
  await expect(async () => {
    for (let route = held.pop(); route; route = held.pop()) {
      await route.fulfill({ response: await route.fetch() });
      await rendered(page);
    }
    expect(await isLoaded()).toBe(true);
    expect(held).toHaveLength(0);
  }).toPass({ intervals: [50] });
  await page.unroute(reads);
  for (const route of held) await route.continue();
}
