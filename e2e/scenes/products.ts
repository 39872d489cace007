import { expect } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, main, type Scene } from "./stage.ts";

const onSale: Scene = {
  name: "product on sale",
  async play(stage) {
    await arrive(stage, "/product-detail/151/");
    await expect(
      main(stage)
        .getByText(/^[-−]\d+ ?%$/)
        .first(),
    ).toBeVisible();
    await stage.show("page");
  },
};

const soldOut: Scene = {
  name: "product sold out",
  async play(stage) {
    await arrive(stage, "/product-detail/108/");
    await expect(
      main(stage)
        .getByRole("button", { name: stage.t("product.out_of_stock") })
        .first(),
    ).toBeDisabled();
    await stage.show("page");
  },
};

const ring: Scene = {
  name: "ring with sizes",
  expected: broken,
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, "/product-detail/104/");
    await main(stage).getByRole("radio", { name: "52 mm" }).check();
    await breakCall(stage, "**/custom-cart/v1/add?*");
    const add = main(stage)
      .getByRole("button", { name: t("product.add_to_bag"), exact: true })
      .first();
    await add.click();
    await expect(main(stage).getByRole("alert")).toBeVisible();
    await stage.show("not added");
    await page.unrouteAll();
    await add.click();
    await expect(
      main(stage)
        .getByRole("button", { name: t("product.added") })
        .first(),
    ).toBeVisible();
    await stage.show("added", "screen");
    await main(stage)
      .getByRole("button", { name: t("a11y.fullscreen") })
      .click();
    const fullScreen = dialogOn(page, t("product.gallery"));
    await expect(fullScreen).toBeVisible();
    await stage.show("full screen");
    await page.keyboard.press("Escape");
    await expect(fullScreen).toBeHidden();
    // scrolls so that no control is half covered by the header or the bar
    const others = main(stage).getByRole("heading", { name: t("product.recommended") });
    await others.evaluate((heading) => heading.scrollIntoView({ block: "center", behavior: "instant" }));
    await stage.show("scrolled down", "screen");
  },
};

const listing: Scene = {
  name: "listing in its states",
  expected: broken,
  async play(stage) {
    const { page, t } = stage;
    await arrive(stage, "/products/category/rings?gemstone=moonstone&types=mai-blossom");
    await expect(main(stage).getByRole("article")).toHaveCount(1);
    await stage.show("filtered");
    const bar = main(stage).getByRole("region", { name: t("listing.sort_bar") });
    await bar.locator("summary", { hasText: t("listing.gemstone") }).click();
    await stage.show("choosing a gemstone", "screen");
    await page.keyboard.press("Escape");
    await breakCall(stage, "**/custom/v1/products/?*");
    await bar.getByRole("button", { name: new RegExp(`^${t("listing.price")}:`) }).click();
    await expect(main(stage).getByRole("alert")).toBeVisible();
    await stage.show("failed");
    await page.unrouteAll();
    await arrive(stage, "/products/category/rings?gemstone=opal&types=mai-blossom");
    await expect(main(stage).getByText(t("listing.empty_filtered"))).toBeVisible();
    await stage.show("empty");
  },
};

const search: Scene = {
  name: "search in its states",
  expected: broken,
  async play(stage) {
    const { t } = stage;
    await arrive(stage, "/search");
    await stage.show("before a keyword");
    await breakCall(stage, "**/wp-json/custom-search/**");
    const form = main(stage).getByRole("search");
    await form.getByRole("searchbox").fill("hoa mai");
    await form.getByRole("searchbox").press("Enter");
    await expect(main(stage).getByText(t("search.error"))).toBeVisible();
    await stage.show("failed");
  },
};

export const productScenes: readonly Scene[] = [onSale, soldOut, ring, listing, search];
