import { expect, type Page } from "@playwright/test";
import type { Shopper } from "../kit/shopper.ts";
import { OrderInfo } from "./order-info.ts";
import { tick } from "./selection.ts";
import { StoreCalls } from "./store-calls.ts";
import { type Lang, translatorFor } from "./translate.ts";

interface OrderedItem {
  id: number;
  variation: number | null;
}

interface Wish {
  /** the shop's URL */
  at: string;
  lang: Lang;
  item: OrderedItem;
  quantity?: number;
  /** further cart lines */
  also?: readonly (OrderedItem & { quantity: number })[];
  size?: "phone" | "desktop";
}

/** A new customer with one selected cart line, in one language and screen size, at the payment step. */
export async function readyToPay(
  page: Page,
  shopper: Shopper,
  { at, lang, item, quantity = 1, also = [], size = "desktop" }: Wish,
): Promise<{ form: OrderInfo; store: StoreCalls; line: string }> {
  if (size === "phone") await page.setViewportSize({ width: 390, height: 844 });
  await shopper.registerAndLogIn();
  await page.context().addCookies([{ name: "preferred-language", value: lang, url: at }]);
  const store = new StoreCalls(page);
  const line = await store.put(item.id, item.variation, quantity);
  const others: string[] = [];
  for (const other of also) others.push(await store.put(other.id, other.variation, other.quantity));
  await tick(page, [line, ...others]);
  return { form: await fetchedAtShop(page, lang), store, line };
}

/** The form, filled from the account, for pick-up: only the payment method is left to choose. */
export async function fetchedAtShop(page: Page, lang: Lang): Promise<OrderInfo> {
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, translatorFor(lang));
  await form.useMyInfo.check();
  await form.choice("delivery_in_person").check();
  return form;
}

/** Buys the earrings of the tests on their product page. */
export async function buyNow(page: Page, t: ReturnType<typeof translatorFor>): Promise<void> {
  await page.goto("/product-detail/143/");
  await page
    .getByRole("main")
    .getByRole("button", { name: t("product.buy_now") })
    .first()
    .click();
  await page.waitForURL("**/checkout");
}

/** From a failed payment back to the form, by its buttons; the typed values are still there. */
export async function tryAgain(page: Page, lang: Lang): Promise<OrderInfo> {
  const t = translatorFor(lang);
  await page.getByRole("link", { name: t("payment_result.try_again") }).click();
  await page.waitForURL("**/checkout");
  await expect(page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("link", { name: t("checkout.purchase") }).click();
  await page.waitForURL("**/checkout/order-info");
  const form = new OrderInfo(page, t);
  await expect(form.field("email")).toHaveValue(/@/);
  return form;
}

/** From a failed payment straight back to the gateway, without changes. @param method its label */
export const payAgainAtOnce = (page: Page, lang: Lang, method: string): Promise<void> =>
  page.getByRole("button", { name: translatorFor(lang)("payment_result.pay_again_by", { method }) }).click();

/** Waits for the result page with this heading. @param key of `payment_result` */
export async function expectResult(page: Page, lang: Lang, key: string): Promise<number> {
  await page.waitForURL("**/final-payment?*");
  await expect(page.getByRole("heading", { name: translatorFor(lang)(`payment_result.${key}`) })).toBeVisible();
  return Number(new URL(page.url()).searchParams.get("order_id"));
}
