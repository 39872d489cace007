import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, phone, test, unique } from "./kit.ts";
import { orderToPack, packOrder, withoutCamera } from "./pack-kit.ts";

test.use(phone);

test("PK11: the owner adds, changes and deletes a box, and the selected box proposes size and weight of a parcel @all", async ({
  staff,
  page,
}) => {
  await withoutCamera(page);
  await staff.signIn("owner");
  const name = unique("Hộp nhung");
  await staff.open("/settings/boxes");
  await expect(page.getByRole("button", { name: /^Hộp nhỏ/ })).toBeVisible();
  await takeBackOfficePictures(page, "boxes");
  await page.getByRole("button", { name: "Thêm hộp" }).click();
  const sheet = page.getByRole("dialog", { name: "Thêm hộp" });
  const fields = [
    ["Tên tiếng Việt", name],
    ["Tên tiếng Anh", "Velvet case"],
    ["Dài (cm)", "30"],
    ["Rộng (cm)", "25"],
    ["Cao (cm)", "20"],
    ["Khối lượng hộp rỗng (g)", "700"],
  ] as const;
  for (const [label, value] of fields) await sheet.getByLabel(label).fill(value);
  await takeBackOfficePictures(page, "box");
  await sheet.getByRole("button", { name: "Lưu" }).click();
  const row = page.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(row).toContainText("30 × 25 × 20 cm · 700 g");
  await row.click();
  const own = page.getByRole("dialog", { name });
  await own.getByLabel("Khối lượng hộp rỗng (g)").fill("650");
  await own.getByRole("button", { name: "Lưu" }).click();
  await expect(row).toContainText("650 g");

  const id = await orderToPack(staff);
  const { items_g } = (await packOrder(staff, id)).parcel;
  await staff.open(`/pack/${id}`);
  const parcel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Kiện hàng" }) });
  const box = parcel.getByLabel("Hộp");
  await expect(box.locator("option", { hasText: name })).toHaveCount(1);
  await box.selectOption({ label: `${name} (30 × 25 × 20 cm)` });
  await expect(parcel.getByLabel("Dài (cm)")).toHaveValue("30");
  await expect(parcel.getByLabel("Cao (cm)")).toHaveValue("20");
  await expect(parcel.getByLabel("Khối lượng (g)")).toHaveValue(String(items_g + 650));
  await parcel.getByLabel("Khối lượng (g)").fill("777");
  await takeBackOfficePictures(page, "parcel");
  await parcel.getByRole("button", { name: "Lưu" }).click();
  await expect(parcel.getByText("Đã lưu")).toBeVisible();
  const stored = async () => (await packOrder(staff, id)).parcel;
  await expect.poll(async () => (await stored()).weight_g).toBe(777);
  const [known] = (await staff.bo<PackingBox[]>("GET", "/packing-boxes")).filter((one) => one.name.vi === name);
  const size_cm = { length: 30, width: 25, height: 20 };
  expect(await stored()).toMatchObject({ size_cm, box_id: known?.id });

  await staff.open("/settings/boxes");
  await row.click();
  await own.getByRole("button", { name: "Xóa hộp" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Xóa hộp" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText(`Đã xóa “${name}”`)).toBeVisible();
  expect(await stored(), "the saved size stays").toMatchObject({ size_cm, box_id: null, weight_g: 777 });
});

test("PK11: without the list of boxes the size is typed, and packers have no settings", { tag: "@all" }, async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/500/, /403/);
  await withoutCamera(page);
  await staff.signIn("owner");
  const id = await orderToPack(staff);
  await staff.signIn("packer");
  await page.route("**/packing-boxes?*", (route) => route.fulfill({ status: 500, json: { code: "x", message: "x" } }));
  await staff.open(`/pack/${id}`);
  await expect(page.getByText("Chưa tải được danh sách hộp.", { exact: false })).toBeVisible();
  await page.getByLabel("Khối lượng (g)").fill("345");
  await page.getByLabel("Khối lượng (g)").press("Enter");
  await expect.poll(async () => (await packOrder(staff, id)).parcel.weight_g).toBe(345);
  await staff.open("/settings/boxes");
  await expect(page.getByRole("heading", { name: "Bạn không có quyền xem" })).toBeVisible();
});
