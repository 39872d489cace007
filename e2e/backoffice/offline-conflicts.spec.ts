import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, failedRequests, phone, test, workerReady } from "./kit.ts";
import { openRingToPack, orderToPack, pack, packByHand, packOrder, withoutCamera } from "./pack-kit.ts";

test.use({ ...phone, serviceWorkers: "allow" });

test("OF04 an order that was cancelled meanwhile is not forced: both sides are listed with a choice, and packing alarms", {
  tag: "@all",
}, async ({ staff, page, context, expectedMessages }) => {
  expectedMessages.push(...failedRequests, /409/);
  await withoutCamera(page);
  await staff.signIn("owner");
  const [id, next] = [await orderToPack(staff), await orderToPack(staff)];
  await staff.open(`/pack/${id}`);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await context.setOffline(true);
  await packByHand(page);
  await expect(page.getByText("Không có mạng. 4 thao tác chờ gửi.")).toBeVisible();
  // from the test's process, as by another device
  await staff.bo("POST", `/orders/${id}/cancel`, { reason: "customer" });
  await context.setOffline(false);
  await page.goto("/admin/waiting");
  await expect(page.getByText("Đơn đã bị hủy. Không đóng gói và không giao kiện này.")).toBeVisible();
  await expect(page.getByText(`Đơn ${id}: đóng gói xong`)).toBeVisible();
  // also while the next parcel is packed
  for (const screen of [`/pack/${id}`, "/pack", `/pack/${next}`]) {
    await staff.open(screen);
    await expect(page.getByText(`DỪNG: đơn ${id} đã bị hủy`)).toHaveCount(1);
  }
  await page.goto("/admin/waiting");
  await page.getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await expect(page.getByText("Không có gì chờ gửi")).toBeVisible();
});

test("OF04 an order that another person packed meanwhile lists that person with a choice, and is not packed again", {
  tag: "@all",
}, async ({ staff, page, context, colleague, expectedMessages }) => {
  expectedMessages.push(...failedRequests, /409/);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff);
  await staff.open(`/pack/${id}`);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await context.setOffline(true);
  await packByHand(page);
  await expect(page.getByText("Không có mạng. 4 thao tác chờ gửi.")).toBeVisible();
  const other = await colleague("packer");
  await other.bo("POST", `/pack/orders/${id}/assign`, { force: true });
  await pack(other, id);
  const { photos } = await packOrder(other, id);
  await context.setOffline(false);
  await page.goto("/admin/waiting");
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Trên máy này" }) });
  await expect(entry.getByText(`Đơn ${id}: đóng gói xong`)).toBeVisible();
  await expect(entry.getByRole("alert")).toHaveText(/đã đóng gói đơn này\./);
  await takeBackOfficePictures(page, "packed-by-another", { fullPage: true });
  await expectAccessible(page);
  // sent again, it is rejected again
  await entry.getByRole("button", { name: "Gửi lại" }).click();
  await expect(entry.getByRole("alert")).toHaveText(/đã đóng gói đơn này\./);
  await entry.getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await expect(page.getByText("Không có gì chờ gửi")).toBeVisible();
  expect((await packOrder(staff, id)).photos).toEqual(photos);
});

test("OF04 an item that was replaced in the order meanwhile is not ticked: both sides are listed with a choice @all", async ({
  staff,
  page,
  context,
  expectedMessages,
}) => {
  expectedMessages.push(...failedRequests, /409/);
  const { id, ordered, wrong } = await openRingToPack(staff);
  await workerReady(page);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  await context.setOffline(true);
  await packByHand(page);
  await expect(page.getByText("Không có mạng. 4 thao tác chờ gửi.")).toBeVisible();
  // the size was sold at another place: the order gets another one
  const order = `/wp-json/wc/v3/orders/${id}`;
  const { line_items } = await staff.call<{ line_items: { id: number }[] }>("GET", order);
  await staff.call("PUT", order, { line_items: [{ id: line_items[0]?.id, ...wrong.line }] });
  await context.setOffline(false);
  await page.goto("/admin/waiting");
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Trên máy này" }) });
  await expect(entry.getByText(ordered.size)).toBeVisible();
  await expect(entry.getByRole("alert")).toContainText("đã đổi thành Nhẫn");
  await expect(entry.getByRole("alert")).toContainText(wrong.size);
  await takeBackOfficePictures(page, "item-replaced", { fullPage: true });
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bỏ thao tác của tôi" }).click();
  await expect(page.getByText("Không có gì chờ gửi")).toBeVisible();
  expect(await packOrder(staff, id)).toMatchObject({
    stage: "to_pack",
    lines: [{ ticked: 0, option: expect.stringContaining(wrong.size) }],
  });
  // it is packed with the item that the order has now, which is shown before the order is read again
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = (input, init) =>
      /\/pack\/orders\/\d+\?/.test(String(input)) && (init?.method ?? "GET") === "GET"
        ? new Promise(() => {})
        : send(input, init);
  });
  await staff.open(`/pack/${id}`);
  await expect(page.getByRole("main").getByText(wrong.size)).toBeVisible();
  await packByHand(page);
  await expect.poll(async () => (await packOrder(staff, id)).stage).toBe("to_hand_over");
});
