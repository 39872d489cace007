import type { GiftRule } from "#contract/backoffice/gifts.ts";
import type { StockItem } from "#contract/backoffice/stock.ts";
import { expect, test, unique } from "./kit.ts";

test("GR07: a rejected receipt names the item and the field by their labels", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  await staff.signIn("owner");
  const [item] = await staff.bo<StockItem[]>("GET", "/stock-items?search=nhan bac");
  if (!item) throw new Error("the demonstration has no such item");
  await staff.open("/stock/receipts");
  await page.getByRole("button", { name: "Tạo phiếu nhập" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Nhà cung cấp", { exact: true }).fill("Xưởng bạc Huế");
  await dialog.getByRole("button", { name: "Nhập mã bằng tay" }).click();
  const code = dialog.getByRole("region", { name: "Quét mã" }).getByRole("textbox");
  await code.fill(item.codes[0] ?? "");
  await code.press("Enter");
  await dialog.getByLabel("Giá vốn mỗi món").fill("200000000000");
  await dialog.getByRole("button", { name: "Ghi nhập 1 món" }).click();
  const alert = dialog.getByRole("alert").filter({ hasText: item.name });
  await expect(alert).toContainText(`${item.name} · Giá vốn mỗi món`);
  await expect(alert).not.toContainText("lines[");
});

test("GR07: a rejected gift names its field by its label, and one that shows what another person changed is left without a confirmation @all", async ({
  staff,
  colleague,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 4(00|12)/);
  await staff.signIn("owner");
  const other = await colleague("staff");
  const [known] = await staff.bo<GiftRule[]>("GET", "/gifts");
  const name = unique("Hộp nhung");
  const image = { image_id: known?.image?.id };
  const gift = await staff.bo<GiftRule>("POST", "/gifts", { ...image, name: { vi: name, en: "Velvet box" } });
  await staff.open("/gifts");
  await page.getByRole("button", { name: new RegExp(name) }).click();
  const sheet = page.getByRole("dialog");
  // the server removes markup, and nothing is left
  await sheet.getByLabel("Tên tiếng Anh").fill("<b></b>");
  await sheet.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(sheet.getByText(/^Tên tiếng Anh phải/)).toBeVisible();
  await expect(sheet.getByText("name[en]")).toHaveCount(0);
  await sheet.getByLabel("Tên tiếng Anh").fill("Velvet box");

  await other.bo("PUT", `/gifts/${gift.slug}`, { ...image, name: { vi: `${name} đỏ`, en: "Velvet box" } });
  await sheet.getByRole("button", { name: "Xóa quà" }).click();
  await sheet.getByRole("button", { name: "Xóa quà" }).click();
  await page.getByRole("button", { name: "Xem bản hiện tại" }).click();
  await expect(sheet.getByText("Không hoàn tác được.")).toBeVisible();
  const warnings: string[] = [];
  page.on("dialog", (dialog) => warnings.push(dialog.type()));
  await page.reload();
  expect(warnings).toEqual([]);
  await staff.bo("DELETE", `/gifts/${gift.slug}`);
});
