import type { Locator, Page } from "@playwright/test";
import type { StoreCalls } from "../checkout/store-calls.ts";
import type { Lang, Say } from "../checkout/words.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import type { Shopper } from "../kit/shopper.ts";

export type Screen = "phone" | "desktop";

export const screenSizes: Record<Screen, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

/** A browser in which a scene is played: a visitor in one language on one kind of screen. */
export interface Stage {
  page: Page;
  lang: Lang;
  say: Say;
  screen: Screen;
  shop: RunningShop;
  /** somebody new, not yet registered */
  shopper: Shopper;
  store: StoreCalls;
  /** The page is now as the name says: it is photographed, or examined. @param part the screen alone, as it is scrolled; `moment`: one that is held up, in which the page answers nothing */
  show(name: string, part?: "page" | "screen" | "moment"): Promise<void>;
}

/** A part of the shop in its states, one after the other. */
export interface Scene {
  name: string;
  /** where it can be seen; everywhere if not said */
  screens?: readonly Screen[];
  /** messages of the browser's console that belong to it */
  expected?: readonly RegExp[];
  play(stage: Stage): Promise<void>;
}

/** Opens a page and waits until its scripts have what they ask for. */
export const arrive = async ({ page }: Stage, path: string): Promise<void> => {
  await page.goto(path, { waitUntil: "networkidle" });
};

export const main = ({ page }: Stage): Locator => page.getByRole("main");

/** A call of the store that comes to nothing, until `page.unrouteAll()`. */
export const breakCall = ({ page }: Stage, calls: string): Promise<void> =>
  page
    .route(calls, (route) => route.fulfill({ status: 403, json: { code: "x", message: "", data: { status: 403 } } }))
    .then(() => undefined);

export const broken: readonly RegExp[] = [/status of 403/];
