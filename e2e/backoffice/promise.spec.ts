import { addDays, calendarDayOf, formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, benNgheOfCarrier } from "#fixtures/testing/cod-order.ts";
import { StoreCalls } from "../checkout/store-calls.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures, takePicture } from "../kit/picture.ts";
import { expectLargeTargets } from "../kit/touch-targets.ts";
import { expect, test } from "./kit.ts";

const earrings = 143;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("DP12, GR09, GR11: the promised day of an order is changed for a reason, after the email was shown, and the change is undone", {
    tag: "@all",
  }, async ({ staff, page, shop, shopper, expectedMessages }) => {
    // a refused day
    expectedMessages.push(/400 \(Bad Request\)/);
    test.slow();
    const shoot = (name: string) => takePicture(page, name, { fullPage: true });
    await shopper.registerAndLogIn();
    const line_items = [{ product_id: earrings, quantity: 1 }];
    const id = await new StoreCalls(page).placeCashOrder(aCodOrder({ line_items, ward: benNgheOfCarrier }), aKey());
    await staff.signIn("owner");
    const promiseOf = async () => {
      const { lianne } = await staff.call<WooOrder>("GET", `/wp-json/wc/v3/orders/${id}`);
      return lianne?.promise ?? { from: "", by: "" };
    };
    const before = await promiseOf();
    const shown = (promise: { from: string; by: string }) => `Hẹn ${formatDayRange("vi", promise.from, promise.by)}`;
    const day = addDays(calendarDayOf(new Date()), 20);
    const after = { from: before.from, by: day };

    await staff.open(`/orders/${id}`);
    const main = page.getByRole("main");
    await expect(main.getByText(shown(before), { exact: true })).toBeVisible();
    await expectNoOverflow(page, [320, 390]);
    await main.getByText(shown(before), { exact: true }).scrollIntoViewIfNeeded();
    await shoot("order");
    const open = () => main.getByRole("button", { name: "Đổi ngày hẹn" }).click();
    await open();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(`Đang hẹn ${formatDayRange("vi", before.from, before.by)}.`)).toBeVisible();
    await sheet.getByLabel("Ngày mới").fill(day);
    await sheet.getByLabel("Lý do, khách sẽ đọc").fill("Đá về chậm một tuần");
    await expectAccessible(page);
    await expectLargeTargets(page, sheet);
    await takeBackOfficePictures(page, "sheet");

    // what was typed is there again after a reload
    await page.reload();
    await open();
    await sheet.getByRole("button", { name: "Tiếp tục" }).click();
    await expect(sheet.getByLabel("Ngày mới")).toHaveValue(day);

    // the email as the customer gets it; nothing is sent before
    await sheet.getByRole("button", { name: "Xem email gửi khách" }).click();
    await expect(sheet.getByRole("button", { name: "Đóng" })).toBeFocused();
    const email = sheet.frameLocator("iframe");
    await expect(email.getByText("Lý do: Đá về chậm một tuần")).toBeVisible();
    await expect(email.getByText(`nay dự kiến đến ${formatWeekday("vi", day)}`).first()).toBeVisible();
    await expectLargeTargets(page, sheet);
    await takeBackOfficePictures(page, "preview");
    expect(await promiseOf()).toEqual(before);

    // a day too far ahead is refused at the field, and nothing typed is lost
    await sheet.getByRole("button", { name: "Sửa lại" }).click();
    await expect(sheet.getByRole("button", { name: "Đóng" })).toBeFocused();
    const field = sheet.getByLabel("Ngày mới");
    await expect(field).toHaveAttribute("max", addDays(calendarDayOf(new Date()), 365));
    // as on a device with a wrong clock
    await field.evaluate((input) => input.removeAttribute("max"));
    await field.fill(addDays(day, 400));
    await sheet.getByRole("button", { name: "Xem email gửi khách" }).click();
    await sheet.getByRole("button", { name: "Đổi ngày và gửi email" }).click();
    await expect(sheet.getByText(/^Ngày mới phải từ \d\d\/\d\d\/\d{4} đến \d\d\/\d\d\/\d{4}\.$/)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(sheet.getByLabel("Lý do, khách sẽ đọc")).toHaveValue("Đá về chậm một tuần");
    await takeBackOfficePictures(page, "refused");
    await sheet.getByLabel("Ngày mới").fill(day);

    const send = async () => {
      await sheet.getByRole("button", { name: "Xem email gửi khách" }).click();
      await sheet.getByRole("button", { name: "Đổi ngày và gửi email" }).click();
      await expect(sheet).toHaveCount(0);
      await expect(main.getByText(shown(after), { exact: true })).toBeVisible();
      await expect(main.getByText(/^Đổi ngày hẹn .* · Đá về chậm một tuần$/)).toBeVisible();
    };
    await send();
    const toast = page.getByRole("status").filter({ hasText: `Đã đổi ngày hẹn đơn ${id}` });
    await shoot("changed");
    await toast.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(main.getByText(shown(before), { exact: true })).toBeVisible();
    await expect(main.getByText(/^Đổi ngày hẹn .* · Đá về chậm/)).toHaveCount(0);
    expect(await promiseOf()).toEqual(before);

    // again, and now it stays: the customer sees the new day
    await open();
    await sheet.getByLabel("Ngày mới").fill(day);
    await sheet.getByLabel("Lý do, khách sẽ đọc").fill("Đá về chậm một tuần");
    await send();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectNoOverflow(page, [1440]);
    await shoot("changed-1440");
    await staff.signIn("owner", "en");
    await staff.open(`/orders/${id}`);
    await page.getByRole("button", { name: "More…" }).click();
    await sheet.getByRole("button", { name: "Change promised day" }).click();
    await expect(sheet.getByText(`Promised ${formatDayRange("en", after.from, after.by)}.`)).toBeVisible();
    await shoot("english-1440");
    await staff.signIn("owner");
    await page.goto(`${shop.url}/profile?tab=orders`);
    await expect(page.getByText(formatDayRange("vi", after.from, after.by)).first()).toBeVisible();
    await page.goto(`${shop.url}/final-payment?order_id=${id}`);
    await expect(page.getByText(formatDayRange("vi", after.from, after.by))).toBeVisible();
    await shoot("result-1440");
  });
});
