import type { Page } from "@playwright/test";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, handScan, phone, test } from "./kit.ts";
import { openRingToPack, orderToPack, packOrder, twoSizes, withoutCamera } from "./pack-kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

test.use(phone);

const done = (page: Page) => page.getByRole("button", { name: "Xong", exact: true });

test("PK04, PK07 a hand scanner reads codes, and a wrong size stops with what the order needs", async ({
  staff,
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/404/);
  const { ordered, wrong } = await openRingToPack(staff);
  await expect(page.getByText("0/1")).toBeVisible();
  await handScan(page, wrong.sku);
  const alert = page.getByRole("alert").filter({ hasText: "Sai món" });
  await expect(alert).toContainText(`Đây là ${wrong.size}`);
  await expect(alert).toContainText(`đơn cần ${ordered.size}`);
  // nothing is ticked, also by the right code, until the item is put back
  await handScan(page, ordered.sku);
  await alert.getByRole("button", { name: "Đã để lại" }).click();
  await expect(page.getByText("0/1")).toBeVisible();
  await handScan(page, "NO-SUCH-CODE");
  await expect(alert).toContainText("Mã NO-SUCH-CODE không thuộc đơn này.");
  await alert.getByRole("button", { name: "Đã để lại" }).click();
  // typed: the hand scanner's repetition within 2 s does not count
  await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
  const field = page.getByRole("textbox", { name: "Đưa mã vào đây" });
  await field.fill("TYPED-WRONG");
  await page.keyboard.press("Enter");
  await expect(alert).toContainText("Mã TYPED-WRONG không thuộc đơn này.");
  await expect(alert).toBeFocused();
  await expect(alert.getByRole("button", { name: "Đã để lại" })).toBeInViewport();
  await alert.getByRole("button", { name: "Đã để lại" }).click();
  await field.fill(ordered.sku);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1/1")).toBeVisible();
});

test("PK05, PK06 a tap requires a confirmation with the option in large text, and a ring is checked in true size", async ({
  staff,
  page,
}) => {
  const { ordered } = await openRingToPack(staff);
  await page.getByRole("button", { name: "Đo thử trên máy" }).click();
  await expect(page.getByText("màn hình này cần được chỉnh tỉ lệ", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Chỉnh tỉ lệ bằng thẻ ngân hàng" }).click();
  await page.getByRole("button", { name: "Khung đã khớp thẻ" }).click();
  const mm = Number.parseFloat(ordered.size);
  const circle = page.locator(`[data-ring-mm="${mm}"]`);
  await expect(circle).toBeVisible();
  const perMm = await page.evaluate(() => Number(localStorage.getItem("screen-scale")) / devicePixelRatio);
  const box = await circle.boundingBox();
  expect(Math.abs((box?.width ?? 0) - (mm / Math.PI) * perMm)).toBeLessThan(1.5);
  await page.getByRole("button", { name: "Đóng" }).click();
  await page.getByRole("button", { name: /^Chạm để đánh dấu/ }).click();
  const question = page.getByRole("dialog", { name: "Đúng món này?" });
  await expect(question).toContainText(ordered.size);
  await question.getByRole("button", { name: "Đúng, đánh dấu" }).click();
  await expect(page.getByText("1/1")).toBeVisible();
  // its picture in large, also after it was ticked
  await page.getByRole("button", { name: /^Xem ảnh lớn/ }).click();
  const picture = page.getByRole("dialog").locator("img");
  await page.setViewportSize({ width: 800, height: 900 });
  await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(400);
  await page.getByRole("dialog").getByRole("button", { name: "Đóng", exact: true }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("OF05, PK04 the bar that shows a tick being sent moves nothing under the next tap", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  const { id, ordered } = await openRingToPack(staff);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  const sending = page.getByText("Đang gửi 1 thao tác.");
  await expect(sending).toHaveCount(0);
  const item = page.getByRole("button", { name: /^Chạm để đánh dấu/ });
  const before = await item.boundingBox();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/pack/orders/${id}*`, async (route) => {
    if (route.request().method() === "PUT") await held;
    await route.continue();
  });
  await handScan(page, ordered.sku);
  await expect(page.getByText("1/1")).toBeVisible();
  await expect(sending).toBeVisible();
  expect(await page.getByRole("button", { name: /^Xem ảnh lớn/ }).boundingBox()).toEqual(before);
  release();
  await expect(sending).toHaveCount(0);
});

test("OF05 an offered undo is above the buttons of the next screen", { tag: "@all" }, async ({ staff, page }) => {
  await withoutCamera(page);
  await staff.signIn("owner");
  const { id } = await createOrder(staff, { carrier: null });
  await staff.open(`/orders/${id}`);
  await page.getByRole("button", { name: "Xác nhận không gọi" }).click();
  await page.locator("article").getByRole("link", { name: "Đóng gói" }).click();
  await expect(page.getByText(/^Còn: 1 món/)).toBeVisible();
  const undo = page.getByRole("status").filter({ hasText: `Đã xác nhận đơn ${id}` });
  const [toast, finish] = [await undo.boundingBox(), await done(page).boundingBox()];
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(finish?.y ?? 0);
});

test("PK08 an item that is not found sends the order to review, and the next one follows", async ({ staff, page }) => {
  const { id } = await openRingToPack(staff);
  await page.getByRole("button", { name: "Không tìm thấy" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Không tìm thấy" }).click();
  await expect(page).toHaveURL(/\/admin\/pack$/);
  await expect.poll(async () => (await packOrder(staff, id)).stage).toBe("needs_review");
});

test("PK12 a batch shows the tray of the oldest order that needs a scanned item in large text", async ({
  staff,
  page,
}) => {
  await staff.signIn("packer");
  await staff.bo("DELETE", "/pack/batch");
  await withoutCamera(page);
  await staff.signIn("owner");
  const [ordered] = await twoSizes(staff);
  const [first = 0, second = 0, third = 0] = [
    await orderToPack(staff, { lines: [ordered.line] }),
    await orderToPack(staff, { lines: [ordered.line] }),
    await orderToPack(staff, { lines: [ordered.line] }),
  ];
  await staff.bo("POST", "/pack/batch", { ids: [first, second] });
  // the newest order gets the tray that becomes free
  await staff.call("PUT", `/wp-json/wc/v3/orders/${first}`, { status: "cancelled" });
  await staff.bo("POST", "/pack/batch", { ids: [third] });
  await staff.open("/pack/batch");
  await expect(page.getByText("× 2")).toBeVisible();
  await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
  const field = page.getByRole("textbox", { name: "Đưa mã vào đây" });
  for (const tray of ["2", "1"]) {
    await field.fill(ordered.sku);
    await field.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Đặt vào khay" })).toContainText(tray);
  }
  await staff.bo("DELETE", "/pack/batch");
});

test("PK10 by a setting the label opens in a new tab when the order is packed", { tag: "@all" }, async ({
  staff,
  page,
  shop,
}) => {
  await withoutCamera(page);
  await staff.signIn("owner");
  const { order_id } = await new ParcelActions(staff).booked();
  await shop.command("settings set packing_label on");
  await shop.command("settings set packing_photo never");
  await staff.open(`/pack/${order_id}`);
  await page.getByRole("button", { name: /^Chạm để đánh dấu/ }).click();
  await page.getByRole("button", { name: "Đúng, đánh dấu" }).click();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  const opened = page.waitForEvent("popup");
  await done(page).click();
  const label = await opened;
  await expect.poll(() => label.url()).toMatch(/^http/);
  await expect(page).toHaveURL(/\/admin\/pack$/);
  await shop.command("settings set packing_label off");
  await shop.command("settings set packing_photo always");
});

test("PK09 without a camera, or if the browser is refused it, the photo is a chosen picture, with the reason, as soon as it is wanted @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  for (const [error, reason] of [
    ["NotFoundError", "Trình duyệt không mở được máy ảnh."],
    ["NotAllowedError", "Trình duyệt chưa được phép dùng máy ảnh."],
  ] as const) {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", name));
    }, error);
    await staff.open(`/pack/${await orderToPack(staff)}`);
    await page.getByRole("button", { name: "Chụp hộp mở" }).click();
    await expect(page.getByRole("alert").getByText(reason, { exact: false })).toBeVisible();
    await expect(page.getByRole("button", { name: "Chụp", exact: true })).toHaveCount(0);
    await takeBackOfficePictures(page, `without-camera-${error}`);
    const field = page.getByLabel("Chụp hoặc chọn ảnh");
    await expect(field).not.toHaveAttribute("capture");
    await field.setInputFiles("fixtures/pictures/og-image.jpg");
    await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
  }
});
