import { productPath } from "#web/links/paths.ts";
import type { ProductView } from "./product-view.ts";

const availability = (buyable: boolean) => `https://schema.org/${buyable ? "InStock" : "OutOfStock"}`;

/** Empty without a price. */
function offersOf(product: ProductView, url: string): object {
  const offers = product.simple ? [product.simple] : product.variations;
  const prices = offers.map(({ price }) => price);
  const shared = { url, priceCurrency: "VND", availability: availability(offers.some(({ buyable }) => buyable)) };
  const [price = product.price.price] = prices;
  if (price === null) return {};
  if (offers.length <= 1) return { offers: { "@type": "Offer", ...shared, price } };
  const range = { lowPrice: Math.min(...prices), highPrice: Math.max(...prices), offerCount: offers.length };
  return { offers: { "@type": "AggregateOffer", ...shared, ...range } };
}

/** schema.org's Product; prices in đồng, the currency of orders. */
export function productData(product: ProductView, publicUrl: string): object {
  const url = publicUrl + productPath(product);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    description: product.shortDescription,
    sku: product.sku,
    image: product.pictures.map(({ src }) => publicUrl + src),
    ...(product.category ? { category: product.category.name } : {}),
    ...(product.metal ? { material: product.metal } : {}),
    brand: { "@type": "Brand", name: "Lianne" },
    ...offersOf(product, url),
  };
}
