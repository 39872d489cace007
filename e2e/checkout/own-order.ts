import type { Page } from "@playwright/test";
import type { Variation } from "#contract/catalog.ts";
import { merchantOf, sellHidden } from "../kit/merchant.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import type { Shopper } from "../kit/shopper.ts";
import { StoreCalls } from "./store-calls.ts";
import type { Lang } from "./translate.ts";

interface Given {
  page: Page;
  shop: RunningShop;
  shopper: Shopper;
}

/** Logs a new customer in, on a screen and in a language. */
export async function customerOn(
  { page, shop, shopper }: Given,
  { lang, width, height = 844 }: { lang: Lang; width: number; height?: number },
): Promise<StoreCalls> {
  await page.setViewportSize({ width, height });
  await shopper.registerAndLogIn();
  await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
  return new StoreCalls(page);
}

/** A ring of the test's own, in two sizes with two prices. */
export async function ringInTwoSizes(shop: RunningShop): Promise<number> {
  const merchant = await merchantOf(shop);
  const { id } = await sellHidden(merchant, {
    ...{ name: "Nhẫn hai cỡ hai giá", type: "variable" },
    attributes: [{ name: "Cỡ", options: ["50", "52"], variation: true, visible: true }],
  });
  for (const [option, regular_price] of [
    ["50", "500000"],
    ["52", "620000"],
  ])
    await merchant("POST", `products/${id}/variations`, {
      ...{ regular_price, manage_stock: true, stock_quantity: 9, attributes: [{ name: "Cỡ", option }] },
    });
  return id;
}

/** Its options, the cheaper one first. */
export async function optionsByPrice(store: StoreCalls, ring: number): Promise<[Variation, Variation]> {
  const options = (await store.variations(ring)).filter(({ purchasable }) => purchasable);
  const [cheap, dear] = options.toSorted((one, other) => Number(one.price) - Number(other.price));
  if (!cheap || !dear || cheap.price === dear.price) throw new Error("the ring has no two prices");
  return [cheap, dear];
}

export const optionName = ({ attributes }: Pick<Variation, "attributes">): string =>
  attributes.map(({ option }) => option).join(", ");
