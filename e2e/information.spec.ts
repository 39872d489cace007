import type { Page } from "@playwright/test";
import { type Translate, translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const policies = ["warranty", "return", "shipping", "privacy", "payment"];
const main = (page: Page) => page.getByRole("main");
const open = (page: Page) => main(page).locator("details[open]");

/** Statements that the specification requires on a page. */
const promises: Record<string, RegExp> = {
  "vi warranty": /12 tháng.*bạc/,
  "vi return": /7 ngày/,
  "vi shipping":
    /Miễn phí.*từ 2 sản phẩm.*1 ngày làm việc.*2–3 ngày.*7–15 ngày.*ra nước ngoài, vui lòng nhắn cho chúng tôi/s,
  "en warranty": /12.month/i,
  "en return": /7 days/,
  "en shipping": /free.*two or more.*1 business day.*2–3 business days.*7–15 days.*abroad, please write to us/is,
};

async function walkSupport(page: Page, t: Translate, lang: string): Promise<void> {
  const titles = main(page).locator("details > summary");
  await page.goto(`/support?lang=${lang}&section=nonsense`);
  await expect(titles).toHaveCount(policies.length);
  await expect(open(page)).toHaveCount(0);
  for (const id of ["warranty", "return", "shipping"]) {
    await page.goto(`/support?lang=${lang}&section=${id}`);
    await expect(open(page)).toHaveCount(1);
    await expect(open(page)).toHaveId(id);
    await expect(page.locator(`#${id} > summary`)).toBeInViewport();
    await expect(page.locator(`#${id}`)).toHaveText(promises[`${lang} ${id}`] ?? /^$/);
  }
  const heading = lang === "vi" ? "Thay đổi hoặc hủy đơn" : "Change or cancel an order";
  await expect(page.locator("#return").getByText(heading, { exact: true })).toHaveCount(1);
  await main(page)
    .getByRole("button", { name: t("support.expand_all") })
    .click();
  await expect(open(page)).toHaveCount(policies.length);
  await main(page)
    .getByRole("button", { name: t("support.collapse_all") })
    .click();
  await expect(open(page)).toHaveCount(0);
  await titles.nth(4).press("Enter");
  await expect(open(page)).toHaveId("payment");
}

async function walkServices(page: Page, t: Translate, lang: string): Promise<void> {
  for (const anchor of ["jewelry-care", "size-guide"]) {
    await page.goto("about:blank");
    await page.goto(`/services?lang=${lang}#${anchor}`);
    await expect(page.locator(`#${anchor}`).getByRole("heading", { level: 2 })).toBeInViewport();
  }
  await expect(main(page).getByRole("link", { name: t("services.tracking_button") })).toHaveAttribute(
    "href",
    /^\/profile\?(lang=\w+&)?tab=orders/,
  );
  await expect(main(page).locator("#size-guide")).toContainText(t("ring_guide.formula"));
  await expect(main(page).getByRole("table", { name: t("services.size_table_caption") })).toBeVisible();
  for (const often of ["services.care_home", "services.care_professional"])
    await expect(main(page).locator("#jewelry-care")).toContainText(t(often));
  await expect(main(page).locator("#jewelry-care")).toContainText(
    lang === "vi" ? /1–2 tháng.*3–4 tháng/s : /1–2 months.*3–4 months/s,
  );
  await main(page)
    .getByRole("link", { name: t("services.care_title") })
    .click();
  await expect(page).toHaveURL(/#jewelry-care$/);
  await expect(page.locator("#jewelry-care").getByRole("heading", { level: 2 })).toBeInViewport();
}

async function walkNotFound(page: Page, lang: string): Promise<void> {
  for (const path of ["/404", "/khong/co/trang-nay"]) {
    expect((await page.goto(`${path}?lang=${lang}`))?.status(), path).toBe(404);
    for (const slug of ["rings", "necklaces", "earrings", "bracelets"])
      await expect(main(page).locator(`a[href^="/products/category/${slug}"]`)).toBeVisible();
  }
}

async function lookAtFooter(page: Page, t: Translate, folded: boolean): Promise<void> {
  const footer = page.getByRole("contentinfo");
  for (const [title, link] of [
    ["customer_service", "size_guide"],
    ["about", "our_story"],
    ["support", "warranty"],
  ]) {
    const heading = footer.getByText(t(`footer.${title}`), { exact: true }).filter({ visible: true });
    if (folded) await heading.click();
    await expect(heading).toBeVisible();
    await expect(footer.getByRole("link", { name: t(`footer.${link}`) }).filter({ visible: true })).toBeVisible();
  }
  await expect(footer.getByText(t("footer.address"))).toBeVisible();
  await expect(footer.getByRole("img", { name: t("footer.map_alt") })).toBeVisible();
  await expect(footer.getByRole("link", { name: t("footer.map") })).toHaveAttribute("href", /openstreetmap\.org/);
  for (const network of ["Facebook", "Instagram", "TikTok", "Zalo"])
    await expect(footer.getByRole("link", { name: network })).toHaveAttribute("target", "_blank");
  await expect(footer.getByRole("link", { name: t("footer.badge_text") })).toHaveAttribute("href", /online\.gov\.vn/);
}

for (const { lang, ...viewport } of [
  { lang: "vi", width: 390, height: 844 },
  { lang: "en", width: 1440, height: 900 },
] as const)
  test(`SO15: policies, services, about, a missing page, and the footer at ${viewport.width} px`, {
    tag: "@all",
  }, async ({ page, expectedMessages }) => {
    expectedMessages.push(/404/);
    await page.setViewportSize(viewport);
    const t = translatorFor(lang);
    await walkSupport(page, t, lang);
    await walkServices(page, t, lang);
    await page.goto(`/about-us?lang=${lang}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("about.title"));
    await walkNotFound(page, lang);
    await lookAtFooter(page, t, viewport.width < 1024);
  });

test("a customer is subscribed at once, without a dialog, with a confirmation", async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  await page.goto("/gifts");
  const footer = page.getByRole("contentinfo");
  const t = translatorFor("vi");
  // once the session is known, the hint to create an account is hidden
  await expect(footer.getByText(t("footer.newsletter_hint"))).toBeHidden();
  await footer.getByLabel(t("footer.newsletter_placeholder")).fill(shopper.person.email);
  await footer.getByRole("button", { name: t("footer.newsletter_button") }).click();
  await expect(footer.getByRole("status")).toHaveText(t("toast.newsletter_success"));
  await expect(dialogOn(page)).toBeHidden();
});

test("a page is as long as before once the session of a customer is known @all", async ({ page, shopper }) => {
  const t = translatorFor("vi");
  await page.setViewportSize({ width: 390, height: 844 });
  await shopper.registerAndLogIn();
  const released = Promise.withResolvers<void>();
  await page.route(/\/check-auth\b/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto("/cart?lang=vi");
  const hint = page.getByRole("contentinfo").getByText(t("footer.newsletter_hint"));
  await expect(hint).toBeVisible();
  // the items of the bag are loaded by then
  await expect(page.getByRole("main").getByText(t("cart.empty"))).toBeVisible();
  const lengthOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await lengthOf();
  released.resolve();
  await expect(hint).toBeHidden();
  expect(await lengthOf()).toBe(before);
});
