import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder, hoops } from "./demo-orders.ts";
import { expect, phone, test } from "./kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

test.describe("on a phone", () => {
  test.use(phone);

  test("PC01, PC04: a failed delivery is listed with its reason, and another attempt is requested @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("staff");
    const parcels = new ParcelActions(staff);
    const parcel = await parcels.advance(await parcels.booked(), "picked", "delivering", "delivery_fail");
    await staff.open("/parcels");
    const problems = page.getByRole("navigation", { name: "Danh sách" }).getByRole("button", { name: "Có vấn đề" });
    await problems.click();
    const row = page
      .getByRole("listitem")
      .filter({ hasText: parcel.code ?? "" })
      .first();
    await expect(row).toContainText("Không liên lạc được với người nhận");
    await expect(row.getByRole("list", { name: "Đường đi của kiện" })).toBeVisible();
    // search, views and filters leave the screen to the parcels
    expect((await row.boundingBox())?.y).toBeLessThan(320);
    await page.getByRole("button", { name: "Lọc", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Trạng thái").selectOption({ label: "Giao hụt" });
    await sheet.getByLabel("Phí từ").fill("10k");
    await sheet.getByLabel("Cập nhật đến").fill("2020-01-01");
    await expectAccessible(page);
    await takeBackOfficePictures(page, "filters");
    await sheet.getByRole("button", { name: "Xem kiện" }).click();
    await expect(page).toHaveURL(/step=failed_try&min_fee=10000&since_to=2020-01-01/);
    await expect(page.getByText("Không có kiện nào")).toBeVisible();
    await page.getByRole("button", { name: "Lọc (3)" }).click();
    await sheet.getByRole("button", { name: "Bỏ hết" }).click();
    await row.getByRole("link").click();
    await expect(page.getByRole("link", { name: "091 234 5670" })).toHaveAttribute("href", "tel:0912345670");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Yêu cầu giao lại" }).click();
    await expect(page.getByText("Đã yêu cầu giao lại")).toBeVisible();
    await parcels.reaches(parcel.order_id, "storing");
    await page.getByRole("link", { name: "Về danh sách kiện" }).click();
    await expect(problems).toHaveAttribute("aria-current", "page");
  });

  test("PC02, PC03: a rejection has the carrier's words; a code is typed instead, after a preview of the email", {
    tag: "@all",
  }, async ({ staff, page, expectedMessages }) => {
    expectedMessages.push(/status of (400|412|502)/);
    await staff.signIn("owner");
    const parcels = new ParcelActions(staff);
    const rejected = await parcels.reaches(await parcels.order({ phone: "123" }), "refused");
    const other = await parcels.booked();
    await staff.open(`/parcels?open=${rejected.id}`);
    await expect(page.getByText("Đơn vị vận chuyển từ chối: Số điện thoại không hợp lệ")).toBeVisible();
    // what the person saw is what it was when they tapped: the screen is read again meanwhile
    const path = `/wp-json/wc/v3/orders/${rejected.order_id}`;
    await page.route(
      "**/rebook?*",
      async (route) => {
        await staff.call("PUT", path, { shipping: { first_name: "Bích" } });
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Đặt vận đơn" }).click();
    const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
    await expect(
      conflict.getByRole("row", { name: /Khách.* đã đổi Trần Thị Ngọc · 123 Trần Bích · 123$/ }),
    ).toBeVisible();
    await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
    await expect(page.getByText("Trần Bích").first()).toBeVisible();
    await page.getByRole("button", { name: "Đặt vận đơn" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "sửa số của người nhận rồi đặt lại" }).last()).toBeVisible();
    await page.getByRole("button", { name: "Nhập mã vận đơn" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Đơn vị vận chuyển").fill("Viettel Post");
    await sheet.getByLabel("Mã vận đơn").fill(other.code ?? "");
    await sheet.getByRole("button", { name: "Xem trước email" }).click();
    await expect(sheet.getByText("khach@example.com")).toBeVisible();
    await sheet.getByRole("button", { name: "Ghi mã và gửi email" }).click();
    await expect(sheet.getByText(`Mã này đã thuộc về kiện của đơn ${other.order_id}.`)).toBeVisible();
    const code = `VTP${rejected.order_id}`;
    await sheet.getByLabel("Mã vận đơn").fill(code);
    await sheet.getByRole("checkbox", { name: "Gửi email cho khách" }).uncheck();
    await sheet.getByRole("button", { name: "Ghi mã, không gửi email" }).click();
    await expect(sheet).toBeHidden();
    await expect(page.locator("dd").filter({ hasText: code })).toBeVisible();
  });

  test("PC05, PC06, TD01: a returned parcel is scanned, inspected item by item, and its order closed as refused", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 412/);
    await staff.signIn("staff");
    const parcels = new ParcelActions(staff);
    const parcel = await parcels.advance(
      await parcels.booked({ lines: [{ ...hoops, quantity: 2 }] }),
      ...["picked", "delivering", "delivery_fail", "waiting_to_return", "returned"],
    );
    // the order's own next step opens its parcel, and what is to be done is above the parcel's facts
    await staff.open(`/orders/${parcel.order_id}`);
    const next = page.getByRole("link", { name: "Kiểm hàng hoàn" }).first();
    await expect(next).toHaveAttribute("href", `/admin/returns?open=${parcel.id}`);
    await next.click();
    const form = page.getByRole("heading", { name: `Kiểm hàng hoàn đơn ${parcel.order_id}` });
    const facts = page.locator("dd").filter({ hasText: parcel.code ?? "" });
    const [above, below] = [await form.boundingBox(), await facts.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    await staff.open("/");
    const waiting = page.getByRole("listitem").filter({ hasText: "Hàng hoàn cần kiểm" });
    await waiting.getByRole("link", { name: "Kiểm" }).click();
    await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
    await page.getByLabel("quét mã trên kiện hoàn").fill("KHONG-CO-MA");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Không có kiện nào mang mã KHONG-CO-MA.")).toBeVisible();
    await page.getByLabel("quét mã trên kiện hoàn").fill(parcel.code ?? "");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Kiểm hàng hoàn" })).toBeVisible();
    const record = page.getByRole("button", { name: "Ghi kết quả kiểm" });
    await record.click();
    await expect(page.getByText("Còn 2 món chưa có kết quả.")).toBeVisible();
    const units = page.locator("fieldset");
    await units.nth(0).getByText("Nhập lại kho").click();
    await units.nth(1).getByText("Hỏng").click();
    await page.getByLabel("Lý do hoàn").fill("Khách đổi ý");
    await expectAccessible(page);
    await record.click();
    await expect(page.getByText(`Đã ghi kết quả kiểm của đơn ${parcel.order_id}`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Quyết định về đơn" })).toBeVisible();
    await page.getByRole("button", { name: "Đóng vì khách từ chối" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(`Đơn ${parcel.order_id} thành “đã hủy”`);
    // a change of what is not shown is not reported as one of the customer
    await page.route(
      "**/decision?*",
      async (route) => {
        await staff.call("PUT", `/wp-json/wc/v3/orders/${parcel.order_id}`, { customer_note: "gọi trước" });
        await route.continue();
      },
      { times: 1 },
    );
    const close = dialog.getByRole("button", { name: "Đóng vì khách từ chối" });
    await close.click();
    const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
    await expect(conflict.getByText("Phần thay đổi không hiện ở đây")).toBeVisible();
    await expect(conflict.getByText("đã đổi")).toHaveCount(0);
    await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
    await close.click();
    await expect(page.getByText("Đã đóng vì khách từ chối")).toBeVisible();
    expect(await parcels.statusOf(parcel.order_id)).toBe("cancelled");
  });
});

test("PC07: a lost parcel has a claim sheet, and its compensation is recorded", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner", "en");
  const parcels = new ParcelActions(staff);
  const parcel = await parcels.advance(await parcels.booked(), "picked", "lost");
  await staff.open(`/parcels?view=problems&open=${parcel.id}`);
  await page.getByRole("link", { name: "Claim sheet" }).click();
  await expect(page.getByRole("heading", { name: `Claim sheet · order ${parcel.order_id}` })).toBeVisible();
  await expect(page.getByText("390.000 ₫").first()).toBeVisible();
  await page.getByLabel("Amount").fill("390k");
  await expect(page.getByText("390.000 ₫").last()).toBeVisible();
  await page.getByLabel("Received on").fill("2026-11-24");
  await page.getByRole("button", { name: "Record the compensation" }).click();
  await expect(page.getByText("390.000 ₫ received on 24/11/2026")).toBeVisible();
  await page.evaluate(() =>
    Object.assign(navigator, { share: async (data: ShareData) => Object.assign(window, { shared: data.text }) }),
  );
  await page.getByRole("button", { name: "Share" }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: string }).shared);
  expect(shared).toContain(`Claim sheet · order ${parcel.order_id}`);
  expect(shared).toContain(parcel.code ?? "");
  await expectAccessible(page);
});

test("PC06, RO04: the refund of a returned order above the limit of the role is requested from the owners", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const parcels = new ParcelActions(staff);
  const lines = [{ ...hoops, quantity: 2 }];
  const own = { payment_method: "bacs", payment_method_title: "Chuyển khoản", set_paid: true };
  const { id } = await createOrder(staff, { status: "processing", lines }, own);
  const steps = ["picked", "delivering", "delivery_fail", "waiting_to_return", "returned"];
  const parcel = await parcels.advance(await parcels.reaches(id, "ready_to_pick"), ...steps);
  const items = parcel.lines.map(({ line_id, quantity }) => ({ line_id, quantity, state: "restock" }));
  await staff.bo("POST", `/parcels/${parcel.id}/returned`, { items, reason: "" });
  await staff.signIn("staff");
  await staff.open(`/returns?open=${parcel.id}`);
  await page.getByRole("button", { name: "Hoàn tiền", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hoàn tiền", exact: true }).click();
  await expect(page.getByText(/^Đã gửi yêu cầu/)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await parcels.statusOf(id)).toBe("processing");
  const requests = await staff.bo<{ order_id: number }[]>("GET", "/refund-requests");
  expect(requests.filter(({ order_id }) => order_id === id)).toHaveLength(1);
});

test("PC08, GR10: an item of a delivered order is exchanged for another option, of the order as it was when the sheet opened", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner", "en");
  const parcels = new ParcelActions(staff);
  const [ordered, other] = await staff.call<{ id: number }[]>(
    "GET",
    "/wp-json/wc/v3/products/101/variations?per_page=5&stock_status=instock",
  );
  const lines = [{ product_id: 101, variation_id: ordered?.id ?? 0, quantity: 1 }];
  const parcel = await parcels.advance(await parcels.booked({ lines }), "picked", "delivered");
  await expect.poll(() => parcels.statusOf(parcel.order_id)).toBe("completed");
  await staff.open(`/parcels?view=all&open=${parcel.id}`);
  await page.getByRole("button", { name: "Exchange an item" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Exchange for").selectOption(String(other?.id));
  const create = sheet.getByRole("button", { name: "Create the exchange" });
  await staff.call("PUT", `/wp-json/wc/v3/orders/${parcel.order_id}`, { customer_note: "call first" });
  const { order_version: seen } = parcel;
  await page.waitForResponse(
    async (response) =>
      new URL(response.url()).pathname.endsWith(`/parcels/${parcel.id}`) &&
      response.status() === 200 &&
      ((await response.json()) as ParcelDetail).order_version !== seen,
  );
  await create.click();
  const conflict = page.getByRole("dialog", { name: /changed/ });
  await expect(conflict.getByText("What changed is not shown here")).toBeVisible();
  await conflict.getByRole("button", { name: "Show the current version" }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole("button", { name: "Exchange an item" }).click();
  await sheet.getByRole("button", { name: "Continue" }).click();
  await expect(sheet.getByLabel("Exchange for")).toHaveValue(String(other?.id));
  await create.click();
  await expect(sheet.getByText(/Order \d+ was created/)).toBeVisible();
  await sheet.getByRole("button", { name: "Close", exact: true }).last().click();
  const list = page.getByRole("list", { name: "Exchanges" });
  await expect(list).toContainText("Replaced by order");
  await list.getByRole("button", { name: "The old item is back" }).click();
  await expect(list).toContainText("The old item came back");
});

test("RO02: a packer has no parcels and returns, an accountant no buttons", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const parcel = await new ParcelActions(staff).booked();
  await staff.signIn("accountant");
  await staff.open(`/parcels?open=${parcel.id}`);
  await expect(page.getByText("Mã vận đơn").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Hủy vận đơn" })).toHaveCount(0);
  await staff.signIn("packer");
  await staff.open("/parcels");
  await expect(page.getByText("Bạn không có quyền xem").first()).toBeVisible();
});
