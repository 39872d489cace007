import { invalidate } from "#backoffice/api/use-api.ts";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

/** Reads again what a refund, or a request for one, changes. */
export const refreshRefunds = (): Promise<unknown> =>
  Promise.all([invalidate("GET bo/refund-requests", "GET bo/today"), refreshOrder()]);
