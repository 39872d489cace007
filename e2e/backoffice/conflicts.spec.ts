import type { Page } from "@playwright/test";
import type { WooOrder } from "#contract/woo/order.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, test } from "./kit.ts";
import { ownProduct, products, readProduct } from "./product-kit.ts";

const row = (page: Page, { id }: Pick<WooOrder, "id">) => page.locator(`#order-${id}`);
const searchFor = (staff: StaffBrowser, text: string) => staff.open(`/orders?search=${encodeURIComponent(text)}`);

test("GR10: confirming from the list an order that changed meanwhile shows both versions, and reads its row again", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const order = await createOrder(staff, { name: ["Hồ", "Lựu"], phone: "0903000551" });
  await searchFor(staff, "ho luu");
  const menu = row(page, order).getByRole("button", { name: `Thao tác với đơn ${order.number}` });
  const sheet = page.getByRole("dialog", { name: `Đơn ${order.number}` });
  await menu.click();
  await staff.call("PUT", `/wp-json/wc/v3/orders/${order.id}`, { billing: { first_name: "Lựu Đỏ" } });
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
  await expect(conflict.getByRole("row", { name: /Khách.* đã đổi Hồ Lựu .*Hồ Lựu Đỏ/ })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await expect(row(page, order)).toContainText("Hồ Lựu Đỏ");
  await expect(row(page, order)).toContainText("Chờ xác nhận");
  // a change that the list does not show is named as such
  await staff.call("PUT", `/wp-json/wc/v3/orders/${order.id}`, { customer_note: "gọi trước" });
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(conflict.getByText("Phần thay đổi không hiện trong danh sách")).toBeVisible();
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await expect(row(page, order)).toContainText("GHI CHÚ");
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(row(page, order)).toContainText("Chờ đóng gói");
});

test("GR10 unpublishing merges what others changed, and states their status instead of overwriting it", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const { id } = await ownProduct(staff, 3);
  await staff.open(`/products/${id}`);
  const unpublish = async () => {
    await page.getByRole("button", { name: "Gỡ xuống" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Gỡ xuống" }).click();
  };
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toBeVisible();
  await staff.call("PUT", `${products}/${id}`, { regular_price: "640000" });
  await unpublish();
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toHaveCount(0);
  expect(await readProduct(staff, id)).toMatchObject({ status: "draft", regular_price: "640000" });
  await staff.call("PUT", `${products}/${id}`, { status: "publish" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toBeVisible();
  await staff.call("PUT", `${products}/${id}`, { status: "private" });
  await unpublish();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Bạn đã thấy: Đang bán. Bây giờ: Riêng tư.")).toBeVisible();
  await dialog.getByRole("button", { name: "Hủy", exact: true }).click();
  await expect(page.getByText("Riêng tư").first()).toBeVisible();
  expect((await readProduct(staff, id)).status).toBe("private");
});
