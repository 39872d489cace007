import type { Page } from "@playwright/test";
import type { Role } from "#contract/permissions.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder, type NewOrder } from "./demo-orders.ts";
import { expect, handScan, phone, type StaffBrowser, storedKeys, storedText, test } from "./kit.ts";

/** Opens a new order that waits for its confirmation. */
async function openNewOrder(staff: StaffBrowser, role: Role = "owner") {
  await staff.signIn(role);
  const order = await createOrder(staff);
  await staff.open(`/orders/${order.id}`);
  return order;
}

const stage = (page: Page, name: string) => page.locator("article").getByText(name, { exact: true });

test.describe("on a phone of 360 × 640", () => {
  test.use({ ...phone, viewport: { width: 360, height: 640 } });

  test("OD01, OD03: the call is the one next step, visible without scrolling, and its outcome confirms the order", async ({
    staff,
    page,
  }) => {
    const { number } = await openNewOrder(staff);
    const dial = page.getByRole("link", { name: "GỌI 091 234 5670" });
    await expect(dial).toBeInViewport({ ratio: 1 });
    expect((await dial.boundingBox())?.width).toBeGreaterThan(300);
    await expectNoOverflow(page, []);
    await dial.click();
    const question = page.getByRole("region", { name: "Khách nói gì?" });
    await expect(question).toBeVisible();
    await page.reload();
    await question.getByRole("button", { name: "Đồng ý" }).click();
    await expect(stage(page, "Chờ đóng gói")).toBeVisible();
    await expect(question).toBeHidden();
    const toast = page.getByRole("status").filter({ hasText: `Đã xác nhận đơn ${number}` });
    await toast.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(stage(page, "Chờ xác nhận")).toBeVisible();
    await expect(page.getByText("Gọi: khách đồng ý")).toBeVisible();
  });

  test("OD03: a missed call is followed by a reminder", { tag: "@all" }, async ({ staff, page }) => {
    const { number } = await openNewOrder(staff);
    await page.getByRole("link", { name: "GỌI 091 234 5670" }).click();
    await page.getByRole("button", { name: "Không nghe máy" }).click();
    await page.getByRole("button", { name: "2 giờ" }).click();
    await expect(page.getByRole("status").filter({ hasText: `Đã ghi cuộc gọi về đơn ${number}` })).toBeVisible();
    await expect(page.getByText(/Gọi: không nghe máy · gọi lại/)).toBeVisible();
    await expect(page.locator("article").getByText("đã gọi 1 lần, không nghe máy")).toBeVisible();
  });
});

test("OD04, OD05: the shop's own records are shown, and an order can be confirmed without a call @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const own: NewOrder = { name: ["Lê", "Thu"], phone: "0977111222" };
  const { id } = await createOrder(staff, own);
  await createOrder(staff, { ...own, name: ["Lê", "Mai"] });
  await staff.open(`/orders/${id}`);
  const records = page.getByText("2 đơn, đang mở 2");
  await expect(records).toBeVisible();
  const dial = page.getByRole("link", { name: /^GỌI/ });
  const [above, below] = await Promise.all([records.boundingBox(), dial.boundingBox()]);
  expect(above?.y, "the records are above the call button").toBeLessThan(below?.y ?? 0);
  const names = page.getByText("Tên khác: Lê Mai");
  await expect(names).toBeHidden();
  await page.getByText("Tên khác: 1").click();
  await expect(names).toBeVisible();
  // list and order scroll next to each other: the page is as high as the screen, with the bar of the demonstration
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThan(60);
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(page.getByText(/xác nhận không gọi/)).toBeVisible();
});

test("GR10: an action on an order that changed meanwhile shows both versions", { tag: "@all" }, async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  const { id } = await openNewOrder(staff);
  await expect(page.getByText("12 Hàng Bạc").first()).toBeVisible();
  await staff.call("PUT", `/wp-json/wc/v3/orders/${id}`, { shipping: { address_1: "5 Hàng Đào" } });
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
  await expect(conflict.getByRole("row", { name: /Địa chỉ giao đã đổi 12 Hàng Bạc.* 5 Hàng Đào/ })).toBeVisible();
  // the dialog, and the records of the phone number, may have the new address already
  const current = page.waitForResponse(`**/wc/v3/orders/${id}?*`);
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await (await current).finished();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByText("5 Hàng Đào").first()).toBeVisible();
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(stage(page, "Chờ đóng gói")).toBeVisible();
});

test("OD11, GR09, GR11: cancelling states its consequences, requires a reason, is a draft until then, and can be undone", async ({
  staff,
  page,
}) => {
  const { id, number } = await openNewOrder(staff, "staff");
  await page.getByRole("button", { name: "Hủy", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Hủy đơn ${number}` });
  await expect(dialog.getByText(/^Trả về kho: 1 × /)).toBeVisible();
  await expect(dialog.getByText("Gửi email báo hủy đơn tới khach@example.com.")).toBeVisible();
  await takeBackOfficePictures(page, "cancel");
  await dialog.getByText("Hết hàng").click();
  await dialog.getByLabel("Ghi chú").fill("Khách đồng ý chờ đợt sau");
  const drafts = async () => (await storedKeys(page)).filter((key) => key.endsWith(`order-cancel:${id}`));
  await expect.poll(drafts).toHaveLength(1);
  await expect.poll(() => storedText(page)).toContain("Khách đồng ý chờ đợt sau");
  await page.reload();
  await page.getByRole("button", { name: "Hủy", exact: true }).click();
  await dialog.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(dialog.getByLabel("Ghi chú")).toHaveValue("Khách đồng ý chờ đợt sau");
  await expect(dialog.getByRole("radio", { name: "Hết hàng" })).toBeChecked();
  await dialog.getByRole("button", { name: `Hủy đơn ${number}` }).click();
  await expect(stage(page, "Đã đóng")).toBeVisible();
  await expect.poll(drafts).toEqual([]);
  await expect(page.getByText(/· hết hàng/)).toBeVisible();
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(stage(page, "Chờ xác nhận")).toBeVisible();
});

test("OD16: a note to the customer is shown as the email before it is sent; private notes are pinned and deleted @all", async ({
  staff,
  page,
}) => {
  await openNewOrder(staff);
  const field = page.getByRole("textbox", { name: "Ghi chú" });
  await field.fill("khách quen của cửa hàng");
  await page.getByRole("button", { name: "Lưu" }).click();
  const note = page.getByRole("listitem").filter({ hasText: "khách quen của cửa hàng" });
  await note.getByRole("button", { name: "Ghim" }).click();
  await expect(note.getByText("đã ghim")).toBeVisible();
  await expect(field).toHaveValue("");
  await field.fill("Đơn của bạn sẽ đến sớm một ngày.");
  await page.getByRole("button", { name: "Gửi khách" }).click();
  await page.getByRole("button", { name: "Xem email" }).click();
  const dialog = page.getByRole("dialog", { name: "Xem email" });
  await expect(dialog.frameLocator("iframe").getByText("Đơn của bạn sẽ đến sớm một ngày.")).toBeVisible();
  await dialog.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect(dialog).toBeHidden();
  // queued, or already sent
  await expect(page.getByText(/email “Lời nhắn về đơn” tới khach@example.com/i)).toBeVisible();
  await note.getByRole("button", { name: "Xóa" }).click();
  await page
    .getByRole("dialog", { name: "Xóa ghi chú này?" })
    .getByRole("button", { name: "Xóa", exact: true })
    .click();
  await expect(note).toBeHidden();
});

test("OD17, OF03: an email that fits is sent again, after its preview, with a choice about another address, and not offline", {
  tag: "@all",
}, async ({ staff, page, context, expectedMessages }) => {
  expectedMessages.push(/net::ERR_INTERNET_DISCONNECTED/);
  const { id } = await openNewOrder(staff);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "Email cho khách" }).click();
  await page.getByRole("button", { name: /^Xác nhận đơn hàng/ }).click();
  const dialog = page.getByRole("dialog", { name: "Xác nhận đơn hàng" });
  await expect(dialog.frameLocator("iframe").getByText(String(id)).first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Gửi tới" }).fill("lan@example.com");
  await expect(dialog.getByRole("button", { name: "Gửi email" })).toBeDisabled();
  await dialog.getByText("Chỉ gửi lần này, đơn giữ khach@example.com").click();
  await context.setOffline(true);
  await expect(dialog.getByRole("button", { name: /^Gửi email · / })).toBeDisabled();
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Gửi email" }).click();
  await expect(dialog.getByText("Email đang được gửi")).toBeVisible();
  await dialog.getByRole("button", { name: "Đóng", exact: true }).click();
  await expect(page.getByText(/tới lan@example.com/)).toBeVisible();
});

test("OD18: a slip is printed from the order, and the timeline has it", { tag: "@all" }, async ({ staff, page }) => {
  const { id } = await openNewOrder(staff);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "In phiếu" }).click();
  await expect(page.getByRole("button", { name: "Phiếu đóng gói, 80 mm" })).toBeVisible();
  await takeBackOfficePictures(page, "print");
  await page.getByRole("button", { name: "Phiếu đóng gói, A6" }).click();
  await expect(page.getByRole("dialog").frameLocator("iframe").getByText(String(id), { exact: true })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Đóng", exact: true }).click();
  await expect(page.getByText("In Phiếu đóng gói (A6)")).toBeVisible();
});

test("OD20, GR11: every status can be set with a reason, after its effects were shown", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await openNewOrder(staff);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "Đổi trạng thái" }).click();
  const dialog = page.getByRole("dialog", { name: "Đổi trạng thái" });
  await dialog.getByRole("combobox", { name: "Trạng thái" }).selectOption("completed");
  await expect(dialog.getByText(/^Ghi nhận đã thu .* tiền mặt\.$/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Lý do" }).fill("khách nhận tại cửa hàng");
  // its last state: the key is there since the status was chosen
  await expect.poll(() => storedText(page)).toContain("khách nhận tại cửa hàng");
  await page.reload();
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "Đổi trạng thái" }).click();
  await dialog.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(dialog.getByRole("combobox", { name: "Trạng thái" })).toHaveValue("completed");
  await expect(dialog.getByRole("textbox", { name: "Lý do" })).toHaveValue("khách nhận tại cửa hàng");
  await expect(dialog.getByText(/^Ghi nhận đã thu .* tiền mặt\.$/)).toBeVisible();
  await dialog.getByRole("button", { name: "Đổi trạng thái" }).click();
  await expect(stage(page, "Hoàn tất")).toBeVisible();
  await expect(page.getByText(/khách nhận tại cửa hàng/)).toBeVisible();
});

test("OD03, RO02: the outcome “no longer wanted” is for roles that may cancel", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("staff");
  const { id } = await createOrder(staff);
  const question = page.getByRole("region", { name: "Khách nói gì?" });
  const declined = question.getByRole("button", { name: "Không mua nữa" });
  await staff.open(`/orders/${id}`);
  await page.getByRole("link", { name: /^GỌI/ }).click();
  await expect(declined).toBeVisible();
  // a role of the shop's own that calls, and may not cancel
  await page.route("**/lianne-admin/v1/session?*", async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { permissions: string[] };
    const permissions = session.permissions.filter((one) => one !== "orders.cancel");
    await route.fulfill({ response, json: { ...session, permissions } });
  });
  await page.reload();
  await expect(question.getByRole("button", { name: "Đồng ý" })).toBeVisible();
  await expect(declined).toHaveCount(0);
});

test("RO02: an accountant sees the order without its actions, and a packer not at all", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await staff.signIn("accountant");
  await staff.open(`/orders/${id}`);
  await expect(page.getByRole("heading", { name: "Trần Thị Ngọc" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Xác nhận không gọi" })).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Ghi chú" })).toBeHidden();
  await staff.signIn("packer");
  await staff.open(`/orders/${id}`);
  await expect(page.getByRole("heading", { name: "Bạn không có quyền xem" })).toBeVisible();
});

test("GR07: an unknown order, and one that cannot be loaded", { tag: "@all" }, async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 404/);
  await staff.signIn("owner");
  await staff.open("/orders/999999999");
  await expect(page.getByRole("alert")).toBeVisible();
  await staff.open("/orders/none");
  await expect(page.getByText("Không có trang này")).toBeVisible();
});

for (const language of ["vi", "en"] as const)
  test(`AC01: the order screen has no serious accessibility finding (${language})`, { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner", language);
    const { id } = await createOrder(staff);
    await staff.open(`/orders/${id}`);
    await expect(page.getByRole("heading", { name: language === "vi" ? "Nhật ký đơn" : "Timeline" })).toBeVisible();
    await expectAccessible(page);
  });

test("SK05: a hand scanner opens the scanned order on any screen, unless a field has the focus", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of 404/);
  await staff.signIn("owner");
  const { id, number } = await createOrder(staff);
  await staff.open("/me");
  await handScan(page, number);
  await expect(page.getByRole("heading", { name: `Đơn ${number}` })).toBeVisible();
  await handScan(page, "no such code");
  await expect(page.getByText("Không tìm thấy mã no such code.")).toBeVisible();
  await page.getByRole("textbox", { name: "Ghi chú" }).focus();
  await handScan(page, String(id - 1));
  await expect(page).toHaveURL(new RegExp(`/orders/${id}$`));
});
