import { expect } from "@playwright/test";
import { dialogOn } from "../kit/dialog.ts";
import { arrive, breakCall, broken, main, type UiStates } from "./ui-states.ts";

const onSale: UiStates = {
  name: "product on sale",
  async visit(context) {
    await arrive(context, "/product-detail/151/");
    await expect(
      main(context)
        .getByText(/^[-−]\d+ ?%$/)
        .first(),
    ).toBeVisible();
    await context.show("page");
  },
};

const soldOut: UiStates = {
  name: "product sold out",
  async visit(context) {
    await arrive(context, "/product-detail/108/");
    await expect(
      main(context)
        .getByRole("button", { name: context.t("product.out_of_stock") })
        .first(),
    ).toBeDisabled();
    await context.show("page");
  },
};

const ring: UiStates = {
  name: "ring with sizes",
  expected: broken,
  async visit(context) {
    const { page, t } = context;
    await arrive(context, "/product-detail/104/");
    await main(context).getByRole("radio", { name: "52 mm" }).check();
    await breakCall(context, "**/custom-cart/v1/add?*");
    const add = main(context)
      .getByRole("button", { name: t("product.add_to_bag"), exact: true })
      .first();
    await add.click();
    await expect(main(context).getByRole("alert")).toBeVisible();
    await context.show("not added");
    await page.unrouteAll();
    await add.click();
    await expect(
      main(context)
        .getByRole("button", { name: t("product.added") })
        .first(),
    ).toBeVisible();
    await context.show("added", "screen");
    await main(context)
      .getByRole("button", { name: t("a11y.fullscreen") })
      .click();
    const fullScreen = dialogOn(page, t("product.gallery"));
    await expect(fullScreen).toBeVisible();
    await context.show("full screen");
    await page.keyboard.press("Escape");
    await expect(fullScreen).toBeHidden();
    // scrolls so that no control is half covered by the header or the bar
    const others = main(context).getByRole("heading", { name: t("product.recommended") });
    await others.evaluate((heading) => heading.scrollIntoView({ block: "center", behavior: "instant" }));
    await context.show("scrolled down", "screen");
  },
};

const listing: UiStates = {
  name: "listing in its states",
  expected: broken,
  async visit(context) {
    const { page, t } = context;
    await arrive(context, "/products/category/rings?gemstone=moonstone&types=mai-blossom");
    await expect(main(context).getByRole("article")).toHaveCount(1);
    await context.show("filtered");
    const bar = main(context).getByRole("region", { name: t("listing.sort_bar") });
    await bar.locator("summary", { hasText: t("listing.gemstone") }).click();
    await context.show("choosing a gemstone", "screen");
    await page.keyboard.press("Escape");
    await breakCall(context, "**/custom/v1/products/?*");
    await bar.getByRole("button", { name: new RegExp(`^${t("listing.price")}:`) }).click();
    await expect(main(context).getByRole("alert")).toBeVisible();
    await context.show("failed");
    await page.unrouteAll();
    await arrive(context, "/products/category/rings?gemstone=opal&types=mai-blossom");
    await expect(main(context).getByText(t("listing.empty_filtered"))).toBeVisible();
    await context.show("empty");
  },
};

const search: UiStates = {
  name: "search in its states",
  expected: broken,
  async visit(context) {
    const { t } = context;
    await arrive(context, "/search");
    await context.show("before a keyword");
    await breakCall(context, "**/wp-json/custom-search/**");
    const form = main(context).getByRole("search");
    await form.getByRole("searchbox").fill("hoa mai");
    await form.getByRole("searchbox").press("Enter");
    await expect(main(context).getByText(t("search.error"))).toBeVisible();
    await context.show("failed");
  },
};

export const productStates: readonly UiStates[] = [onSale, soldOut, ring, listing, search];
