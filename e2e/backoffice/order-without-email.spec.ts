import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, phone, storedText, test } from "./kit.ts";

test.use(phone);

test("GU05, OD16, OD17: an order without an email offers no note by email, and its list of emails shows why it is empty @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { email: null });
  await staff.open(`/orders/${id}`);
  const kinds = page.getByRole("group", { name: "Loại ghi chú" });
  await expect(kinds.getByRole("button", { name: "Đóng gói" })).toBeVisible();
  await expect(kinds.getByRole("button", { name: "Gửi khách" })).toHaveCount(0);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "Email cho khách" }).click();
  await expect(page.getByRole("dialog").getByText("Đơn này không có địa chỉ email")).toBeVisible();
  await takeBackOfficePictures(page, "order-without-email");
});

test("GU05, OD16, GR11: a draft of a note by email is a private note once the order has no email @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const { id } = await createOrder(staff);
  await staff.open(`/orders/${id}`);
  const kinds = page.getByRole("group", { name: "Loại ghi chú" });
  await kinds.getByRole("button", { name: "Gửi khách" }).click();
  const note = page.getByRole("textbox", { name: "Ghi chú", exact: true });
  await note.fill("Hàng về thứ Sáu");
  await expect.poll(() => storedText(page)).toContain("Hàng về thứ Sáu");
  await staff.call("PUT", `/wp-json/wc/v3/orders/${id}`, { billing: { email: "" } });
  await page.reload();
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(note).toHaveValue("Hàng về thứ Sáu");
  await expect(kinds.getByRole("button", { name: "Riêng" })).toHaveAttribute("aria-pressed", "true");
});
