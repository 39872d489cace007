import type { Picture, Product, Variation } from "#contract/catalog.ts";
import type { Dong } from "#contract/money.ts";
import { barePictures } from "../card.ts";
import { type Buyable, buyableOf, inPickerOrder, type OptionGroup, optionGroups } from "../options.ts";
import { isHidden } from "../visible-categories.ts";

export type CareGroup = "silver" | "vermeil" | "pearl" | "delicate_stone";
const careGroups: readonly string[] = ["silver", "vermeil", "pearl", "delicate_stone"] satisfies CareGroup[];

/** The product page's data. */
export interface ProductView {
  id: number;
  name: string;
  slug: string;
  sku: string;
  shortDescription: string;
  /** HTML, sanitised by the store */
  description: string;
  /** the merchant's own texts for search engines, if there are any */
  searchTexts?: { title: string; description: string };
  pictures: Picture[];
  /** the first visible one */
  category: { id: number; name: string; slug: string } | null;
  /** its material, the first of its metals */
  metal: string | null;
  careGroup: CareGroup | null;
  gift: { name: string; picture: Picture } | null;
  /** of the product itself: for a simple product, and while no variation is chosen; null without a price */
  price: { price: Dong | null; regularPrice: Dong | null; salePrice: Dong | null };
  /** for a simple product with a price */
  simple: Buyable | null;
  groups: OptionGroup[];
  variations: Buyable[];
}

const isCareGroup = (group: string | null): group is CareGroup => group !== null && careGroups.includes(group);

function simpleBuyable(product: Product): Buyable | null {
  const { price, regular_price: regularPrice, sale_price: salePrice } = product.display_price;
  if (product.type !== "simple" || price === null) return null;
  return {
    id: product.id,
    values: [],
    price,
    regularPrice: regularPrice ?? price,
    salePrice,
    stock: product.stock_quantity,
    buyable: product.purchasable && product.stock_status === "instock",
  };
}

/** Joins numbers with their units, so that no line ends between them. */
const joinUnits = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=(?:mm|cm|g|microns?)(?![\p{L}\d])|₫)/gu, "\u00a0");

/** Selects what the page shows, and nothing else: it is part of the HTML. */
export function productView(product: Product, variations: readonly Variation[]): ProductView {
  // attributes of a simple product are only described, not chosen
  const groups = product.type === "variable" ? optionGroups(product, variations) : [];
  const { price, regular_price: regularPrice, sale_price: salePrice } = product.display_price;
  const category = product.categories.find(({ slug }) => !isHidden(slug));
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    sku: product.sku,
    shortDescription: joinUnits(product.short_description),
    description: joinUnits(product.description),
    ...(product.seo_title || product.seo_description
      ? { searchTexts: { title: product.seo_title ?? "", description: product.seo_description ?? "" } }
      : {}),
    pictures: barePictures(product.images),
    category: category ? { id: category.id, name: category.name, slug: category.slug } : null,
    metal: product.attributes.find(({ slug }) => slug === "pa_metal")?.options[0] ?? null,
    careGroup: isCareGroup(product.care_group) ? product.care_group : null,
    gift: product.gift && {
      name: product.gift.name,
      picture: barePictures([product.gift.image])[0] ?? product.gift.image,
    },
    price: { price, regularPrice, salePrice },
    simple: simpleBuyable(product),
    groups,
    variations: inPickerOrder(
      variations.map((variation) => buyableOf(variation, groups)),
      groups,
    ),
  };
}
