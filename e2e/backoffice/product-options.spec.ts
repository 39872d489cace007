import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, storedKeys, storedText, test, unique } from "./kit.ts";
import { createProduct, products, readProduct } from "./product-kit.ts";
import { takeBackOfficePictures, takePictures } from "../kit/picture.ts";

const save = "Lưu";

test.use({ viewport: { width: 1440, height: 900 } });

test("PR10, PR13 a product whose options have no variation warns before it is published, and creates them with the product's values", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const attributes = [{ name: "Cỡ", visible: true, variation: false, options: ["50", "52"] }];
  const own = { regular_price: "690000", manage_stock: true, stock_quantity: 4, status: "draft", attributes };
  const { id } = await createProduct(staff, { name: "Nhẫn chưa có cỡ", ...own });
  await staff.open(`/products/${id}/options`);
  const options = page.locator("#options");
  await options.getByText("Cỡ", { exact: true }).click();
  await options.getByRole("checkbox", { name: "Khách chọn khi mua" }).check();
  await expect(options.getByRole("alert")).toHaveText("Chưa có phân loại nào để bán");
  await page.locator("#organization").getByLabel("Trạng thái").selectOption("publish");
  await page.getByRole("button", { name: save, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Chưa có phân loại nào để bán" });
  await expect(dialog.getByRole("button", { name: "Vẫn lưu" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect((await readProduct(staff, id)).status, "nothing was saved").toBe("draft");
  await expect(options.getByLabel("Giá mỗi ô")).toHaveValue("690000");
  await expect(options.getByLabel("Tồn kho mỗi ô")).toHaveValue("4");
  await options.getByLabel("Tồn kho mỗi ô").fill("2");
  await options.getByRole("button", { name: "Tạo 2 ô" }).click();
  await expect(options.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: save, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Vẫn đăng" }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  const stored = await staff.call<{ regular_price: string; stock_quantity: number }[]>(
    "GET",
    `${products}/${id}/variations`,
  );
  expect(stored.map(({ regular_price, stock_quantity }) => [regular_price, stock_quantity])).toEqual([
    ["690000", 2],
    ["690000", 2],
  ]);
  expect((await readProduct(staff, id)).stock_quantity, "its units are those of the variations now").toBeNull();
});

test("PR04 one rejected variation: nothing of any tab is stored, its cell has the reason, and everything typed is left @all", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/, /status of 400/);
  await staff.signIn("owner");
  const { id } = await createProduct(staff, {
    ...{ name: "Nhẫn lưu trọn", type: "variable", status: "draft" },
    attributes: [{ name: "Cỡ", variation: true, options: ["50", "52", "54"] }],
  });
  const variations = `${products}/${id}/variations`;
  const stock = { manage_stock: true, stock_quantity: 5, regular_price: "500000" };
  for (const option of ["50", "52"])
    await staff.call("POST", variations, { attributes: [{ name: "Cỡ", option }], ...stock });
  const stored = async () =>
    (await staff.call<(typeof stock & { storage_place: string })[]>("GET", `${variations}?orderby=id&order=asc`)).map(
      (one) => [one.regular_price, one.stock_quantity, one.storage_place],
    );
  const before = [await readProduct(staff, id), await stored()];
  await staff.open(`/products/${id}`);
  await page.locator("#texts").getByLabel("Tiếng Việt").first().fill("Nhẫn lưu trọn, bản hai");
  const options = page.locator("#options");
  const place = options.getByLabel("52: Vị trí cất");
  const tooLong = "KHAY ".repeat(13).trim();
  await options.getByLabel("50: Tồn kho").fill("7");
  await place.fill(tooLong);
  await options.getByRole("button", { name: "Tạo 54" }).click();
  const sku = page.locator("#prices").getByLabel("Mã SKU");
  await sku.fill("LN".repeat(51));
  await page.getByRole("button", { name: save, exact: true }).click();
  const bar = page.getByRole("region", { name: "Lưu thay đổi" });
  await expect(bar.getByRole("alert")).toHaveText("Mã SKU: tối đa 100 ký tự hoặc mục.");
  await expect(sku).toHaveAccessibleDescription("Tối đa 100 ký tự hoặc mục.");
  await sku.fill("");
  await page.getByRole("button", { name: save, exact: true }).click();
  await expect(bar.getByRole("alert")).toHaveText("52: Vị trí cất: tối đa 60 ký tự hoặc mục.");
  await expect(place).toHaveAccessibleDescription("Tối đa 60 ký tự hoặc mục.");
  await expect(place).toHaveAttribute("aria-invalid", "true");
  await takePictures(page, "rejected-cell");
  expect([await readProduct(staff, id), await stored()]).toEqual(before);
  await expect(page.locator("#texts").getByLabel("Tiếng Việt").first()).toHaveValue("Nhẫn lưu trọn, bản hai");
  await expect(options.getByLabel("50: Tồn kho")).toHaveValue("7");
  await expect(place).toHaveValue(tooLong);
  await place.fill("KHAY-R7");
  await page.getByRole("button", { name: save, exact: true }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  expect((await readProduct(staff, id)).name).toBe("Nhẫn lưu trọn, bản hai");
  expect(await stored(), "the two units count once").toEqual([
    ["500000", 7, ""],
    ["500000", 5, "KHAY-R7"],
    ["", null, ""],
  ]);
});

test("PR04, GR06 no text that is no amount or number removes a price, a cost or the stock; what is discarded can be restored", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const own = { regular_price: "500000", manage_stock: true, stock_quantity: 5, status: "draft" };
  const { id } = await createProduct(staff, { name: "Nhẫn giá sai", ...own });
  await staff.open(`/products/${id}/prices`);
  const prices = page.locator("#prices");
  const fields = [
    prices.getByLabel("Giá", { exact: true }),
    prices.getByLabel("Tồn kho", { exact: true }),
    prices.getByLabel("Giá vốn"),
  ];
  for (const [field, wrong] of [
    [fields[0], "5o0k"],
    [fields[1], ""],
    [fields[2], "abc"],
  ] as const) {
    const before = await field?.inputValue();
    await field?.fill(wrong);
    await expect(page.getByText("Có ô chưa đúng ở: giá, tồn kho")).toBeVisible();
    await expect(page.getByRole("button", { name: save, exact: true })).toBeDisabled();
    await field?.fill(before ?? "");
  }
  await fields[0]?.fill("510k");
  await page.getByRole("button", { name: "Bỏ", exact: true }).click();
  await expect(fields[0] as NonNullable<(typeof fields)[0]>).toHaveValue("500000");
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await page.getByRole("button", { name: save, exact: true }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  expect(await readProduct(staff, id)).toMatchObject({ regular_price: "510000", stock_quantity: 5 });
});

test("PR07 a file that is no image stays with its name and the reason, and the others continue @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createProduct(staff, { name: "Nhẫn và tệp", status: "draft" });
  await staff.open(`/products/${id}/images`);
  const images = page.locator("#images");
  const folder = await mkdtemp(join(tmpdir(), "lianne-files-"));
  const file = join(folder, "bang-gia.pdf");
  await writeFile(file, "%PDF-1.7");
  await images.getByLabel("Chọn ảnh").setInputFiles([file, "public/og-image.jpg"]);
  await expect(images.getByRole("alert")).toHaveText("bang-gia.pdf không phải là ảnh.");
  await expect(images.getByText("mô tả đề xuất")).toHaveCount(1);
  // the browser reads the files until then
  await rm(folder, { recursive: true });
});

test("PR07 an upload whose connection stalls is sent again @all", async ({ staff, page }) => {
  await page.clock.install();
  await staff.signIn("owner");
  const { id } = await createProduct(staff, { name: "Nhẫn mạng đứng", status: "draft" });
  await staff.open(`/products/${id}/images`);
  let attempts = 0;
  await page.route("**/wc/v3/pictures?*", (route) => {
    attempts++;
    // the first one gets no response
    if (attempts > 1) void route.continue();
  });
  const images = page.locator("#images");
  await images.getByLabel("Chọn ảnh").setInputFiles("public/og-image.jpg");
  await expect.poll(() => attempts).toBe(1);
  await expect(async () => {
    await page.clock.runFor(5_000);
    expect(attempts).toBe(2);
  }).toPass();
  await expect(images.getByText("mô tả đề xuất")).toHaveCount(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("PR11 a shared stock is split only with the quantity of each part, so that no unit is sold twice @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const attributes = [
    { name: "Cỡ", variation: true, options: ["50"] },
    { name: "Hộp", variation: true, options: ["trần", "hộp"] },
  ];
  const { id } = await createProduct(staff, { name: "Nhẫn chung kho", type: "variable", status: "draft", attributes });
  const create = (option: string, own: object) =>
    staff.call<{ id: number }>("POST", `${products}/${id}/variations`, {
      attributes: [
        { name: "Cỡ", option: "50" },
        { name: "Hộp", option },
      ],
      ...own,
    });
  const plain = await create("trần", { manage_stock: true, stock_quantity: 10 });
  await create("hộp", { shares_stock_with: plain.id });
  await staff.open(`/products/${id}/options`);
  await page.locator("#options").getByRole("button", { name: "cả cột" }).last().click();
  const sheet = page.getByRole("dialog");
  const split = sheet.getByRole("button", { name: "Tách kho" });
  await sheet.getByLabel("Tồn kho", { exact: true }).fill("4");
  await expect(split).toBeDisabled();
  await sheet.getByLabel("Tồn kho của cột bên trái").fill("6");
  await split.click();
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  const stored = await staff.call<{ id: number; stock_quantity: number; shares_stock_with: number }[]>(
    "GET",
    `${products}/${id}/variations`,
  );
  expect(stored.map((one) => [one.id === plain.id, one.stock_quantity, one.shares_stock_with]).sort()).toEqual([
    [false, 4, 0],
    [true, 6, 0],
  ]);
});

test("PR10, GR11: what is typed for one column of the options is a draft of that column only @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const attributes = [
    { name: "Cỡ", variation: true, options: ["50", "52"] },
    { name: "Hộp", variation: true, options: ["trần", "hộp"] },
  ];
  const own = { type: "variable", status: "draft", attributes };
  const { id } = await createProduct(staff, { name: "Nhẫn hai cột", ...own });
  await staff.open(`/products/${id}/options`);
  const columns = page.locator("#options").getByRole("button", { name: "cả cột" });
  const sheet = page.getByRole("dialog");
  const draft = sheet.getByText("Bản nháp");
  await columns.first().click();
  await sheet.getByLabel("Vị trí").fill("KHAY-R7");
  await expect.poll(() => storedText(page)).toContain("KHAY-R7");
  await page.keyboard.press("Escape");
  await columns.first().click();
  await expect(draft).toBeVisible();
  await page.keyboard.press("Escape");
  await columns.last().click();
  await sheet.getByLabel("Vị trí").fill("KHAY-R8");
  await expect.poll(() => storedText(page)).toContain("KHAY-R8");
  expect(await storedText(page)).toContain("KHAY-R7");
  await page.keyboard.press("Escape");
  // a reload leaves the draft, and so does creating the combinations; filling the column ends it, that of the other one stays
  await page.reload();
  await columns.first().click();
  await sheet.getByRole("button", { name: "Tạo 2 ô" }).click();
  await columns.first().click();
  await sheet.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(sheet.getByLabel("Vị trí")).toHaveValue("KHAY-R7");
  await sheet.getByLabel("Giá", { exact: true }).fill("250k");
  await sheet.getByRole("button", { name: "Điền 2 ô" }).click();
  await expect(sheet).toBeHidden();
  await expect.poll(async () => (await storedKeys(page)).filter((key) => key.includes(`fill-${id}-`))).toHaveLength(1);
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
  const filled = await staff.call<{ regular_price: string }[]>("GET", `${products}/${id}/variations`);
  expect(filled.map(({ regular_price }) => regular_price)).toEqual(["250000", "250000"]);
});

test("PR04 a recommended product is found by its SKU, and neither offered twice nor to itself @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const [own, sku] = ["GYA", "GYB"].map((start) => unique(start).replace(" ", ""));
  const { id } = await createProduct(staff, { name: "Nhẫn gợi ý", sku: own, status: "draft" });
  const other = await createProduct(staff, { name: "Nhẫn được gợi ý", sku, status: "draft" });
  await staff.open(`/products/${id}/organization`);
  const section = page.locator("#organization");
  const search = section.getByLabel("Tìm sản phẩm để gợi ý");
  await search.fill(String(sku));
  const result = section.getByRole("button", { name: "Nhẫn được gợi ý", exact: true });
  await expect(result).toBeVisible();
  await takePictures(page, "recommended-found");
  await result.click();
  await expect(section.getByRole("button", { name: "Bỏ Nhẫn được gợi ý" })).toBeVisible();
  await takeBackOfficePictures(page, "recommended");
  for (const chosen of [sku, own]) {
    await search.fill(String(chosen));
    await expect(section.getByText("Những sản phẩm tìm thấy đều đã được chọn.")).toBeVisible();
    await search.fill("");
  }
  await page.getByRole("button", { name: /^Lưu/ }).click();
  const stored = () => staff.call<{ upsell_ids: number[] }>("GET", `${products}/${id}`);
  await expect.poll(async () => (await stored()).upsell_ids).toEqual([other.id]);
});
