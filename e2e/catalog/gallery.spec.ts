import type { Page } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { expect, test } from "../kit/test.ts";

const mai = "/product-detail/104/nhan-bac-hoa-mai-da-moonstone";
const gallery = (page: Page) => page.getByRole("region", { name: "Hình ảnh sản phẩm" });
const thumb = (page: Page, index: number) => gallery(page).getByRole("button", { name: `Xem ảnh ${index}` });

const drag = async (page: Page, px: number): Promise<void> => {
  const box = await gallery(page)
    .getByRole("button", { name: /^Phóng to ảnh/ })
    .first()
    .boundingBox();
  if (!box) throw new Error("no picture");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px / 2, y);
  await page.mouse.move(x + px, y);
  await page.mouse.up();
};

test("a swipe of 40 px changes the picture, a shorter one does not", async ({ page }) => {
  await page.goto(mai);
  await expect(thumb(page, 1)).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 0 sản phẩm" }).first()).toBeVisible();
  await drag(page, -30);
  await expect(thumb(page, 1)).toHaveAttribute("aria-current", "true");
  await drag(page, -45);
  await expect(thumb(page, 2)).toHaveAttribute("aria-current", "true");
});

/** A pinch with two fingers around the middle of the screen, moved apart until they are `to` px from each other. */
async function pinch(page: Page, to: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const fingers = (px: number) => [-px / 2, px / 2].map((x, id) => ({ x: width / 2 + x, y: height / 2, id }));
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(60) });
  for (let px = 80; px <= to; px += 20)
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(px) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await touch.detach();
}

test("full screen: arrow keys change the picture, a pinch zooms, Escape closes and the focus returns", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(mai);
  const open = gallery(page).getByRole("button", { name: "Xem toàn màn hình" });
  await open.click();
  const viewer = dialogOn(page);
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  const picture = viewer.locator("[aria-hidden=false] img.pswp__img:not(.pswp__img--placeholder)");
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  // it has loaded and is fully in the viewport
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).toBeInViewport({ ratio: 1 });
  expect(await width()).toBeLessThanOrEqual(390);
  await pinch(page, 240);
  await expect.poll(width).toBeGreaterThan(600);
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(thumb(page, 2)).toHaveAttribute("aria-current", "true");
});

test("nothing moves automatically with reduced motion", async ({ page }) => {
  await page.clock.install();
  await page.goto(mai);
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 0 sản phẩm" }).first()).toBeVisible();
  await page.clock.runFor(9000);
  await expect(thumb(page, 1)).toHaveAttribute("aria-current", "true");
  await expect(gallery(page).getByRole("button", { name: "Tạm dừng chuyển ảnh" })).toHaveCount(0);
});

test.describe("without reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("the gallery advances every 4 s, but not while hovered, focused, full screen or paused", async ({ page }) => {
    await page.clock.install();
    await page.goto(mai);
    const pause = gallery(page).getByRole("button", { name: "Tạm dừng chuyển ảnh" });
    await expect(pause).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(async () => {
      await page.clock.runFor(4000);
      await expect(thumb(page, 2)).toHaveAttribute("aria-current", "true", { timeout: 100 });
    }).toPass();
    const elsewhere = page.getByRole("link", { name: "Lianne, về trang chủ" }).first();
    const standsStill = async () => {
      const index = (await thumb(page, 1).getAttribute("aria-current")) === "true" ? 1 : 2;
      await page.clock.runFor(9000);
      await expect(thumb(page, index)).toHaveAttribute("aria-current", "true");
    };
    await gallery(page).hover();
    await standsStill();
    await page.mouse.move(0, 0);
    await thumb(page, 1).focus();
    await standsStill();
    await elsewhere.focus();
    await gallery(page).getByRole("button", { name: "Xem toàn màn hình" }).click();
    await page.mouse.move(0, 0);
    await expect(dialogOn(page)).toBeVisible();
    await standsStill();
    await page.keyboard.press("Escape");
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(dialogOn(page)).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await pause.click();
    await page.mouse.move(0, 0);
    await elsewhere.focus();
    await standsStill();
  });
});
