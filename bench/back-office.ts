// Times of the back office on a phone: `npm run lighthouse -- --back-office`. See bench/README.md.
import { type BrowserContext, type CDPSession, chromium, devices, type Page } from "@playwright/test";
import { startDemonstration } from "../e2e/kit/running-shop.ts";

/** The connection that Lighthouse simulates, too: 1.6 Mbit/s and 150 ms. */
const connection = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const api = "/wp-json/lianne-admin/v1";

/** Milliseconds, except the shift. */
interface BackOfficeTimes {
  firstVisit: number;
  laterVisit: number;
  orderOpens: number;
  inp: number;
  shift: number;
}
const limits: BackOfficeTimes = { firstVisit: 2_500, laterVisit: 1_000, orderOpens: 200, inp: 200, shift: 0.02 };
const labels: Record<keyof BackOfficeTimes, string> = {
  firstVisit: "Today is visible, first visit",
  laterVisit: "Today is visible, later visits",
  orderOpens: "an order opens from its list",
  inp: "INP",
  shift: "CLS",
};

/** Collects layout shifts and the durations of inputs in every page. */
function observe(): void {
  const seen = { shift: 0, input: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.input = Math.max(seen.input, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

const seenOn = (page: Page): Promise<{ shift: number; input: number }> =>
  page.evaluate(() => (window as unknown as { seen: { shift: number; input: number } }).seen);

/** Milliseconds from the start of the navigation until a selector is visible. */
async function visibleAfter(page: Page, selector: string): Promise<number> {
  const at = await page.waitForFunction(
    (css) => (document.querySelector(css)?.checkVisibility() ? performance.now() : false),
    selector,
    { polling: "raf" },
  );
  return Number(await at.jsonValue());
}

async function slowDown(page: Page, slowdown: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", connection);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return session;
}

/** Time from a tap on an order of the list until its customer is shown, whose order screen was loaded before. */
async function openOrder(page: Page): Promise<number> {
  const rows = page.locator("li[id^=order-]");
  await rows.first().getByRole("link").tap();
  await visibleAfter(page, "article section");
  await page.goBack();
  await rows.nth(1).waitFor();
  await page.evaluate(() => {
    addEventListener("pointerup", ({ timeStamp }) => Object.assign(window, { tapped: timeStamp }), { capture: true });
  });
  await rows.nth(1).getByRole("link").tap();
  const shown = await visibleAfter(page, "article section");
  return shown - (await page.evaluate(() => (window as unknown as { tapped: number }).tapped));
}

async function visit(context: BrowserContext, url: string, slowdown: number): Promise<BackOfficeTimes> {
  const page = await context.newPage();
  await slowDown(page, slowdown);
  await page.goto(`${url}/admin`, { waitUntil: "commit" });
  const firstVisit = await visibleAfter(page, "main dl, main ul");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload({ waitUntil: "commit" });
  const laterVisit = await visibleAfter(page, "main dl, main ul");
  const { shift } = await seenOn(page);
  await page.goto(`${url}/admin/orders`);
  const orderOpens = await openOrder(page);
  await page.waitForLoadState("networkidle");
  const { input } = await seenOn(page);
  await page.close();
  return { firstVisit, laterVisit, orderOpens, inp: input, shift };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** Measures the back office with the session of an owner, and prints a table. @returns whether all limits hold */
export async function measureBackOffice(executablePath: string, options: { runs: number; slowdown: number }) {
  const shop = await startDemonstration("PGlite");
  const browser = await chromium.launch({ executablePath });
  const visits: BackOfficeTimes[] = [];
  try {
    for (let number = 1; number <= options.runs; number++) {
      console.log(`visit ${number} of ${options.runs} …`);
      const context = await browser.newContext({ ...devices["Pixel 7"] });
      await context.addInitScript(observe);
      await context.request.post(`${shop.url}${api}/demo-session`, {
        data: { role: "owner" },
        headers: { origin: shop.url },
      });
      visits.push(await visit(context, shop.url, options.slowdown));
      await context.close();
    }
  } finally {
    await browser.close();
    await shop.close();
  }
  const names = Object.keys(limits) as (keyof BackOfficeTimes)[];
  const rows = names.map((name) => {
    const found = median(visits.map((one) => one[name]));
    const digits = name === "shift" ? 3 : 0;
    const result = found <= limits[name] ? "holds" : "**missed**";
    return { line: `| ${labels[name]} | ${found.toFixed(digits)} | ${limits[name]} | ${result} |`, result };
  });
  console.log(
    `\n| back office | median | limit | |\n| --- | ---: | ---: | --- |\n${rows.map(({ line }) => line).join("\n")}`,
  );
  return rows.every(({ result }) => result === "holds");
}
