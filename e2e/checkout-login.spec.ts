import { StoreCalls } from "./checkout/store-calls.ts";
import { wordsIn } from "./checkout/words.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = wordsIn("vi");
const plain = { id: 109, variation: 10901, name: "Nhẫn bạc trơn cổ điển" };
const solitaire = { id: 101, variation: 10102, name: "Nhẫn bạc solitaire đính đá CZ" };

test("a guest's Buy now is preserved by the login: only that line is under review", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  const person = await shopper.register();
  await new StoreCalls(page).put(plain.id, plain.variation);
  await page.goto(`/product-detail/${solitaire.id}/`);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("product.buy_now") })
    .first()
    .click();
  const dialog = dialogOn(page);
  await dialog.getByRole("tab", { name: t("auth.login_tab") }).click();
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(person.password);
  await dialog.getByLabel(t("auth.password"), { exact: true }).press("Enter");
  await page.waitForURL("**/checkout");
  const lines = page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(solitaire.name);
});

test("UA05, UA06: a guest's Buy now and Check out open the registration over the page, which stays when it is closed", async ({
  page,
}) => {
  const leave = {
    close: () =>
      dialogOn(page)
        .getByRole("button", { name: t("common.close") })
        .click(),
    escape: () => leaveByEscape(dialogOn(page)),
    back: () => page.goBack(),
  };
  const notice = dialogOn(page, t("auth.checkout_register_title"));
  const stays = async (path: string, button: string) => {
    for (const close of Object.values(leave)) {
      await page.goto(path);
      const address = page.url();
      await page.getByRole("main").getByRole("button", { name: button }).first().click();
      await expect(notice).toBeVisible();
      await expect(page).toHaveURL(address);
      await close();
      await expect(notice).toBeHidden();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole("main").getByRole("button", { name: button }).first()).toBeVisible();
    }
  };
  await stays(`/product-detail/${solitaire.id}/`, t("product.buy_now"));
  await stays("/cart", t("cart.checkout"));
});

test("UA06: the login over the open bag leaves the bag open when it is closed, and leads to checkout when it succeeds", async ({
  page,
  shopper,
}) => {
  const person = await shopper.register();
  await page.goto("/about-us");
  await new StoreCalls(page).put(plain.id, plain.variation);
  await page.reload();
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count: 1 }) })
    .filter({ visible: true })
    .click();
  const bag = dialogOn(page, t("cart.title"));
  const login = dialogOn(page, t("auth.checkout_register_title"));
  const checkOut = bag.getByRole("button", { name: t("cart.checkout") });
  for (const close of [() => leaveByEscape(login), () => page.goBack()]) {
    await checkOut.click();
    await expect(login).toBeVisible();
    await expect(bag).toBeHidden();
    await close();
    await expect(login).toBeHidden();
    await expect(checkOut).toBeVisible();
    await expect(bag.getByRole("checkbox", { name: t("cart.select", { name: plain.name }) })).toBeChecked();
    await expect(page).toHaveURL(/\/about-us$/);
  }
  // Back closes the bag, as before the login
  await page.goBack();
  await expect(bag).toBeHidden();
  await expect(page).toHaveURL(/\/about-us$/);
  await page
    .getByRole("link", { name: t("a11y.open_cart", { count: 1 }) })
    .filter({ visible: true })
    .click();
  await checkOut.click();
  await login.getByRole("tab", { name: t("auth.login_tab") }).click();
  const dialog = dialogOn(page, t("auth.checkout_login_title"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(person.password);
  await dialog.getByLabel(t("auth.password"), { exact: true }).press("Enter");
  await page.waitForURL("**/checkout");
  await expect(page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem")).toHaveCount(1);
  await expect(dialogOn(page)).toHaveCount(0);
});
