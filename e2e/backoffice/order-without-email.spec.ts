import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, phone, test } from "./kit.ts";

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
