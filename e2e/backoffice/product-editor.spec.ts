import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { expect, phone, type StaffBrowser, storedKeys, test } from "./kit.ts";
import { createProduct, products, readProduct } from "./product-kit.ts";

interface Counted {
  stock_quantity: number;
}

const englishName = (page: Page) => page.locator("#texts").getByLabel("Tiếng Anh").first();
const saveButton = (page: Page) => page.getByRole("button", { name: "Lưu", exact: true });

/** Opens a new draft in the editor, as an owner. @param section of the editor's address @returns its id */
async function openDraft(staff: StaffBrowser, name: string, section = ""): Promise<number> {
  await staff.signIn("owner");
  const { id } = await createProduct(staff, { name, status: "draft" });
  await staff.open(`/products/${id}${section}`);
  return id;
}

async function save(page: Page): Promise<void> {
  await saveButton(page).click();
  await expect(page.getByText("Đã lưu")).toBeVisible();
}

/** Waits until what was typed is stored on the device. */
const expectDraft = (page: Page, id: number) =>
  expect.poll(() => storedKeys(page)).toContainEqual(expect.stringMatching(new RegExp(`^draft:.*product:${id}$`)));

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("PR04 one bar saves all sections and lists them; both languages are next to each other", async ({
    staff,
    page,
  }) => {
    const id = await openDraft(staff, "Nhẫn soạn");
    const texts = page.locator("#texts");
    await expect(texts.getByText("thiếu tiếng Anh")).toBeVisible();
    const english = englishName(page);
    const [left, right] = [await texts.getByLabel("Tiếng Việt").first().boundingBox(), await english.boundingBox()];
    expect(right?.y).toBe(left?.y);
    await english.fill("Written ring");
    await texts.getByLabel("Tiếng Việt").nth(2).fill("Bạc **925**\n\n- một\n- hai");
    await page
      .locator("#specifications")
      .getByLabel(/^Kim loại/)
      .fill("Bạc");
    await expect(page.getByText("Sẽ lưu: chữ, thông số")).toBeVisible();
    await expectAccessible(page);
    await save(page);
    expect(await readProduct(staff, id)).toMatchObject({
      translations: {
        vi: { description: "<p>Bạc <strong>925</strong></p><ul><li>một</li><li>hai</li></ul>" },
        en: { name: "Written ring" },
      },
      specifications: { metal: { name: "Bạc" } },
    });
  });

  test("GR10 changes of another person are merged, and a field that both changed is decided @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 412/);
    const id = await openDraft(staff, "Nhẫn chung");
    const name = englishName(page);
    await name.fill("My name");
    await staff.call("PUT", `${products}/${id}`, { translations: { vi: { description: "<p>của họ</p>" } } });
    await save(page);
    expect((await readProduct(staff, id)).translations).toMatchObject({
      ...{ vi: { description: "<p>của họ</p>" }, en: { name: "My name" } },
    });
    await name.fill("My second name");
    await staff.call("PUT", `${products}/${id}`, { translations: { en: { name: "Their name" } } });
    await saveButton(page).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Their name")).toBeVisible();
    await expect(dialog.getByText("My second name")).toBeVisible();
    await dialog.getByText("Bản đang lưu").click();
    await dialog.getByRole("button", { name: "Lưu lựa chọn" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(name).toHaveValue("Their name");
  });

  test("GR11 typed fields survive a reload as a draft, and leaving requires one confirmation", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    const id = await openDraft(staff, "Nhẫn nháp máy");
    const name = englishName(page);
    await name.fill("Draft ring");
    await expect(page.getByText("Sẽ lưu: chữ")).toBeVisible();
    await page.getByRole("navigation", { name: "Điều hướng" }).getByRole("link", { name: "Hôm nay" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Quay lại" }).click();
    await expect(name).toHaveValue("Draft ring");
    await expectDraft(page, id);
    // another tab has nothing but what is stored on the device
    const second = await page.context().newPage();
    await second.goto(`/admin/products/${id}`);
    await second.getByRole("button", { name: "Tiếp tục" }).click();
    await expect(englishName(second)).toHaveValue("Draft ring");
  });

  test("GR10 a draft that is continued later conflicts with what another person changed since it was typed", {
    tag: "@all",
  }, async ({ staff, page, expectedMessages }) => {
    expectedMessages.push(/status of 412/);
    const id = await openDraft(staff, "Nhẫn nháp cũ");
    const name = englishName(page);
    await name.fill("Typed before");
    await expectDraft(page, id);
    await staff.call("PUT", `${products}/${id}`, { translations: { en: { name: "Theirs" } } });
    const second = await page.context().newPage();
    await second.goto(`/admin/products/${id}`);
    await expect(englishName(second)).toHaveValue("Theirs");
    await second.getByRole("button", { name: "Tiếp tục" }).click();
    await saveButton(second).click();
    const dialog = second.getByRole("dialog");
    await expect(dialog.getByText("Theirs")).toBeVisible();
    await expect(dialog.getByText("Typed before")).toBeVisible();
    expect((await readProduct(staff, id)).translations.en.name).toBe("Theirs");
  });

  test("PR07 PR08 several images are uploaded, reordered by buttons, and described in both languages @all", async ({
    staff,
    page,
  }) => {
    const id = await openDraft(staff, "Nhẫn ảnh", "/images");
    const images = page.locator("#images");
    await images.getByLabel("Chọn ảnh").setInputFiles(["public/og-image.jpg", "public/icons/icon-512.png"]);
    await expect(images.getByText("mô tả đề xuất")).toHaveCount(2);
    await expect(images.getByRole("listitem").first()).toHaveCSS("border-top-width", "1px");
    await images.getByRole("button", { name: "lên đầu" }).click();
    await images.getByLabel("Mô tả ảnh, tiếng Việt").first().fill("Biểu tượng");
    await expect(images.getByText("mô tả đề xuất")).toHaveCount(1);
    await save(page);
    const stored = (await readProduct(staff, id)).images;
    expect(stored.map(({ alt }) => alt)).toEqual(["Biểu tượng", "Nhẫn ảnh, mặt trước"]);
  });

  test("PR07 an upload is repeated on a bad connection; a rejected image stays with its reason and a button", {
    tag: "@all",
  }, async ({ staff, page, expectedMessages }) => {
    expectedMessages.push(/Failed to load resource/);
    let failures = 0;
    await page.route("**/wc/v3/pictures?*", (route) => (failures++ < 1 ? route.abort() : route.continue()));
    await openDraft(staff, "Nhẫn mạng yếu", "/images");
    const images = page.locator("#images");
    await images.getByLabel("Chọn ảnh").setInputFiles("public/og-image.jpg");
    await expect(images.getByText("mô tả đề xuất")).toBeVisible();
    expect(failures).toBe(2);
    await images
      .getByLabel("Chọn ảnh")
      .setInputFiles({ name: "hong.png", mimeType: "image/png", buffer: Buffer.from("no image") });
    await expect(images.getByRole("alert")).toContainText("Tệp không phải là ảnh");
    await expect(images.getByRole("button", { name: "Thử lại" })).toBeVisible();
    await expect(images.getByText("mô tả đề xuất")).toHaveCount(1);
  });

  test("PR10, GR06 combinations are created by column, and priced by cell; a text that is no amount is not saved @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const attributes = [
      { name: "Cỡ", variation: true, options: ["50", "52"] },
      { name: "Hộp", variation: true, options: ["trần", "hộp"] },
    ];
    const { id } = await createProduct(staff, { name: "Nhẫn ma trận", type: "variable", status: "draft", attributes });
    await staff.open(`/products/${id}/options`);
    const options = page.locator("#options");
    await options.getByRole("button", { name: "cả cột" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Tạo 2 ô" }).click();
    const cell = options.getByLabel("50, trần: Giá", { exact: true });
    await cell.fill("90o");
    await expect(cell).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Có ô chưa đúng ở: tùy chọn")).toBeVisible();
    await expect(saveButton(page)).toBeDisabled();
    await cell.fill("900k");
    await options.getByLabel("50, trần: Tồn kho").fill("3");
    await save(page);
    const variations = await staff.call<{ name: string; regular_price: string; stock_quantity: number | null }[]>(
      "GET",
      `${products}/${id}/variations`,
    );
    expect(variations.map(({ regular_price, stock_quantity }) => [regular_price, stock_quantity])).toEqual(
      expect.arrayContaining([
        ["900000", 3],
        ["", null],
      ]),
    );
    await expect(options.getByRole("button", { name: "Tạo 50, hộp" })).toBeVisible();
  });

  test("PR10, GR10 stock that another person changed while it was typed in the matrix is decided, not overwritten", {
    tag: "@all",
  }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const attributes = [{ name: "Cỡ", variation: true, options: ["50", "52"] }];
    const { id } = await createProduct(staff, { name: "Nhẫn đếm đôi", type: "variable", status: "draft", attributes });
    const variations = `${products}/${id}/variations`;
    const [option] = attributes.map(({ name, options }) => ({ name, option: options[0] }));
    const cell = await staff.call<{ id: number }>("POST", variations, {
      ...{ attributes: [option], regular_price: "900000", manage_stock: true, stock_quantity: 3 },
    });
    const quantity = async () => (await staff.call<Counted>("GET", `${variations}/${cell.id}`)).stock_quantity;
    await staff.open(`/products/${id}/options`);
    const field = page.locator("#options").getByLabel("50: Tồn kho");
    await field.fill("5");
    await staff.call("PUT", `${variations}/${cell.id}`, { inventory_delta: 4 });
    await saveButton(page).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("7", { exact: true })).toBeVisible();
    await expect(dialog.getByText("5", { exact: true })).toBeVisible();
    expect(await quantity()).toBe(7);
    await dialog.getByRole("button", { name: "Lưu lựa chọn" }).click();
    await expect(dialog).toHaveCount(0);
    await expect.poll(quantity).toBe(5);
  });

  test("PR15 the old address of a published product redirects to the new one", { tag: "@all" }, async ({
    staff,
    page,
    shop,
  }) => {
    await staff.signIn("owner");
    const { id, slug } = await createProduct(staff, { name: "Nhẫn đổi tên", regular_price: "1000" });
    await staff.open(`/products/${id}/search`);
    const search = page.locator("#search");
    await search.getByLabel("Đường dẫn").fill("nhan-ten-moi");
    await search.getByLabel("Tiếng Việt").first().fill("Nhẫn đổi tên chính hãng");
    await expect(search.getByText("Đường dẫn cũ vẫn dẫn đến trang này.")).toBeVisible();
    await save(page);
    const old = await page.request.get(`${shop.url}/product-detail/${id}/${slug}`, { maxRedirects: 0 });
    expect([old.status(), old.headers().location]).toEqual([301, `/product-detail/${id}/nhan-ten-moi`]);
    const shown = await page.request.get(`${shop.url}/product-detail/${id}/nhan-ten-moi`);
    expect(await shown.text()).toContain("<title>Nhẫn đổi tên chính hãng");
  });

  test("PR16 PR17 a product is taken down in one step, and its copy is a draft", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const { id } = await createProduct(staff, { name: "Nhẫn gỡ", regular_price: "1000" });
    await staff.open(`/products/${id}`);
    await page.getByRole("button", { name: "Gỡ xuống" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Gỡ xuống" }).click();
    await expect(page.getByRole("button", { name: "Gỡ xuống" })).toHaveCount(0);
    expect((await readProduct(staff, id)).status).toBe("draft");
    await page.getByRole("button", { name: "Nhân bản" }).click();
    await expect(page.getByRole("heading", { name: "Nhẫn gỡ (bản sao)" })).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("PR04, PR16 the sections are a list on a phone, nothing typed is lost between them, and one button publishes", async ({
    staff,
    page,
  }) => {
    await staff.signIn("staff");
    const { id } = await createProduct(staff, { name: "Nhẫn điện thoại", status: "draft" });
    await staff.open(`/products/${id}`);
    await englishName(page).fill("Phone ring");
    await page
      .getByRole("navigation", { name: "Các phần của sản phẩm" })
      .getByRole("link", { name: "Thông số" })
      .click();
    await expect(page.locator("#texts")).toBeHidden();
    await page
      .locator("#specifications")
      .getByLabel(/^Kim loại/)
      .fill("Vàng");
    await expectAccessible(page);
    await expect(page.getByText("Sẽ lưu: chữ, thông số")).toBeVisible();
    await save(page);
    expect((await readProduct(staff, id)).translations.en.name).toBe("Phone ring");

    // one button publishes the draft, with what is typed and not saved yet
    await page.locator("#specifications").getByRole("link", { name: "Tất cả phần" }).click();
    await englishName(page).fill("Published ring");
    const publish = page.getByRole("button", { name: "Đăng bán", exact: true });
    await publish.click();
    await page.keyboard.press("Escape");
    expect((await readProduct(staff, id)).status, "nothing was saved").toBe("draft");
    await publish.click();
    await page.getByRole("dialog").getByRole("button", { name: "Vẫn đăng bán" }).click();
    await expect(page.getByRole("button", { name: "Gỡ xuống" })).toBeVisible();
    await expect(publish).toHaveCount(0);
    expect(await readProduct(staff, id)).toMatchObject({
      status: "publish",
      translations: { en: { name: "Published ring" } },
    });
  });
});
