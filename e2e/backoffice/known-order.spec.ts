import { expectSteady, watchLayoutShift } from "../kit/layout-shift.ts";
import { createOrder } from "./demo-orders.ts";
import { ownProduct } from "./product-kit.ts";
import { expect, phone, test } from "./kit.ts";

test.use(phone);

test("SP03: an order opens from its list with what the list has loaded, without waiting for the server, and nothing moves", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const name: [string, string] = ["Đoàn", "Minh Thư"];
  const { id } = await createOrder(staff, { name, phone: "0908555666" });
  await watchLayoutShift(page);
  await staff.open("/orders?stage=to_confirm&orderby=date");
  // another order loads the code of the screen
  await page.locator("li[id^=order-]").last().getByRole("link").click();
  await expect(page.locator("article").getByRole("heading", { name: /^Đơn \d+$/ })).toBeVisible();
  await page.goBack();
  const { promise: held, resolve: respond } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/orders/${id}(\\?|$)`), async (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    await held;
    await route.continue();
  });
  await page.locator(`#order-${id}`).getByRole("link").click();
  const order = page.locator("article");
  for (const known of ["Chờ xác nhận", "Đoàn Minh Thư", "Bông tai bạc trăng và sao"])
    await expect(order.getByText(known, { exact: true })).toBeVisible();
  await expect(order.getByRole("link", { name: "090 855 5666" })).toBeVisible();
  await expect(order.getByText(/^\d{1,3}(\.\d{3})+\u00a0₫$/)).toBeVisible();
  // what only the server has is not there yet
  await expect(order.getByRole("button", { name: "Xác nhận không gọi" })).toHaveCount(0);
  respond();
  await expect(order.getByRole("button", { name: "Xác nhận không gọi" })).toBeVisible();
  await staff.open("/");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await expectSteady(page);
});

test("OD10, GR07: another staff member with the order open, a failed update and a lost connection are shown, and move no button", {
  tag: "@all",
}, async ({ staff, page, context, colleague, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/);
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await staff.open(`/orders/${id}`);
  const confirm = page.getByRole("button", { name: "Xác nhận không gọi" });
  const entry = page.locator("section").filter({ hasText: "Nhật ký đơn" }).getByRole("listitem").first();
  await expect(entry).toBeVisible();
  const places = async () => [(await confirm.boundingBox())?.y, (await entry.boundingBox())?.y];
  const before = await places();
  // as if the person came back to the page: it reads again
  const showPage = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await page.route(/\/timeline/, (route) => route.fulfill({ status: 400, json: {} }));
  await (await colleague("staff")).bo("PUT", `/orders/${id}/presence`);
  await showPage();
  await expect(page.getByText(/cũng đang mở đơn này/)).toBeVisible();
  await expect(page.getByText(/^Chưa cập nhật được/)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Không có kết nối mạng")).toBeVisible();
  expect(await places()).toEqual(before);
});

test("OD01, SP03: what is below the refund requests and the parcels of an order waits for them", {
  tag: "@all",
}, async ({ staff, page, colleague }) => {
  await staff.signIn("owner");
  const product = await ownProduct(staff, 5);
  const lines = [{ product_id: product.id, quantity: 2 }];
  const { id } = await createOrder(staff, { lines, carrier: null }, { set_paid: true });
  const refund = { amount: "900000", reason: "Khách trả một chiếc", api_refund: true, api_restock: false };
  await (await colleague("staff")).call("POST", `/wp-json/wc/v3/orders/${id}/refunds`, { ...refund, line_items: [] });
  const held = { requests: Promise.withResolvers<void>(), parcels: Promise.withResolvers<void>() };
  await page.route("**/refund-requests?*", (route) => held.requests.promise.then(() => route.continue()));
  await page.route("**/parcels?*", (route) => held.parcels.promise.then(() => route.continue()));
  await staff.open(`/orders/${id}`);
  const items = page.getByRole("heading", { name: "Món hàng" });
  const money = page.locator("section").filter({ has: page.getByRole("heading", { name: "Tiền", exact: true }) });
  const columns = page.locator("article > div").filter({ has: items });
  await expect(columns).toHaveClass(/held-back/);
  held.requests.resolve();
  await expect(page.getByRole("button", { name: /^Duyệt hoàn/ })).toBeVisible();
  await expect(columns).not.toHaveClass(/held-back/);
  await expect(money.locator("..")).toHaveClass(/held-back/);
  held.parcels.resolve();
  await expect(money.locator("..")).not.toHaveClass(/held-back/);
});

test("GU05, SO04: a rejected request of a customer without an email shows that a call is needed", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  const request = {
    ...{
      id: 7,
      order_id: id,
      order_number: String(id),
      customer: "Minh Thư",
      payment_method: "bacs",
      payment_method_title: "",
    },
    ...{ amount: 250_000, refundable: 250_000, by_gateway: true, reason: "", requested_by: null, by_customer: true },
    ...{ requested_at: "2026-11-29T03:00:00.000Z", decided_by: null, decided_at: null, note: "", refund_id: null },
  };
  const requests = [
    { ...request, has_email: false, state: "open" },
    { ...request, id: 6, has_email: false, state: "rejected" },
    { ...request, id: 5, has_email: true, state: "rejected" },
  ];
  await page.route(/\/refund-requests(\?|$)/, (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ json: requests }),
  );
  for (const path of [`/orders/${id}`, "/refund-requests"]) {
    await staff.open(path);
    await expect(page.getByText("Nếu từ chối, hãy gọi cho khách: đơn này không có email.")).toHaveCount(1);
    await expect(page.getByText("Đơn không có email: hãy gọi báo cho khách nếu khách chưa biết.")).toHaveCount(1);
  }
});
