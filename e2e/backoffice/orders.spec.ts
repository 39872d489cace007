import type { Page } from "@playwright/test";
import type { WooOrder } from "#contract/woo/order.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder, type NewOrder } from "./demo-orders.ts";
import { expect, phone, type StaffBrowser, test } from "./kit.ts";

const row = (page: Page, { id }: Pick<WooOrder, "id">) => page.locator(`#order-${id}`);
const searchFor = (staff: StaffBrowser, text: string) => staff.open(`/orders?search=${encodeURIComponent(text)}`);

test("OL01, OL03: tabs, filters and chips are part of the address", async ({ staff, page }) => {
  await staff.signIn("owner");
  const first = await createOrder(staff, { name: ["Võ", "Hạ"], phone: "0903000001" });
  await staff.open("/orders");
  await page.getByRole("button", { name: /^Chờ XN/ }).click();
  await expect(page).toHaveURL(/stage=to_confirm/);
  await expect(row(page, first)).toContainText("Võ Hạ");
  await expect(row(page, first)).toContainText("COD");
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Tỉnh/thành").selectOption("Thành phố Hà Nội");
  await page.getByRole("dialog").getByLabel("Ngày đặt").selectOption("last_7_days");
  await takeBackOfficePictures(page, "filters");
  await page.getByRole("button", { name: "Xem đơn" }).click();
  await expect(page).toHaveURL(/stage=to_confirm.*day=last_7_days.*province=/);
  await expect(row(page, first)).toBeVisible();
  await page.reload();
  await expect(row(page, first)).toBeVisible();
  await page.getByRole("button", { name: "Bỏ lọc Ngày đặt: 7 ngày" }).click();
  await expect(page).not.toHaveURL(/day=/);
  await page.goBack();
  await expect(page).toHaveURL(/day=last_7_days/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Bỏ hết" }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test("OL02: the search shows what matched", { tag: "@all" }, async ({ staff, page }) => {
  await staff.signIn("owner");
  const order = await createOrder(staff, { name: ["Đinh", "Quỳnh"], phone: "0903000772" });
  await staff.open("/orders");
  const field = page.getByRole("searchbox", { name: "Tìm đơn hàng" });
  for (const [typed, matched] of [
    ["dinh quynh", "tên"],
    ["0772", "SĐT"],
    [order.number, "số đơn"],
  ] as const) {
    await field.fill(typed);
    await expect(row(page, order)).toContainText(matched);
  }
});

test("OL02: the search leaves what is typed after a pause in the field @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  for (const [list, name] of [
    ["orders", "Tìm đơn hàng"],
    ["parcels", "Mã vận đơn hoặc số đơn"],
  ] as const) {
    await staff.open(`/${list}`);
    const field = page.getByRole("searchbox", { name });
    await field.pressSequentially("Trần ");
    await expect(page).toHaveURL(/search=Tr%E1%BA%A7n(&|$)/);
    await field.pressSequentially("Ngọc");
    await expect(page).toHaveURL(/search=Tr%E1%BA%A7n(\+|%20)Ng%E1%BB%8Dc/);
    await expect(field).toHaveValue("Trần Ngọc");
    // both pauses are one step of the history, and Back changes the field
    await page.goBack();
    await expect(page).not.toHaveURL(/search=/);
    await expect(field).toHaveValue("");
  }
});

test("OL10: an empty list states the reason, and removes the last filter", { tag: "@all" }, async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/orders?stage=returning");
  await expect(page.getByText("Không có đơn nào ở giai đoạn này")).toBeVisible();
  await staff.open("/orders?province=Hà Nội&min_total=999999999");
  await expect(page.getByText("Không có đơn nào khớp bộ lọc")).toBeVisible();
  await page.getByRole("button", { name: /Bỏ lọc “Tổng từ/ }).click();
  await expect(page).not.toHaveURL(/min_total/);
  await staff.open("/orders?search=khongcogi");
  await expect(page.getByText("Không tìm thấy “khongcogi”")).toBeVisible();
  await page.getByRole("button", { name: "Xóa tìm kiếm" }).last().click();
  await expect(page.locator("li[id^=order-]").first()).toBeVisible();
});

test("OL05, OL06, GR12: a bulk action runs as one task, and what failed stays selected", async ({ staff, page }) => {
  await staff.signIn("owner");
  const own: NewOrder = { name: ["Tạ", "Bình"], phone: "0903000883" };
  const [first, second] = [await createOrder(staff, own), await createOrder(staff, own)];
  const orders = [first, second, await createOrder(staff, own)];
  await searchFor(staff, "0903000883");
  await expect(row(page, first)).toBeVisible();
  // the action has the version of the list that is shown, not that of one shown before
  await staff.call("PUT", `/wp-json/wc/v3/orders/${first.id}`, { customer_note: "Gọi trước khi giao" });
  const found = page.waitForResponse(/\/orders\?.*search=ta/);
  await page.getByRole("searchbox").fill("ta binh");
  await found;
  for (const order of orders) await row(page, order).getByRole("checkbox").click();
  await expect(page.getByText("Đã chọn 3")).toBeVisible();
  await takeBackOfficePictures(page, "selected");
  // another person cancels one of them meanwhile
  await staff.bo("POST", `/orders/${second.id}/cancel`, { reason: "customer" });
  await page.getByRole("button", { name: /^Xác nhận/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Xác nhận 3 đơn/ })
    .click();
  await expect(page.getByText("Xong 2/3, lỗi 1")).toBeVisible();
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
  await expect(row(page, second).getByRole("checkbox")).toBeChecked();
  await expect(row(page, first)).toContainText("Chờ đóng gói");
  await expect(page.getByRole("region", { name: "Tiến độ" })).toContainText(second.number);
});

test("OL04: a view keeps filters under a name, opens them again, and is deleted", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("staff");
  await staff.open("/orders?gift=true&stage=completed");
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Cho mọi người")).toHaveCount(0);
  await dialog.getByLabel("Lưu bộ lọc đang xem thành").fill("Quà đã giao");
  await dialog.getByRole("button", { name: "Lưu" }).click();
  const view = dialog.getByRole("button", { name: "Quà đã giao", exact: true });
  await expect(view).toBeVisible();
  await dialog.getByRole("button", { name: "Chưa gọi được" }).click();
  await expect(page).toHaveURL(/unreachable=true/);
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  await view.click();
  await expect(page).toHaveURL(/gift=true/);
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  const remove = async () => {
    await dialog.getByRole("button", { name: "Xóa “Quà đã giao”" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await remove();
  await page.getByRole("status").getByRole("button", { name: "Hoàn tác" }).click();
  await expect(page.getByText("Đã hoàn tác")).toBeVisible();
  await page.getByRole("button", { name: "Khung nhìn" }).click();
  await expect(view).toBeVisible();
  await remove();
});

test("OL08: J, K and X move and select in the list, and nothing while text is typed", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const own: NewOrder = { name: ["Mạc", "Vân"], phone: "0903000994" };
  const [older, newer] = [await createOrder(staff, own), await createOrder(staff, own)];
  await searchFor(staff, "mac van");
  await expect(row(page, newer)).toBeVisible();
  await page.locator("main h1").focus();
  // at the pace of a person: keys that follow within 100 ms are those of a hand scanner
  for (const key of ["j", "j", "x"]) await page.keyboard.press(key, { delay: 150 });
  await expect(row(page, older).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("k");
  await expect(row(page, newer)).toHaveAttribute("data-current", "true");
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("x");
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
});

test("OL08, GR05: an order opens next to its list on a large screen, and the arrows open its neighbours", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const own: NewOrder = { name: ["Tô", "Liên"], phone: "0903000337" };
  const [older, newer] = [await createOrder(staff, own), await createOrder(staff, own)];
  await searchFor(staff, "to lien");
  await row(page, older).getByRole("checkbox").click();
  await row(page, newer).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/orders/${newer.id}\\?search=`));
  await expect(page.getByRole("heading", { name: `Đơn ${newer.number}` })).toBeVisible();
  await expect(row(page, older).getByRole("checkbox")).toBeChecked();
  await page.getByRole("button", { name: "Đơn sau" }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${older.id}\\?search=`));
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/orders\?search=/);
  await expect(page.getByText("Đã chọn 1")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use(phone);

  test("OL08: returning from an order keeps page, place and selection of the list", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    await staff.open("/orders?orderby=date");
    const last = page.locator("li[id^=order-]").last();
    await last.getByRole("checkbox").click();
    // the bar comes below the list: at the end of the page it covers no row
    await expect(page.getByText("Đã chọn 1")).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toBeInViewport({ ratio: 1 });
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(100);
    await last.getByRole("link").click();
    await expect(page).toHaveURL(/\/orders\/\d+\?orderby=date/);
    await expect(last).toBeHidden();
    await page.getByRole("link", { name: "Đơn hàng" }).first().click();
    await expect(page).toHaveURL(/\/orders\?orderby=date/);
    await expect(last).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await expect(page.getByText("Đã chọn 1")).toBeVisible();
  });

  test("OL05, OL07: a long press selects, a swipe executes the next step, and undo reverts it", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const order = await createOrder(staff, { name: ["Lý", "Hoa"], phone: "0903000115" });
    await searchFor(staff, "ly hoa");
    const one = row(page, order);
    await expect(one).toBeVisible();
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    /** @returns points of the row, at its place now: a click scrolls the page if it has to */
    const place = async () => {
      const { x, y } = (await one.boundingBox()) ?? { x: 0, y: 0 };
      return (dx: number) => [{ x: x + 60 + dx, y: y + 24 }];
    };
    await send("touchStart", (await place())(0));
    await expect(page.getByText("Đã chọn 1")).toBeVisible();
    await send("touchEnd", []);
    await expect(page).toHaveURL(/\/orders\?/);
    await page.getByRole("button", { name: "Bỏ chọn" }).click();
    await expect(page.getByText("Đã chọn 1")).toHaveCount(0);
    const at = await place();
    await send("touchStart", at(0));
    for (const dx of [20, 50, 90, 110]) await send("touchMove", at(dx));
    await send("touchEnd", []);
    await expect(page.getByText(`Đã xác nhận đơn ${order.number}`)).toBeVisible();
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(page.getByText("Đã hoàn tác")).toBeVisible();
    await expect(one).toContainText("Chờ xác nhận");
  });

  test("OL07: a swipe counts also if no frame is rendered before the finger is lifted", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const order = await createOrder(staff, { name: ["Lý", "Lan"], phone: "0903000116" });
    await searchFor(staff, "ly lan");
    await row(page, order)
      .getByRole("link")
      .first()
      .evaluate((link) => {
        const send = (type: string, dx: number) =>
          link.dispatchEvent(
            new PointerEvent(type, { bubbles: true, pointerType: "touch", clientX: 60 + dx, clientY: 20 }),
          );
        send("pointerdown", 0);
        for (const dx of [20, 110]) send("pointermove", dx);
        send("pointerup", 110);
      });
    await expect(page.getByText(`Đã xác nhận đơn ${order.number}`)).toBeVisible();
  });

  test("OL07: the row's menu has the same as swiping, and call and message", { tag: "@all" }, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const order = await createOrder(staff, { name: ["Kiều", "Oanh"], phone: "0903000226" });
    await searchFor(staff, "kieu oanh");
    await page.getByRole("button", { name: `Thao tác với đơn ${order.number}` }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("link", { name: "Gọi 090 300 0226" })).toHaveAttribute("href", "tel:0903000226");
    await expect(dialog.getByRole("link", { name: "Nhắn tin" })).toHaveAttribute("href", "sms:0903000226");
    await dialog.getByRole("button", { name: "Xác nhận không gọi" }).click();
    await expect(page.getByText(`Đã xác nhận đơn ${order.number}`)).toBeVisible();
    await expect(row(page, order)).toContainText("Chờ đóng gói");
    await expectAccessible(page);
  });

  test("AC01: the list has no horizontal scrolling at 320 px", { tag: "@all" }, async ({ staff, page }) => {
    await staff.signIn("owner", "en");
    await staff.open("/orders");
    await expect(page.locator("li[id^=order-]").first()).toBeVisible();
    await expectNoOverflow(page, [320]);
  });
});

test("GR07: packers see neither the list nor its navigation item", { tag: "@all" }, async ({ staff, page }) => {
  await staff.signIn("packer");
  await staff.open("/orders");
  await expect(page.getByText("Bạn không có quyền xem").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Đơn hàng" })).toHaveCount(0);
});
