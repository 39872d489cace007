import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Gateways } from "#shop/payments/index.ts";

/** The context of routes and jobs that handle money: the shop with its payment gateways. */
export interface AppContextWithGateways extends AppContext {
  gateways: Gateways;
}
