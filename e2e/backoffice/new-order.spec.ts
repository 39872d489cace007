import type { Page } from "@playwright/test";
import type { WooOrder } from "#contract/woo/order.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, phone, type StaffBrowser, storedText, test } from "./kit.ts";
import { ownProduct, products, stockOf } from "./product-kit.ts";

interface OwnProduct {
  id: number;
  sku: string;
  name: string;
}

/** The order that is open. */
async function openOrder(staff: StaffBrowser, page: Page): Promise<WooOrder> {
  await expect(page).toHaveURL(/\/admin\/orders\/\d+$/);
  return staff.call<WooOrder>("GET", `/wp-json/wc/v3/orders/${new URL(page.url()).pathname.split("/").at(-1)}`);
}

async function addBySearch(page: Page, { name, sku }: OwnProduct): Promise<void> {
  await page.getByRole("searchbox", { name: "Thêm món hàng" }).fill(sku);
  await page.getByRole("button", { name: new RegExp(name) }).click();
}

async function chooseAddress(page: Page): Promise<void> {
  await page.getByLabel("Tỉnh/Thành").selectOption({ label: "Thành phố Hà Nội" });
  await page.getByLabel("Quận/Huyện").selectOption({ label: "Quận Hoàn Kiếm" });
  await page.getByLabel("Phường/Xã").selectOption({ index: 1 });
  await page.getByLabel("Số nhà, tên đường").fill("12 Hàng Bạc");
}

const create = (page: Page) => page.getByRole("button", { name: /^Tạo đơn · / });

test("OL09: codes that are scanned behind a choice, and behind a failure, wait for the person @all", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  await staff.signIn("owner");
  const simple = await ownProduct(staff, 9);
  const sizes = await ownProduct(staff, 9, {
    type: "variable",
    attributes: [{ name: "Cỡ", variation: true, options: ["50", "52"] }],
  });
  for (const option of ["50", "52"])
    await staff.call("POST", `${products}/${sizes.id}/variations`, {
      regular_price: "500000",
      attributes: [{ name: "Cỡ", option }],
    });
  await staff.open("/orders/new");
  await page.getByRole("button", { name: "Quét", exact: true }).click();
  await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
  const field = page.getByRole("region", { name: "Quét mã" }).getByRole("textbox");
  const scan = async (code: string) => {
    await field.fill(code);
    await field.press("Enter");
  };
  const choices = page.getByRole("main").getByRole("button", { name: new RegExp(sizes.name) });
  const lines = page.getByRole("list", { name: "Món hàng" });
  await scan(sizes.sku);
  await expect(choices).toHaveCount(2);
  await scan(simple.sku);
  await expect(page.getByText("Mã đang chờ: 1")).toBeVisible();
  await expect(choices).toHaveCount(2);
  await takeBackOfficePictures(page, "choice", { fullPage: true });
  await choices.first().click();
  await expect(lines.getByText(simple.name)).toBeVisible();
  await expect(lines.getByText(sizes.name)).toBeVisible();
  const bothTyped = Promise.withResolvers<void>();
  await page.route(/\/order-items\?.*code=/, async (route) => {
    await bothTyped.promise;
    await route.fulfill({ status: 400, json: { code: "rest_invalid_param", message: "?", data: { status: 400 } } });
  });
  for (let scanned = 0; scanned < 2; scanned++) await scan(simple.sku);
  bothTyped.resolve();
  await expect(page.getByText("Mã đang chờ: 1")).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await takeBackOfficePictures(page, "failed-look-up", { fullPage: true });
  await page.getByText("Mã đang chờ: 1").locator("..").getByRole("button", { name: "Thử lại" }).click();
  await expect(lines.getByText("1.800.000 ₫")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test("OL09, GR11: an order by phone: scan, another price, the customer's earlier address, and a draft in between", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const product = await ownProduct(staff, 9);
    await staff.open("/orders");
    await page.getByRole("link", { name: "Tạo đơn" }).click();
    await expect(page.getByText("Chưa có món nào.")).toBeVisible();
    await addBySearch(page, product);
    await page.getByRole("button", { name: "Quét", exact: true }).click();
    await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
    const code = page.getByRole("region", { name: "Quét mã" }).getByRole("textbox");
    await code.fill(product.sku);
    await code.press("Enter");
    const lines = page.getByRole("list", { name: "Món hàng" });
    await expect(lines.getByText("1.200.000 ₫")).toBeVisible();
    await page.getByRole("button", { name: "Quét", exact: true }).click();
    await page.getByRole("button", { name: `Bớt một ${product.name}` }).click();
    await page.getByRole("button", { name: "Đổi giá" }).click();
    await page.getByLabel("Đơn giá").fill("550k");
    await page.getByLabel("Lý do đổi giá").fill("Khách quen");
    await page.getByLabel("Số điện thoại").fill("0966 123 123");
    await expect(page.getByText("Khách mới: số này chưa có đơn nào.")).toBeVisible();
    await page.getByLabel("Họ tên").fill("Nguyễn Thị Ý");
    await expectAccessible(page);
    await expectNoOverflow(page, []);
    await takeBackOfficePictures(page, "filled", { fullPage: true });
    await expect.poll(() => storedText(page)).toContain("Nguyễn Thị Ý");
    // another tab has nothing but what is stored on the device
    const later = await page.context().newPage();
    await later.goto("/admin/orders/new");
    await later.getByRole("button", { name: "Tiếp tục" }).click();
    await expect(later.getByLabel("Họ tên")).toHaveValue("Nguyễn Thị Ý");
    await expect(later.getByRole("list", { name: "Món hàng" }).getByText("550.000 ₫").first()).toBeVisible();
    await create(later).click();
    await expect(later.getByText("Chọn tỉnh, huyện và xã.")).toBeVisible();
    await chooseAddress(later);
    const before = await stockOf(staff, product.id);
    await create(later).dblclick();
    const order = await openOrder(staff, later);
    expect(order).toMatchObject({
      ...{ status: "processing", created_via: "admin", discount_total: "50000" },
      billing: { first_name: "Thị Ý", last_name: "Nguyễn" },
    });
    expect(await stockOf(staff, product.id)).toBe(before - 1);
    await expect(later.getByText(/Khách quen/)).toBeVisible();
    await later.goto("/admin/orders/new");
    await later.getByLabel("Số điện thoại").fill("+84 966123123");
    await later.getByRole("button", { name: /Nguyễn Thị Ý.*12 Hàng Bạc/ }).click();
    await expect(later.getByLabel("Số nhà, tên đường")).toHaveValue("12 Hàng Bạc");
    await expect(later.getByLabel("Phường/Xã")).not.toHaveValue("");
  });
});

test("OL09: an item that was sold meanwhile is named at its line, and a changed total is shown before it counts", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of (400|409)/);
  await staff.signIn("owner");
  const product = await ownProduct(staff, 1);
  await staff.open("/orders/new");
  await addBySearch(page, product);
  await page.getByLabel("Số điện thoại").fill("0966 123 124");
  await page.getByLabel("Họ tên").fill("Lê Thu");
  await page.getByText("Nhận tại cửa hàng").click();
  await page.getByText("Đã trả tiền mặt").click();
  await expect(create(page)).toHaveText("Tạo đơn · 600.000 ₫");
  await staff.call("PUT", `/wp-json/wc/v3/products/${product.id}`, { regular_price: "650000" });
  await create(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "650.000" })).toBeVisible();
  await expect(create(page)).toHaveText("Tạo đơn · 650.000 ₫");
  await staff.call("PUT", `/wp-json/wc/v3/products/${product.id}`, { stock_quantity: 0 });
  await create(page).click();
  const lines = page.getByRole("list", { name: "Món hàng" });
  await expect(lines.getByRole("alert")).toContainText(product.name);
  await expect(page.getByLabel("Họ tên")).toHaveValue("Lê Thu");
  await expect(page.getByText("Có món không đặt được.")).toBeVisible();
  await staff.call("PUT", `/wp-json/wc/v3/products/${product.id}`, { stock_quantity: 1 });
  await page.getByRole("button", { name: "Kiểm tra lại" }).click();
  await page.getByText("Khách đã cầm hàng về").click();
  await create(page).click();
  expect(await openOrder(staff, page)).toMatchObject({ status: "completed", total: "650000" });
});

test("OL09, OF03: the payment link is copied from the order; offline no order is created", { tag: "@all" }, async ({
  staff,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await staff.signIn("staff", "en");
  await staff.open("/orders/new");
  await page.getByRole("searchbox", { name: "Add an item" }).fill("nhan bac");
  await page
    .getByRole("button", { name: /in stock/ })
    .first()
    .click();
  await page.getByLabel("Phone number").fill("0966123125");
  await expect(page.getByText("New customer: no orders with this number.")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Trần Bảo");
  await page.getByText("Pick up at the shop").click();
  await page.getByText("VNPay link").click();
  const save = page.getByRole("button", { name: /^Create order · / });
  await expect(save).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText("No network: only the server creates orders.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create order/ })).toBeDisabled();
  await context.setOffline(false);
  await save.click();
  const { id } = await openOrder(staff, page);
  await page.getByRole("button", { name: "Create link" }).click();
  await expect(page.getByText(/^Valid until/)).toBeVisible();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("vnp_TxnRef");
  await staff.bo("POST", `/orders/${id}/cancel`, { reason: "customer" });
});

test("RO02, RO04, OF03: a refund above the limit is requested in the order, and an owner approves it from Today, not offline", {
  tag: "@all",
}, async ({ staff, page, colleague, expectedMessages }) => {
  expectedMessages.push(/net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
  await staff.signIn("owner");
  const product = await ownProduct(staff, 5);
  const lines = [{ product_id: product.id, quantity: 2 }];
  const { id, number } = await createOrder(staff, { lines, carrier: null }, { set_paid: true });
  const assistant = await colleague("staff");
  await assistant.open(`/orders/${id}`);
  const own = assistant.page;
  await own.getByRole("button", { name: "Khác…" }).click();
  await own.getByRole("button", { name: "Hoàn tiền" }).click();
  const sheet = own.getByRole("dialog", { name: `Hoàn tiền đơn ${number}` });
  await sheet.getByLabel("Số tiền hoàn").fill("900k");
  await sheet.getByLabel("Lý do").fill("Khách trả một chiếc");
  await expect(sheet.getByText("Vượt mức bạn được tự hoàn: với đơn này còn 500.000 ₫.")).toBeVisible();
  await sheet.getByRole("button", { name: "Gửi yêu cầu hoàn 900.000 ₫" }).click();
  await expect(sheet.getByText("Đã gửi yêu cầu.")).toBeVisible();
  await sheet.getByRole("button", { name: "Đóng" }).last().click();
  await expect(own.getByText("Chờ duyệt", { exact: true })).toBeVisible();
  await expect(own.getByRole("button", { name: /^Duyệt hoàn/ })).toHaveCount(0);
  await staff.open("/");
  const queue = page.getByRole("listitem").filter({ hasText: "Yêu cầu chờ duyệt" });
  await queue.getByRole("link", { name: "Duyệt" }).click();
  const request = page.getByRole("listitem").filter({ hasText: `Đơn ${number}` });
  await expect(request).toContainText("Khách trả một chiếc");
  await expectAccessible(page);
  await page.context().setOffline(true);
  for (const name of ["Duyệt hoàn 900.000 ₫ · cần có mạng", "Từ chối · cần có mạng"])
    await expect(request.getByRole("button", { name })).toBeDisabled();
  await page.context().setOffline(false);
  await request.getByRole("button", { name: "Duyệt hoàn 900.000 ₫", exact: true }).click();
  await expect(request.getByText("Đã duyệt", { exact: true })).toBeVisible();
  const refunds = await staff.call<{ amount: string }[]>("GET", `/wp-json/wc/v3/orders/${id}/refunds`);
  expect(refunds.map(({ amount }) => amount)).toEqual(["900000"]);
});
