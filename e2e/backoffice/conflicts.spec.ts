import type { Page } from "@playwright/test";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures, takePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, storedText, test, unique } from "./kit.ts";
import { createProduct, ownProduct, products, readProduct } from "./product-kit.ts";

const row = (page: Page, { id }: Pick<WooOrder, "id">) => page.locator(`#order-${id}`);
const searchFor = (staff: StaffBrowser, text: string) => staff.open(`/orders?search=${encodeURIComponent(text)}`);

test("GR10: confirming from the list an order that changed meanwhile shows both versions, and reads its row again", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const order = await createOrder(staff, { name: ["Hồ", "Lựu"], phone: "0903000551" });
  await searchFor(staff, "ho luu");
  const menu = row(page, order).getByRole("button", { name: `Thao tác với đơn ${order.number}` });
  const sheet = page.getByRole("dialog", { name: `Đơn ${order.number}` });
  await menu.click();
  await staff.call("PUT", `/wp-json/wc/v3/orders/${order.id}`, { billing: { first_name: "Lựu Đỏ" } });
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
  await expect(conflict.getByRole("row", { name: /Khách.* đã đổi Hồ Lựu .*Hồ Lựu Đỏ/ })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await expect(row(page, order)).toContainText("Hồ Lựu Đỏ");
  await expect(row(page, order)).toContainText("Chờ xác nhận");
  // a change that the list does not show is named as such
  await staff.call("PUT", `/wp-json/wc/v3/orders/${order.id}`, { customer_note: "gọi trước" });
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(conflict.getByText("Phần thay đổi không hiện ở đây")).toBeVisible();
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await expect(row(page, order)).toContainText("GHI CHÚ");
  await sheet.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await expect(row(page, order)).toContainText("Chờ đóng gói");
});

test("GR10 unpublishing merges what others changed, and states their status instead of overwriting it", {
  tag: "@all",
}, async ({ staff, page, expectedMessages }) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const { id } = await ownProduct(staff, 3);
  await staff.open(`/products/${id}`);
  const unpublish = async () => {
    await page.getByRole("button", { name: "Gỡ xuống" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Gỡ xuống" }).click();
  };
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toBeVisible();
  await staff.call("PUT", `${products}/${id}`, { regular_price: "640000" });
  await unpublish();
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toHaveCount(0);
  expect(await readProduct(staff, id)).toMatchObject({ status: "draft", regular_price: "640000" });
  await staff.call("PUT", `${products}/${id}`, { status: "publish" });
  await page.reload();
  await expect(page.getByRole("button", { name: "Gỡ xuống" })).toBeVisible();
  await staff.call("PUT", `${products}/${id}`, { status: "private" });
  await unpublish();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Bạn đã thấy: Đang bán. Bây giờ: Riêng tư.")).toBeVisible();
  await dialog.getByRole("button", { name: "Quay lại" }).click();
  await expect(page.getByText("Riêng tư").first()).toBeVisible();
  expect((await readProduct(staff, id)).status).toBe("private");
});

test("GR10: what another person changed in a category is merged, what both changed is decided, and of a role everything @all", async ({
  staff,
  page,
  created,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/, /net::ERR_FAILED/);
  await staff.signIn("owner");
  const name = unique("Vòng chân");
  const [theirs, mine] = [`${name} của họ`, `${name} của tôi`];
  created.push(name, theirs, mine);
  const path = `${products}/categories`;
  const texts = { vi: { name }, en: { name: `${name} en` } };
  const { id } = await staff.call<{ id: number }>("POST", path, { name, menu_order: 900, translations: texts });
  const change = (vi: object, en: object) => staff.call("PUT", `${path}/${id}`, { translations: { vi, en } });
  const stored = async () => {
    const { translations } = await staff.call<{
      translations: Record<"vi" | "en", { name: string; description: string }>;
    }>("GET", `${path}/${id}`);
    return [translations.vi.name, translations.en.name, translations.en.description];
  };
  const sheet = page.getByRole("dialog");
  const save = sheet.getByRole("button", { name: "Lưu", exact: true });
  await staff.open(`/categories?category=${id}`);
  await sheet.getByLabel("Tên tiếng Anh").fill("Anklets");
  await change({}, { description: "Summer" });
  await save.click();
  await expect(sheet).toBeHidden();
  expect(await stored()).toEqual([name, "Anklets", "Summer"]);

  // a draft that is continued is compared with what it was typed over
  await staff.open(`/categories?category=${id}`);
  await sheet.getByLabel("Tên tiếng Việt").fill(mine);
  await change({ name: theirs }, { name: "Ankle chains" });
  await expect.poll(() => storedText(page)).toContain(mine);
  await page.reload();
  await expect(sheet.getByText("Bản nháp")).toBeVisible();
  await sheet.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(sheet.getByLabel("Tên tiếng Anh")).toHaveValue("Anklets");
  await save.click();
  const conflict = page.getByRole("dialog", { name: "Mục này đã được người khác sửa" });
  await expect(conflict.getByRole("group")).toHaveCount(1);
  await expect(conflict.getByRole("radio", { name: `Bản của tôi ${mine}` })).toBeChecked();
  await takePictures(page, "conflict-category");
  await expectAccessible(page);
  await conflict.getByRole("radio", { name: `Bản đang lưu ${theirs}` }).check();
  await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect(sheet).toBeHidden();
  expect(await stored()).toEqual([theirs, "Ankle chains", "Summer"]);

  const role = (own: object) =>
    staff.bo("PUT", "/roles/own", { name: "Ca sáng", permissions: ["orders.view"], ...own });
  try {
    await role({});
    await staff.open("/settings/staff");
    await page.getByRole("button", { name: "Sửa" }).click();
    await sheet.getByLabel("Tên vai trò").fill("Ca chiều");
    await role({ permissions: ["orders.view", "pack"] });
    await save.click();
    await expect(conflict.getByRole("group")).toHaveCount(2);
    await takeBackOfficePictures(page, "conflict-role");
    await conflict.getByRole("radio", { name: /Bản đang lưu .*Đóng gói/ }).check();
    await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
    await expect(page.getByRole("heading", { name: "Ca chiều" })).toBeVisible();
    // neither is it deleted as another one than was seen
    await page.getByRole("button", { name: "Sửa" }).click();
    await role({ name: "Ca đêm" });
    await sheet.getByRole("button", { name: "Xóa vai trò" }).click();
    await sheet.getByRole("button", { name: "Xóa vai trò" }).click();
    await expect(conflict.getByRole("row", { name: /đã đổi Ca chiều Ca đêm/ })).toBeVisible();
    await expectAccessible(page);
    await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
    // whose response is lost, it is still deleted
    await page.route(
      "**/roles/own?*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await sheet.getByRole("button", { name: "Xóa vai trò" }).last().click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Tạo vai trò riêng" })).toBeVisible();
  } finally {
    await staff.bo("DELETE", "/roles/own");
  }
});

test("GR10: a price that another person writes while the variations are saved is decided, not overwritten @all", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const { id } = await createProduct(staff, {
    ...{ name: unique("Nhẫn ba cỡ"), type: "variable", status: "draft" },
    attributes: [{ name: "Cỡ", variation: true, options: ["50", "52"] }],
  });
  const path = `${products}/${id}/variations`;
  await staff.call("POST", `${path}/generate`, { default_values: { regular_price: "100000" } });
  const prices = async () =>
    (await staff.call<{ id: number; regular_price: string }[]>("GET", `${path}?orderby=id&order=asc`)).map(
      (one) => [one.id, one.regular_price] as const,
    );
  const [first = [0]] = await prices();
  await staff.open(`/products/${id}/options`);
  const options = page.locator("#options");
  await options.getByLabel("50: Giá", { exact: true }).fill("300k");
  await options.getByLabel("52: Giá", { exact: true }).fill("320k");
  // after the check that the screen makes, and before anything is written
  await page.route(
    "**/with-variations?*",
    async (route) => {
      await staff.call("PUT", `${path}/${first[0]}`, { regular_price: "250000" });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "Sản phẩm đã được người khác sửa" });
  await expect(conflict.getByRole("radio", { name: "Bản đang lưu 250.000 ₫" })).toBeVisible();
  expect((await prices()).map(([, price]) => price)).toEqual(["250000", "100000"]);
  await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect(conflict).toBeHidden();
  await expect.poll(async () => (await prices()).map(([, price]) => price)).toEqual(["300000", "320000"]);
  // neither is a variation left out that another person has just changed
  await expect(options.getByLabel("52: Giá", { exact: true })).toHaveValue("320.000");
  await options.getByRole("button", { name: "Không bán 52" }).click();
  const [, second = [0]] = await prices();
  await staff.call("PUT", `${path}/${second[0]}`, { regular_price: "390000" });
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(conflict.getByRole("radio", { name: "Bản của tôi Không bán 52" })).toBeChecked();
  await takePictures(page, "conflict-removed");
  await conflict.getByRole("radio", { name: /Bản đang lưu .*390.000 ₫/ }).check();
  await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect(conflict).toBeHidden();
  expect((await prices()).map(([, price]) => price)).toEqual(["300000", "390000"]);
  await staff.call("DELETE", `${products}/${id}?force=true`);
});

test("GR10: a record that is corrected after its response was lost is saved, as another request @all", async ({
  staff,
  page,
  created,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/, /net::ERR_FAILED/);
  await staff.signIn("owner");
  const name = unique("Khuyên vành");
  created.push(name);
  const path = `${products}/categories`;
  const texts = { vi: { name }, en: { name: `${name} en` } };
  const { id } = await staff.call<{ id: number }>("POST", path, { name, menu_order: 901, translations: texts });
  const sheet = page.getByRole("dialog");
  const save = sheet.getByRole("button", { name: "Lưu", exact: true });
  await page.clock.install();
  await staff.open(`/categories?category=${id}`);
  await sheet.getByLabel("Tên tiếng Anh").fill("Hoops");
  const lost = `**/products/categories/${id}?*`;
  await page.route(lost, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    await route.fetch();
    await route.abort();
  });
  await save.click();
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return sheet.getByRole("alert").count();
    })
    .toBeGreaterThan(0);
  await page.unroute(lost);
  await sheet.getByLabel("Tên tiếng Anh").fill("Small hoops");
  await save.click();
  const conflict = page.getByRole("dialog", { name: "Mục này đã được người khác sửa" });
  await conflict.getByRole("radio", { name: "Bản của tôi Small hoops" }).check();
  await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect(sheet).toBeHidden();
  const stored = await staff.call<{ translations: { en: { name: string } } }>("GET", `${path}/${id}`);
  expect(stored.translations.en.name).toBe("Small hoops");
});

test("GR10: an account that changed before it was reopened is read again, so that the next attempt succeeds @all", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  let reads = 0;
  await page.route("**/lianne-admin/v1/staff?*", async (route) => {
    const response = await route.fetch({ headers: { ...route.request().headers(), "if-none-match": "" } });
    const list = (await response.json()) as StaffEntry[];
    reads += 1;
    // the first list is an old one
    const old = reads === 1 ? { version: "old" } : {};
    const json = list.map((one) => (one.role === "packer" ? { ...one, state: "closed", ...old } : one));
    await route.fulfill({ response, json });
  });
  await staff.open("/settings/staff");
  await page.getByRole("button").filter({ hasText: "Đã đóng" }).first().click();
  const reopen = page.getByRole("dialog").getByRole("button", { name: "Mở lại tài khoản" });
  await reopen.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  expect(reads).toBe(2);
  await reopen.click();
  await expect(page.getByRole("dialog").getByText("Đã mở lại")).toBeVisible();
});
