import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takePicture } from "../kit/picture.ts";
import { expect, phone, type StaffBrowser, test, unique } from "./kit.ts";

const wc = "/wp-json/wc/v3/products";

interface Named {
  id: number;
  name: string;
  slug: string;
  parent: number;
}

const createCategory = (staff: StaffBrowser, name: string, own: object = {}) =>
  staff.call<Named>("POST", `${wc}/categories`, { name, menu_order: 800, ...own });
const parentOf = async (staff: StaffBrowser, id: number) =>
  (await staff.call<Named>("GET", `${wc}/categories/${id}`)).parent;

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("KA01: a category is created in both languages, and moved by buttons and by dragging @all", async ({
    staff,
    page,
    created,
  }) => {
    await staff.signIn("owner");
    const [first, second] = [unique("Lắc tay"), unique("Lắc chân")];
    created.push(first, second);
    await createCategory(staff, first);
    await staff.open("/categories");
    await page.getByRole("button", { name: "Thêm danh mục" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Tên tiếng Việt").fill(second);
    await sheet.getByLabel("Tên tiếng Anh").fill(`${second} en`);
    await sheet.getByLabel("Mô tả tiếng Anh").fill("For summer");
    await sheet.getByLabel("Chọn ảnh").setInputFiles("public/og-image.jpg");
    await expect(sheet.getByLabel("Đổi ảnh")).toBeAttached();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Lưu" }).click();
    await expect(sheet).toBeHidden();
    const [made] = await staff.call<Named[]>(
      "GET",
      `${wc}/categories?per_page=100&search=${encodeURIComponent(second)}`,
    );
    const id = made?.id ?? 0;

    await page.getByRole("button", { name: "Sắp xếp" }).click();
    const rows = page.getByRole("main").getByRole("listitem");
    await expect(rows.last()).toContainText(second);
    await expectAccessible(page);
    // below the category above it
    await page.getByRole("button", { name: `Đưa ${second} vào trong` }).click();
    await expect(page.getByText(`Đã chuyển ${second}`)).toBeVisible();
    expect(await parentOf(staff, id)).not.toBe(0);
    await expect(page.getByRole("button", { name: `Đưa ${second} vào trong` })).toBeDisabled();
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(page.getByText("Đã hoàn tác")).toBeVisible();
    expect(await parentOf(staff, id)).toBe(0);

    // dragged above the first one, to the left: at the top
    const handle = rows.last().locator("[title='Kéo để chuyển']");
    const to = await rows.filter({ hasText: first }).boundingBox();
    const from = await handle.boundingBox();
    if (!from || !to) throw new Error("the rows have no place");
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await expect(rows.last()).toHaveClass(/outline-champagne/);
    await page.mouse.move(from.x + 20, to.y + 10, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText(`Đã chuyển ${second}`)).toBeVisible();
    await expect(rows.last()).toContainText(first);
    // the storefront's menus follow
    const menu = async () => {
      const html = await (await page.request.get("/products/category")).text();
      return html.indexOf(second) > 0 && html.indexOf(second) < html.indexOf(first);
    };
    await expect.poll(menu).toBe(true);
  });

  test("KA02: deleting a category moves its products, shows how many have no other one, and is undone", {
    tag: "@all",
  }, async ({ staff, page, created, expectedMessages }) => {
    expectedMessages.push(/status of 412/);
    await staff.signIn("owner");
    const name = unique("Bộ sưu tập hè");
    const target = unique("Bộ sưu tập thu");
    created.push(name, target);
    const { id } = await createCategory(staff, name);
    await createCategory(staff, target);
    const product = await staff.call<Named>("POST", wc, {
      name: unique("Nhẫn hè"),
      status: "draft",
      categories: [{ id }],
    });
    await staff.open(`/categories?category=${id}`);
    await page.getByRole("button", { name: "Xóa danh mục" }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet).toContainText("1 sản phẩm sẽ chuyển");
    await expect(sheet).toContainText("1 sản phẩm trong đó không có danh mục nào khác");
    await expectAccessible(page);
    // GR10: what another person changed meanwhile is shown, and nothing is deleted
    await staff.call("PUT", `${wc}/categories/${id}`, { description: "Đồ mùa hè" });
    await sheet.getByLabel("Danh mục nhận sản phẩm").selectOption({ label: target });
    await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
    await expect(sheet.getByRole("row", { name: "Mô tả tiếng Việt" })).toContainText("Đồ mùa hè");
    await takePicture(page, "category-deletion-conflict");
    await sheet.getByRole("button", { name: "Xem bản hiện tại" }).click();
    await expect(sheet.getByLabel("Mô tả tiếng Việt")).toHaveValue("Đồ mùa hè");
    await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
    await sheet.getByLabel("Danh mục nhận sản phẩm").selectOption({ label: target });
    await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
    await expect(page.getByText(`Đã xóa ${name}`)).toBeVisible();
    await expect(page.getByRole("main").getByText(name)).toHaveCount(0);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(page.getByText("Đã hoàn tác")).toBeVisible();
    await expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible();
    const { categories } = await staff.call<{ categories: { id: number }[] }>("GET", `${wc}/${product.id}`);
    expect(categories.map((one) => one.id)).toEqual([id]);
    await staff.call("DELETE", `${wc}/${product.id}?force=true`);
  });

  test("KA01: the default category has neither a kind nor a button to delete it", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    await staff.open("/categories");
    await page
      .getByRole("main")
      .getByRole("button", { name: /Mặc định/ })
      .click();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText("không xóa được")).toBeVisible();
    await expect(sheet.getByLabel("Loại")).toHaveCount(0);
    await expect(sheet.getByRole("button", { name: "Xóa danh mục" })).toHaveCount(0);
  });
});

test.describe("on a phone", () => {
  test.use({ ...phone, viewport: { width: 390, height: 844 } });

  test("KA03: two terms are merged after the consequences were shown and confirmed @all", async ({ staff, page }) => {
    await staff.signIn("owner");
    const attribute = await staff.call<Named>("POST", `${wc}/attributes`, { name: unique("Màu đá") });
    const terms = `${wc}/attributes/${attribute.id}/terms`;
    const wrong = await staff.call<Named>("POST", terms, { name: "sapphire xanh" });
    const target = await staff.call<Named>("POST", terms, { name: "Sapphire" });
    const options = ["sapphire xanh", "Sapphire"];
    const both = await staff.call<Named>("POST", wc, {
      ...{ name: unique("Bông tai xanh"), status: "draft" },
      attributes: [{ id: attribute.id, options }],
    });
    await staff.open("/attributes");
    await page.getByRole("button", { name: attribute.name }).first().click();
    await expect(page.getByRole("button", { name: /sapphire xanh/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Đưa sapphire xanh xuống" }).click();
    const order = async () => (await staff.call<Named[]>("GET", `${terms}?orderby=menu_order`)).map(({ name }) => name);
    await expect.poll(order).toEqual(["Sapphire", "sapphire xanh"]);

    await staff.open(`/attributes?attribute=${attribute.id}&term=${wrong.id}`);
    await page.getByRole("button", { name: "Gộp vào giá trị khác" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Gộp vào").selectOption({ label: "Sapphire (0)" });
    await expect(sheet.getByText("Chuyển 1 sản phẩm và 0 phân loại.")).toBeVisible();
    await expect(sheet.getByRole("link", { name: both.name })).toBeVisible();
    // GR11: a reload keeps the choice, not the confirmation
    await sheet.getByRole("checkbox").check();
    await page.reload();
    await expect(sheet.getByLabel("Gộp vào")).toHaveValue(String(target.id));
    await expect(sheet.getByText("Chuyển 1 sản phẩm và 0 phân loại.")).toBeVisible();
    const confirm = sheet.getByRole("button", { name: "Gộp vào giá trị khác" });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await sheet.getByLabel(/Tôi hiểu: .* 1 sản phẩm và 0 phân loại .* không hoàn tác được/).check();
    await confirm.click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: "Đã gộp “sapphire xanh” vào “Sapphire”" })).toBeVisible();
    expect(await order()).toEqual(["Sapphire"]);
    // the deletion of the attribute states no number of terms before they are loaded
    await page.route(/\/attributes\/\d+\/terms\?/, () => undefined);
    await staff.open(`/attributes?attribute=${attribute.id}&edit=1`);
    await sheet.getByRole("button", { name: "Xóa thuộc tính" }).click();
    await expect(sheet.getByText(/^Thuộc tính và các giá trị của nó sẽ bị gỡ/)).toBeVisible();
    await staff.call("DELETE", `${wc}/${both.id}?force=true`);
    await staff.call("DELETE", `${wc}/attributes/${attribute.id}?force=true`);
  });

  test("KA03: a filter that is switched off disappears from the storefront's lists", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const list = await staff.call<Named[]>("GET", `${wc}/attributes`);
    const gemstone = list.find(({ slug }) => slug === "pa_gemstone");
    if (!gemstone) throw new Error("the demonstration has no gemstones");
    const [term] = await staff.call<Named[]>("GET", `${wc}/attributes/${gemstone.id}/terms?category=rings`);
    const htmlOf = async (path: string) => (await page.request.get(path)).text();
    const filters = async () => (await htmlOf("/products/category/rings")).includes(`value="${term?.slug}"`);
    const set = async (on: boolean) => {
      await staff.open(`/attributes?attribute=${gemstone.id}&edit=1`);
      const sheet = page.getByRole("dialog");
      await sheet.getByLabel("Khách được lọc theo thuộc tính này").setChecked(on);
      await sheet.getByRole("button", { name: "Lưu" }).click();
      await expect(sheet).toBeHidden();
    };
    await expect.poll(filters).toBe(true);
    try {
      await set(false);
      await expect.poll(filters).toBe(false);
      // an old address shows the whole list
      const html = await htmlOf(`/products/category/rings?gemstone=no-such-stone`);
      expect(html).toContain("/product-detail/");
      await expect.poll(async () => (await htmlOf("/products/category/rings")).includes('name="types"')).toBe(true);
    } finally {
      await set(true);
    }
    await expect.poll(filters).toBe(true);
  });

  test("KA04: a gift gets its image, rule and quantity, and the storefront shows it @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 400/);
    await staff.signIn("owner");
    const name = unique("Túi nhung");
    const ring = unique("Nhẫn có quà");
    const { id } = await staff.call<Named>("POST", wc, {
      ...{ name: ring, status: "publish", regular_price: "200000" },
    });
    await staff.open("/gifts");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Thêm quà" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Tên tiếng Việt").fill(name);
    await sheet.getByLabel("Tên tiếng Anh").fill(`${name} en`);
    await sheet.getByRole("button", { name: "Lưu" }).click();
    await expect(sheet.getByText("Hãy chọn ảnh của quà.")).toBeVisible();
    await sheet.getByLabel("Chọn ảnh").setInputFiles("public/og-image.jpg");
    await expect(sheet.getByLabel("Đổi ảnh")).toBeAttached();
    await sheet.getByLabel("Sản phẩm riêng").fill(ring);
    await sheet.getByRole("button", { name: ring, exact: true }).click();
    await sheet.getByLabel("Sản phẩm riêng").fill(ring);
    await expect(sheet.getByText("Những sản phẩm tìm thấy đều đã được chọn.")).toBeVisible();
    await sheet.getByLabel("Sản phẩm riêng").fill("không có tên này");
    await expect(sheet.getByText("Không tìm thấy mặt hàng nào.")).toBeVisible();
    await sheet.getByLabel("Số lượng").fill("2");
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Lưu" }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: new RegExp(name) })).toContainText("Đang tặng");
    const shown = async () => (await staff.call<{ gift: { name: string } | null }>("GET", `${wc}/${id}`)).gift?.name;
    await expect.poll(shown).toBe(name);
    // an order from an amount only: not certain for every order
    await page.getByRole("button", { name: new RegExp(name) }).click();
    await sheet.getByLabel("Đơn từ").fill("500k");
    await expect(sheet.getByText("500.000 ₫")).toBeVisible();
    await sheet.getByRole("button", { name: "Lưu" }).click();
    await expect(page.getByText(/đơn từ 500.000/)).toBeVisible();
    await expect.poll(shown).toBeUndefined();
    await page.getByRole("button", { name: new RegExp(name) }).click();
    await sheet.getByRole("button", { name: "Xóa quà" }).click();
    await expect(sheet).toContainText("1 sản phẩm");
    await sheet.getByRole("button", { name: "Xóa quà" }).click();
    await expect(page.getByRole("button", { name: new RegExp(name) })).toHaveCount(0);
    await staff.call("DELETE", `${wc}/${id}?force=true`);
  });

  test("KA01, KA03, KA04: the screens in English fit the phone", { tag: "@all" }, async ({ staff, page }) => {
    await staff.signIn("owner", "en");
    for (const path of ["/categories", "/categories?arrange=1", "/attributes", "/gifts", "/gifts?new=1"]) {
      await staff.open(path);
      await expect(page.getByRole("main").locator(".card").first()).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page, []);
    }
  });
});
