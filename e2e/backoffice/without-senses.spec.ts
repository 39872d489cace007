import type { Page } from "@playwright/test";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder, hoops, hoopsSku } from "./demo-orders.ts";
import { expect, handScan, phone, test } from "./kit.ts";
import { orderToPack } from "./pack-kit.ts";

/** Counts what the device would have played and vibrated. */
const countFeedback = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem("lianne-admin-camera", "off");
    const felt = { vibrations: 0, tones: 0 };
    Object.assign(window, { felt });
    navigator.vibrate = () => {
      felt.vibrations++;
      return true;
    };
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      felt.tones++;
      return create.call(this);
    };
  });
const felt = (page: Page): Promise<{ vibrations: number; tones: number }> =>
  page.evaluate(() => ({ ...(window as unknown as { felt: { vibrations: number; tones: number } }).felt }));

test.describe("on a phone", () => {
  test.use(phone);

  test("AC03, AC04: a scan is shown and announced in words, and tones and vibration can be switched off", async ({
    staff,
    page,
  }) => {
    await countFeedback(page);
    await staff.signIn("owner");
    const scanIn = async (id: number) => {
      await staff.open(`/pack/${id}`);
      await expect(page.getByText("0/2")).toBeVisible();
      await handScan(page, hoopsSku);
      await expect(page.getByText("1/2")).toBeVisible();
      await expect(
        page.getByRole("status").filter({ hasText: /^Đúng: Bông tai bạc trăng và sao .*Còn 1 món\.$/ }),
      ).toBeVisible();
    };
    await staff.bo("PUT", "/profile", { scanner_tones: true, scanner_vibration: true });
    await scanIn(await orderToPack(staff, { lines: [{ ...hoops, quantity: 2 }] }));
    expect(await felt(page)).toEqual({ vibrations: 1, tones: 1 });
    await staff.open("/me");
    for (const name of ["Âm báo khi quét", "Rung khi quét"]) await page.getByLabel(name).uncheck();
    await expect
      .poll(() => staff.bo("GET", "/profile"))
      .toMatchObject({ scanner_tones: false, scanner_vibration: false });
    await scanIn(await orderToPack(staff, { lines: [{ ...hoops, quantity: 2 }] }));
    expect(await felt(page)).toEqual({ vibrations: 0, tones: 0 });
    await staff.bo("PUT", "/profile", { scanner_tones: true, scanner_vibration: true });
  });

  test("AC03, ST06: a scanned item whose label cannot be read is shown as a failure, with its tone, and tried again @all", async ({
    staff,
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 400/);
    await countFeedback(page);
    await staff.signIn("owner");
    await staff.bo("PUT", "/profile", { scanner_tones: true, scanner_vibration: true });
    await staff.open("/stock/labels");
    const failure = { status: 400, json: { code: "rest_invalid_param", message: "Nhãn lỗi", data: { status: 400 } } };
    await page.route("**/product-labels?*", (route) => route.fulfill(failure));
    // browsers play nothing on a page that was not touched yet
    await page.getByRole("heading", { level: 1 }).click();
    await handScan(page, hoopsSku);
    await expect(page.getByRole("alert").filter({ hasText: "Nhãn lỗi" })).toBeVisible();
    // the tone of an error is a double one
    expect(await felt(page)).toEqual({ vibrations: 1, tones: 2 });
    await takeBackOfficePictures(page, "label-failed", { fullPage: true });
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Thử lại" }).click();
    await expect(page).toHaveURL(/items=\d+x1$/);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect.poll(() => felt(page)).toEqual({ vibrations: 2, tones: 3 });
    // the same of one that is chosen by its name
    await page.route("**/product-labels?*", (route) => route.fulfill(failure));
    await page.getByLabel("Tên hoặc SKU").fill("nhan bac");
    await page.getByRole("main").getByRole("list").filter({ hasText: "Còn" }).getByRole("button").first().click();
    await expect(page.getByRole("alert").filter({ hasText: "Nhãn lỗi" })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });

  test("AC03: what is swiped or dragged has buttons that do the same", { tag: "@all" }, async ({ staff, page }) => {
    await staff.signIn("owner");
    const name: [string, string] = ["Cao", "Thanh Vân"];
    const { id } = await createOrder(staff, { name, phone: "0908444555" });
    await staff.open("/orders?stage=to_confirm&orderby=date");
    await page.getByRole("button", { name: `Thao tác với đơn ${id}` }).click();
    const actions = page.getByRole("dialog");
    await expect(actions.getByRole("link", { name: "Gọi 090 844 4555" })).toBeVisible();
    await expect(actions.getByRole("button", { name: "Chọn đơn này" })).toBeVisible();
    await actions.getByRole("button", { name: "Xác nhận không gọi" }).click();
    await expect(page.getByRole("status").filter({ hasText: `Đã xác nhận đơn ${id}` })).toBeVisible();
    await staff.open("/products/101/images");
    const second = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Kéo ảnh 2 / }) });
    const alt = await second.getByRole("img").getAttribute("alt");
    await second.getByRole("button", { name: "lên đầu" }).click();
    const first = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Kéo ảnh 1 / }) });
    await expect(first.getByRole("img")).toHaveAttribute("alt", alt ?? "");
    await page.getByRole("region", { name: "Lưu thay đổi" }).getByRole("button", { name: "Bỏ", exact: true }).click();
  });

  test("AC04: a changed count of Today is announced once, and politely @all", async ({ staff, page }) => {
    await staff.signIn("owner");
    await createOrder(staff);
    await staff.open("/");
    const queue = page.locator("main li").filter({ hasText: "Xác nhận" });
    const before = Number(await queue.locator(".tabular").first().textContent());
    const announced = page.locator("main p[role=status].sr-only");
    await expect(announced).toHaveText("");
    await createOrder(staff);
    // as when the page becomes visible again
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await expect(announced).toContainText(new RegExp(`Xác nhận: ${before + 1}`));
    await expect(page.locator("main [aria-live=assertive]")).toHaveCount(0);
  });
});

test("AC05: the day's figures, where a chart would be, are terms and values @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/");
  const figures = page.getByRole("region", { name: "Hôm nay đến giờ" });
  await expect(figures.getByRole("term")).toHaveText(["Đơn hàng", "Giá trị đơn", "Đã thu", "Đang ở ĐVVC"]);
  await expect(figures.getByRole("definition")).toHaveCount(4);
});
