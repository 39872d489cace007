import { takePicture } from "../kit/picture.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expect, phone, type StaffBrowser, storedKeys, test } from "./kit.ts";
import { createProduct, products, readProduct } from "./product-kit.ts";

const priced = (staff: StaffBrowser, body: object) =>
  createProduct(staff, { regular_price: "500000", manage_stock: true, stock_quantity: 5, ...body });

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("PR01 the list finds products, and its tabs are part of the address", async ({ staff, page }) => {
    await staff.signIn("owner");
    await priced(staff, { name: "Nhẫn danh sách", status: "draft", sku: "E2E-LIST" });
    await staff.open("/products");
    await page.getByLabel("Tìm theo tên, mã SKU, mã vạch").fill("E2E-LIST");
    await expect(page.getByRole("link", { name: "Nhẫn danh sách" })).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: /^Đang bán/ }).click();
    await expect(page.getByText("Không có sản phẩm nào ở đây")).toBeVisible();
    await expect(page).toHaveURL(/tab=publish/);
    await page.goBack();
    await expect(page.getByRole("link", { name: "Nhẫn danh sách" })).toBeVisible();
    await expectAccessible(page);
    // the product's own link returns to the list as it was left, also from a section
    const { search } = new URL(page.url());
    await page.getByRole("link", { name: "Nhẫn danh sách" }).click();
    await page.getByRole("navigation", { name: "Các phần của sản phẩm" }).getByRole("link").last().click();
    await page.getByRole("main").getByRole("link", { name: "Sản phẩm", exact: true }).click();
    await expect(page).toHaveURL(`/admin/products${search}`);
    await expect(page.getByLabel("Tìm theo tên, mã SKU, mã vạch")).toHaveValue("E2E-LIST");
  });

  test("PR02 cells are edited, pasted from a spreadsheet and reset, and nothing is sent before the changes are saved @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const made: number[] = [];
    for (const name of ["Bảng C", "Bảng B", "Bảng A"])
      made.push((await priced(staff, { name, sku: `E2E-${name}` })).id);
    await staff.open("/products?search=E2E-B");
    const price = (name: string) => page.getByLabel(`Giá: ${name}`, { exact: true });
    await price("Bảng A").fill("777k");
    await price("Bảng A").press("Escape");
    await expect(price("Bảng A")).toHaveValue("500.000");
    await price("Bảng A").evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "610.000\t550000\n620k\t\n630000\t");
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(price("Bảng C")).toHaveValue("630000");
    await price("Bảng A").press("Enter");
    await expect(price("Bảng B")).toBeFocused();
    expect((await readProduct(staff, made[2] ?? 0)).regular_price).toBe("500000");
    await page.getByRole("button", { name: "Lưu 4 thay đổi" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Giá khuyến mãi: – → 550.000\u00a0₫")).toBeVisible();
    await dialog.getByRole("button", { name: "Lưu 3 dòng" }).click();
    await expect(dialog.getByText("Đã lưu 3/3 dòng.")).toBeVisible();
    expect(await readProduct(staff, made[2] ?? 0)).toMatchObject({ regular_price: "610000", sale_price: "550000" });
    expect(await readProduct(staff, made[0] ?? 0)).toMatchObject({ regular_price: "630000", sale_price: "" });
    await dialog.getByRole("button", { name: "Đóng", exact: true }).last().click();
    // changes of several pages of the list are saved together
    await price("Bảng A").fill("700k");
    await page.getByLabel("Tìm theo tên, mã SKU, mã vạch").fill("E2E-Bảng C");
    await expect(price("Bảng A")).toHaveCount(0);
    await price("Bảng C").fill("7oo");
    const saveAll = page.getByRole("button", { name: "Lưu 2 thay đổi" });
    await expect(saveAll).toBeDisabled();
    await price("Bảng C").fill("710k");
    await page.getByRole("button", { name: "Bỏ", exact: true }).click();
    await expect(price("Bảng C")).toHaveValue("630.000");
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(price("Bảng C")).toHaveValue("710k");
    await saveAll.click();
    await expect(dialog.getByText("Bảng A", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Giá: 630.000\u00a0₫ → 710.000\u00a0₫")).toBeVisible();
    await dialog.getByRole("button", { name: "Lưu 2 dòng" }).click();
    await expect(dialog.getByText("Đã lưu 2/2 dòng.")).toBeVisible();
    expect(await readProduct(staff, made[2] ?? 0)).toMatchObject({ regular_price: "700000", sale_price: "550000" });
    expect(await readProduct(staff, made[0] ?? 0)).toMatchObject({ regular_price: "710000" });
    await dialog.getByRole("button", { name: "Đóng", exact: true }).last().click();
    await expect(page.getByRole("button", { name: /^Lưu \d+ thay đổi/ })).toHaveCount(0);
  });

  test("PR03 the sheet states what was sold meanwhile, and the result before it is saved", async ({ staff, page }) => {
    await staff.signIn("owner");
    const { id } = await priced(staff, { name: "Nhẫn bán dở", sku: "E2E-SOLD" });
    await staff.open("/products?search=E2E-SOLD");
    await page.getByLabel("Tồn kho: Nhẫn bán dở").fill("7");
    await staff.call("PUT", `${products}/${id}`, { inventory_delta: -1 });
    await page.getByRole("button", { name: "Lưu 1 thay đổi" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Tồn kho: 5 → 7, trong lúc đó bán 1: còn 6")).toBeVisible();
    await dialog.getByRole("button", { name: "Lưu 1 dòng" }).click();
    await expect(dialog.getByText("Đã lưu 1/1 dòng.")).toBeVisible();
    expect((await readProduct(staff, id)).stock_quantity).toBe(6);
  });

  test("PR03 a draft of the sheet counts from the stock that it was typed over, also after the list was read again", {
    tag: "@all",
  }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const { id } = await priced(staff, { name: "Nhẫn nháp bảng", sku: "E2E-DRAFT" });
    await staff.open("/products?search=E2E-DRAFT");
    const stock = page.getByLabel("Tồn kho: Nhẫn nháp bảng");
    await stock.fill("7");
    await expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(/^draft:.*product-edits$/));
    await staff.call("PUT", `${products}/${id}`, { inventory_delta: -1 });
    // another tab has nothing but what is stored on the device
    const second = await page.context().newPage();
    await second.goto("/admin/products?search=E2E-DRAFT");
    const again = second.getByLabel("Tồn kho: Nhẫn nháp bảng");
    await expect(again).toHaveValue("4");
    await second.getByRole("button", { name: "Tiếp tục" }).click();
    await expect(again).toHaveValue("7");
    await second.getByRole("button", { name: "Lưu 1 thay đổi" }).click();
    const dialog = second.getByRole("dialog");
    await expect(dialog.getByText("Tồn kho: 5 → 7, trong lúc đó bán 1: còn 6")).toBeVisible();
    await dialog.getByRole("button", { name: "Lưu 1 dòng" }).click();
    await expect(dialog.getByText("Đã lưu 1/1 dòng.")).toBeVisible();
    expect((await readProduct(staff, id)).stock_quantity).toBe(6);
  });

  test("GR07 the list shows that the role lacks the permission, and why loading failed", { tag: "@all" }, async ({
    staff,
    page,
    expectedMessages,
  }) => {
    await staff.signIn("packer");
    await staff.open("/products");
    await expect(page.getByText(/Cần quyền xem sản phẩm/i)).toBeVisible();
    expectedMessages.push(/Failed to load resource/);
    await staff.signIn("accountant", "en");
    await page.route("**/product-lists*", (route) => route.fulfill({ status: 500, json: {} }));
    await staff.open("/products");
    await expect(page.getByRole("alert")).toBeVisible();
    await page.unroute("**/product-lists*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.getByRole("link", { name: "New product" })).toHaveCount(0);
  });

  test("RO02 an accountant reads prices and stock of the list, and has no cell to type in", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const { id } = await priced(staff, { name: "Nhẫn chỉ xem", sku: "E2E-READ" });
    await staff.signIn("accountant");
    await staff.open("/products?search=E2E-READ");
    const cells = page.getByRole("row", { name: /Nhẫn chỉ xem/ });
    await expect(cells).toContainText("5");
    await expect(cells.getByRole("textbox")).toHaveCount(0);
    await staff.open(`/products/${id}/prices`);
    await expect(page.getByLabel("Giá", { exact: true })).toBeDisabled();
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("PR02 a tap opens the prices of a product with its variations as lines", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("staff");
    await staff.open("/products?search=solitaire");
    await page.getByRole("list").getByRole("button").first().click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox").first()).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
  });

  test("PR13, PR16 a product is made from a photograph, and is for sale at once", async ({ staff, page }) => {
    await staff.signIn("staff");
    await staff.open("/products/new");
    const name = page.getByLabel("Tên · Tiếng Việt");
    const placeOfName = async () => (await name.boundingBox())?.y;
    const before = await placeOfName();
    await page.getByLabel("Chọn ảnh").setInputFiles("public/og-image.jpg");
    await expect(page.locator("main li img")).toHaveCount(1);
    expect(await placeOfName(), "while it is uploaded").toBe(before);
    await expect(page.locator("main li img")).toHaveAttribute("src", /\/media\//);
    expect(await placeOfName(), "afterwards").toBe(before);
    await takePicture(page, "new-product");
    await page.getByLabel("Tên · Tiếng Việt").fill("Nhẫn mười phút");
    await page.getByLabel("Tên · Tiếng Anh").fill("Ten-minute ring");
    await page.getByLabel("Giá", { exact: true }).fill("1290k");
    await expect(page.getByText("1.290.000\u00a0₫")).toBeVisible();
    await page.getByLabel("Danh mục").selectOption({ label: "Nhẫn" });
    await page.getByLabel("Đăng bán ngay").check();
    await page.getByRole("button", { name: "Tạo và đăng bán" }).click();
    // its label lacks what the law requires
    const missing = page.getByRole("dialog", { name: "Nhãn chưa đủ thông tin" });
    await expect(missing).toContainText("kim loại, tuổi (‰), khối lượng (g), xuất xứ, nhà sản xuất");
    await missing.getByRole("button", { name: "Vẫn đăng bán" }).click();
    await expect(page).toHaveURL(/\/products\/\d+$/);
    await expect(page.getByLabel("Mô tả ảnh, tiếng Anh")).toHaveValue("Ten-minute ring");
    await expect(page.getByRole("heading", { name: "Nhẫn mười phút" })).toBeVisible();
    const id = Number(/\d+$/.exec(page.url())?.[0]);
    expect(await readProduct(staff, id)).toMatchObject({
      status: "publish",
      regular_price: "1290000",
      stock_quantity: 1,
    });
    await staff.call("PUT", `${products}/${id}`, { catalog_visibility: "hidden" });
  });
});
