import type { Page } from "@playwright/test";
import type { LowStockEntry, StockItem, StockMovement } from "#contract/backoffice/stock.ts";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, failedRequests, phone, type StaffBrowser, storedText, test } from "./kit.ts";
import { ownProduct, products } from "./product-kit.ts";

/** A product of the demonstration whose quantity is managed. */
async function anItem(staff: StaffBrowser): Promise<StockItem> {
  const items = await staff.bo<StockItem[]>("GET", "/stock-items?search=nhan bac");
  const item = items.find(({ managed, quantity }) => managed && quantity > 0);
  if (!item) throw new Error("the demonstration has no managed item");
  return item;
}

async function typeCode(page: Page, code: string): Promise<void> {
  const type = page.getByRole("button", { name: "Nhập mã bằng tay" });
  if ((await type.getAttribute("aria-expanded")) === "false") await type.click();
  const field = page.getByRole("region", { name: "Quét mã" }).getByRole("textbox");
  await field.fill(code);
  await field.press("Enter");
}

test.describe("on a phone", () => {
  test.use(phone);

  test("ST03, ST05: a count by scan shows the difference, books it, and is reverted", async ({ staff, page }) => {
    await staff.signIn("owner");
    const item = await anItem(staff);
    await staff.open("/stock/counts");
    await page.getByRole("button", { name: "Bắt đầu kiểm kho" }).click();
    await page.getByRole("dialog").getByRole("checkbox").uncheck();
    await page.getByRole("dialog").getByRole("button", { name: "Bắt đầu kiểm kho" }).click();
    await expect(page.getByText("Quét món đầu tiên để bắt đầu.")).toBeVisible();
    await typeCode(page, item.codes[0] ?? "");
    const row = page.getByRole("listitem").filter({ hasText: item.sku });
    await expect(row.getByText("1", { exact: true })).toBeVisible();
    await takeBackOfficePictures(page, "counting");
    await row.getByRole("button", { name: "Nhập số" }).click();
    await page.getByLabel("Tổng số đếm được").fill(String(item.quantity + 2));
    await takeBackOfficePictures(page, "typed-number");
    await page.getByRole("dialog").getByRole("button", { name: "Lưu" }).click();
    await expect(row.getByText(String(item.quantity + 2), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Lệch/ }).click();
    await expect(page.getByRole("listitem").filter({ hasText: item.sku })).toContainText("+2");
    await takeBackOfficePictures(page, "differences");
    await page.getByRole("button", { name: "Đóng và ghi chênh lệch" }).click();
    await takeBackOfficePictures(page, "close");
    await page.getByRole("dialog").getByRole("button", { name: "Đóng và ghi chênh lệch" }).click();
    await expect(page.getByText("Đã đóng").filter({ visible: true })).toBeVisible();
    const [now] = await staff.bo<StockItem[]>("GET", `/stock-items?include=${item.stock_id}`);
    expect(now?.quantity).toBe(item.quantity + 2);
    await takeBackOfficePictures(page, "closed");
    await page.getByRole("button", { name: "Hoàn lại" }).click();
    await takeBackOfficePictures(page, "revert");
    await page.getByRole("dialog").getByRole("button", { name: "Hoàn lại" }).click();
    await expect(page.getByText("Đã hoàn lại").filter({ visible: true })).toBeVisible();
    await takeBackOfficePictures(page, "reverted");
  });

  test("ST03: counting continues without a connection, and is sent once it returns", { tag: "@all" }, async ({
    staff,
    page,
    context,
  }) => {
    await staff.signIn("packer");
    const { id } = await staff.bo<StockCount>("POST", "/stock-counts", { scope: "all", includes_unpacked: false });
    const item = await anItem(staff);
    await staff.open(`/stock/counts/${id}`);
    await expect(page.getByText("Quét món đầu tiên để bắt đầu.")).toBeVisible();
    await context.setOffline(true);
    await typeCode(page, item.codes[0] ?? "");
    await expect(page.getByText("Chờ gửi", { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("Chờ gửi", { exact: true })).toBeHidden();
    const count = await staff.bo<StockCount>("GET", `/stock-counts/${id}`);
    expect(count.counted).toBe(1);
  });

  test("ST04: an item has the time of its scan, also on a screen that shows an earlier response @all", async ({
    staff,
    page,
    context,
    expectedMessages,
  }) => {
    expectedMessages.push(...failedRequests);
    await page.clock.install();
    await staff.signIn("packer");
    const { id } = await staff.bo<StockCount>("POST", "/stock-counts", { scope: "all", includes_unpacked: false });
    const item = await anItem(staff);
    await staff.open(`/stock/counts/${id}`);
    const first = page.getByText("Quét món đầu tiên để bắt đầu.");
    await expect(first).toBeVisible();
    await context.setOffline(true);
    await page.clock.fastForward("20:00");
    await page.getByRole("link", { name: "Kiểm kho", exact: true }).click();
    await page.goBack();
    await expect(first).toBeVisible();
    await typeCode(page, item.codes[0] ?? "");
    await expect(page.getByText("Chờ gửi", { exact: true })).toBeVisible();
    const [, at = ""] = /"at":"([^"]+Z)"/.exec(await storedText(page)) ?? [];
    const now = await page.evaluate(() => Date.now());
    expect(Math.abs(now - new Date(at).getTime())).toBeLessThan(5 * 60_000);
    await context.setOffline(false);
    await expect(page.getByText("Chờ gửi", { exact: true })).toBeHidden();
  });

  test("ST06: a receipt of scanned items with a cost is recorded, and offers their labels @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const item = await anItem(staff);
    await staff.open("/stock/receipts");
    await page.getByRole("button", { name: "Tạo phiếu nhập" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Nhà cung cấp", { exact: true }).fill("Xưởng bạc Huế");
    const bothTyped = Promise.withResolvers<void>();
    await page.route(/\/stock-items\?.*code=/, async (route) => {
      await bothTyped.promise;
      await route.continue();
    });
    for (const code of [item.codes[0] ?? "", item.codes[0] ?? ""]) await typeCode(page, code);
    bothTyped.resolve();
    await expect(dialog.getByLabel("Số lượng")).toHaveValue("2");
    await page.unrouteAll({ behavior: "wait" });
    await dialog.getByLabel("Số lượng").fill("3");
    await dialog.getByLabel("Giá vốn mỗi món").fill("120k");
    await expect(dialog.getByText("120.000 ₫")).toBeVisible();
    await takeBackOfficePictures(page, "receipt");
    await dialog.getByRole("button", { name: "Ghi nhập 3 món" }).click();
    await expect(page.getByRole("heading", { name: /^Phiếu nhập \d+/ })).toBeVisible();
    await expect(dialog.getByText("120.000 ₫")).toBeVisible();
    const receipt = new URL(page.url()).search;
    await page.route(/\/stock-receipts\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), "x-wp-total": "51" } });
    });
    await page.goto("/admin/stock/receipts");
    const second = page.waitForResponse(/stock-receipts\?.*page=2/);
    await page.getByRole("button", { name: "Trang sau" }).click();
    await second;
    await expect(page.getByText("2 / 2")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(`/admin/stock/receipts${receipt}`);
    await page.getByRole("link", { name: "In nhãn cho các món này" }).click();
    await expect(page.getByRole("heading", { name: "In nhãn" }).first()).toBeVisible();
    const moved = await staff.bo<StockMovement[]>("GET", `/stock-movements?stock=${item.stock_id}&per_page=1`);
    expect(moved[0]).toMatchObject({ quantity: 3, reason: "receipt" });
    // staff record receipts, and see no costs
    await staff.signIn("staff");
    await staff.open(`/stock/receipts${receipt}`);
    await expect(dialog.getByText("Xưởng bạc Huế")).toBeVisible();
    await expect(dialog.getByText("120.000 ₫")).toHaveCount(0);
  });

  test("ST06: labels of two items that are scanned quickly, and a code that waits behind an unknown one @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const items = await staff.bo<StockItem[]>("GET", "/stock-items?search=nhan bac");
    const [one, two] = items.filter(({ codes }) => codes.length > 0);
    if (!one || !two) throw new Error("the demonstration has no two items");
    await staff.open("/stock/labels");
    const allTyped = Promise.withResolvers<void>();
    await page.route(/\/stock-items\?.*code=/, async (route) => {
      await allTyped.promise;
      await route.continue();
    });
    for (const code of [one.codes[0], two.codes[0], "KHONG-CO-MA", one.codes[0]]) await typeCode(page, code ?? "");
    allTyped.resolve();
    await expect(page.getByText("Mã đang chờ: 1")).toBeVisible();
    await expect(
      page.getByRole("alert").or(page.getByRole("status")).filter({ hasText: "KHONG-CO-MA" }).first(),
    ).toBeVisible();
    await takeBackOfficePictures(page, "hold", { fullPage: true });
    await page.getByRole("button", { name: "Tiếp tục", exact: true }).click();
    await expect(page.getByText("Mã đang chờ: 1")).toBeHidden();
    const copies = () =>
      new URL(page.url()).searchParams
        .get("items")
        ?.split(",")
        .map((part) => part.split("x")[1])
        .sort();
    await expect.poll(() => copies()?.filter((count) => count === "2").length).toBeGreaterThan(0);
    await expect.poll(() => copies()?.length).toBeGreaterThan(1);
    await page.unrouteAll({ behavior: "wait" });
  });

  test("ST07: an entry of the low stock list is muted", { tag: "@all" }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const entry = (await staff.bo<LowStockEntry[]>("GET", "/low-stock")).find(({ item }) => item.sku !== "");
    const row = () => page.getByRole("listitem").filter({ hasText: entry?.item.sku ?? "?" });
    await staff.open("/stock/low");
    await row().getByRole("button").click();
    await page.getByRole("button", { name: "Ẩn 7 ngày" }).click();
    await expect(row()).toBeHidden();
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await row().getByRole("button").click();
    const day = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);
    // no year of five digits
    await expect(page.getByLabel("Ẩn đến ngày")).toHaveAttribute("max", /^\d{4}-\d\d-\d\d$/);
    await page.getByLabel("Ẩn đến ngày").fill(day);
    await page.getByRole("dialog").getByRole("button", { name: "Ẩn", exact: true }).click();
    await expect(row()).toBeHidden();
    // its state is part of the address, so it follows the click
    await page.getByRole("checkbox", { name: "Xem mục đang ẩn" }).click();
    await expect(row()).toContainText(`ẩn đến ${day.split("-").reverse().join("/")}`);
    await row().getByRole("button").click();
    await page.getByRole("button", { name: "Hiện lại" }).click();
    await expect(row()).toBeHidden();
    await expect(page.getByText("Không có mục nào đang ẩn")).toBeVisible();
    await expect(page.getByText("bằng hoặc dưới ngưỡng sẽ hiện ở đây")).toHaveCount(0);
  });
});

test("ST01: movements show reason, item and person, and are filtered by reason @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  const item = await anItem(staff);
  await staff.bo("POST", "/stock-adjustments", {
    stock_id: item.stock_id,
    quantity: -1,
    reason: "damaged",
    note: "gãy",
  });
  await staff.open("/stock");
  await page.getByLabel("Lý do").selectOption("damaged");
  await expect(page).toHaveURL(/reason=damaged/);
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "gãy" });
  await expect(row).toContainText("−1");
  await expect(row).toContainText(`${item.quantity} → ${item.quantity - 1}`);
  // another person adjusts the item while its sheet is open: what is reported is what the server has stored
  await page.getByRole("button", { name: "Điều chỉnh", exact: true }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Tên hoặc SKU").fill(item.sku);
  await sheet.getByRole("listitem").filter({ hasText: item.sku }).first().getByRole("button").click();
  await expect(sheet.getByText(`Còn ${item.quantity - 1}`)).toBeVisible();
  await staff.bo("POST", "/stock-adjustments", { stock_id: item.stock_id, quantity: 3, reason: "correction" });
  await sheet.getByLabel("Thêm hoặc bớt").fill("-2");
  await sheet.getByRole("button", { name: "Lưu" }).click();
  const done = page.getByRole("status").filter({ hasText: "Đã sửa tồn kho" });
  await expect(done).toContainText(`${item.quantity + 2} → ${item.quantity}`);
});

test("PR18, PR19: a bulk price change is previewed, written and undone on its page", { tag: "@all" }, async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 409/);
  await staff.signIn("owner");
  const name = `Nhẫn đổi giá ${Date.now()}`;
  const ids: number[] = [];
  for (let made = 0; made < 2; made++) ids.push((await ownProduct(staff, 1, { name })).id);
  // of a selection in the list of products, then of a filter
  await staff.open(`/products?search=${encodeURIComponent(name)}`);
  await page
    .getByRole("checkbox", { name: `Chọn ${name}` })
    .first()
    .check();
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
  await page.getByRole("button", { name: "Đổi giá", exact: true }).click();
  await expect(page.getByText("Chỉ 1 sản phẩm đã chọn.")).toBeVisible();
  await page.getByLabel("Phần trăm", { exact: true }).fill("10");
  await page.getByRole("button", { name: "Xem trước" }).click();
  await expect(page.getByRole("button", { name: "Đổi 1 giá" })).toBeVisible();
  await staff.open("/products/prices");
  await page.getByLabel("Tên hoặc SKU").fill(name);
  await page.getByLabel("Tăng hay giảm").selectOption("down");
  await page.getByLabel("Phần trăm", { exact: true }).fill("40");
  await page.getByRole("button", { name: "Xem trước" }).click();
  await expect(page.getByText("Giảm hơn 30 %").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Đổi 2 giá" }), "within reach above the list").toBeInViewport();
  const lines = page.getByRole("checkbox", { name: /^Đổi giá / });
  await lines.first().uncheck();
  // it is part of the draft
  await expect.poll(() => storedText(page)).toMatch(/"excluded":\[\d/);
  await page.reload();
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await page.getByRole("button", { name: "Xem trước" }).click();
  await expect(lines.first()).not.toBeChecked();
  await expect(lines.last()).toBeChecked();
  // outdated by another person, it is renewed with the same line excluded
  for (const id of ids) await staff.call("PUT", `${products}/${id}`, { regular_price: "700000" });
  await page.getByRole("button", { name: "Đổi 1 giá" }).click();
  await expect(page.getByText("Có giá đã đổi sau khi xem trước. Hãy xem trước lại.")).toBeVisible();
  await page.getByRole("button", { name: "Xem trước" }).click();
  await expect(page.getByText("420.000 ₫").first()).toBeVisible();
  await expect(lines.first()).not.toBeChecked();
  await expect(lines.last()).toBeChecked();
  await page.getByRole("button", { name: "Đổi 1 giá" }).click();
  const history = page.getByRole("listitem").filter({ hasText: "Giá bán: giảm 40 %" });
  await expect(history.getByText("Đã xong")).toBeVisible();
  await history.getByRole("button", { name: "Hoàn tác" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hoàn tác" }).click();
  await expect(history.getByText("Đã hoàn tác")).toBeVisible();
  await expect(history).toContainText(`“${name}”`);
  await expect(history).toContainText("Đã trả lại 1 giá");
});
