import { chooseTab, logIn } from "./account/auth-dialog.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { translatorFor } from "./checkout/translate.ts";
import { dialogOn, leaveByEscape } from "./kit/dialog.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");
const plain = { id: 109, variation: 10901, name: "Nhẫn bạc trơn cổ điển" };
const solitaire = { id: 101, preselected: 10101, name: "Nhẫn bạc solitaire đính đá CZ" };
const hoops = 143;

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
  await chooseTab(dialog, t("auth.login_tab"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(person.password);
  await dialog.getByLabel(t("auth.password"), { exact: true }).press("Enter");
  await page.waitForURL("**/checkout");
  const lines = page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(solitaire.name);
});

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;
for (const [size, inBag] of [
  ["phone", 0],
  ["phone", 2],
  ["desktop", 0],
  ["desktop", 2],
] as const)
  test(`UA06: the login of Buy now leaves a bag with ${inBag} of the product as it was, until it succeeds, on a ${size}`, {
    tag: size === "phone" && inBag > 0 ? [] : "@all",
  }, async ({ page, shopper }) => {
    await page.setViewportSize(sizes[size]);
    const person = await shopper.register();
    const store = new StoreCalls(page);
    await store.put(plain.id, plain.variation);
    await store.put(hoops, null);
    if (inBag > 0) await store.put(solitaire.id, solitaire.preselected, inBag);
    const box = (name: string) => page.getByRole("main").getByRole("checkbox", { name: t("cart.select", { name }) });
    await page.goto("/cart");
    await box(plain.name).uncheck();
    const selected = () => page.evaluate(() => localStorage.getItem("person:checkout-selection"));
    const before = { bag: (await store.cart()).items, selected: await selected() };
    expect(JSON.parse(before.selected ?? "")).toHaveLength(before.bag.length - 1);
    const login = dialogOn(page, t("auth.checkout_register_title"));
    const leave = {
      close: () => login.getByRole("button", { name: t("common.close") }).click(),
      escape: () => leaveByEscape(login),
      back: () => page.goBack(),
      reload: () => page.reload(),
    };
    const buyNow = page
      .getByRole("main")
      .getByRole("button", { name: t("product.buy_now") })
      .first();
    await page.goto(`/product-detail/${solitaire.id}/`);
    for (const close of Object.values(leave)) {
      await buyNow.click();
      await expect(login).toBeVisible();
      await close();
      await expect(login).toBeHidden();
      await expect(buyNow).toBeEnabled();
      expect({ bag: (await store.cart()).items, selected: await selected() }).toEqual(before);
    }
    await takePicture(page, `left-${size}-${inBag}`);
    await page.goto("/cart");
    await expect(box(plain.name)).not.toBeChecked();
    await page.goBack();
    await buyNow.click();
    await chooseTab(login, t("auth.login_tab"));
    await logIn(dialogOn(page, t("auth.checkout_login_title")), person.username, person.password);
    await page.waitForURL("**/checkout");
    const lines = page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem");
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText(solitaire.name);
    const { items } = await store.cart();
    expect(items.find(({ id }) => id === solitaire.id)).toMatchObject({ quantity: inBag || 1 });
    expect(items).toHaveLength(3);
  });

test("UA06: a product that sells out during the login of Buy now shows its error on its page, which stays @all", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const person = await shopper.register();
  await page.goto(`/product-detail/${solitaire.id}/`);
  const main = page.getByRole("main");
  const address = page.url();
  await main
    .getByRole("button", { name: t("product.buy_now") })
    .first()
    .click();
  const problem = { code: "lianne_stock", message: "Sản phẩm đã hết hàng.", data: { status: 400 } };
  await page.route("**/custom-cart/v1/add?*", (route) => route.fulfill({ status: 400, json: problem }));
  const dialog = dialogOn(page);
  await chooseTab(dialog, t("auth.login_tab"));
  await logIn(dialog, person.username, person.password);
  await expect(main.getByRole("alert")).toContainText(problem.message);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(address);
});

test("UA05, UA06: a guest's Buy now and Check out open the registration over the page, which stays when it is closed @all", async ({
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
  await new StoreCalls(page).put(plain.id, plain.variation);
  await stays("/cart", t("cart.checkout"));
});

test("UA06: the login over the open bag leaves the bag open when it is closed, and leads to checkout when it succeeds @all", async ({
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
  await chooseTab(login, t("auth.login_tab"));
  const dialog = dialogOn(page, t("auth.checkout_login_title"));
  await dialog.getByLabel(t("auth.username_or_email")).fill(person.username);
  await dialog.getByLabel(t("auth.password"), { exact: true }).fill(person.password);
  await dialog.getByLabel(t("auth.password"), { exact: true }).press("Enter");
  await page.waitForURL("**/checkout");
  await expect(page.getByRole("region", { name: t("checkout.items") }).getByRole("listitem")).toHaveCount(1);
  await expect(dialogOn(page)).toHaveCount(0);
});
