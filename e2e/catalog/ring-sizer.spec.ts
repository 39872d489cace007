import { expectAccessible } from "../kit/accessibility.ts";
import { expect, test } from "../kit/test.ts";

const signet = "/product-detail/105/nhan-vang-signet-oval";

test("a ring is measured on the screen and its size is applied to the product, by keyboard and by dragging @all", async ({
  page,
}) => {
  await page.goto(signet);
  const main = page.getByRole("main");
  await main.getByRole("radio", { name: /Hộp quà/ }).check();
  await main.getByRole("link", { name: "Hướng dẫn đo size" }).click();
  await main.getByRole("link", { name: "Đo size trên màn hình" }).click();
  const sizer = page.locator("#ring-sizer");
  const card = sizer.getByRole("slider", { name: "Cỡ khung thẻ" });
  await expect(card).toBeInViewport();
  await expect(sizer.getByRole("link", { name: "Quay lại Nhẫn signet oval mạ vàng" })).toBeInViewport();
  await expectAccessible(page);

  // an ISO card is 85.6 mm long: at 428 pixels, a millimetre is 5 pixels
  await card.fill("420");
  await card.press("ArrowRight");
  await sizer.getByRole("button", { name: "Phóng to khung thẻ" }).click();
  await expect(card).toHaveValue("422");
  const corner = sizer.locator("[data-drag=card]");
  await corner.hover(); // hover waits until the corner does not move any more
  const handle = await corner.boundingBox();
  if (!handle) throw new Error("the outline's corner is not visible");
  const [held, heldY] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.down();
  await page.mouse.move(held + 6, heldY + 6 * (53.98 / 85.6));
  await page.mouse.up();
  await expect(card).toHaveValue("428");
  await expect(card).toHaveAttribute("aria-valuetext", "428 điểm ảnh");
  await sizer.getByRole("button", { name: "Khung đã khớp thẻ" }).press("Enter");

  const ring = sizer.getByRole("slider", { name: "Đường kính trong" });
  const step = sizer.getByRole("heading", { name: "Bước 2: đặt nhẫn lên vòng tròn" });
  await expect(step).toBeFocused();
  await expect(step).toBeInViewport();
  const result = sizer.getByRole("status");
  await expect(result, "nothing was measured yet").toContainText("Khi vòng tròn đã khớp nhẫn");
  await expect(result.getByRole("link", { name: /size/ })).toHaveCount(0);
  await expect(ring).toHaveAttribute("aria-valuetext", /^16,6\smm$/);
  await ring.fill("16.1");
  await ring.press("ArrowRight");
  await expect(ring).toHaveAttribute("aria-valuetext", /^16,2\smm, 50 hoặc 52\smm$/);
  const circle = async () => (await sizer.locator("[data-size=ring]").boundingBox())?.width;
  await expect.poll(circle).toBeCloseTo(16.2 * 5, 0);
  await expect(result).toContainText("chúng tôi khuyên chọn size lớn hơn: 52 mm");
  await expect(result).toContainText("16,2 mm ± 0,2");
  await expect(result).toContainText("50,9 mm ± 0,6");
  await expect(result).toContainText("Size VN10 – 12");
  await expectAccessible(page);
  await ring.fill("19.7");
  await expect(result).toContainText("Nhẫn signet oval mạ vàng không có size 62 mm");
  await ring.fill("17.2");
  await result.getByRole("link", { name: "Chọn size 54 mm" }).click();
  await expect(page).toHaveURL(/\/product-detail\/105\/[\w-]+\?variation=\d+$/);
  await expect(main.getByRole("radio", { name: /^54 mm/ })).toBeChecked();
  await expect(main.getByRole("radio", { name: /Hộp quà/ })).toBeChecked();
});

test("on a phone, in English, the scale is stored, a strip's length works too, and the size stays chosen for the next ring", {
  tag: "@all",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem("screen-scale", "6"));
  await page.goto("/services?lang=en", { waitUntil: "networkidle" });
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  const sizer = page.locator("#ring-sizer");
  await expect(sizer.getByRole("radio")).toHaveCount(0);
  await sizer.getByRole("button", { name: "Measure my size" }).click();
  await expect(sizer.getByRole("slider", { name: "Inner diameter" })).toBeVisible();
  expect(scripts.length, "scripts that come with the sizer alone").toBeGreaterThan(0);
  await sizer.getByRole("button", { name: "Set the scale again" }).click();
  await expect(sizer.getByRole("slider", { name: "Size of the card outline" })).toBeFocused();
  await sizer.getByRole("radio", { name: "A paper strip" }).check();
  const length = sizer.getByRole("textbox", { name: /Length/ });
  const result = sizer.getByRole("status");
  await length.fill("5,2");
  await expect(sizer.getByText("Please enter a number from 40 to 75 mm.")).toBeVisible();
  await length.fill("70");
  await expect(result).toContainText("The largest Lianne size is 62 mm");
  await expect(result.getByRole("link")).toHaveCount(0);
  await length.fill("55.8 mm");
  await expect(result).toContainText("US size7.5");
  await expectAccessible(page);
  await expect(result).toContainText("Each ring opens in size 56 mm where it is made.");
  await result.getByRole("link", { name: "See all rings" }).click();
  await expect(page).toHaveURL(/\/products\/category\/rings/);
  await page.locator("main article a[href*='/115/']").click();
  const main = page.getByRole("main");
  await expect(main.getByRole("radio", { name: /^56 mm/ })).toBeChecked();
  // if that size is sold out, another one is selected and a message gives the reason
  await page.evaluate(() => sessionStorage.setItem("person:ring-size", "58 mm"));
  await page.goto("/product-detail/103/nhan-vang-eternity-cz?lang=en");
  await expect(main.getByText("The size you measured, 58 mm, is sold out. 48 mm is preselected.")).toBeVisible();
  await expect(main.getByRole("radio", { name: /^48 mm/ })).toBeChecked();
  await main.getByRole("radio", { name: /^50 mm/ }).check();
  await expect(main.getByText("The size you measured")).toBeHidden();
});

test.describe("on a touchscreen", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("a phone shows the whole outline of the card, and then the circle before any size", { tag: "@all" }, async ({
    page,
  }) => {
    await page.goto("/services", { waitUntil: "networkidle" });
    const sizer = page.locator("#ring-sizer");
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.reload({ waitUntil: "networkidle" });
      await sizer.getByRole("button", { name: "Đo size của tôi" }).click();
      const corner = sizer.locator("[data-drag=card]");
      await expect(corner).toBeVisible();
      await corner.scrollIntoViewIfNeeded();
      const card = await corner.locator("xpath=..").boundingBox();
      expect(card?.x).toBeGreaterThanOrEqual(0);
      expect((card?.x ?? 0) + (card?.width ?? width + 1)).toBeLessThanOrEqual(width);
      const box = await corner.locator("xpath=../..").boundingBox();
      expect(card?.width).toBeLessThanOrEqual(box?.width ?? 0);
    }
    await sizer.getByRole("button", { name: "Khung đã khớp thẻ" }).click();
    await expect(sizer.getByRole("heading", { name: /Bước 2/ })).toBeInViewport();
    await expect(sizer.locator("[data-size=ring]")).toBeInViewport({ ratio: 1 });
    await expect(sizer.getByRole("link")).toHaveCount(0);
    await sizer.getByRole("button", { name: "Vòng tròn đã khớp nhẫn" }).click();
    const result = sizer.getByRole("status");
    await expect(result.getByRole("heading", { name: "Size của bạn" })).toBeFocused();
    await expect(result.getByRole("link", { name: "Xem tất cả nhẫn" })).toBeVisible();
  });
});
