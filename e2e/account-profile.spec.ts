import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { logIn } from "./account/auth-dialog.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

test("editing: rejected, cancelled, failed, saved", async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 503/);
  const person = await shopper.registerAndLogIn();
  await page.goto("/profile?tab=nonsense");
  const main = page.getByRole("main");
  const field = (name: string) => main.getByLabel(t(`profile.${name}`), { exact: true });
  const edit = main.getByRole("button", { name: t("profile.edit") });
  const save = main.getByRole("button", { name: t("profile.save") });
  await edit.click();
  await field("firstName").fill("X");
  await field("phone").fill("0123456789");
  await save.click();
  await expect(main.getByRole("alert")).toHaveText(t("a11y.form_errors"));
  await expect(field("firstName")).toBeFocused();
  await expect(main.getByText(t("validation.vn_phone"))).toBeVisible();
  await main.getByRole("button", { name: t("profile.cancel") }).click();
  await expect(main.getByText(person.first_name, { exact: true })).toBeVisible();
  await edit.click();
  await expect(field("firstName")).toHaveValue(person.first_name);
  await field("firstName").fill("Thảo Nguyên");
  await field("address").fill("7 Lý Thái Tổ");
  await field("city").selectOption({ label: "Đà Nẵng (Thành phố)" });
  await field("district").selectOption({ label: "Hải Châu (Quận)" });
  await field("ward").selectOption({ label: "Bình Thuận (Phường)" });
  await expect(field("postcode")).toHaveValue(/^\d{5,6}$/);
  await page.route("**/custom-auth/v1/profile?*", (route) =>
    route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } }),
  );
  await save.click();
  await expect(toast(page, t, "toast.profile_error")).toBeVisible();
  await expect(main.getByRole("alert")).toBeVisible();
  await page.unroute("**/custom-auth/v1/profile?*");
  await save.click();
  await expect(toast(page, t, "toast.profile_success")).toBeVisible();
  await expect(main.locator("dl").getByText("Phường Bình Thuận")).toBeVisible();
  await expect(main.getByRole("complementary")).toContainText("Thảo Nguyên");
  await page.reload();
  await expect(main.locator("dl").getByText("7 Lý Thái Tổ")).toBeVisible();
});

for (const lang of ["vi", "en"] as const)
  test(`UA12: another email: refused, pending, cancelled, and confirmed from its mailbox, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(/status of 400/);
    const own = translatorFor(lang);
    const person = await shopper.registerAndLogIn();
    const email = `new-${person.email}`;
    await page.goto(`/profile?lang=${lang}`);
    const main = page.getByRole("main");
    const field = (name: string) => main.getByLabel(own(`profile.${name}`), { exact: true });
    const button = (name: string) => main.getByRole("button", { name: own(`profile.${name}`) });
    const pending = main.getByText(own("profile.email_pending", { email }));
    const request = async (password: string) => {
      await field("email").fill(email);
      await field("current_password").fill(password);
      await button("save").click();
    };
    await button("edit").click();
    await expect(field("current_password")).toHaveCount(0);
    await request("");
    await expect(main.getByText(own("validation.password_needed"))).toBeVisible();
    await expect(field("current_password")).toBeFocused();
    await request("not the password");
    await expect(main.getByText(own("validation.password_wrong")).first()).toBeVisible();
    await expect(field("current_password")).toBeFocused();
    await request(person.password);
    await expect(pending).toBeVisible();
    await button("email_cancel").click();
    await expect(toast(page, own, "profile.email_cancelled")).toBeVisible();
    await expect(pending).toHaveCount(0);

    await button("edit").click();
    await request(person.password);
    await expect(pending).toBeVisible();
    await page.reload();
    await expect(pending).toBeVisible();
    const { mailbox } = shop.gateways;
    await expect.poll(() => mailbox.emails(email).length).toBe(2);
    const [link = ""] = /http:\S+confirm-email\S+/.exec(mailbox.emails(email).at(0)?.text ?? "") ?? [];
    await page.goto(link);
    await expect(page.getByRole("heading")).toHaveText(own("email_change.confirm_title"));
    await page.getByRole("button", { name: own("email_change.confirm_button") }).click();
    await expect(page.getByRole("heading")).toHaveText(own("email_change.done_title"));
    await page.getByRole("link").click();
    await expect(main.getByText(email, { exact: true }).first()).toBeVisible();
    await expect(pending).toHaveCount(0);
  });

test("data export and account deletion require the password", async ({ page, shopper, expectedMessages }) => {
  expectedMessages.push(/status of 40[01]/);
  const person = await shopper.registerAndLogIn();
  await page.goto("/profile");
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: t("personal_data.download") }).click();
  const file = await (await coming).createReadStream();
  expect(JSON.parse((await file.toArray()).join(""))).toMatchObject({ profile: { email: person.email } });
  const remove = page.getByRole("button", { name: t("personal_data.delete"), exact: true });
  await remove.click();
  const dialog = dialogOn(page, t("personal_data.delete_title"));
  await dialog.getByRole("button", { name: t("personal_data.keep") }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  const password = dialog.getByLabel(t("personal_data.password"));
  await password.fill("not the password");
  await password.press("Enter");
  await expect(dialog.getByText(t("validation.password_wrong"))).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(person.password);
  await dialog.getByRole("button", { name: t("personal_data.confirm") }).click();
  await expect(toast(page, t, "personal_data.deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/profile");
  await expect(dialogOn(page, t("auth.login_tab"))).toBeVisible();
});

test("the order history: pages, collapsed lines, every status", { tag: "@all" }, async ({ page, shopper }) => {
  await shopper.logIn(demoAccount);
  const orders = await new StoreCalls(page).allOrders();
  expect(orders.length).toBeGreaterThan(10);
  const quoted = new Set<number>();
  page.on("request", (call) => {
    const url = new URL(call.url());
    if (url.pathname.endsWith("/ghn/v1/shipping-cost")) quoted.add(Number(url.searchParams.get("order_id")));
  });
  const itemCount = ({ items }: (typeof orders)[number]) => items.reduce((sum, { quantity }) => sum + quantity, 0);
  // orders with no shipping cost that are neither free by rule nor picked up: the page shows today's shipping cost,
  // which was not charged
  const historic = orders.filter(
    (order) => order.payment.shipping_cost === 0 && itemCount(order) < 2 && order.shipping.method !== "local_pickup",
  );
  expect(historic.length).toBeGreaterThan(0);
  await page.goto("/profile");
  await page
    .getByRole("link", { name: t("profile.my_orders") })
    .filter({ visible: true })
    .first()
    .click();
  await page.waitForURL("**/profile?tab=orders");
  const cards = page.getByRole("article");
  for (let number = 1; number <= 3; number++) {
    const shown = orders.slice((number - 1) * 5, number * 5);
    await expect(cards).toHaveCount(shown.length);
    for (const [index, order] of shown.entries()) {
      const { order_number, status, items, shipping, payment } = order;
      const card = cards.nth(index);
      await expect(card.getByRole("heading", { level: 2 })).toHaveText(t("orders.number", { number: order_number }));
      await expect(card).toContainText(t(`order_status.${status}`));
      const fetched = payment.method === "cod" && shipping.method === "local_pickup";
      await expect(card).toContainText(t(`payment_method.${fetched ? "cod_pickup" : payment.method}`));
      await expect(card).toContainText(shipping.name.toLocaleUpperCase("vi"));
      if (shipping.tracking_code) await expect(card).toContainText(shipping.tracking_code);
      await expect(card.getByText(t("orders.shipping_not_charged"))).toHaveCount(historic.includes(order) ? 1 : 0);
      await expect(card.getByRole("list", { name: t("orders.items") }).getByRole("listitem")).toHaveCount(
        Math.min(2, items.length),
      );
    }
    const indexOfLargest = shown.findIndex(({ items }) => items.length > 2);
    if (indexOfLargest >= 0) {
      const more = (shown[indexOfLargest]?.items.length ?? 0) - 2;
      await cards
        .nth(indexOfLargest)
        .getByRole("button", { name: t("orders.show_more_other", { count: more }) })
        .click();
      await expect(cards.nth(indexOfLargest).getByRole("button", { name: t("orders.show_less") })).toBeVisible();
    }
    if (number === 3) break;
    await page.getByRole("link", { name: t("orders.next") }).click();
    await page.waitForURL(`**page=${number + 1}`);
    await expect(cards.first().getByRole("heading")).toHaveText(
      t("orders.number", { number: orders[number * 5]?.order_number ?? "" }),
    );
    await expect(page.getByRole("button", { name: t("orders.show_less") })).toHaveCount(0);
  }
  expect([...quoted]).toEqual(historic.map(({ order_id }) => order_id));
  await page.goto("/profile?tab=orders&page=99");
  await page.waitForURL("**page=3");
});

test("sections and lists of the order history have unique names", { tag: "@all" }, async ({ page, shopper }) => {
  await shopper.logIn(demoAccount);
  await page.goto("/profile?tab=orders");
  await expect(page.getByRole("article")).toHaveCount(5);
  const names = await page
    .getByRole("main")
    .locator("article :is(section, ol, ul)[aria-label]")
    .evaluateAll((parts) => parts.map(({ ariaLabel }) => ariaLabel));
  expect(names.length).toBeGreaterThanOrEqual(10);
  expect(new Set(names).size).toBe(names.length);
});

test("an error state with a retry, and the empty state of the order history", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 403/);
  await shopper.registerAndLogIn();
  await page.route("**/order-data?*", (route) =>
    route.fulfill({ status: 403, json: { code: "x", message: "x", data: { status: 403 } } }),
  );
  await page.goto("/profile?tab=orders");
  const retry = page.getByRole("main").getByRole("button", { name: t("common.retry") });
  await expect(retry).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.unroute("**/order-data?*");
  await retry.click();
  await expect(page.getByText(t("orders.empty"))).toBeVisible();
  // with more than five pages, the pager shows a window of them and ellipses
  await page.context().clearCookies();
  await shopper.logIn(demoAccount);
  await page.route("**/order-data?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total_orders: 43, total_pages: 9 } });
  });
  await page.goto("/profile?tab=orders&page=2");
  const pages = page.getByRole("navigation", { name: t("orders.pagination") });
  await expect(pages.getByText("…", { exact: true })).toBeVisible();
  await expect(pages.getByRole("link", { name: t("orders.page", { page: 9 }), exact: true })).toBeVisible();
  await expect(pages.getByRole("link", { name: t("orders.page", { page: 6 }), exact: true })).toHaveCount(0);
});

test("logout removes all personal data from the page", { tag: "@all" }, async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  const store = new StoreCalls(page);
  await store.put(109, 10901);
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: t("a11y.open_cart", { count: 1 }) })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem("person:order-history", "[]");
    sessionStorage.setItem("person:order-form", "{}");
  });
  await page
    .getByRole("main")
    .getByRole("button", { name: t("profile.logout") })
    .click();
  await expect(toast(page, t, "toast.logout_success")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(page.getByRole("link", { name: t("a11y.open_cart", { count: 0 }) })).toBeVisible();
  await expect(page.getByRole("link", { name: t("a11y.open_account") })).toBeVisible();
  const storageKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(storageKeys.filter((key) => key.startsWith("person:"))).toEqual([]);
});

test("logout clears the selection: every line of the bag is selected again", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  const { username, password } = await shopper.registerAndLogIn();
  await new StoreCalls(page).put(109, 10901);
  await page.goto("/profile");
  const bag = page.getByRole("link", { name: t("a11y.open_cart", { count: 1 }) });
  const all = dialogOn(page, t("cart.title")).getByRole("checkbox", { name: t("cart.select_all") });
  await bag.click();
  await all.uncheck();
  await leaveByEscape(dialogOn(page));
  await page
    .getByRole("main")
    .getByRole("button", { name: t("profile.logout") })
    .click();
  await expect(toast(page, t, "toast.logout_success")).toBeVisible();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await logIn(dialogOn(page), username, password);
  await bag.click();
  await expect(all).toBeChecked();
  await expect(dialogOn(page).getByRole("button", { name: t("cart.checkout") })).toBeEnabled();
});

test("Q37: a logout without a response shows a network error and changes nothing", { tag: "@all" }, async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/net::ERR/);
  await shopper.registerAndLogIn();
  await page.goto("/profile");
  await page.route("**/custom-auth/v1/logout?*", (route) => route.abort());
  const logOut = page.getByRole("main").getByRole("button", { name: t("profile.logout") });
  await logOut.click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    `${t("toast.logout_error")} ${t("errors.network")}`,
  );
  await expect(logOut).toBeEnabled();
});
