import type { Page } from "@playwright/test";
import type { Register } from "#contract/customer.ts";
import type { PlaceCodOrder } from "#contract/order.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { register } from "./account/auth-dialog.ts";
import { dollars, dong, type Money } from "./checkout/money.ts";
import { OrderInfo } from "./checkout/order-info.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { type Lang, type Translate, translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { stopClock } from "./kit/clock.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

interface Buyer {
  lang: Lang;
  currency: "VND" | "USD";
  money: Money;
  size: { width: number; height: number };
  ring: string;
}

const buyers: (Buyer & { name: string })[] = [
  {
    name: "in Vietnamese and đồng on a phone",
    lang: "vi",
    currency: "VND",
    money: dong,
    size: { width: 390, height: 844 },
    ring: "Nhẫn bạc solitaire đính đá CZ",
  },
  {
    name: "in English and dollars on a desktop",
    lang: "en",
    currency: "USD",
    money: dollars,
    size: { width: 1440, height: 900 },
    ring: "Solitaire CZ Silver Ring",
  },
];

/** The solitaire ring, 52 mm, in its gift box; and the plain band that stays in the cart. */
const ring = { id: 101, variation: 10106, price: 490_000, size: "52 mm", otherSize: "54 mm" };
const band = { id: 109, variation: 10903, price: 350_000 };

async function search(page: Page, t: Translate, { lang, size }: Buyer): Promise<void> {
  await page.goto("/");
  if (size.width < 1024) await page.getByRole("link", { name: t("a11y.open_search") }).click();
  const field = page.locator("[name=keyword]").filter({ visible: true });
  await field.fill(lang === "vi" ? "nhan bac" : "silver ring");
  await field.press("Enter");
  await page.waitForURL(/\/search\?/);
}

async function addRing(page: Page, t: Translate, name: string): Promise<void> {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("radio", { name: ring.size }).check();
  await page.getByRole("radio", { name: t("product.gift_box") }).check();
  await page
    .getByRole("main")
    .getByRole("button", { name: t("product.add_to_bag") })
    .first()
    .click();
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: t("product.added") })
      .first(),
  ).toBeVisible();
  // the confirmation is about what was added, not about another size chosen afterwards
  await page.getByRole("radio", { name: ring.otherSize }).check();
  await expect(page.getByRole("main").getByRole("button", { name: t("product.added") })).toHaveCount(0);
  await expect(page.getByRole("link", { name: t("product.view_bag") })).toHaveCount(0);
}

/** Selects only the ring and goes to checkout; for a visitor the login dialog opens. */
async function tickAndCheckOut(page: Page, t: Translate, name: string, money: Money): Promise<void> {
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count: 2 }) })
    .filter({ visible: true })
    .click();
  const cart = dialogOn(page, t("cart.title"));
  const checkOut = cart.getByRole("button", { name: t("cart.checkout") });
  const ticked = cart.getByRole("checkbox", { name: t("cart.select", { name }) });
  await expect(ticked).toBeChecked(); // a line that was just added is selected
  await cart.getByRole("checkbox", { name: t("cart.select_all") }).uncheck();
  await expect(checkOut).toBeDisabled();
  await ticked.check();
  await expect(cart.getByText(money(ring.price), { exact: true }).last()).toBeVisible();
  await checkOut.click();
}

/** Registers in the dialog, which logs in to the new account. */
async function registerAndLogIn(page: Page, t: Translate): Promise<Register> {
  const person = aPerson();
  await register(dialogOn(page, t("auth.checkout_register_title")), person, t);
  await page.waitForURL("**/checkout");
  return person;
}

async function reviewOrder(page: Page, t: Translate, name: string, money: Money): Promise<void> {
  const main = page.getByRole("main");
  await expect(main.getByRole("listitem").filter({ hasText: name })).toContainText(money(ring.price));
  await expect(main.getByText(t("gift.free_gift"))).toBeVisible();
  await main.getByRole("link", { name: t("checkout.purchase") }).click();
  await page.waitForURL("**/checkout/order-info");
}

/** The last row of the totals next to the form. */
const totalOf = (page: Page, t: Translate) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ hasText: t("checkout.total") })
    .last();

interface Sent {
  t: Translate;
  person: Register;
  shipping: number;
}

/** The request body of the cash order, with every field that other programs may read. */
function expectWholeOrder({ meta_data, ...rest }: PlaceCodOrder, { t, person, shipping }: Sent): void {
  const { first_name, last_name, email, phone } = person;
  const place = {
    ...{ first_name, last_name, address_1: "12 Hàng Bạc", address_2: "Phường Hàng Bạc" },
    ...{ city: "Thành phố Hà Nội", state: "Quận Hoàn Kiếm", postcode: "10000", country: "VN" },
  };
  expect(rest).toEqual({
    ...{ payment_method: "cod", status: "pending", customer_id: expect.any(Number) },
    line_items: [{ product_id: ring.id, variation_id: ring.variation, quantity: 1 }],
    billing: { ...place, email, phone },
    shipping: place,
    shipping_lines: [
      { method_id: "flat_rate", method_title: t("order_info.delivery_shipment"), total: String(shipping) },
    ],
    customer_note: "Gọi trước khi giao",
    expected_lines: [{ cart_item_key: expect.any(String), quantity: 1, price: ring.price }],
    expected_total: ring.price + shipping,
    expected_delivery_by: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  });
  const meta = Object.fromEntries((meta_data ?? []).map(({ key, value }) => [key, value]));
  expect(meta).toEqual({
    ...{ [orderMeta.source]: "storefront", [orderMeta.wardName]: place.address_2, [orderMeta.wardCode]: "00061" },
    ...{ [orderMeta.districtName]: place.state, [orderMeta.districtId]: expect.any(Number) },
    ...{ [orderMeta.provinceName]: place.city, [orderMeta.provinceId]: expect.any(Number) },
  });
}

for (const buyer of buyers)
  test(`buys a ring with cash on delivery ${buyer.name}`, {
    tag: ["@both-engines", ...(buyer.lang === "en" ? ["@all"] : [])],
  }, async ({ page, shop }) => {
    test.setTimeout(120_000);
    const { lang, currency, money, size, ring: name } = buyer;
    const t = translatorFor(lang);
    const savesAddress = lang === "en";
    const store = new StoreCalls(page);
    await page.setViewportSize(size);
    await page.context().addCookies([
      { name: "preferred-language", value: lang, url: shop.url },
      { name: "preferred-currency", value: currency, url: shop.url },
    ]);
    const before = await store.product(ring.id);
    const otherLine = await store.put(band.id, band.variation);

    await test.step("finds it", () => search(page, t, buyer));
    await test.step("chooses size and box", () => addRing(page, t, name));
    await test.step("ticks it in the cart", () => tickAndCheckOut(page, t, name, money));
    const person = await test.step("makes an account", () => registerAndLogIn(page, t));
    await test.step("reviews", () => reviewOrder(page, t, name, money));

    const form = new OrderInfo(page, t);
    const shipping = await test.step("shows recipient, address and payment method", async () => {
      await form.useMyInfo.check();
      await expect(form.field("email")).toHaveValue(person.email);
      await form.fillAddress();
      const save = page.getByLabel(t("order_info.keep_address"), { exact: true });
      await expect(save, "UA09: the profile has no address").toBeChecked();
      await save.setChecked(savesAddress);
      await form.choice("payment_cod").check();
      await page.getByLabel(t("order_info.comments")).fill("Gọi trước khi giao");
      const { districtId, wardCode } = await form.chosen();
      const cost = await store.shipping(districtId, wardCode, `${ring.variation}:1`);
      expect(cost).toBeGreaterThan(0);
      if (size.width < 1024) await page.getByRole("button", { name: t("order_info.show_summary") }).click();
      await expect(totalOf(page, t)).toContainText(money(ring.price + cost));
      const arrives = page.getByText(t("delivery_promise.arrives", { days: "" })).filter({ visible: true });
      await expect(arrives.first()).toBeVisible();
      await expectAccessible(page);
      return cost;
    });

    await test.step("sees it placed", async () => {
      // the overlay disappears when the navigation to the result starts, which is held back until the overlay has been
      // seen
      await stopClock(page);
      const sending = page.waitForRequest((call) => call.method() === "POST" && call.url().includes("/wc/v3/orders"));
      await form.submit.click();
      expectWholeOrder((await sending).postDataJSON(), { t, person, shipping });
      await expect(dialogOn(page, t("order_info.overlay_title"))).toBeVisible();
      await page.clock.resume();
      await page.waitForURL("**/final-payment?*");
      expect([...new URL(page.url()).searchParams.keys()]).toEqual(["order_id"]);
      await expect(page.getByRole("heading", { name: t("payment_result.cod_title") })).toBeVisible();
      const expected = t("delivery_promise.arrives", { days: "" });
      // the overlay over the form has the same heading: only the result has steps
      const steps = page.getByRole("region", { name: t("payment_result.next_title") });
      await expect(steps.getByText(new RegExp(`${expected}\\w+ \\d`))).toBeVisible();
      // the carrier collects đồng, for any display currency
      await expect(page.getByText(t("payment_result.cod_text", { amount: dong(ring.price + shipping) }))).toBeVisible();
    });
    const orderId = Number(new URL(page.url()).searchParams.get("order_id"));

    await test.step("finds it in the history", async () => {
      await page.getByRole("link", { name: t("payment_result.view_orders") }).click();
      const order = page.getByRole("article", { name: t("orders.number", { number: orderId }) });
      await expect(order).toContainText(name);
      await expect(order).toContainText(t("order_status.pending"));
      await expect(order).toContainText(`${person.last_name} ${person.first_name}`.toLocaleUpperCase("vi"));
      await expect(order.getByText(money(ring.price + shipping), { exact: true })).toBeVisible();
      await expect(order).toContainText("Gọi trước khi giao");
    });

    await test.step("has reserved one unit, and only that", async () => {
      const order = await store.order(orderId);
      expect(order).toMatchObject({
        status: "pending",
        payment_method: "cod",
        total: String(ring.price + shipping),
        shipping_total: String(shipping),
        customer_note: "Gọi trước khi giao",
        billing: { email: person.email, first_name: person.first_name, address_2: "Phường Hàng Bạc" },
        line_items: [{ product_id: ring.id, variation_id: ring.variation, quantity: 1 }],
      });
      // a sale is announced by the next run of the job
      const left = async () => (await store.product(ring.id)).stock_quantity;
      await expect.poll(left).toBe((before.stock_quantity ?? 0) - 1);
      expect((await store.history()).total_orders).toBe(1);
      await expect
        .poll(async () => (await store.user())?.ward, "the address is saved only if the box is checked")
        .toBe(savesAddress ? "Phường Hàng Bạc" : "");
      expect((await store.cart()).items.map((item) => item.cart_item_key)).toEqual([otherLine]);
      await page
        .getByRole("link", { name: t("a11y.open_cart", { count: 1 }) })
        .filter({ visible: true })
        .click();
      await expect(dialogOn(page).getByRole("checkbox").last()).not.toBeChecked();
    });
  });
