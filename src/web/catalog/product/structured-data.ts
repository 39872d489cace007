import { productPath } from "../paths.ts";
import type { ProductView } from "./product-view.ts";

const availability = (buyable: boolean) => `https://schema.org/${buyable ? "InStock" : "OutOfStock"}`;

/** schema.org's Product; prices in đồng, which is what orders are stored in. */
export function productData(product: ProductView, publicUrl: string): object {
  const url = publicUrl + productPath(product);
  const offers = product.simple ? [product.simple] : product.variations;
  const prices = offers.map(({ price }) => price);
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
    offers:
      offers.length > 1
        ? {
            "@type": "AggregateOffer",
            url,
            priceCurrency: "VND",
            lowPrice: Math.min(...prices),
            highPrice: Math.max(...prices),
            offerCount: offers.length,
            availability: availability(offers.some(({ buyable }) => buyable)),
          }
        : {
            "@type": "Offer",
            url,
            priceCurrency: "VND",
            price: prices[0] ?? product.price.price,
            availability: availability(offers.some(({ buyable }) => buyable)),
          },
  };
}
