export { cardsByIds, cardsOf } from "./cards.ts";
export { paginationOf } from "./category-list.ts";
export { giftOf } from "./gifts.ts";
export { findPurchasables, type Purchasable, purchasablesOf } from "./purchasables.ts";
export { resolveVariation, variationsNamed } from "./resolve-variation.ts";
export { catalogRoutes } from "./routes.ts";
export { sanitiseHtml } from "./sanitise-html.ts";
export { announceProducts, countSales, giveBackStock, type Pieces, takeStock } from "./stock.ts";
export { pictureOf } from "./stored-picture.ts";
