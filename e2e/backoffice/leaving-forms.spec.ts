import type { Page } from "@playwright/test";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, storedText, test } from "./kit.ts";
import { orderToPack } from "./pack-kit.ts";

interface ScreenForm {
  screen: string;
  open: (staff: StaffBrowser) => Promise<string> | string;
  field: string;
  typed: string;
}

const forms: readonly ScreenForm[] = [
  {
    ...{ screen: "a note of an order", field: "Ghi chú", typed: "Gọi lại sau 18 giờ" },
    open: async (staff) => `/orders/${(await createOrder(staff)).id}`,
  },
  {
    ...{ screen: "a parcel that is packed", field: "Khối lượng (g)", typed: "412" },
    open: async (staff) => `/pack/${await orderToPack(staff)}`,
  },
  { screen: "a change of prices", field: "Phần trăm", typed: "7", open: () => "/products/prices" },
  { screen: "an export", field: "Tên hoặc SKU", typed: "nhẫn", open: () => "/products/files" },
  { screen: "a new order", field: "Số điện thoại", typed: "0903000971", open: () => "/orders/new" },
  { screen: "a new product", field: "Tên · Tiếng Việt", typed: "Nhẫn rời màn hình", open: () => "/products/new" },
];

const leave = (page: Page) =>
  page.getByRole("navigation", { name: "Điều hướng" }).getByRole("link", { name: "Hôm nay", exact: true }).click();

for (const { screen, open, field, typed } of forms)
  test(`GR11: leaving ${screen} with unsaved fields requires one confirmation`, {
    tag: screen === "a new product" ? [] : "@all",
  }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const path = await open(staff);
    await staff.open(path);
    const input = page.getByRole("main").getByLabel(field, { exact: true });
    const before = await input.inputValue();
    await input.fill(typed);
    await leave(page);
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Quay lại" }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/admin${path}$`));
    // what is typed back is not unsaved
    await input.fill(before);
    await leave(page);
    await expect(page).toHaveURL(/\/admin\/?$/);
    await expect(question).toHaveCount(0);
    await page.goBack();
    await input.fill(typed);
    await leave(page);
    await question.getByRole("button", { name: "Rời đi, giữ bản nháp" }).click();
    await expect(page).toHaveURL(/\/admin\/?$/);
    await expect(question).toHaveCount(0);
    await page.goBack();
    await page.getByRole("main").getByRole("button", { name: "Tiếp tục" }).first().click();
    await expect(input).toHaveValue(typed);
  });

test("GR11: a saved form is left without a confirmation, and a reload with unsaved fields warns once @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await staff.open(`/orders/${id}`);
  const note = page.getByLabel("Ghi chú", { exact: true });
  await note.fill("Khách lấy buổi chiều");
  const warnings: string[] = [];
  page.on("dialog", (dialog) => warnings.push(dialog.type()));
  // a call while the note is written leaves nothing
  await page
    .getByRole("link", { name: /^0\d{2} \d{3}/ })
    .first()
    .click();
  await expect.poll(() => storedText(page)).toContain("Khách lấy buổi chiều");
  await page.reload();
  expect(warnings).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await page.getByRole("button", { name: "Lưu", exact: true }).click();
  await expect(note).toHaveValue("");
  await leave(page);
  await expect(page).toHaveURL(/\/admin\/?$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(warnings).toEqual(["beforeunload"]);
});
