import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, phone, type StaffBrowser, test, unique } from "./kit.ts";
import { createProduct, products, readProduct } from "./product-kit.ts";

const draft = (staff: StaffBrowser, body: object) =>
  createProduct(staff, { status: "draft", regular_price: "500000", ...body });
/** The lines of a file that a click on a link downloads. */
async function download(page: Page, link: string): Promise<string[]> {
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  return (await readFile(await (await coming).path(), "utf8")).trim().split("\n");
}
const asFile = (...lines: string[]) => ({
  name: "bảng giá.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(`${lines.join("\n")}\n`),
});

test.describe("on a phone", () => {
  test.use(phone);

  test("PR20 a file is tried, written with progress, reported and reverted; a spreadsheet is refused @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 400/);
    await staff.signIn("owner");
    const csv = unique("CSV");
    const [first, second] = [
      await draft(staff, { name: "Nhẫn tệp một", sku: `${csv}-1` }),
      await draft(staff, { name: "Nhẫn tệp hai", sku: `${csv}-2` }),
    ];
    await staff.open("/products/files");
    const field = page.locator("input[type=file]");
    await field.setInputFiles({ ...asFile("x"), name: "bảng.xlsx", buffer: Buffer.from("504b030414000600", "hex") });
    await expect(page.getByText("hãy chọn “Lưu thành” → “CSV UTF-8”")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320]);
    await field.setInputFiles(
      asFile(
        "SKU,Name,Regular price",
        `${csv}-1,Nhẫn tệp một,450000`,
        `${csv}-2,Nhẫn tệp hai,400000`,
        `${csv}-3,<b>Nhẫn mới</b>,300000`,
        `${csv}-4,Nhẫn sai,rẻ`,
      ),
    );
    await expect(page.getByRole("heading", { name: "bảng giá.csv" })).toBeVisible();
    await expect(page.getByText("1 tạo mới · 2 thay đổi · 1 bị từ chối")).toBeVisible();
    // what needs attention comes first
    await expect(page.getByText("Dòng 5")).toBeVisible();
    await page.getByRole("button", { name: /^Thay đổi/ }).click();
    await expect(page.getByText("500.000 ₫ → 450.000 ₫")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320]);
    expect((await readProduct(staff, first.id)).regular_price).toBe("500000");
    await takeBackOfficePictures(page, "tried", { fullPage: true });
    await page.getByRole("button", { name: "Ghi thật 3 dòng" }).click();
    await expect(page.getByText("Hoàn tác được đến")).toBeVisible();
    expect((await readProduct(staff, first.id)).regular_price).toBe("450000");
    expect((await download(page, "Tải báo cáo")).join("\n")).toContain("2,updated");
    await staff.call("PUT", `${products}/${second.id}`, { name: "Sửa sau khi nhập" });
    await takeBackOfficePictures(page, "written", { fullPage: true });
    await page.getByRole("button", { name: "Hoàn tác lần nhập" }).click();
    await takeBackOfficePictures(page, "revert");
    await page.getByRole("button", { name: "Hoàn tác 3 sản phẩm" }).click();
    await expect(page.getByText("Đã hoàn tác 2 sản phẩm, giữ nguyên 1.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sửa sau khi nhập" })).toBeVisible();
    await takeBackOfficePictures(page, "reverted", { fullPage: true });
    await expectAccessible(page);
    expect((await readProduct(staff, first.id)).regular_price).toBe("500000");
    expect((await readProduct(staff, second.id)).regular_price).toBe("400000");
  });
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("PR20 products of a filter are exported to a file @all", async ({ staff, page }) => {
    await staff.signIn("owner");
    const name = unique("Nhẫn xuất");
    await draft(staff, { name });
    await staff.open("/products/files");
    await page.getByLabel("Sản phẩm nào").selectOption("draft");
    await page.getByLabel("Tên hoặc SKU").fill(name);
    await takeBackOfficePictures(page, "export", { fullPage: true });
    const lines = await download(page, "Tải tệp CSV");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(name);
    await expectAccessible(page);
  });

  test("ST03 the storage place is set in the editor, for variations in the matrix", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const simple = await draft(staff, { name: "Nhẫn có chỗ" });
    await staff.open(`/products/${simple.id}`);
    await page.locator("#prices").getByLabel("Vị trí cất").fill("Khay A1");
    await page.getByRole("button", { name: "Lưu", exact: true }).click();
    await expect.poll(async () => (await readProduct(staff, simple.id)).storage_place).toBe("Khay A1");
    const variable = await draft(staff, {
      ...{ name: "Nhẫn hai cỡ có chỗ", type: "variable" },
      attributes: [{ name: "Cỡ", options: ["50", "52"], variation: true, visible: true }],
    });
    for (const option of ["50", "52"])
      await staff.call("POST", `${products}/${variable.id}/variations`, {
        ...{ regular_price: "500000", manage_stock: true, stock_quantity: 2 },
        attributes: [{ name: "Cỡ", option }],
      });
    await staff.open(`/products/${variable.id}`);
    await page.locator("#options").getByLabel("52: Vị trí cất").fill("Hộc 3");
    await page.getByRole("button", { name: "Lưu", exact: true }).click();
    const places = async () =>
      (await staff.call<{ storage_place: string }[]>("GET", `${products}/${variable.id}/variations`)).map(
        (one) => one.storage_place,
      );
    await expect.poll(async () => (await places()).sort()).toEqual(["", "Hộc 3"]);
  });

  test("PR16 the page of a withdrawn product is not found, and shows products of its category", {
    tag: "@all",
  }, async ({ staff, page, created, expectedMessages }) => {
    expectedMessages.push(/status of 404/);
    await staff.signIn("owner");
    const name = unique("Ghim cài thử");
    created.push(name);
    const category = await staff.call<{ id: number }>("POST", `${products}/categories`, { name });
    const own = { status: "publish", catalog_visibility: "visible", categories: [{ id: category.id }] };
    const gone = await draft(staff, { ...own, name: unique("Ghim cũ") });
    const other = await draft(staff, { ...own, name: unique("Ghim còn bán") });
    const address = `/product-detail/${gone.id}/${gone.slug}`;
    expect((await page.goto(address))?.status()).toBe(200);
    await staff.call("PUT", `${products}/${gone.id}`, { status: "draft" });
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Sản phẩm này không còn bán" })).toBeVisible();
    await expect(page.getByRole("link", { name: other.name }).first()).toBeVisible();
    await expect(page.getByText(gone.name)).toHaveCount(0);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    await expectAccessible(page);
    await staff.call("PUT", `${products}/${gone.id}`, { status: "publish" });
    expect((await page.goto(address))?.status()).toBe(200);
    for (const { id } of [gone, other]) await staff.call("DELETE", `${products}/${id}?force=true`);
  });
});
