import type { GiftRule } from "#contract/backoffice/gifts.ts";
import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import type { LowStockEntry } from "#contract/backoffice/stock.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures, takePictures } from "../kit/picture.ts";
import { expect, phone, type StaffBrowser, test, unique } from "./kit.ts";
import { ParcelActions } from "./parcel-kit.ts";
import { ownProduct, products } from "./product-kit.ts";

/** What these tests compare of a category, an attribute or a term. */
interface Taxonomy {
  id: number;
  kind?: string;
  parent?: number;
  gift?: { slug: string } | null;
  translations: Record<"vi" | "en", { name: string }>;
}

const texts = (vi: string, en: string) => ({ vi: { name: vi }, en: { name: en } });

const namesOf = async (staff: StaffBrowser, path: string): Promise<string[]> => {
  const { translations } = await staff.call<Taxonomy>("GET", path);
  return [translations.vi.name, translations.en.name];
};

test("GR10: both versions of a gift, an attribute and a term are shown in words, and the chosen one of each field is stored @all", async ({
  staff,
  colleague,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const other = await colleague("staff");
  const sheet = page.getByRole("dialog");
  const save = sheet.getByRole("button", { name: "Lưu", exact: true });
  const conflict = page.getByRole("dialog", { name: "Mục này đã được người khác sửa" });
  const group = (name: string) => conflict.getByRole("group", { name });
  const choose = (field: string, version: string) => group(field).getByRole("radio", { name: version }).check();
  const resolve = async () => {
    await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
    await expect(sheet).toBeHidden();
  };

  const [known] = await staff.bo<GiftRule[]>("GET", "/gifts");
  const name = unique("Túi lụa");
  const image = { image_id: known?.image?.id };
  const gift = await staff.bo<GiftRule>("POST", "/gifts", { ...image, name: { vi: name, en: "Silk pouch" } });
  await staff.open("/gifts");
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await sheet.getByLabel("Tên tiếng Việt").fill(`${name} của tôi`);
  await sheet.getByLabel("Đơn từ").fill("300k");
  const theirs = { name: { vi: `${name} của họ`, en: "Silk pouch" }, min_amount: 500_000, starts_on: "2031-05-01" };
  await other.bo("PUT", `/gifts/${gift.slug}`, { ...image, ...theirs });
  await save.click();
  await expect(conflict.getByRole("group")).toHaveCount(2);
  await expect(group("Đơn từ").getByRole("radio", { name: "Bản của tôi 300.000 ₫" })).toBeChecked();
  await expect(group("Đơn từ").getByRole("radio", { name: "Bản đang lưu 500.000 ₫" })).toBeVisible();
  await takeBackOfficePictures(page, "conflict-gift");
  await expectAccessible(page);
  await choose("Tên tiếng Việt", `Bản đang lưu ${name} của họ`);
  await resolve();
  const stored = (await staff.bo<GiftRule[]>("GET", "/gifts")).find(({ slug }) => slug === gift.slug);
  // what only the other person changed stays
  expect(stored).toMatchObject({ name: theirs.name, min_amount: 300_000, starts_on: "2031-05-01" });
  await staff.bo("DELETE", `/gifts/${gift.slug}`);

  const attribute = await staff.call<Taxonomy>("POST", `${products}/attributes`, { name: unique("Kiểu khóa") });
  const path = `${products}/attributes/${attribute.id}`;
  await staff.open(`/attributes?attribute=${attribute.id}&edit=1`);
  await sheet.getByLabel("Tên tiếng Việt").fill("Khóa của tôi");
  await other.call("PUT", path, { translations: texts("Khóa của họ", "Clasp") });
  await save.click();
  await expect(conflict.getByRole("group")).toHaveCount(1);
  await expect(group("Tên tiếng Việt").getByRole("radio", { name: "Bản đang lưu Khóa của họ" })).toBeVisible();
  await choose("Tên tiếng Việt", "Bản của tôi Khóa của tôi");
  await resolve();
  expect(await namesOf(staff, path)).toEqual(["Khóa của tôi", "Clasp"]);

  const term = await staff.call<Taxonomy>("POST", `${path}/terms`, { name: "Khóa tôm" });
  await staff.open(`/attributes?attribute=${attribute.id}&term=${term.id}`);
  await sheet.getByLabel("Tên tiếng Việt").fill("Khóa càng cua");
  await sheet.getByLabel("Tên tiếng Anh").fill("Crab clasp");
  await other.call("PUT", `${path}/terms/${term.id}`, { translations: texts("Khóa chữ T", "Toggle clasp") });
  await save.click();
  await expect(conflict.getByRole("group")).toHaveCount(2);
  await choose("Tên tiếng Việt", "Bản đang lưu Khóa chữ T");
  await choose("Tên tiếng Anh", "Bản của tôi Crab clasp");
  await resolve();
  expect(await namesOf(staff, `${path}/terms/${term.id}`)).toEqual(["Khóa chữ T", "Crab clasp"]);
  await staff.call("DELETE", `${path}?force=true`);
});

test("GR10, KA02: kind, gift and parent of a category are shown by their names, before it is saved and before it is deleted", {
  tag: "@all",
}, async ({ staff, colleague, page, created, expectedMessages }) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const other = await colleague("staff");
  const [name, target] = [unique("Trâm cài"), unique("Cài tóc")];
  created.push(name, target);
  const path = `${products}/categories`;
  const create = (one: string) => staff.call<Taxonomy>("POST", path, { name: one, menu_order: 910 });
  const [category, parent] = [await create(name), await create(target)];
  const gifts = (await staff.bo<GiftRule[]>("GET", "/gifts")).filter(
    ({ min_amount, starts_on, ends_on }) => min_amount === null && starts_on === null && ends_on === null,
  );
  const [own, their] = gifts;
  if (!own || !their) throw new Error("the demonstration has no two gifts");
  const sheet = page.getByRole("dialog");
  const conflict = page.getByRole("dialog", { name: "Mục này đã được người khác sửa" });
  await staff.open(`/categories?category=${category.id}`);
  await sheet.getByLabel("Loại").selectOption({ label: "Ẩn với khách" });
  await sheet.getByLabel("Quà tặng kèm thường xuyên").selectOption(own.slug);
  await other.call("PUT", `${path}/${category.id}`, { kind: "gift", gift: { slug: their.slug } });
  await sheet.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(conflict.getByRole("radio", { name: `Bản của tôi ${own.name.vi}` })).toBeChecked();
  await conflict.getByRole("radio", { name: `Bản đang lưu ${their.name.vi}` }).check();
  await expect(conflict.getByRole("radio", { name: "Bản của tôi Ẩn với khách" })).toBeChecked();
  await takePictures(page, "conflict-category-gift");
  await conflict.getByRole("button", { name: "Lưu lựa chọn" }).click();
  await expect(sheet).toBeHidden();
  expect(await staff.call<Taxonomy>("GET", `${path}/${category.id}`)).toMatchObject({
    kind: "hidden",
    gift: { slug: their.slug },
  });

  await staff.open(`/categories?category=${category.id}`);
  await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
  await expect(sheet.getByText("Danh mục không có sản phẩm nào.")).toBeVisible();
  await other.call("PUT", `${path}/${category.id}`, { parent: parent.id });
  await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
  // the changed row is the first one
  await expect(conflict.getByRole("row").nth(1)).toHaveText(
    new RegExp(`^Danh mục cha đã đổiKhông có, ở ngoài cùng${target}$`),
  );
  await conflict.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
  await sheet.getByRole("button", { name: "Xóa danh mục" }).click();
  await expect(page.getByText(`Đã xóa ${name}`)).toBeVisible();
});

test("GR10, GR11: the role of an account and a stock threshold that another person changed are shown, and what was chosen or typed stays @all", async ({
  staff,
  colleague,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 412/);
  await staff.signIn("owner");
  const other = await colleague("owner");
  const sheet = page.getByRole("dialog").first();
  const current = page.getByRole("button", { name: "Xem bản hiện tại" });

  const email = `${unique("vai-tro").replace(" ", "-")}@lianne.example`;
  const account = await staff.bo<StaffEntry>("POST", "/staff", { name: unique("Đào Mai"), email, role: "staff" });
  const setRole = (role: string) => other.bo("PUT", `/staff/${account.id}`, { role });
  const role = async () => (await staff.bo<StaffEntry[]>("GET", "/staff")).find(({ id }) => id === account.id)?.role;
  const change = sheet.getByRole("button", { name: "Đổi vai trò" });
  const changed = page.getByRole("dialog", { name: "Tài khoản này đã được người khác sửa" });
  await staff.open("/settings/staff");
  await page.getByRole("button").filter({ hasText: email }).click();
  await sheet.getByRole("radio", { name: "Đóng gói" }).check();
  await setRole("accountant");
  await change.click();
  await expect(changed.getByRole("row", { name: /Vai trò.* đã đổi Nhân viên Kế toán/ })).toBeVisible();
  await takeBackOfficePictures(page, "conflict-account");
  await expectAccessible(page);
  await current.click();
  // mine, again
  await expect(sheet.getByRole("radio", { name: "Đóng gói" })).toBeChecked();
  await change.click();
  await expect.poll(role).toBe("packer");
  await expect(change).toBeDisabled();
  // theirs
  await sheet.getByRole("radio", { name: "Nhân viên" }).check();
  await setRole("accountant");
  await change.click();
  await expect(changed.getByRole("row", { name: /Vai trò.* đã đổi Đóng gói Kế toán/ })).toBeVisible();
  await current.click();
  await sheet.getByRole("radio", { name: "Kế toán" }).check();
  await expect(change).toBeDisabled();
  expect(await role()).toBe("accountant");
  await staff.bo("DELETE", `/invitations/${account.id}`);

  const { id, sku } = await ownProduct(staff, 1);
  const setThreshold = (threshold: number) => other.bo("PUT", `/low-stock/${id}`, { threshold });
  const own = async () =>
    (await staff.bo<LowStockEntry[]>("GET", "/low-stock?per_page=100")).find(({ item }) => item.product_id === id)
      ?.own_threshold;
  const field = sheet.getByLabel("Ngưỡng riêng");
  const save = sheet.getByRole("button", { name: "Lưu", exact: true });
  const outdated = page.getByRole("dialog", { name: "Cài đặt của món này đã được người khác sửa" });
  const open = () => page.getByRole("listitem").filter({ hasText: sku }).getByRole("button").click();
  await staff.open("/stock/low");
  await open();
  await field.fill("4");
  await setThreshold(9);
  await save.click();
  await expect(outdated.getByRole("row", { name: /Ngưỡng riêng.* đã đổi – 9/ })).toBeVisible();
  await takeBackOfficePictures(page, "conflict-threshold");
  await expectAccessible(page);
  await current.click();
  await expect(field).toHaveValue("4");
  await save.click();
  await expect(sheet).toBeHidden();
  expect(await own()).toBe(4);
  await open();
  await field.fill("5");
  await setThreshold(7);
  await save.click();
  await expect(outdated.getByRole("row", { name: /Ngưỡng riêng.* đã đổi 4 7/ })).toBeVisible();
  await current.click();
  await sheet.getByRole("button", { name: "Đóng" }).click();
  await expect(sheet).toBeHidden();
  expect(await own()).toBe(7);
  await staff.call("DELETE", `${products}/${id}?force=true`);
});

test.describe("on a phone", () => {
  test.use(phone);

  test("PC05, GR10: the decision about a return whose order changed is shown with both versions, left alone or made again @all", async ({
    staff,
    colleague,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 412/);
    await staff.signIn("owner");
    const other = await colleague("staff");
    const parcels = new ParcelActions(staff);
    const steps = ["picked", "delivering", "delivery_fail", "waiting_to_return", "returned"];
    const { id, order_id, lines } = await parcels.advance(await parcels.booked(), ...steps);
    const items = lines.map(({ line_id, quantity }) => ({ line_id, quantity, state: "restock" }));
    await staff.bo("POST", `/parcels/${id}/returned`, { items, reason: "Khách đổi ý" });
    const order = `/wp-json/wc/v3/orders/${order_id}`;
    const decision = async () => (await staff.bo<ParcelDetail>("GET", `/parcels/${id}`)).return_decision;
    /** The order changes after it was shown, and before the decision arrives. */
    const renameMeanwhile = (first_name: string) =>
      page.route(
        "**/decision?*",
        async (route) => {
          await other.call("PUT", order, { shipping: { first_name } });
          await route.continue();
        },
        { times: 1 },
      );
    const sheet = page.getByRole("dialog", { name: "Gửi lại" });
    const confirm = sheet.getByRole("button", { name: "Gửi lại" });
    const conflict = page.getByRole("dialog", { name: "Đơn vừa thay đổi" });
    const current = conflict.getByRole("button", { name: "Xem bản hiện tại" });
    await staff.open(`/returns?open=${id}`);
    const decide = page.getByRole("main").getByRole("button", { name: "Gửi lại", exact: true });
    await decide.click();
    await renameMeanwhile("Bích");
    await confirm.click();
    const changed = /Khách.* đã đổi Trần Thị Ngọc · 091 234 5670 Trần Bích · 091 234 5670$/;
    await expect(conflict.getByRole("row", { name: changed })).toBeVisible();
    await takeBackOfficePictures(page, "conflict-return");
    await expectAccessible(page);
    await current.click();
    // theirs: the order stays as it is now, without a decision
    await sheet.getByRole("button", { name: "Quay lại" }).click();
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText("Trần Bích").first()).toBeVisible();
    expect(await decision()).toBeNull();
    // mine: made again, on the order as it is now
    await decide.click();
    await renameMeanwhile("Cúc");
    await confirm.click();
    await expect(
      conflict.getByRole("row", { name: /Trần Bích · 091 234 5670 Trần Cúc · 091 234 5670$/ }),
    ).toBeVisible();
    await current.click();
    await confirm.click();
    await expect(page.getByText("Đã quyết định gửi lại")).toBeVisible();
    expect(await decision()).toBe("send_again");
    const { shipping } = await staff.call<{ shipping: { first_name: string } }>("GET", order);
    expect(shipping.first_name).toBe("Cúc");
  });
});
