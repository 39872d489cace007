import { test as base, expect, type Page } from "@playwright/test";
import { type RunningShop, startDemonstration } from "./running-shop.ts";
import { Shopper } from "./shopper.ts";

export { expect };

declare global {
  interface Window {
    /** the page's scripts have taken it over */
    isHydrated?: true;
  }
}

interface WorkerParts {
  engine: "PGlite" | "PostgreSQL";
  shop: RunningShop;
}

interface TestParts {
  /** somebody new, in the same browser as `page` */
  shopper: Shopper;
  /** Messages of the browser's console that a test provokes; any other fails it. */
  expectedMessages: RegExp[];
  /** what the shop logs as errors while a test runs fails it */
  quietShop: undefined;
}

/** Playwright's own remark where it keeps the worker away, as it does in every test that is not about it. */
const ofPlaywright = /^Service Worker registration blocked by Playwright/;

/** Hears what the page complains of: errors of scripts, refused policies, warnings of React; and the browser's own boxes, which the shop never opens. */
function listen(page: Page, hear: (message: string) => void): void {
  page.on("pageerror", (error) => hear(`page error: ${error.stack ?? error.message}`));
  page.on("dialog", (box) => {
    hear(`${box.type()}: ${box.message()}`);
    void box.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (ofPlaywright.test(message.text())) return;
    hear(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

const loggedErrors = (said: string): string[] =>
  said.split("\n").filter((line) => line.startsWith("{") && /"level":[56]0/.test(line));

/**
 * A page is there before its scripts. Who loads it and waits for it in a test waits for them too, as a person would who sees
 * that a key does nothing yet; a press on a button is kept by the page itself.
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
    const answer = await goto.call(page, url, options);
    if (options?.waitUntil !== "commit") await ready();
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    await ready();
    return answer;
  };
  page.goBack = async (options) => {
    const answer = await goBack.call(page, options);
    await ready();
    return answer;
  };
}

/** The tests' `test`: a running shop for each worker, and silence from browser and shop. */
export const test = base.extend<TestParts, WorkerParts>({
  engine: ["PGlite", { option: true, scope: "worker" }],
  shop: [
    async ({ engine }, use) => {
      const shop = await startDemonstration(engine);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: async ({ browserName: _ }, use) => use([]),
  page: async ({ page, expectedMessages, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await waitForScripts(page);
    const heard: string[] = [];
    listen(page, (message) => heard.push(message));
    await use(page);
    const unexpected = heard.filter((message) => !expectedMessages.some((expected) => expected.test(message)));
    expect(unexpected, "messages of the browser's console").toEqual([]);
  },
  quietShop: [
    async ({ shop }, use, info) => {
      const before = shop.said().length;
      await use(undefined);
      const said = shop.said().slice(before);
      if (info.status !== info.expectedStatus && said) await info.attach("what the shop said", { body: said });
      expect(loggedErrors(said), "errors that the shop logged").toEqual([]);
    },
    { auto: true },
  ],
  shopper: async ({ page }, use) => use(new Shopper(page)),
});
