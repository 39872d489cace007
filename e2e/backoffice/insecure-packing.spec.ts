import { merchantOf } from "../kit/merchant.ts";
import { startDemonstration } from "../kit/running-shop.ts";
import { freePort } from "../kit/shop-process.ts";
import { hoops, hoopsSku, newOrder } from "./demo-orders.ts";
import { expect, handScan, phone, test } from "./kit.ts";

const host = "quanly.lianne.test";

test.use(phone);

test("SI16, PK04: over plain http an order is packed with typed codes, a hand scanner and a photo from a file; no button needs the camera or the clipboard of https", {
  tag: "@all",
}, async ({ engine, page, expectedMessages }) => {
  // headers that browsers ignore without https; the failed request of the test
  expectedMessages.push(/Cross-Origin-Opener-Policy/, /status of 500/);
  const port = String(await freePort());
  const shop = await startDemonstration(engine, { PORT: port, BACKOFFICE_URL: `http://${host}:${port}` });
  try {
    const merchant = await merchantOf(shop);
    const order = newOrder({ status: "processing", carrier: null, lines: [{ ...hoops, quantity: 2 }] });
    const { id } = await merchant("POST", "orders", order);
    await page.goto(`http://${host}:${port}/admin/sign-in`);
    await page.getByRole("button", { name: "Đóng gói" }).click();
    await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);

    await page.goto(`http://${host}:${port}/admin/pack/${id}`);
    const scanner = page.getByRole("region", { name: "Quét mã" });
    await expect(scanner.getByText("Trình duyệt chỉ cho dùng máy ảnh qua https.", { exact: false })).toBeVisible();
    await expect(scanner.getByRole("button")).toHaveText(["Nhập mã bằng tay"]);
    await expect(scanner.locator("video")).toHaveCount(0);
    await expect(page.getByText("0/2")).toBeVisible();
    await handScan(page, hoopsSku);
    await expect(page.getByText("1/2")).toBeVisible();
    await scanner.getByRole("button").click();
    await page.getByRole("textbox", { name: "Đưa mã vào đây" }).fill(hoopsSku);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Thêm một", exact: true }).click();
    await expect(page.getByText("2/2")).toBeVisible();
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: "Chụp hộp mở" }).click();
    await expect(page.locator("input[type=file]")).toHaveAttribute("capture", "environment");
    await expect(page.getByRole("button", { name: "Chụp", exact: true })).toHaveCount(0);
    await page.locator("input[type=file]").setInputFiles("fixtures/pictures/og-image.jpg");
    await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
    await page.getByRole("button", { name: "Xong", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/pack$/);
    await expect(page.getByText(`Đơn ${id} đã gói xong`)).toBeVisible();
    await expect(page.getByText("Đang gửi", { exact: false })).toHaveCount(0);
    await page.goto(`http://${host}:${port}/admin/pack/${id}`);
    await expect(page.getByRole("main").getByText(`Đơn ${id} đã gói xong`)).toBeVisible();

    const problem = { code: "internal", message: "Máy chủ gặp lỗi.", data: { status: 500, request_id: "a1b2c3" } };
    await page.route("**/lianne-admin/v1/log?*", (route) => route.fulfill({ status: 500, json: problem }));
    await page.goto(`http://${host}:${port}/admin/log`);
    await page.getByRole("button", { name: "Mã yêu cầu: a1b2c3" }).click();
    await expect(page.getByRole("button", { name: "Đã chép" })).toBeVisible();
    await page.goto(`http://${host}:${port}/admin/me`);
    await page.getByLabel("Họ tên").fill("");
    await page.keyboard.press("ControlOrMeta+v");
    await expect(page.getByLabel("Họ tên")).toHaveValue("a1b2c3");
  } finally {
    await shop.close();
  }
});
