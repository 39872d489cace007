import { type BrowserContext, devices, type Page } from "@playwright/test";
import type { Role } from "#contract/permissions.ts";
import { expect, test as base } from "../kit/test.ts";

export { expect };

const api = "/wp-json/lianne-admin/v1";

/** Settings of a phone for `test.use`: 360 px wide, with touch. */
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent: devices["Pixel 7"].userAgent,
};

const readStored = (page: Page, what: "getAllKeys" | "getAll"): Promise<unknown[]> =>
  page.evaluate(
    (read) =>
      new Promise<unknown[]>((resolve, reject) => {
        const open = indexedDB.open("keyval-store");
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          if (!open.result.objectStoreNames.contains("keyval")) return resolve([]);
          const entries = open.result.transaction("keyval").objectStore("keyval")[read]();
          entries.onsuccess = () => resolve(entries.result);
        };
      }),
    what,
  );

/** Keys of what the back office has stored on the device. */
export const storedKeys = async (page: Page): Promise<string[]> => (await readStored(page, "getAllKeys")).map(String);

/** The values of these keys, as text. A draft is stored a moment after the last key press. */
export const storedText = async (page: Page): Promise<string> => JSON.stringify(await readStored(page, "getAll"));

/** Stores values on the device as the back office does, e.g. for another account. */
export const storeOnDevice = (page: Page, values: Record<string, unknown>) =>
  page.evaluate(
    (stored) =>
      new Promise<void>((resolve) => {
        const open = indexedDB.open("keyval-store");
        open.onsuccess = () => {
          const write = open.result.transaction("keyval", "readwrite");
          for (const [key, value] of Object.entries(stored)) write.objectStore("keyval").put(value, key);
          write.oncomplete = () => resolve();
        };
      }),
    values,
  );

/** Waits until the service worker has stored the shell, so that the page opens offline. */
export const workerReady = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        return active?.state === "activated" && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);

/** What the browser reports of requests without a connection. */
export const failedRequests = [/net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource/];

/** The time of something that just happened, as the back office writes it: yesterday if midnight has passed in Vietnam. */
export const lately = String.raw`(\d{2}:\d{2} hôm nay|hôm qua \d{2}:\d{2})`;

/** Expects the bar across the screen that states that this is a demonstration (SI15), in either language. */
export async function expectDemoBar(page: Page): Promise<void> {
  const bar = page.getByText(/^(Đây là bản dùng thử|This is a demonstration)/);
  await expect(bar, page.url()).toBeVisible();
  const [box, width] = [await bar.boundingBox(), await page.evaluate(() => document.documentElement.clientWidth)];
  expect([box?.x, box?.width], page.url()).toEqual([0, width]);
}

/** Unique in the shop that the tests of a worker share. */
export const unique = (name: string): string => `${name} ${Date.now().toString(36).slice(-6)}`;

/**
 * Types a code as a hand scanner in keyboard mode does, and ends it with Enter: in the page itself, since a busy machine would pause between
 * the keys of the browser's keyboard as long as a person does.
 */
export async function handScan(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    for (const key of [...text, "Enter"])
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
  }, code);
}

/** What a browser sends with a request of the shop's own pages. */
const ownPage = (origin: string) => ({ origin, "sec-fetch-site": "same-origin" });

/** The browser of a staff member of the demonstration. */
export class StaffBrowser {
  readonly page: Page;
  readonly #origin: string;
  #nonce = "";

  constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
  }

  /**
   * Signs in with a role of the demonstration, in a language. An open screen is left first: what it still requests would fail once its
   * session is replaced.
   */
  async signIn(role: Role, language: "vi" | "en" = "vi"): Promise<void> {
    if (this.page.url() !== "about:blank") await this.page.goto("about:blank");
    await this.call("POST", `${api}/demo-session`, { role });
    const { nonce } = await this.call<{ nonce: string }>("GET", `${api}/session`);
    this.#nonce = nonce;
    await this.call("PUT", `${api}/profile`, { language });
  }

  /** Opens a screen, and waits for its title. @param path below `/admin` */
  async open(path: string): Promise<void> {
    await this.page.goto(`/admin${path}`);
    await expect(this.page.locator("main h1").filter({ visible: true }).first()).toBeVisible();
  }

  /** Sends a request with the session of the browser. @param url from the root of the shop @throws if it fails */
  async call<Body = unknown>(method: "GET" | "POST" | "PUT" | "DELETE", url: string, data?: object): Promise<Body> {
    // any version, as another person that has just read it
    const write = method === "GET" ? {} : { "if-match": "*" };
    const headers = { ...ownPage(this.#origin), ...write, ...(this.#nonce ? { "x-wp-nonce": this.#nonce } : {}) };
    const response = await this.page.request.fetch(url, { method, headers, ...(data ? { data } : {}) });
    if (!response.ok())
      throw new Error(`${method} ${url} responded with ${response.status()}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Uploads a file to an endpoint of the back office. @param path below its root @param type of the file */
  async upload<Body = unknown>(path: string, type: string, file: string | Buffer): Promise<Body> {
    const headers = { ...ownPage(this.#origin), "x-wp-nonce": this.#nonce, "content-type": type };
    const response = await this.page.request.fetch(`${api}${path}`, {
      method: "POST",
      headers,
      data: typeof file === "string" ? Buffer.from(file) : file,
    });
    if (!response.ok()) throw new Error(`POST ${path} responded with ${response.status()}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Sends a request to an endpoint of the back office. @param path below its root */
  bo<Body = unknown>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<Body> {
    return this.call<Body>(method, `${api}${path}`, data);
  }
}

interface BackOfficeParts {
  /**
   * The browser saves data: the back office reads no orders in advance. False for tests of reading in advance, whose requests would otherwise
   * run during any test.
   */
  savesData: boolean;
  /** the browser of a staff member, not signed in yet */
  staff: StaffBrowser;
  /** Opens the browser of another staff member, closed after the test. */
  colleague: (role: Role) => Promise<StaffBrowser>;
  /** Names of categories that are deleted after the test, also if it failed: the tests of a worker share the shop's menus. */
  created: string[];
}

/** Makes the browser one that saves data. */
export const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );

const categories = "/wp-json/wc/v3/products/categories";

/** The `test` of the back office's browser tests. */
export const test = base.extend<BackOfficeParts>({
  savesData: [true, { option: true }],
  page: async ({ page, savesData }, use) => {
    if (savesData) await saveData(page);
    await use(page);
  },
  staff: async ({ page, shop }, use) => use(new StaffBrowser(page, shop.url)),
  colleague: async ({ browser, shop, savesData }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (role) => {
      const context = await browser.newContext();
      contexts.push(context);
      const page = await context.newPage();
      if (savesData) await saveData(page);
      const other = new StaffBrowser(page, shop.url);
      await other.signIn(role);
      return other;
    });
    for (const context of contexts) await context.close();
  },
  created: async ({ staff }, use) => {
    const names: string[] = [];
    await use(names);
    if (names.length === 0) return;
    const list = await staff.call<{ id: number; name: string }[]>("GET", `${categories}?per_page=100`);
    for (const { id, name } of list)
      if (names.includes(name)) await staff.call("DELETE", `${categories}/${id}?force=true`);
  },
});

/** The status of an order, as the API has it. */
export const statusOf = async (staff: StaffBrowser, id: number): Promise<string> =>
  (await staff.call<{ status: string }>("GET", `/wp-json/wc/v3/orders/${id}`)).status;
