import type { Page } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { expect, test } from "../kit/test.ts";

const mai = "/product-detail/104/nhan-bac-hoa-mai-da-moonstone";
const gallery = (page: Page) => page.getByRole("region", { name: "Hình ảnh sản phẩm" });
const zoom = (page: Page) =>
  gallery(page)
    .getByRole("button", { name: /^Phóng to ảnh/ })
    .and(page.locator(":not([inert])"))
    .filter({ visible: true });
/** The picture's number, which the gallery displays. */
const number = (page: Page) => gallery(page).getByText(/^\d \/ \d$/);
const thumb = (page: Page, index: number) => gallery(page).getByRole("button", { name: `Xem ảnh ${index}` });

const drag = async (page: Page, px: number): Promise<void> => {
  const box = await zoom(page).first().boundingBox();
  if (!box) throw new Error("no picture");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + px / 2, y);
  await page.mouse.move(x + px, y);
  await page.mouse.up();
};

for (const { device, width, height } of [
  { device: "a phone", width: 390, height: 844 },
  { device: "a desktop", width: 1440, height: 900 },
])
  test(`on ${device} a swipe of 40 px changes the picture, a shorter one does not`, {
    tag: "@all",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(mai);
    await expect(number(page)).toHaveText("1 / 3");
    await expect(page.getByRole("link", { name: /^Mở giỏ hàng, 0 sản phẩm/ }).filter({ visible: true })).toBeVisible();
    await drag(page, -30);
    await expect(number(page)).toHaveText("1 / 3");
    await drag(page, -45);
    await expect(number(page)).toHaveText("2 / 3");
  });

test("on a phone the thumbnails show the picture, and the pictures are not stacked", { tag: "@all" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(mai);
  await expect(thumb(page, 1)).toHaveAttribute("aria-current", "true");
  await thumb(page, 3).click();
  await expect(thumb(page, 3)).toHaveAttribute("aria-current", "true");
  await expect(number(page)).toHaveText("3 / 3");
  await expect(zoom(page)).toHaveCount(1);
});

const views = {
  vi: [
    "Nhẫn bạc hình hoa mai năm cánh ôm viên đá mặt trăng",
    "Nhẫn bạc hoa mai đá mặt trăng, góc nhìn 2",
    "Nhẫn bạc hoa mai đá mặt trăng trên trụ trưng nhẫn, nhìn từ phía trước",
  ],
  en: [
    "Five softly cupped silver mai-blossom petals around a glowing moonstone cabochon on a slim band",
    "Mai Blossom Moonstone Silver Ring, view 2",
    "Mai Blossom Moonstone Silver Ring on a ring cone, seen from the front",
  ],
};

for (const [lang, alts] of Object.entries(views))
  for (const width of [992, 1440])
    test(`at ${width} px the pictures stand in the left column, each with its text (${lang})`, {
      tag: "@all",
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${mai}?lang=${lang}`);
      const pictures = page.getByRole("region", { name: /^(Hình ảnh sản phẩm|Product images)$/ });
      // the gallery contains all of them; those after the first are also shown below it
      const [first, ...stacked] = alts.map((alt) => pictures.locator(`img[alt="${alt}"]`).last());
      if (!first) throw new Error("no picture");
      await expect(pictures.getByRole("list")).toHaveCount(0);
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      let bottom = 0;
      for (const picture of [first, ...stacked]) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
        const box = await picture.evaluate((image) => {
          const { x, y, right, height } = image.getBoundingClientRect();
          return { x, right, top: y + scrollY, bottom: y + scrollY + height };
        });
        expect(box.top).toBeGreaterThan(bottom);
        expect(box.right).toBeLessThan(title?.x ?? 0);
        bottom = box.bottom;
      }
      await expect(first).toHaveAttribute("fetchpriority", "high");
      await expect(first).toHaveAttribute("loading", "eager");
      for (const picture of stacked) {
        await expect(picture).toHaveAttribute("loading", "lazy");
        for (const side of ["width", "height"]) await expect(picture).toHaveAttribute(side, /^\d+$/);
      }
    });

test("a stacked picture opens full screen, and the focus returns to it", { tag: "@all" }, async ({ page }) => {
  await page.goto(mai);
  const third = zoom(page).last();
  await third.click();
  await expect(dialogOn(page).getByText("3 / 3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOn(page)).toHaveCount(0);
  await expect(third).toBeFocused();
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
  await expect(viewer.getByText("1 / 3")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 / 3")).toBeVisible();
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

test("nothing moves automatically with reduced motion", { tag: "@all" }, async ({ page }) => {
  await page.clock.install();
  await page.goto(mai);
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 0 sản phẩm" }).first()).toBeVisible();
  await page.clock.runFor(9000);
  await expect(number(page)).toHaveText("1 / 3");
  await expect(gallery(page).getByRole("button", { name: "Tạm dừng chuyển ảnh" })).toHaveCount(0);
});

test.describe("without reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("the gallery advances every 4 s, but not while hovered, focused, full screen or paused", {
    tag: "@all",
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto(mai);
    const pause = gallery(page).getByRole("button", { name: "Tạm dừng chuyển ảnh" });
    await expect(pause).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(async () => {
      await page.clock.runFor(4000);
      await expect(number(page)).toHaveText("2 / 3", { timeout: 100 });
    }).toPass();
    const elsewhere = page.getByRole("link", { name: "Lianne, về trang chủ" }).first();
    const expectUnchanged = async () => {
      const before = await number(page).textContent();
      await page.clock.runFor(9000);
      await expect(number(page)).toHaveText(before ?? "");
    };
    await gallery(page).hover();
    await expectUnchanged();
    await page.mouse.move(0, 0);
    await zoom(page).last().focus();
    await expectUnchanged();
    await elsewhere.focus();
    await gallery(page).getByRole("button", { name: "Xem toàn màn hình" }).click();
    await page.mouse.move(0, 0);
    await expect(dialogOn(page)).toBeVisible();
    await expectUnchanged();
    await page.keyboard.press("Escape");
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(dialogOn(page)).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await pause.click();
    await page.mouse.move(0, 0);
    await elsewhere.focus();
    await expectUnchanged();
  });
});
