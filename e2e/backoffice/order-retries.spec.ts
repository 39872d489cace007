import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, statusOf, test } from "./kit.ts";
import { ownProduct, stockOf } from "./product-kit.ts";

async function openCancelDialog(staff: StaffBrowser, page: Page, { id, number }: { id: number; number: string }) {
  await staff.open(`/orders/${id}`);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hủy đơn" }).click();
  return page.getByRole("dialog", { name: `Hủy đơn ${number}` });
}

test("GR08: an action whose response was lost is repeated with the same key, and has its effect once", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of 504/);
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await page.clock.install();
  // the screen reads the order every 30 s, and would show that it is confirmed: until the action is repeated it reads it as it was
  const reads = new RegExp(`/wc/v3/orders/${id}\\?`);
  const first = page.waitForResponse(reads);
  await staff.open(`/orders/${id}`);
  const loaded = await first;
  const stale = { headers: await loaded.allHeaders(), body: await loaded.body() };
  await page.route(reads, (route) => route.fulfill(stale));
  const keys: (string | undefined)[] = [];
  const confirm = new RegExp(`/orders/${id}/confirm`);
  await page.route(confirm, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    // the server confirms the order, but its response never arrives; then it cannot be reached
    if (keys.length === 1) await route.fetch();
    await route.fulfill({ status: 504, json: { code: "gateway_timeout", message: "", data: { status: 504 } } });
  });
  const button = page.getByRole("button", { name: "Xác nhận không gọi" });
  await button.click();
  await expect
    .poll(async () => {
      await page.clock.runFor(8_000);
      return keys.length;
    })
    .toBe(5);
  // a part that was still loading may fail with it, as the clock runs
  await expect(page.getByRole("alert").filter({ hasText: "gateway_timeout" })).toBeVisible();
  await page.unrouteAll();
  const repeated = page.waitForResponse(confirm);
  await button.click();
  const response = await repeated;
  keys.push(response.request().headers()["idempotency-key"]);
  expect(response.status()).toBe(200);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
  await expect(page.locator("article").getByText("Chờ đóng gói", { exact: true })).toBeVisible();
});

test("OD11: a paid order is cancelled and refunded in one step, and its units return to stock @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const product = await ownProduct(staff, 3);
  const order = { lines: [{ product_id: product.id, quantity: 1 }], carrier: null };
  const { id, number, total } = await createOrder(staff, order, { payment_method: "bacs", set_paid: true });
  expect(await stockOf(staff, product.id)).toBe(2);
  // as if a gateway had been paid, which this order has no payment of
  await page.route(`**/orders/${id}/effects?*`, async (route) => {
    const response = await route.fetch();
    const effects = (await response.json()) as object;
    await route.fulfill({
      response,
      json: { ...effects, refundable: Number(total), by_gateway: Number(total), gateway: "vnpay_visa" },
    });
  });
  const dialog = await openCancelDialog(staff, page, { id, number });
  await dialog.getByText("Hết hàng").click();
  await dialog.getByText(/^Hoàn .* qua /).click();
  await dialog.getByRole("button", { name: `Hủy đơn ${number}` }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => statusOf(staff, id)).toBe("cancelled");
  expect(await stockOf(staff, product.id)).toBe(3);
  const refunds = await staff.call<{ amount: string }[]>("GET", `/wp-json/wc/v3/orders/${id}/refunds`);
  expect(refunds.map(({ amount }) => Number(amount))).toEqual([Number(total)]);
});

test("OD11: what was paid by hand is refunded by hand with the cancellation, within the same dialog", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const product = await ownProduct(staff, 3);
  const order = { lines: [{ product_id: product.id, quantity: 1 }], carrier: null };
  const { id, number, total } = await createOrder(staff, order, { payment_method: "bacs", set_paid: true });
  const dialog = await openCancelDialog(staff, page, { id, number });
  const byHand = dialog.getByRole("checkbox", { name: /^Ghi nhận cửa hàng tự hoàn .* \(không hoàn tác được\)$/ });
  await expect(byHand).not.toBeChecked();
  await byHand.check();
  await dialog.getByRole("button", { name: `Hủy đơn ${number}` }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => statusOf(staff, id)).toBe("cancelled");
  const refunds = await staff.call<{ amount: string; refunded_payment: boolean }[]>(
    "GET",
    `/wp-json/wc/v3/orders/${id}/refunds`,
  );
  expect(refunds.map(({ amount, refunded_payment }) => [Number(amount), refunded_payment])).toEqual([
    [Number(total), false],
  ]);
  expect(await stockOf(staff, product.id)).toBe(3);
});

test("OD14, GR09: a refund that failed is not repeated, for a reason, after the consequence was stated @PostgreSQL", {
  tag: "@all",
}, async ({ staff, page, shop }) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { carrier: null }, { payment_method: "bacs", set_paid: true });
  const refund = await staff.call<{ id: number }>("POST", `/wp-json/wc/v3/orders/${id}/refunds`, {
    ...{ amount: "100000", api_refund: false, api_restock: false },
  });
  // as a gateway fails it, a while after the request
  await shop.statement(`update refund set status = 'failed' where id = ${refund.id}`);
  await staff.open(`/orders/${id}`);
  const order = page.getByRole("article");
  await expect(order.getByText("Cần xem", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Không hoàn lại nữa" }).click();
  const sheet = page.getByRole("dialog", { name: "Không hoàn lại nữa" });
  await expect(sheet.getByText(/^100\.000\s₫ ở lại cửa hàng: .* Không hoàn tác được\.$/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByLabel("Lý do").fill("khách giữ hàng");
  await sheet.getByRole("button", { name: "Không hoàn lại nữa" }).click();
  await expect(sheet).toHaveCount(0);
  await expect(order.getByRole("term").filter({ hasText: "Không thành công, không hoàn lại" })).toBeVisible();
  await expect(order.getByText("Cần xem", { exact: true })).toHaveCount(0);
  await expect(order.getByText(/^Bỏ lần hoàn 100\.000\s₫ không thành công.* · khách giữ hàng$/)).toBeVisible();
});

test("OD11: a cancellation states what the gateway returns and what the shop returns itself", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const order = await createOrder(staff);
  await page.route(`**/orders/${order.id}/effects?*`, async (route) => {
    const response = await route.fetch();
    const effects = { ...((await response.json()) as object), refundable: 1_290_000, gateway: "vnpay_visa" };
    await route.fulfill({ response, json: { ...effects, by_gateway: 1_000_000 } });
  });
  const dialog = await openCancelDialog(staff, page, order);
  const refund = dialog.getByRole("checkbox", { name: /^Hoàn 1\.000\.000.₫ qua .+ còn lại 290\.000.₫/ });
  await refund.check();
  await takeBackOfficePictures(page, "cancel-refund");
  await expect(refund).toBeChecked();
});
