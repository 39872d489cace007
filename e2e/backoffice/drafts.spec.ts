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
  await dialog.getByText("Cho mọi người").click();
  // the draft that is stored with the name has the choice above
  await name.fill("Đơn của Đào");
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
  await expect(dialog).toHaveCount(0);
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
  await expect.poll(async () => (await storedKeys(page)).some((key) => /^draft:.*:bulk-cancel$/.test(key))).toBe(false);
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
  await expect.poll(() => storedText(page)).toContain('"email":"khac@example.com","choice":"once"');
  await page.reload();
  await openEmail();
  await resume.click();
  await expect(dialog.getByLabel("Gửi tới")).toHaveValue("khac@example.com");
  await dialog.getByRole("button", { name: "Gửi email" }).click();
  await expect(dialog.getByText("Email đang được gửi")).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).some((key) => key.includes("order-email"))).toBe(false);
});

test("GR11: filters and the choices of an export are drafts until they are used @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  const dialog = page.getByRole("dialog");
  const resume = page.getByRole("button", { name: "Tiếp tục" });
  const isStored = async (name: string) => (await storedKeys(page)).some((key) => key.endsWith(`:${name}`));
  /** Types, reloads, and continues. */
  const continueDraft = async (last: string, open: () => Promise<unknown>, type: () => Promise<unknown>) => {
    await open();
    await type();
    await expect.poll(() => storedText(page)).toContain(last);
    await page.reload();
    await open();
    await resume.click();
  };
  await staff.open("/orders");
  const filters = () => page.getByRole("button", { name: "Lọc", exact: true }).click();
  await continueDraft("200k", filters, async () => {
    await dialog.getByLabel("Quà tặng").selectOption("true");
    await dialog.getByLabel("Tổng từ").fill("200k");
  });
  await expect(dialog.getByLabel("Tổng từ")).toHaveValue("200k");
  await dialog.getByRole("button", { name: "Xem đơn" }).click();
  await expect(page).toHaveURL(/gift=true.*min_total=200000|min_total=200000.*gift=true/);
  await expect.poll(() => isStored("order-filters")).toBe(false);

  await staff.open("/parcels");
  await continueDraft("2031-02-03", filters, async () => {
    await dialog.getByLabel("Thu hộ", { exact: true }).selectOption("true");
    await dialog.getByLabel("Phí đến").fill("150k");
    await dialog.getByLabel("Cập nhật từ").fill("2031-02-03");
  });
  await expect(dialog.getByLabel("Thu hộ", { exact: true })).toHaveValue("true");
  await expect(dialog.getByLabel("Phí đến")).toHaveValue("150k");
  await expect(dialog.getByLabel("Cập nhật từ")).toHaveValue("2031-02-03");
  await dialog.getByRole("button", { name: "Xem kiện" }).click();
  await expect(page).toHaveURL(/cod=true&max_fee=150000&since_from=2031-02-03/);
  await expect.poll(() => isStored("parcel-filters")).toBe(false);
  // what was discarded is not offered again
  await page.getByRole("button", { name: "Lọc (3)" }).click();
  await dialog.getByLabel("Phí từ").fill("20k");
  await expect.poll(() => isStored("parcel-filters")).toBe(true);
  await page.reload();
  await page.getByRole("button", { name: "Lọc (3)" }).click();
  await dialog.getByRole("button", { name: "Bỏ", exact: true }).click();
  await expect(dialog.getByLabel("Phí từ")).toHaveValue("");
  await expect(dialog.getByLabel("Phí đến")).toHaveValue("150000");
  await expect.poll(() => isStored("parcel-filters")).toBe(false);

  await staff.open("/products/files");
  const search = page.getByLabel("Tên hoặc SKU");
  await continueDraft(
    "nhẫn bạc",
    async () => search.waitFor(),
    async () => search.fill("nhẫn bạc"),
  );
  await expect(search).toHaveValue("nhẫn bạc");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải tệp CSV" }).click();
  await download;
  await expect.poll(() => isStored("product-export")).toBe(false);
});
