import type { Page } from "@playwright/test";
import { backOfficeApi } from "#contract/endpoint.ts";
import type { Manifest, ManifestList } from "#contract/backoffice/manifests.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, storedKeys, test, unique } from "./kit.ts";
import { pack } from "./pack-kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

const row = (page: Page, id: number) => page.locator(`#order-${id}`);
const progress = (page: Page) => page.getByRole("region", { name: "Tiến độ" });

test("OL05, GR12: orders that are not added to a manifest are listed with the reason, and stay selected @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const parcels = new ParcelActions(staff);
  const name = ["Mạc", unique("Giao")] as [string, string];
  const [first, cancelled] = [await parcels.booked({ name }), await parcels.booked({ name })];
  for (const { order_id } of [first, cancelled]) await pack(staff, order_id);
  await staff.open(`/orders?search=${encodeURIComponent(name.join(" "))}`);
  for (const { order_id } of [first, cancelled]) await row(page, order_id).getByRole("checkbox").click();
  // another person cancels one of them meanwhile, and the list is not requested again before the click
  const list = `**${backOfficeApi}/orders?*`;
  await page.route(list, () => {});
  await parcels.cancel(cancelled.order_id);
  await page.getByRole("button", { name: "Thêm vào bàn giao (2)" }).click();
  await page.unroute(list);
  await expect(page.getByRole("alert").filter({ hasText: "đơn đã hủy" })).toContainText(String(cancelled.order_id));
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
  await expect(row(page, cancelled.order_id).getByRole("checkbox")).toBeChecked();
  await expect(page.getByText("Đã thêm vào danh sách bàn giao")).toHaveCount(0);
});

test("OL05: the ready ones of all matching orders are added to a manifest, with their number @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const parcels = new ParcelActions(staff);
  const name = ["Mạc", unique("Tất cả giao")] as [string, string];
  const ready = [await parcels.booked({ name }), await parcels.booked({ name })];
  for (const { order_id } of ready) await pack(staff, order_id);
  await createOrder(staff, { name });
  await staff.open(`/orders?search=${encodeURIComponent(name.join(" "))}`);
  await row(page, ready[0]?.order_id ?? 0)
    .getByRole("checkbox")
    .click();
  await page.getByRole("button", { name: "Chọn tất cả 3 đơn khớp" }).click();
  await page.getByRole("button", { name: "Thêm vào bàn giao (2)" }).click();
  await expect(page.getByText("Đã thêm vào danh sách bàn giao")).toBeVisible();
  const { manifests } = await staff.call<ManifestList>("GET", `${backOfficeApi}/manifests`);
  const open = manifests.filter((manifest) => manifest.closed_at === null);
  const lists = await Promise.all(
    open.map(({ id }) => staff.call<Manifest>("GET", `${backOfficeApi}/manifests/${id}`)),
  );
  const seen = lists.flatMap(({ parcels: listed }) => listed.filter(({ seen_at }) => seen_at !== null));
  const ids = seen.map(({ order_id }) => order_id);
  expect(ids).toEqual(expect.arrayContaining(ready.map(({ order_id }) => order_id)));
  // other tests begin with no open list; one without parcels cannot be closed
  for (const { id } of lists.filter(({ parcels: listed }) => listed.length > 0))
    await staff.call("POST", `${backOfficeApi}/manifests/${id}/close`, { driver: "Anh Tuấn", signature: [] });
});

test("OL06: the progress and the result of a bulk action outlast the page until they are closed, or the task is deleted @PostgreSQL @all", async ({
  staff,
  page,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 404/);
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { name: ["Mạc", unique("Tiến")] });
  await staff.open(`/orders?search=${id}`);
  const addNote = async () => {
    await row(page, id).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Ghi chú", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Ghi chú").fill("Gọi lại");
    await sheet.getByRole("button", { name: "Ghi chú 1 đơn" }).click();
    await expect(progress(page)).toContainText("Xong 1/1");
  };
  await addNote();
  await page.reload();
  await expect(progress(page)).toContainText("Xong 1/1");
  await progress(page).getByRole("button", { name: "Đóng" }).click();
  await expect(progress(page)).toHaveCount(0);
  await page.reload();
  await expect(row(page, id)).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await addNote();
  await expect.poll(async () => (await storedKeys(page)).join()).toContain("bulk-task");
  await shop.statement("delete from background_task where state = 'done'");
  await page.reload();
  await expect(row(page, id)).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).join()).not.toContain("bulk-task");
});

test("GR12: what failed of all matching orders stays selected, also on a page that was not loaded @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const last = unique("Tất cả");
  const orders: WooOrder[] = [];
  for (let nth = 0; nth < 27; nth++)
    orders.push(await createOrder(staff, { name: [last, "Mạc"], lines: [], carrier: null }));
  const [oldest] = orders as [WooOrder];
  await staff.open(`/orders?search=${encodeURIComponent(last)}`);
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await page.getByRole("button", { name: "Chọn tất cả 27 đơn khớp" }).click();
  // on the second page, where it is the last one
  await staff.bo("POST", `/orders/${oldest.id}/cancel`, { reason: "customer" });
  await page.getByRole("button", { name: /^Tạm giữ/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Lý do").fill("Kiểm kho");
  await sheet.getByRole("button", { name: /Tạm giữ 27 đơn/ }).click();
  await expect(progress(page)).toContainText("Xong 26/27, lỗi 1", { timeout: 30_000 });
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
  await page.getByRole("button", { name: "Trang sau" }).click();
  await expect(row(page, oldest.id).getByRole("checkbox")).toBeChecked();
});

test("OL03: orders are filtered by their status, those in the trash too @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  const last = unique("Thùng");
  const [first, removed] = [
    await createOrder(staff, { name: [last, "Mạc"] }),
    await createOrder(staff, { name: [last, "Mạc"] }),
  ];
  await staff.call("DELETE", `/wp-json/wc/v3/orders/${removed.id}`, {});
  await staff.open(`/orders?search=${encodeURIComponent(last)}`);
  await expect(row(page, first.id)).toBeVisible();
  await expect(row(page, removed.id)).toHaveCount(0);
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Trạng thái").selectOption("Thùng rác");
  await page.getByRole("button", { name: "Xem đơn" }).click();
  await expect(row(page, removed.id)).toBeVisible();
  await expect(row(page, first.id)).toHaveCount(0);
  await page.getByRole("button", { name: "Bỏ lọc Trạng thái: Thùng rác" }).click();
  await expect(row(page, first.id)).toBeVisible();
});

test("GR09: undo is offered for 10 s on a device whose clock is ahead @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  const { id, number } = await createOrder(staff, { name: ["Mạc", unique("Giờ")] });
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  });
  await staff.open(`/orders/${id}`);
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(page.getByText(new RegExp(`Đã xác nhận.*${number}`))).toBeVisible();
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(page.getByText("Đã hoàn tác")).toBeVisible();
});
