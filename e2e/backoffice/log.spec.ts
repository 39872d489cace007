import { readFile } from "node:fs/promises";
import { expect, phone, test, unique } from "./kit.ts";
import { orderToPack } from "./pack-kit.ts";

test.use(phone);

/** A day in Vietnam, some days from now. */
const dayIn = (days: number): string => new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 10);

test("LG01: the log is filtered by person, type, record and day, and what is shown is exported", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const name = unique("Thẻ");
  const { id } = await staff.call<{ id: number }>("POST", "/wp-json/wc/v3/products/tags", { name });
  const { staff: owner } = await staff.bo<{ staff: { id: number; name: string } }>("GET", "/session");
  // the log of a record, from its own page
  const order = await orderToPack(staff);
  await staff.open(`/orders/${order}`);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Nhật ký" }).click();
  await expect(page).toHaveURL(new RegExp(`/log\\?entity=order:${order}$`));
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: `Đơn ${order}` })
      .first(),
  ).toBeVisible();
  await page.getByLabel("Loại bản ghi").selectOption({ label: "Thẻ" });
  await page.getByLabel("Số của bản ghi").fill(String(id));
  await page.getByLabel("Người hoặc khóa").selectOption({ label: owner.name });
  await page.getByLabel("Từ ngày").fill(dayIn(-1));
  await page.getByLabel("Đến ngày").fill(dayIn(1));
  await page.getByRole("button", { name: "Lọc" }).click();
  await expect(page).toHaveURL(new RegExp(`entity=tag%3A${id}&actor=staff%3A${owner.id}&from=`));
  await expect(page.getByRole("button", { name: "Lọc" })).toBeFocused();
  const entry = page.getByRole("listitem").filter({ hasText: `Thẻ ${id}` });
  await expect(entry).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Xuất tệp" }).click(),
  ]);
  const [heading, ...rows] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(heading).toContain('"Người hoặc khóa"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`"${owner.name}","Nhân viên","thêm","Thẻ","${id}"`);
  await page.getByLabel("Đến ngày").fill(dayIn(-1));
  await page.getByRole("button", { name: "Lọc" }).click();
  await expect(page.getByText("Chưa có hoạt động nào")).toBeVisible();
  await staff.call("DELETE", `/wp-json/wc/v3/products/tags/${id}?force=true`);
});
