import { translatorFor } from "./checkout/translate.ts";
import { holdScripts } from "./kit/hold-scripts.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

test("what is typed into the search box before hydration is searched for", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/about-us", { waitUntil: "commit" });
  const box = page.getByRole("combobox", { name: t("header.search") });
  await box.pressSequentially("ngọc");
  release();
  await page.waitForFunction(() => window.isHydrated);
  await expect(box).toHaveValue("ngọc");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/search\?keyword=ng/);
});

test("an email typed into the newsletter form before hydration is sent", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/about-us", { waitUntil: "commit" });
  const field = page.getByLabel(t("footer.newsletter_placeholder"));
  await field.fill("lan@example.com");
  release();
  await page.waitForFunction(() => window.isHydrated);
  await page.getByRole("button", { name: t("footer.newsletter_button") }).click();
  // a guest registers with it
  await expect(page.getByRole("dialog").getByLabel(t("auth.email"), { exact: true })).toHaveValue("lan@example.com");
});
