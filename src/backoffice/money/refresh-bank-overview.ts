import { invalidate } from "#backoffice/api/use-api.ts";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

/** Reads again what a transfer or a refund changes. */
export const refreshBankOverview = (): Promise<unknown> =>
  Promise.all([invalidate("GET bo/bank", "GET bo/today"), refreshOrder()]);
