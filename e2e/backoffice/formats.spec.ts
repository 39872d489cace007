import type { Locator, Page } from "@playwright/test";
import { createOrder } from "./demo-orders.ts";
import { expect, lately, phone, test } from "./kit.ts";

const notations = ["1290000", "1.290.000", "1290k"];
const full = "1.290.000\u00a0₫";

/** Each notation is shown in full below the field, while it is typed. */
async function expectAmountField(field: Locator): Promise<void> {
  for (const typed of notations) {
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription(full);
  }
  await field.fill("1290x");
  await expect(field).toHaveAccessibleDescription("Nhập số tiền, ví dụ 1290000, 1.290.000 hoặc 1290k.");
  await field.fill("1290k");
}

/** The same in a cell of a table, which has no description. */
async function expectAmountCell(page: Page, cell: Locator): Promise<void> {
  for (const typed of notations) {
    await cell.fill(typed);
    await expect(page.locator("td").filter({ has: cell }).getByText(full)).toBeVisible();
  }
  await cell.press("Escape");
}

test("GR06: every amount field takes 1290000, 1.290.000 and 1290k, and shows the full amount while it is typed", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/orders");
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  const filters = page.getByRole("dialog");
  await expectAmountField(filters.getByLabel("Tổng từ"));
  await filters.getByRole("button", { name: "Xem đơn" }).click();
  await expect(page).toHaveURL(/min_total=1290000/);
  await expect(page.getByRole("button", { name: `Bỏ lọc Tổng từ: ${full}` })).toBeVisible();

  await staff.open("/products/143/prices");
  for (const name of ["Giá", "Giá khuyến mãi", "Giá vốn"])
    await expectAmountField(page.getByLabel(name, { exact: true }));
  await page.getByRole("region", { name: "Lưu thay đổi" }).getByRole("button", { name: "Bỏ", exact: true }).click();

  await staff.open("/products/prices");
  await page.getByLabel("Cách đổi").selectOption("amount");
  await expectAmountField(page.getByLabel("Số tiền"));

  await staff.open("/products");
  await expectAmountCell(page, page.getByRole("textbox", { name: /^Giá: Bông tai bạc trăng và sao/ }));
});

test.describe("on a phone", () => {
  test.use(phone);

  test("GR06: an order shows amounts, times and phone numbers in the shop's formats, and dials @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const name: [string, string] = ["Đinh", "Hạ Vy"];
    const { id } = await createOrder(staff, { name, phone: "+84908222333" });
    await staff.open("/orders?stage=to_confirm&orderby=date");
    const row = page.locator(`#order-${id}`);
    await expect(row.getByText(new RegExp(`^${lately}$`)).filter({ visible: true })).toBeVisible();
    await expect(row.getByText(/^\d{1,3}(\.\d{3})+\u00a0₫$/)).toBeVisible();
    await row.getByRole("button", { name: `Thao tác với đơn ${id}` }).click();
    await expect(page.getByRole("link", { name: "Gọi 090 822 2333" })).toHaveAttribute("href", "tel:0908222333");
    await page.keyboard.press("Escape");
    await row.getByRole("link").click();
    const dials = page.locator("article a[href^='tel:']");
    await expect(dials.filter({ hasText: /^090 822 2333$/ })).toBeVisible();
    for (const dial of await dials.all()) await expect(dial).toHaveAttribute("href", "tel:0908222333");
    await expect(
      page
        .locator("article")
        .getByText(new RegExp(`^${lately} · `))
        .first(),
    ).toBeVisible();
  });
});
