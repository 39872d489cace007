import type { Page } from "@playwright/test";
import type { WooOrder } from "#contract/woo/order.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, storedKeys, storedText, test } from "./kit.ts";

const row = (page: Page, { id }: Pick<WooOrder, "id">) => page.locator(`#order-${id}`);
const searchFor = (staff: StaffBrowser, text: string) => staff.open(`/orders?search=${encodeURIComponent(text)}`);

test("GR11: a view and an action on many orders are drafts until they are saved", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const order = await createOrder(staff, { name: ["Hồ", "Đào"], phone: "0903000552" });
  await searchFor(staff, "ho dao");
  const dialog = page.getByRole("dialog");
  const resume = dialog.getByRole("button", { name: "Tiếp tục" });
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  const name = dialog.getByLabel("Lưu bộ lọc đang xem thành");
  await name.fill("Đơn của Đào");
  await dialog.getByText("Cho mọi người").click();
  await expect.poll(() => storedText(page)).toContain("Đơn của Đào");
  await page.reload();
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  await resume.click();
  await expect(name).toHaveValue("Đơn của Đào");
  await expect(dialog.getByLabel("Cho mọi người")).toBeChecked();
  await dialog.getByRole("button", { name: "Lưu" }).click();
  await expect(dialog.getByRole("button", { name: /^Đơn của Đào/ })).toBeVisible();
  await expect(name).toHaveValue("");
  await expect.poll(async () => (await storedKeys(page)).some((key) => /^draft:.*:view$/.test(key))).toBe(false);
  await dialog.getByRole("button", { name: "Xóa “Đơn của Đào”" }).click();
  await dialog.getByRole("button", { name: "Đóng", exact: true }).click();
  const cancelMany = async () => {
    await row(page, order).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Hủy", exact: true }).click();
  };
  await cancelMany();
  await dialog.getByText("Lý do khác").click();
  await dialog.getByLabel("Ghi chú").fill("khách đặt hai lần");
  await expect.poll(() => storedText(page)).toContain("khách đặt hai lần");
  await page.reload();
  await cancelMany();
  await resume.click();
  await expect(dialog.getByLabel("Ghi chú")).toHaveValue("khách đặt hai lần");
  await dialog.getByRole("button", { name: "Hủy 1 đơn" }).click();
  await expect(page.getByText("Xong 1/1")).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).some((key) => /^draft:.*bulk/.test(key))).toBe(false);
});

test("GR11: a new count and another address of an email are drafts until they are sent", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  const dialog = page.getByRole("dialog");
  const resume = dialog.getByRole("button", { name: "Tiếp tục" });
  const start = page.getByRole("button", { name: "Bắt đầu kiểm kho" });
  await staff.open("/stock/counts");
  await start.click();
  await dialog.getByText("Một vị trí").click();
  await dialog.getByLabel("Vị trí (khay, ngăn)").fill("KỆ-Z9");
  await expect.poll(() => storedText(page)).toContain("KỆ-Z9");
  await page.reload();
  await start.click();
  await resume.click();
  await expect(dialog.getByLabel("Vị trí (khay, ngăn)")).toHaveValue("KỆ-Z9");
  await staff.open(`/orders/${id}`);
  const openEmail = async () => {
    await page.getByRole("button", { name: "Khác…" }).click();
    await dialog.getByRole("button", { name: "Email cho khách" }).click();
    await dialog.getByRole("button", { name: /^Xác nhận đơn hàng/ }).click();
  };
  await openEmail();
  await dialog.getByLabel("Gửi tới").fill("khac@example.com");
  await dialog.getByText(/^Chỉ gửi lần này/).click();
  await expect.poll(() => storedText(page)).toContain("khac@example.com");
  await page.reload();
  await openEmail();
  await resume.click();
  await expect(dialog.getByLabel("Gửi tới")).toHaveValue("khac@example.com");
  await dialog.getByRole("button", { name: "Gửi email" }).click();
  await expect(dialog.getByText("Email đang được gửi")).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes("order-email"))).toBe(false);
});
