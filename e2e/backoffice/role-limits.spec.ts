import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { createOrder, hoops } from "./demo-orders.ts";
import { expect, test } from "./kit.ts";
import { ParcelActions } from "./parcel-kit.ts";
import { ownProduct } from "./product-kit.ts";

test("RO02: what the role cannot do to this order is disabled with the reason, what it can never do is hidden @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { status: "processing", carrier: null }, { set_paid: true });
  await staff.call("POST", `/wp-json/wc/v3/orders/${id}/notes`, { note: "của chủ" });
  const [unpaid, big] = [
    await createOrder(staff, { carrier: null }),
    await createOrder(staff, { lines: [{ ...hoops, quantity: 2 }], carrier: null }, { set_paid: true }),
  ];
  await staff.call("PUT", `/wp-json/wc/v3/orders/${id}`, { status: "completed" });
  await staff.signIn("staff");
  const more = page.getByRole("button", { name: "Khác…" });
  const sheet = page.getByRole("dialog");
  await staff.open(`/orders/${id}`);
  // a note of another person
  await expect(page.getByRole("button", { name: "Xóa · chỉ người viết hoặc chủ cửa hàng" })).toBeDisabled();
  await more.click();
  for (const name of ["Tạm giữ", "Hủy đơn"])
    await expect(sheet.getByRole("button", { name: `${name} · đơn đang ở bước Hoàn tất` })).toBeDisabled();
  await expect(sheet.getByRole("button", { name: "Hoàn tiền", exact: true })).toBeEnabled();
  await staff.open(`/orders/${unpaid.id}`);
  await more.click();
  await expect(sheet.getByRole("button", { name: "Hoàn tiền · chưa có khoản nào để hoàn" })).toBeDisabled();
  // more than the role may refund
  await staff.open(`/orders/${big.id}`);
  await more.click();
  await sheet.getByRole("button", { name: "Đổi trạng thái" }).click();
  await sheet.getByLabel("Trạng thái").selectOption("refunded");
  await sheet.getByLabel("Lý do").fill("khách trả hàng");
  await expect(sheet.getByText("Vượt mức bạn được tự hoàn: với đơn này còn 500.000 ₫.")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Đổi trạng thái" })).toBeDisabled();
  await staff.signIn("accountant");
  await staff.open(`/orders/${unpaid.id}`);
  await more.click();
  await expect(sheet.getByRole("button", { name: /Tạm giữ|Hủy đơn|Đổi trạng thái/ })).toHaveCount(0);
  // no link to a screen that it may not open
  await staff.open(`/orders/${big.id}`);
  await expect(page.getByRole("heading", { name: "Trần Thị Ngọc" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Đóng gói" }).and(page.locator("article a"))).toHaveCount(0);
});

test("RO02: what cannot be done with this parcel, order and return is disabled with the reason", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("staff");
  const parcels = new ParcelActions(staff);
  const parcel = await parcels.advance(await parcels.booked(), "picked", "delivering");
  await staff.open(`/parcels?open=${parcel.id}`);
  await page.getByText(/^Chưa làm được với kiện này/).click();
  for (const name of [
    "Hủy vận đơn · đơn vị vận chuyển đã lấy hàng",
    "In nhãn · đơn vị vận chuyển đã lấy hàng",
    "Yêu cầu giao lại · chỉ sau khi giao không thành",
    "Đặt vận đơn · đã có mã vận đơn",
    "Quyết định · chưa kiểm hàng",
    "Đổi cỡ, đổi hàng · khi đơn hoàn tất hoặc hàng đã về",
  ])
    await expect(page.getByRole("button", { name }), name).toBeDisabled();
  await expectAccessible(page);
  // a parcel of a shop without a carrier, and one that was cancelled before it had a code
  const shown: [Partial<ParcelDetail>, string][] = [
    [{ status: "by_hand", step: "waiting", actions: ["track"] }, "Đặt vận đơn · chưa kết nối đơn vị vận chuyển nào"],
    [{ status: "cancel", step: "cancelled", actions: ["book"] }, "Nhập mã vận đơn · kiện đã kết thúc"],
  ];
  const isParcel = new RegExp(`/parcels/${parcel.id}\\?`);
  for (const [own, name] of shown) {
    await page.route(isParcel, async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as ParcelDetail;
      await route.fulfill({ response, json: { ...json, code: null, ...own } });
    });
    await staff.open(`/parcels?open=${parcel.id}`);
    await page.getByText(/^Chưa làm được với kiện này/).click();
    await expect(page.getByRole("button", { name }), name).toBeDisabled();
    await page.unroute(isParcel);
  }
  const back = await parcels.advance(
    await parcels.booked(),
    "picked",
    "delivering",
    "delivery_fail",
    "return",
    "returned",
  );
  const items = back.lines.map(({ line_id, quantity }) => ({ line_id, quantity, state: "restock" }));
  await staff.bo("POST", `/parcels/${back.id}/returned`, { items, reason: "khách không nhận" });
  await staff.open(`/returns?open=${back.id}`);
  await expect(page.getByRole("button", { name: "Hoàn tiền · đơn chưa thu tiền" })).toBeDisabled();
});

test("RO02, RO05: a role of the shop's own that edits products without prices types no price, and unpublishes none", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const { id } = await ownProduct(staff, 3);
  await page.route("**/lianne-admin/v1/session?*", async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { permissions: string[] };
    const permissions = session.permissions.filter((one) => one !== "prices.edit" && one !== "stock.edit");
    await route.fulfill({ response, json: { ...session, permissions } });
  });
  await staff.open(`/products/${id}`);
  const prices = page.locator("#prices");
  for (const field of [prices.getByLabel("Giá", { exact: true }), prices.getByLabel("Tồn kho", { exact: true })])
    await expect(field).toBeDisabled();
  await expect(prices.getByLabel("Giá vốn")).toBeEnabled();
  await expect(page.locator("#organization").getByLabel("Trạng thái")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toHaveCount(0);
});

test("RO02: what the role cannot do to the payment of an order is shown disabled, with the reason @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await staff.open(`/orders/${id}`);
  const money = page.locator("section").filter({ has: page.getByRole("heading", { name: "Tiền", exact: true }) });
  await expect(page.getByRole("button", { name: "Yêu cầu đặt cọc" })).toBeEnabled();
  await money.getByText("Chưa làm được với đơn này (1)").click();
  await expect(money.getByRole("button", { name: "Tạo liên kết · đơn trả khi nhận hàng" })).toBeDisabled();
  // nothing but the responses to the action itself: the screen reads the parcels again every few seconds
  await page.clock.install();
  await page.reload();
  const book = page.getByRole("button", { name: "Đặt vận đơn" });
  await expect(book).toBeVisible();
  await page.clock.pauseAt(Date.now() + 5_000);
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return book.count();
    })
    .toBe(0);
  await page.clock.resume();
  await expect(page.locator("article").getByText("Chờ đóng gói", { exact: true })).toBeVisible();
  await money.getByText("Chưa làm được với đơn này (2)").click();
  await expect(money.getByRole("button", { name: "Yêu cầu đặt cọc · chỉ trước khi xác nhận đơn" })).toBeDisabled();
  await expectAccessible(page);
});
