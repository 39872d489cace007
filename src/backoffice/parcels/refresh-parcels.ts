import { invalidate } from "#backoffice/api/use-api.ts";

/** Reads parcels again wherever they are shown, their orders and Today. */
export const refreshParcels = (): Promise<unknown> =>
  invalidate(
    ...(["GET bo/parcels", "GET bo/parcels/{id}", "GET bo/today"] as const),
    ...(["GET wc/orders/{id}", "GET bo/orders/{id}/timeline", "GET bo/orders", "GET bo/order-counts"] as const),
  );
