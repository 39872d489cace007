import { test as base, type BrowserContext, expect, type Page } from "@playwright/test";
import { stockUp } from "./ample-stock.ts";
import { type RunningShop, startDemonstration } from "./running-shop.ts";
import { Shopper } from "./shopper.ts";

export { expect };

declare global {
  interface Window {
    /** set when the page is hydrated */
    isHydrated?: true;
  }
}

interface WorkerParts {
  engine: "PGlite" | "PostgreSQL";
  shop: RunningShop;
}

interface TestParts {
  /** a new customer, in the same browser as `page` */
  shopper: Shopper;
  /** Console messages that a test expects; any other fails it. */
  expectedMessages: RegExp[];
  /** fails a test if the shop logs an error while it runs */
  quietShop: undefined;
}

/** Playwright's own message where it blocks the service worker, as in every test that is not about it. */
const ofPlaywright = /^Service Worker registration blocked by Playwright/;

/**
 * Reports the page's problems: script errors, CSP violations, React warnings, and native dialogs, which the shop never
 * opens, except the browser's own when forms of the back office with unsaved fields are left by a reload.
 */
function listen(page: Page, report: (message: string) => void): void {
  // An error without a stack, such as that of an import that fails, has an empty one.
  page.on("pageerror", (error) => report(`page error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on("dialog", (box) => {
    if (box.type() === "beforeunload") return void box.accept();
    report(`${box.type()}: ${box.message()}`);
    void box.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (ofPlaywright.test(message.text())) return;
    report(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

const loggedErrors = (output: string): string[] =>
  output.split("\n").filter((line) => line.startsWith("{") && /"level":[56]0/.test(line));

/**
 * A page is visible before it is hydrated, when keys have no effect yet. Tests therefore wait for hydration after each
 * navigation; clicks on buttons are queued by the page itself.
 */
async function waitForScripts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("hydrated", () => {
      window.isHydrated = true;
    });
  });
  const ready = () => page.waitForFunction(() => window.isHydrated || !document.querySelector("#held-script"));
  const { goto, reload, goBack } = page;
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await ready();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload.call(page, options);
    await ready();
    return response;
  };
  page.goBack = async (options) => {
    const response = await goBack.call(page, options);
    await ready();
    return response;
  };
}

/** Opens another tab, in which navigations wait for hydration as in the test's page. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await waitForScripts(page);
  return page;
}

/**
 * The `test` of the browser tests: a running shop for each worker, and failure on unexpected messages of browser and
 * shop.
 */
export const test = base.extend<TestParts, WorkerParts>({
  engine: ["PGlite", { option: true, scope: "worker" }],
  shop: [
    async ({ engine }, use) => {
      const shop = await startDemonstration(engine);
      await stockUp(shop.url);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: async ({ browserName: _ }, use) => use([]),
  page: async ({ page, expectedMessages, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await waitForScripts(page);
    const messages: string[] = [];
    listen(page, (message) => messages.push(message));
    await use(page);
    const unexpected = messages.filter((message) => !expectedMessages.some((expected) => expected.test(message)));
    expect(unexpected, "messages of the browser's console").toEqual([]);
  },
  quietShop: [
    async ({ shop }, use, info) => {
      const before = shop.output().length;
      await use(undefined);
      const output = shop.output().slice(before);
      if (info.status !== info.expectedStatus && output) await info.attach("output of the shop", { body: output });
      expect(loggedErrors(output), "errors that the shop logged").toEqual([]);
    },
    { auto: true },
  ],
  shopper: async ({ page }, use) => use(new Shopper(page)),
});
