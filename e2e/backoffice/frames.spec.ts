import { createOrder } from "./demo-orders.ts";
import { expect, test } from "./kit.ts";

test("SC05: emails and prints are shown in frames without rights of their own, and no page of the shop can be framed elsewhere @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const hostile = '<img src=x onerror="top.document.title=1"><script>top.document.title="framed"</script>';
  const { id } = await createOrder(staff, { status: "processing", note: hostile });
  await staff.open(`/orders/${id}`);
  await page.getByRole("textbox", { name: "Ghi chú" }).fill(hostile);
  await page.getByRole("button", { name: "Gửi khách" }).click();
  await page.getByRole("button", { name: "Xem email" }).click();
  const email = page.locator("dialog iframe");
  await expect(email).toHaveAttribute("sandbox", "");
  await expect(email.contentFrame().getByText("top.document.title")).toBeVisible();
  await page.getByRole("button", { name: "Đóng", exact: true }).click();
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("button", { name: "In phiếu" }).click();
  await page.getByRole("button", { name: "Phiếu đóng gói, A6" }).click();
  const print = page.locator("dialog iframe");
  // the back office prints the frame, so it shares the origin; scripts are never allowed
  await expect(print).toHaveAttribute("sandbox", "allow-same-origin allow-modals");
  await expect(print.contentFrame().getByText(String(id)).first()).toBeVisible();
  await expect(page).toHaveTitle(/^Đơn \d+ · Lianne$/);
  // previews of the storefront are not built yet: until then no page may be framed, with any parameters
  for (const path of ["/", "/product-detail/101/nhan-bac-solitaire-cz", "/?preview=x", "/?preview_token=x", "/admin"]) {
    const { headers } = await page.request.get(path).then((response) => ({ headers: response.headers() }));
    expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});
