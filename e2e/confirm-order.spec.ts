import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { customerOn } from "./checkout/own-order.ts";
import { aGuest } from "./checkout/guest.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

test.beforeAll(async ({ shop }) => void (await shop.command("settings set guest_checkout confirmed")));
test.afterAll(async ({ shop }) => void (await shop.command("settings unset guest_checkout")));

test("GU19: a shopper with an account confirms cash orders on a phone: on the result page, in the list, and by the emailed link", async ({
  page,
  shop,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/ERR_INTERNET_DISCONNECTED/, /503/);
  const vi = translatorFor("vi");
  const store = await customerOn({ page, shop, shopper }, { lang: "vi", width: 390 });
  const placeOrder = async () => {
    const { email, phone } = aGuest();
    const order = aCodOrder({ ward: benNgheOfCarrier });
    const id = await store.placeCashOrder({ ...order, billing: { ...order.billing, email, phone } }, aKey());
    return { id, email };
  };

  // on the result page: a failure, no connection, then the confirmation
  const first = await placeOrder();
  await page.goto(`/final-payment?order_id=${first.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(vi("cod_confirmation.title"));
  await expect(page.getByRole("status").filter({ hasText: /trước \d\d:\d\d \d\d\/\d\d\/\d{4}/ })).toBeVisible();
  const confirm = page.getByRole("button", { name: vi("cod_confirmation.button") });
  await expectAccessible(page);
  await expectLargeTargets(page, page.getByRole("main"));
  await takePicture(page, "result-waiting", { fullPage: true });
  const path = `**/lianne-orders/v1/orders/${first.id}/confirm**`;
  await page.route(path, (route) => route.fulfill({ status: 503, json: { code: "busy", message: "busy", data: {} } }));
  await confirm.click();
  await expect(page.getByRole("alert").filter({ hasText: vi("errors.server") })).toBeVisible();
  await takePicture(page, "result-failed");
  await page.unroute(path);
  await page.context().setOffline(true);
  await expect(confirm).toBeDisabled();
  await expect(page.getByRole("alert").filter({ hasText: vi("cod_confirmation.offline") })).toBeVisible();
  await takePicture(page, "result-offline");
  await page.context().setOffline(false);
  await confirm.click();
  await expect(page.getByText(vi("cod_confirmation.done"))).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await takePicture(page, "result-confirmed");

  // in the list of orders
  const second = await placeOrder();
  await page.goto("/profile?tab=orders");
  const card = page.getByRole("article").first();
  await expect(card.getByRole("region", { name: vi("cod_confirmation.title") })).toContainText(/trước \d\d:\d\d/);
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByRole("button", { name: vi("cod_confirmation.button") })).toHaveAccessibleDescription(
    new RegExp(String(second.id)),
  );
  await expectAccessible(page);
  await takePicture(page, "list-waiting");
  await card.getByRole("button", { name: vi("cod_confirmation.button") }).click();
  await expect(card.getByText(vi("cod_confirmation.done"))).toBeVisible();
  await expect(card).toContainText(vi("order_status.processing"));
  await takePicture(page, "list-confirmed");
  expect(await store.order(second.id)).toMatchObject({ status: "processing" });

  // one that was not confirmed in time
  await page.route("**/custom/v1/order-data**", async (route) => {
    const response = await route.fetch();
    const history = (await response.json()) as Awaited<ReturnType<typeof store.history>>;
    const [order] = history.orders;
    if (order)
      Object.assign(order, { status: "cancelled", confirmation: { state: "expired", by: "2026-11-28T07:00:00Z" } });
    await route.fulfill({ response, json: history });
  });
  await page.reload();
  await expect(card.getByRole("alert")).toContainText("14:00 28/11/2026");
  await takePicture(page, "list-expired");
  await page.unrouteAll({ behavior: "wait" });

  // by the link, without a session, in English
  const third = await placeOrder();
  const { mailbox } = shop.gateways;
  await expect.poll(() => mailbox.emails(third.email).length).toBe(1);
  const link = /\/order\/\d+\/[0-9a-f]{32}/.exec(mailbox.emails(third.email).at(0)?.text ?? "")?.[0] ?? "";
  await page.context().clearCookies();
  await page.context().addCookies([{ name: "preferred-language", value: "en", url: shop.url }]);
  const en = translatorFor("en");
  await page.goto(link);
  const linked = page.getByRole("article");
  await expect(linked.getByRole("link", { name: en("cod_confirmation.log_in") })).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "link-waiting", { fullPage: true });
  await linked.getByRole("button", { name: en("cod_confirmation.button") }).click();
  await expect(linked.getByText(en("cod_confirmation.done"))).toBeVisible();
  await expect(linked).toContainText(en("order_status.processing"));
  await takePicture(page, "link-confirmed");
});

for (const lang of ["vi", "en"] as const)
  test(`GU19: a guest's result page names deadline and mailbox; an account that keeps the order confirms it (${lang})`, {
    tag: "@all",
  }, async ({ page, shop }) => {
    const t = translatorFor(lang);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.context().addCookies([{ name: "preferred-language", value: lang, url: shop.url }]);
    await page.goto("/");
    const store = new StoreCalls(page);
    await store.put(143, null);
    const { email, phone } = aGuest();
    const order = aCodOrder({ ward: benNgheOfCarrier });
    const id = await store.placeCashOrder({ ...order, billing: { ...order.billing, email, phone } }, aKey());
    await page.goto(`/final-payment?order_id=${id}`);
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("cod_confirmation.title"));
    await expect(page.getByRole("status").filter({ hasText: /\d\d:\d\d \d\d\/\d\d\/\d{4}/ })).toBeVisible();
    await expect(main.getByText(t("cod_confirmation.by_link_to", { email }))).toBeVisible();
    await expect(main).not.toContainText(/liên hệ sớm|contact you shortly/);
    await expectAccessible(page);
    await takePicture(page, `guest-result-${lang}`, { fullPage: true });

    const saving = page.getByRole("region", { name: t("guest.keep_title") });
    await saving.getByLabel(t("auth.password")).fill("a ring of silver");
    await saving.getByRole("button", { name: t("guest.keep_submit") }).click();
    await expect(saving).toBeHidden();
    await page.goto("/profile?tab=orders");
    const card = page.getByRole("article").first();
    await expect(card.getByRole("region", { name: t("cod_confirmation.title") })).toContainText(/\d\d:\d\d/);
    await takePicture(page, `guest-claimed-${lang}`, { fullPage: true });
    await card.getByRole("button", { name: t("cod_confirmation.button") }).click();
    await expect(card.getByText(t("cod_confirmation.done"))).toBeVisible();
  });
