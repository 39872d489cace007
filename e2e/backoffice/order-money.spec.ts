import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder, hoops } from "./demo-orders.ts";
import { expect, test } from "./kit.ts";

test("OD12: the amounts of an order of which a part was refunded add up to its total and to what remains paid @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const own = { payment_method: "bacs", payment_method_title: "Chuyển khoản", status: "completed" };
  const { id, line_items } = await createOrder(staff, { lines: [{ ...hoops, quantity: 2 }] }, own);
  const returned = { id: line_items[0]?.id, quantity: 1, refund_total: 390_000 };
  const refund = { amount: "390000", reason: "Khách trả lại một đôi vì không vừa", api_refund: false };
  await staff.call("POST", `/wp-json/wc/v3/orders/${id}/refunds`, { ...refund, line_items: [returned] });
  await staff.open(`/orders/${id}`);
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Tiền", exact: true }) });
  await expect(card.locator("dl > div")).toHaveText([
    /^Tiền hàng780.000\s₫$/,
    /^Giao hàng · GHN22.000\s₫$/,
    /^Tổng cộng802.000\s₫$/,
    /^Đã thanh toán802.000\s₫$/,
    /^Cửa hàng tự hoànKhách trả lại một đôi vì không vừa · .*−390.000\s₫$/,
    /^Thực thu412.000\s₫$/,
  ]);
  await card.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await expectNoOverflow(page, [320]);
  await takeBackOfficePictures(page, "part-refunded");
});
