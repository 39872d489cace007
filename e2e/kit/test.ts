import { test as base, expect, type Page } from "@playwright/test";
import { type RunningShop, startDemonstration } from "./running-shop.ts";
import { Shopper } from "./shopper.ts";

export { expect };

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

/** Hears what the page complains of: errors of scripts, refused policies, warnings of React. */
function listen(page: Page, hear: (message: string) => void): void {
  page.on("pageerror", (error) => hear(`page error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (ofPlaywright.test(message.text())) return;
    hear(`console.${message.type()}: ${message.text()} (${message.location().url})`);
  });
}

const loggedErrors = (said: string): string[] =>
  said.split("\n").filter((line) => line.startsWith("{") && /"level":[56]0/.test(line));

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
  page: async ({ page, expectedMessages }, use) => {
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
