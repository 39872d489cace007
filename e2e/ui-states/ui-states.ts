import type { Locator, Page } from "@playwright/test";
import type { StoreCalls } from "../checkout/store-calls.ts";
import type { Lang, Translate } from "../checkout/translate.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import type { Shopper } from "../kit/shopper.ts";

export type Screen = "phone" | "desktop";

export const screenSizes: Record<Screen, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

/** A browser that a UI state is shown in: a visitor in one language and screen size. */
export interface StatesContext {
  page: Page;
  lang: Lang;
  t: Translate;
  screen: Screen;
  shop: RunningShop;
  /** a new customer, not yet registered */
  shopper: Shopper;
  store: StoreCalls;
  /**
   * Called when the page is in the named state, which is then captured in a screenshot or checked. @param part `screen`: only the
   * viewport, at its scroll position; `moment`: a state that is held back, in which the page does not react
   */
  show(name: string, part?: "page" | "screen" | "moment"): Promise<void>;
}

/** The states of one part of the shop. */
export interface UiStates {
  name: string;
  /** screen sizes that it exists on; all if not set */
  screens?: readonly Screen[];
  /** console messages that it causes */
  expected?: readonly RegExp[];
  /** Brings the page into each state and calls `context.show`. */
  visit(context: StatesContext): Promise<void>;
}

/** Opens a page and waits until the network is idle. */
export const arrive = async ({ page }: StatesContext, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: "networkidle" });
};

export const main = ({ page }: StatesContext): Locator => page.getByRole("main");

/** Makes requests to the store fail, until `page.unrouteAll()`. */
export const breakCall = ({ page }: StatesContext, calls: string): Promise<void> =>
  page
    .route(calls, (route) => route.fulfill({ status: 403, json: { code: "x", message: "", data: { status: 403 } } }))
    .then(() => undefined);

export const broken: readonly RegExp[] = [/status of 403/];
