import type { Shop } from "#shop/kernel/shop.ts";
import type { Gateways } from "#shop/payments/index.ts";

/** The shop with its ways to be paid online. */
export interface PayingShop extends Shop {
  gateways: Gateways;
}
