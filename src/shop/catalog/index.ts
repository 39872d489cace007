export { cardList, cardParts, cardVersions, openCardVersions } from "./product-card-fragments.ts";
export { cardsByIds, cardsOf } from "./cards.ts";
export { paginationOf } from "./category-list.ts";
export { certainGift, giftOf } from "./gifts.ts";
export { type ProductDetailsCache, productDetailsOf } from "./product-details-cache.ts";
export { findListedItems } from "./listed-items.ts";
export { slowestMakingDays } from "./making-days.ts";
export { findPurchasables, type Purchasable, purchasablesOf } from "./purchasables.ts";
export { resolveVariation, variationsNamed } from "./resolve-variation.ts";
export { catalogRoutes } from "./routes.ts";
export { staffProductRoutes } from "./staff/routes.ts";
export { sweepCategoryDeletions } from "./taxonomies/staff/delete-category.ts";
export { giftRoutes, staffTaxonomyRoutes } from "./taxonomies/staff/routes.ts";
export { lowItems, lowStockSetting, ownThreshold } from "./low-items.ts";
export { productFilter } from "./staff/product-list.ts";
export {
  type FamilySnapshot,
  familyVersion,
  type ProductFamily,
  snapshotsOf,
  unitsOf,
} from "./products/product-family.ts";
export { restoreFamily } from "./products/restore-family.ts";
export { fetchMediaFile } from "./pictures/media-files.ts";
export { sanitiseHtml } from "./sanitise-html.ts";
export { setStockCauseSql, type StockCause } from "./stock-cause.ts";
export {
  aggregateSales,
  releaseStock,
  lockStock,
  recordSales,
  type StockQuantity,
  recordSalesSql,
  reserveStock,
  announceStockChanges,
} from "./stock.ts";
export { pictureOf } from "./stored-picture.ts";
export { publishScheduledProducts } from "./publish-scheduled-products.ts";
export { applyGiftDates } from "./apply-gift-dates.ts";
export { applyScheduledSales } from "./apply-scheduled-sales.ts";
export { readWooProduct } from "./woo/read-product.ts";
export type { LineOutcome, WriteRecorder } from "./csv/index.ts";
/** The import and export of product files, with their parsers: loaded when they are needed. */
export const loadProductFiles = () => import("./csv/index.ts");
