import { chooseTab } from "../account/auth-dialog.ts";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { dialogOn } from "../kit/dialog.ts";
import { expect, test } from "../kit/test.ts";

const mai = "/product-detail/104/nhan-bac-hoa-mai-da-moonstone";
const soldOut = "/product-detail/108/nhan-vang-ba-da-emerald";

const main = (page: Page) => page.getByRole("main");
const addButton = (page: Page) => main(page).getByRole("button", { name: "Thêm vào giỏ", exact: true });
const size = (page: Page, mm: number) => main(page).getByRole("radio", { name: new RegExp(`^${mm} mm`) });

test("the first option is chosen; another changes the price and the URL, and a shared link preserves it", {
  tag: "@both-engines",
}, async ({ page }) => {
  await page.goto(mai);
  await expect(size(page, 48)).toBeChecked();
  await expect(main(page).getByText("890.000 ₫").first()).toBeVisible();
  await expect(main(page).getByText("48 mm được chọn sẵn. Hãy chọn size của bạn.")).toBeVisible();
  await size(page, 52).check();
  await expect(main(page).getByRole("group", { name: "Size (chu vi trong): 52 mm" })).toContainText("16,6 mm");
  await main(page)
    .getByRole("radio", { name: /Hộp quà/ })
    .check();
  await expect(main(page).getByText("930.000 ₫").first()).toBeVisible();
  await expect(page).toHaveURL(/\?variation=\d+$/);

  await page.reload();
  await expect(size(page, 52)).toBeChecked();
  await expect(main(page).getByText("được chọn sẵn")).toHaveCount(0);
  await expect(main(page).getByRole("radio", { name: /Hộp quà/ })).toBeChecked();
});

test("Add to bag adds one unit of the chosen option to the cart and confirms it", async ({ page }) => {
  await page.goto(mai);
  await size(page, 54).check();
  await addButton(page).click();
  await expect(main(page).getByRole("button", { name: "Đã thêm vào giỏ" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 1 sản phẩm" }).first()).toBeVisible();
  await expect(addButton(page)).toBeVisible();
  const cart = await (await page.request.get("/wp-json/custom-cart/v1/view")).json();
  expect(cart.items).toMatchObject([{ id: 104, quantity: 1, option: "54 mm, Không hộp" }]);
  await expect(main(page).getByRole("status").filter({ hasText: "Đã thêm vào giỏ: 54 mm, Không hộp" })).toBeVisible();
  await main(page).getByRole("link", { name: "Xem giỏ hàng" }).click();
  await expect(dialogOn(page).getByText("Lựa chọn: 54 mm, Không hộp")).toBeVisible();
});

test("on a phone the chosen option can be bought from a bar at the lower edge once the buttons are scrolled away; accordions have the details", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(mai);
  await size(page, 54).check();
  await expect(main(page).getByText("54 mm, Không hộp")).not.toBeInViewport();
  await main(page).getByRole("link", { name: "Hướng dẫn đo size" }).click();
  await expect(main(page).getByRole("listitem").filter({ hasText: "10 cm, rộng khoảng 1 cm" })).toBeVisible();
  await expect(main(page).getByText("Đường kính = chu vi : 3,14")).toBeVisible();
  await main(page).getByText("Chăm sóc trang sức").click();
  await expect(main(page).getByRole("link", { name: "Xem hướng dẫn chăm sóc đầy đủ" })).toBeVisible();
  await expect(main(page).getByText("54 mm, Không hộp")).toBeInViewport();
  await expectAccessible(page);
  await main(page).getByRole("button", { name: "Thêm vào giỏ", exact: true }).last().click();
  await expect(page.getByText("Nhẫn bạc hoa mai đá mặt trăng, 54 mm, Không hộp vào giỏ hàng.")).toBeVisible();
});

test("a product without options can be added at once; one on sale shows the discount, another has no badge", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto("/product-detail/143/bong-tai-bac-trang-sao");
  await expect(main(page).getByRole("radio")).toHaveCount(0);
  await expect(main(page).getByText(/^Giảm \d+%$/)).toHaveCount(0);
  await addButton(page).click();
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 1 sản phẩm" }).first()).toBeVisible();
  await page.goto("/product-detail/102/nhan-bac-halo-sapphire-xanh");
  await expect(main(page).getByText("1.090.000 ₫").first()).toBeVisible();
  await expect(main(page).getByText("1.290.000 ₫").first()).toBeVisible();
  await expect(main(page).getByText("Giảm 16%", { exact: true })).toBeVisible(); // 15.5 %, rounded
});

test("a cart error is shown below the button and stays", { tag: "@all" }, async ({ page, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/);
  await page.goto(mai);
  await page.route("**/wp-json/custom-cart/v1/add**", (route) => route.abort());
  await addButton(page).click();
  await expect(main(page).getByRole("alert")).toHaveText(
    "Có lỗi xảy ra khi thêm sản phẩm vào giỏ hàng. Lỗi kết nối mạng",
  );
});

test("a cart error response that lacks its message, its data or both shows the message for a failed addition", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/);
  await page.goto(mai);
  for (const json of [{ code: "x" }, { code: "x", data: null }, { code: "x", message: null, data: { status: 400 } }]) {
    await page.route("**/wp-json/custom-cart/v1/add**", (route) => route.fulfill({ status: 400, json }));
    await addButton(page).click();
    await expect(main(page).getByRole("alert")).toHaveText("Có lỗi xảy ra khi thêm sản phẩm vào giỏ hàng");
    await page.reload();
  }
});

test("a failed load of the bag shows its own message", { tag: "@all" }, async ({ page, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource|dynamically imported module/);
  await page.route("**/cart-sidebar-*.js", (route) => route.abort());
  await page.goto(mai);
  await page
    .getByRole("link", { name: /^Mở giỏ hàng/ })
    .first()
    .click();
  await expect(page.getByText("Có lỗi xảy ra khi tải giỏ hàng").first()).toBeVisible();
  await expect(page.getByText("Lỗi kết nối mạng")).toHaveCount(0);
});

test("UA05: Buy now selects only this product and opens the account dialog for a guest first @all", async ({
  page,
  shopper,
}) => {
  await shopper.register();
  await page.goto(mai);
  await main(page).getByRole("button", { name: "Mua ngay" }).click();
  const dialog = dialogOn(page);
  await chooseTab(dialog, "Đăng nhập");
  await dialog.getByRole("textbox", { name: /Tên đăng nhập/ }).fill(shopper.person.username);
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(shopper.person.password);
  await dialog.getByLabel("Mật khẩu", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(main(page).getByText("Nhẫn bạc hoa mai đá mặt trăng").first()).toBeVisible();
});

test("Buy now does not add a product again that is in the cart", { tag: "@all" }, async ({ page, shopper }) => {
  await shopper.registerAndLogIn();
  await page.goto(mai);
  await addButton(page).click();
  await expect(main(page).getByRole("button", { name: "Đã thêm vào giỏ" })).toBeVisible();
  await main(page).getByRole("button", { name: "Mua ngay" }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  const cart = await (await page.request.get("/wp-json/custom-cart/v1/view")).json();
  expect(cart.item_count).toBe(1);
});

test("Buy now in the moment in which a product was added does not add it again", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await shopper.registerAndLogIn();
  await page.goto(mai);
  await expect(page.getByRole("link", { name: "Mở giỏ hàng, 0 sản phẩm" }).first()).toBeVisible();
  // clicks as soon as the added state is in the page, before the page can render anything else
  await addButton(page).evaluate((button) => {
    const buy = button.closest("form")?.querySelector<HTMLButtonElement>("button[value=buy]");
    const observer = new MutationObserver(() => {
      if (button.dataset.state !== "added") return;
      observer.disconnect();
      buy?.click();
    });
    observer.observe(button, { attributes: true });
  });
  await addButton(page).click();
  await expect(page).toHaveURL(/\/checkout$/);
  const cart = await (await page.request.get("/wp-json/custom-cart/v1/view")).json();
  expect(cart.item_count).toBe(1);
});

test("a sold-out product is marked, and cannot be bought", async ({ page }) => {
  await page.goto(soldOut);
  await expect(main(page).getByText("Hết hàng").first()).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Hết hàng" })).toBeDisabled();
  await expect(main(page).getByRole("button", { name: "Mua ngay" })).toBeDisabled();
  await expect(main(page).getByRole("radio", { name: "50 mm, Hết hàng" })).toBeVisible();
});

test("a wrong slug redirects to the right one, an unknown product to the not-found page", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/404/);
  const wrong = await page.request.get("/product-detail/104/anything", { maxRedirects: 0 });
  expect(wrong.status()).toBe(301);
  expect(wrong.headers().location).toBe(mai);
  const unknown = await page.goto("/product-detail/999999/x");
  expect(unknown?.status()).toBe(404);
});

test("recommended products come four at a time, without the product itself and without sold-out ones", {
  tag: "@all",
}, async ({ page }) => {
  await page.goto(mai);
  const recommended = page.getByRole("region", { name: "Có thể bạn cũng thích" });
  await expect(recommended.locator("li:not([inert]) > ul > li")).toHaveCount(4);
  await expect(recommended.getByText("1 / 3")).toBeVisible();
  const all = await recommended
    .locator("article a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(all).not.toContain(mai);
  expect(all).not.toContain(soldOut);
  await recommended.getByRole("button", { name: "Trang chiếu sau" }).click();
  await expect(recommended.getByText("2 / 3")).toBeVisible();
});

test("the wishlist button opens the login for a guest, and saves the product for a customer", { tag: "@all" }, async ({
  page,
  shopper,
}) => {
  await page.goto(mai);
  const heart = main(page).getByRole("button", { name: "Thêm Nhẫn bạc hoa mai đá mặt trăng vào yêu thích" });
  await heart.click();
  await expect(dialogOn(page)).toBeVisible();
  await shopper.registerAndLogIn();
  await page.goto(mai);
  await heart.click();
  await expect(
    main(page).getByRole("button", { name: "Bỏ Nhẫn bạc hoa mai đá mặt trăng khỏi yêu thích" }),
  ).toHaveAttribute("aria-pressed", "true");
});

test("structured data contain the product, its price and availability", { tag: "@all" }, async ({ page }) => {
  await page.goto(mai);
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const product = blocks.map((block) => JSON.parse(block)).find((block) => block["@type"] === "Product");
  expect(product.offers).toMatchObject({ priceCurrency: "VND", lowPrice: 890_000, availability: /InStock/ });
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${mai}$`));
});

for (const currency of ["VND", "USD"])
  test(`the bar at a phone's bottom is the same in each state, and shows the whole price in ${currency}`, {
    tag: "@all",
  }, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "preferred-currency", value: currency, url: baseURL ?? "" }]);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      let respond = () => {};
      const responded = new Promise<void>((resolve) => {
        respond = resolve;
      });
      await page.route("**/custom-cart/v1/add*", async (route) => {
        await responded;
        await route.continue();
      });
      await page.goto("/product-detail/102/nhan-bac-halo-sapphire-xanh");
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const bar = page.locator("[data-shown]");
      const button = bar.getByRole("button");
      const prices = bar.getByText(currency === "VND" ? /[\d.]+\s₫$/ : /\$[\d.]+$/);
      const places = () =>
        bar.evaluate((part) =>
          [part, ...part.querySelectorAll("button, p, p *")].map((each) =>
            JSON.stringify(each.getBoundingClientRect()),
          ),
        );
      await expect(button).toHaveText("Thêm vào giỏ");
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect(prices).toHaveCount(2);
      const before = await places();
      const left = (await button.boundingBox())?.x ?? 0;
      for (const price of await prices.all()) {
        const box = await price.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 0), "the price ends before the button").toBeLessThanOrEqual(left);
      }
      await expect(bar.locator(".truncate").filter({ hasText: /[₫$]/ })).toHaveCount(0);
      await button.click();
      await expect(button).toHaveText("Đang thêm…");
      expect(await places()).toEqual(before);
      respond();
      await expect(button).toHaveText("Đã thêm vào giỏ");
      expect(await places()).toEqual(before);
      await page.unrouteAll();
    }
  });
