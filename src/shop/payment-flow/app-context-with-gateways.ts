import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Gateways } from "#shop/payments/index.ts";

/** What routes and jobs about money are given: the shop, and the gateways that it is paid through. */
export interface AppContextWithGateways extends AppContext {
  gateways: Gateways;
}
