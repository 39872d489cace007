import { expect, test } from "../kit/test.ts";

/** Positions of the parts of a card that must be aligned within a row of cards, in px. */
interface CardLayout {
  top: number;
  priceTop: number;
  /** the middle of the heart below the card's upper edge, and its distance to the right edge */
  heart: { middle: number; inset: number };
  badge: { middle: number; inset: number } | null;
}

for (const width of [390, 1440])
  test(`hearts, badges and prices of a row are aligned at ${width} px`, { tag: width > 390 ? "@all" : [] }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/products/category/rings", { waitUntil: "networkidle" });
    const cards = await page.getByRole("article").evaluateAll((articles) =>
      articles.map((article): CardLayout => {
        const own = article.getBoundingClientRect();
        const boxOf = (selector: string) => article.querySelector(selector)?.getBoundingClientRect();
        const placeOf = (box: DOMRect | undefined, side: "left" | "right") =>
          box && { middle: (box.top + box.bottom) / 2 - own.top, inset: Math.abs(box[side] - own[side]) };
        const [heart, badge] = [boxOf("button svg"), boxOf("article > .absolute > span:first-child")];
        return {
          top: own.top,
          priceTop: boxOf("h2 + p")?.top ?? Number.NaN,
          heart: placeOf(heart, "right") ?? { middle: Number.NaN, inset: Number.NaN },
          badge: placeOf(badge, "left") ?? null,
        };
      }),
    );
    expect(cards.some(({ badge }) => badge)).toBe(true);
    for (const card of cards) {
      const row = cards.filter(({ top }) => top === card.top);
      expect(new Set(row.map(({ priceTop }) => Math.round(priceTop))).size, "prices of a row").toBe(1);
      if (!card.badge) continue;
      expect(Math.abs(card.badge.middle - card.heart.middle), "badge and heart").toBeLessThanOrEqual(1);
      expect(Math.abs(card.badge.inset - card.heart.inset), "distance to the edges").toBeLessThanOrEqual(1);
    }
  });

for (const lang of ["vi", "en"])
  test(`a row of filters that goes on past a phone's edge fades there, and nothing is hidden at its end (${lang})`, {
    tag: lang === "en" ? "@all" : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/products/category/necklaces?orderby=price&order=DESC&types=pendant&gemstone=pearl&lang=${lang}`);
    const row = page.getByRole("list", { name: lang === "vi" ? "Đang lọc" : "Active filters" });
    const fadePx = 48;
    await expect(row).toHaveCSS("mask-image", new RegExp(`^linear-gradient\\(.*calc\\(100% - ${fadePx}px\\)`));
    expect(await row.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeGreaterThan(0);
    const last = row.getByRole("button").last();
    await last.focus();
    await expect
      .poll(async () => {
        const box = await last.boundingBox();
        return box ? box.x + box.width : Number.NaN;
      })
      .toBeLessThan(390 - fadePx + 1);
  });

test("a product's numbers stay on one line with their units", { tag: "@all" }, async ({ page }) => {
  for (const lang of ["vi", "en"]) {
    await page.goto(`/product-detail/104/nhan-bac-hoa-mai-da-moonstone?lang=${lang}`);
    const text = await page.getByRole("main").evaluate((main) => main.textContent);
    expect(text).toMatch(/4\u00a0mm/);
    expect(text).toMatch(/890\.000\u00a0₫/);
    const details = await page.locator(".rich-text").evaluate((part) => part.textContent);
    expect(details).not.toMatch(/\d (mm|cm|g)\b/);
  }
});

test("a placeholder that is longer than its field ends with an ellipsis", { tag: "@all" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/search");
  await expect(page.getByRole("main").locator("input[placeholder]")).toHaveCSS("text-overflow", "ellipsis");
});
