import type { Page } from "@playwright/test";
import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { type Merchant, merchantOf, type Stored } from "./kit/merchant.ts";
import { expect, test } from "./kit/test.ts";

/** Closes a script, an attribute, a comment and an element, and runs if any of them is not escaped. */
const markup = `--></script></textarea>'"><img src=x onerror=alert(1)><script>alert(2)</script>`;
/** Tags are stripped from names once, and the rest is plain text. From this name, stripping leaves a complete tag. */
const inName = `--'"<<b>/script><<b>img src=x onerror=alert(1)><<b>script>alert(2)<<b>/script>`;
const t = translatorFor("vi");

/** A category and a product in it, with markup in every field that a merchant can write. */
async function sellMarkup(merchant: Merchant): Promise<{ category: Stored; tag: Stored; product: Stored }> {
  const texts = { name: `Nhẫn thử ${inName}`, description: markup };
  const category = await merchant("POST", "products/categories", { ...texts, slug: "thu-markup" });
  const tag = await merchant("POST", "products/tags", { ...texts, slug: "thu-markup" });
  const product = await merchant("POST", "products", {
    ...{ ...texts, short_description: markup, sku: markup.slice(0, 60), purchase_note: markup },
    ...{ slug: "thu-markup", regular_price: "500000", manage_stock: true, stock_quantity: 9 },
    ...{ categories: [{ id: category.id }, { id: 11 }], tags: [{ id: tag.id }] },
    attributes: [{ name: inName, options: [inName], visible: true }],
    meta_data: [{ key: "markup", value: markup }],
  });
  return { category, tag, product };
}

/** Checks that no stored markup became an element; script errors and dialogs fail every browser test. */
async function expectText(page: Page, address: string, ...shown: string[]): Promise<void> {
  await page.goto(address);
  for (const text of shown) await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(`img[src="x"], [onerror]`)).toHaveCount(0);
  const html = await (await page.request.get(address)).text();
  expect(html, address).not.toMatch(/<img[ /]src=x|<script>alert/);
}

async function orderAsMarkup(page: Page, store: StoreCalls, product: number): Promise<void> {
  await tick(page, [await store.put(product, null)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, t);
  await form.useMyInfo.check();
  await form.choice("delivery_shipment").check();
  await form.fillAddress();
  await form.field("address").fill(`12 ${markup}`);
  await page.locator("textarea").fill(markup);
  await form.choice("payment_cod").check();
  await form.submit.click();
  await page.waitForURL("**/final-payment?*");
}

test("markup in any field that a merchant or a shopper can write is shown as text, on every page that shows it", async ({
  page,
  shop,
  shopper,
}) => {
  const merchant = await merchantOf(shop);
  const { category, tag, product } = await sellMarkup(merchant);
  try {
    expect(product.name).toContain("<img src=x");
    expect(category.name).toContain("<img src=x");
    await shopper.registerAndLogIn();
    await expectText(page, `/product-detail/${product.id}/thu-markup`, product.name);
    await expectText(page, "/products/category/thu-markup", product.name, category.name);
    await expectText(page, "/search?keyword=nhan+thu", product.name);
    await expectText(page, "/");
    await orderAsMarkup(page, new StoreCalls(page), product.id);
    await expectText(page, "/profile?tab=orders", product.name);
    await expectText(page, "/profile");
    await expectText(page, "/checkout/order-info");
    await expectText(page, "/cart");
  } finally {
    await merchant("DELETE", `products/${product.id}?force=true`);
    await merchant("DELETE", `products/categories/${category.id}?force=true`);
    await merchant("DELETE", `products/tags/${tag.id}?force=true`);
  }
});
