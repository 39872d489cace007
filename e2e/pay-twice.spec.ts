import { expectGivenBack, vnpaySums } from "./checkout/gateway-books.ts";
import { expectResult, fetchedAtShop, readyToPay } from "./checkout/paying.ts";
import { VnpayPage } from "./checkout/vnpay-page.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expect, openTab, test } from "./kit/test.ts";

const necklace = { id: 131, variation: null, price: 790_000, name: "Dây chuyền bạc chiếc lá peridot" };

test("two links of one order are both paid: the order is paid once, and the second payment is refunded", {
  tag: "@all",
}, async ({ page, shop, shopper }) => {
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "en", item: necklace });
  await ready.form.submit.click();
  const first = new VnpayPage(page, "en");
  await first.arrived();
  const other = await openTab(page.context());
  const form = await fetchedAtShop(other, "en");
  await form.submit.click();
  const second = new VnpayPage(other, "en");
  await second.payByCard("good");
  const orderId = await expectResult(other, "en", "success_title");
  await first.payByCard("good");
  expect(await expectResult(page, "en", "success_title")).toBe(orderId);
  await expect(page.getByText("an extra payment of 790.000 ₫ through VNPay")).toBeVisible();
  await expectGivenBack(shop, orderId, { paid: 2 * necklace.price, refunded: necklace.price });
  expect(await ready.store.order(orderId)).toMatchObject({ status: "processing", total: String(necklace.price) });
  expect((await ready.store.history()).total_orders).toBe(1);
  await other.close();
});

test("changes of the cart during the payment do not change the amount paid", { tag: "@all" }, async ({
  page,
  shop,
  shopper,
}) => {
  const t = translatorFor("vi");
  const ready = await readyToPay(page, shopper, { at: shop.url, lang: "vi", item: necklace });
  await ready.form.submit.click();
  const vnpay = new VnpayPage(page, "vi");
  await vnpay.arrived();
  const other = await openTab(page.context());
  await other.goto("/cart");
  await other.getByRole("button", { name: t("cart.increase", { name: necklace.name }) }).click();
  await expect.poll(async () => (await ready.store.cart()).item_count).toBe(2);
  await expect(vnpay.amount).toContainText("790.000");
  await vnpay.payByCard("good");
  const orderId = await expectResult(page, "vi", "success_title");
  expect(vnpaySums(shop, orderId)).toEqual({ paid: necklace.price, refunded: 0 });
  expect(await ready.store.order(orderId)).toMatchObject({
    status: "processing",
    total: String(necklace.price),
    line_items: [{ product_id: necklace.id, quantity: 1 }],
  });
  expect((await ready.store.cart()).item_count).toBe(1);
  await other.close();
});
