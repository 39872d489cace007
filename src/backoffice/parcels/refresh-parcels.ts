import { invalidate } from "#backoffice/api/use-api.ts";

/** Reads parcels again wherever they are shown, and Today. */
export const refreshParcels = (): Promise<unknown> =>
  invalidate("GET bo/parcels", "GET bo/parcels/{id}", "GET bo/today");
