import type { Picture, Product, ProductCard } from "#contract/catalog.ts";

/** What a card shows of a product: small, since it travels in the page's HTML. Prices are whole đồng, null where it has none. */
export interface Card {
  id: number;
  name: string;
  slug: string;
  /** the main picture, and one more for the hover */
  pictures: Picture[];
  price: number | null;
  regularPrice: number | null;
  salePrice: number | null;
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
export const barePictures = (pictures: readonly Picture[], most = pictures.length): Picture[] =>
  pictures.slice(0, most).map(barePicture);

/** A card of a list or of the search. */
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

/** A card of a `wc/v3` product, whose numbers for show stand in `display_price`. */
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
