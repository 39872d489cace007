import { OrderInfo } from "./checkout/order-info.ts";
import { tick } from "./checkout/selection.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: "active" }));

test("in forced colours the chosen option and the border of the primary button are visible", async ({ page }) => {
  await page.goto("/product-detail/101/nhan-bac-solitaire-cz");
  const buy = page.getByRole("button", { name: "Thêm vào giỏ" }).first();
  await expect(buy).toHaveCSS("border-top-width", "1px");
  const options = page.getByRole("main").locator("label:has(> input[type=radio])");
  await expect(options.filter({ has: page.locator(":checked") }).first()).toHaveCSS("outline-style", "solid");
  await expect(options.filter({ has: page.locator("input:not(:checked)") }).first()).toHaveCSS("outline-style", "none");
});

test("in forced colours the tick of a checkbox and the current tab are visible", { tag: "@all" }, async ({ page }) => {
  await page.request.post("/wp-json/custom-cart/v1/add", {
    data: { product_id: 101, variation_id: 10102, quantity: 1 },
  });
  await page.goto("/about-us");
  await page.getByRole("link", { name: /^Mở giỏ hàng/ }).click();
  const all = dialogOn(page).getByRole("checkbox", { name: "Chọn tất cả" });
  await expect(all).toBeChecked();
  const colors = () =>
    all.evaluate((box) => {
      const tick = box.nextElementSibling;
      return [getComputedStyle(box).backgroundColor, tick ? getComputedStyle(tick).color : ""];
    });
  const [ground, tick] = await colors();
  expect(tick).not.toBe(ground);
  expect(tick, "the system's text colour").toBe(await page.evaluate(() => getComputedStyle(document.body).color));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Mở tài khoản" }).click();
  const tab = (selected: boolean) => dialogOn(page).getByRole("tab", { selected });
  await expect(tab(true)).toHaveCSS("outline-style", "solid");
  await expect(tab(false)).toHaveCSS("outline-style", "none");
});

test("in forced colours checkout shows what is chosen and ticked, and the border of its button", {
  tag: "@all",
}, async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  await tick(page, [await new StoreCalls(page).put(109, 10901)]);
  await page.goto("/checkout/order-info");
  const form = new OrderInfo(page, translatorFor("vi"));
  await expect(form.submit).toHaveCSS("border-top-width", "1px");
  const labels = page.getByRole("main").locator("label:has(> input[type=radio])");
  await form.choice("payment_cod").check();
  // elsewhere than at the focused option, which has the focus ring
  await form.field("email").focus();
  await expect(labels.filter({ has: page.locator(":checked") }).last()).toHaveCSS("outline-style", "solid");
  await expect(labels.filter({ has: page.locator("input:not(:checked)") }).first()).toHaveCSS("outline-style", "none");
  await form.useMyInfo.check();
  const [ground, mark] = await form.useMyInfo.evaluate((box) => [
    getComputedStyle(box).backgroundColor,
    box.nextElementSibling ? getComputedStyle(box.nextElementSibling).color : "",
  ]);
  expect(mark).not.toBe(ground);
});
