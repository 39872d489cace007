export { cardsByIds, cardsOf } from "./cards.ts";
export { paginationOf } from "./category-list.ts";
export { type Gift, giftOf, type StoredGift } from "./gifts.ts";
export { findPurchasables, type Purchasable, purchasablesOf, type Wanted } from "./purchasables.ts";
export { resolveVariation, variationsNamed } from "./resolve-variation.ts";
export { catalogRoutes } from "./routes.ts";
export { sanitiseHtml } from "./sanitise-html.ts";
export {
  announceProducts,
  countSales,
  giveBackStock,
  type Pieces,
  stockOnHand,
  type Taken,
  takeStock,
} from "./stock.ts";
export { pictureOf, type StoredPicture } from "./stored-picture.ts";
