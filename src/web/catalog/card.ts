import type { Picture, Product, ProductCard } from "#contract/catalog.ts";
import type { Dong } from "#contract/money.ts";

/** A product card's data: small, since it is part of the page's HTML. Prices are null without a price. */
export interface Card {
  id: number;
  name: string;
  slug: string;
  /** the main picture, and one for hovering */
  pictures: Picture[];
  price: Dong | null;
  regularPrice: Dong | null;
  salePrice: Dong | null;
  soldOut: boolean;
}

const shownPictures = 2;
export const barePicture = ({ src, alt, width, height, widths }: Picture): Picture => ({
  src,
  alt,
  width,
  height,
  widths,
});
export const barePictures = (pictures: readonly Picture[], max = pictures.length): Picture[] =>
  pictures.slice(0, max).map(barePicture);

/** Card of a list item or search result. */
export const cardOf = (product: ProductCard): Card => ({
  id: product.id,
  name: product.name,
  slug: product.slug,
  pictures: barePictures(product.images, shownPictures),
  price: product.price,
  regularPrice: product.regular_price,
  salePrice: product.sale_price,
  soldOut: product.stock_status === "outofstock",
});

/** Card of a `wc/v3` product, whose display prices are in `display_price`. */
export const cardOfProduct = (product: Product): Card => ({
  id: product.id,
  name: product.name,
  slug: product.slug,
  pictures: barePictures(product.images, shownPictures),
  price: product.display_price.price,
  regularPrice: product.display_price.regular_price,
  salePrice: product.display_price.sale_price,
  soldOut: product.stock_status === "outofstock",
});
