import type { WooOrder } from "#contract/woo/order.ts";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { queryClient } from "#backoffice/api/query-client.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";

/** An order as the list has loaded it, to be shown until its own request responds. */
function orderFromLists(id: number): WooOrder | undefined {
  const lists = queryClient.getQueriesData<ApiResponse<WooOrder[]>>({ queryKey: ["GET wc/orders"] });
  return lists.flatMap(([, response]) => response?.data ?? []).find((order) => order.id === id);
}

/** An order, at first as the list has it, and its version. */
export function useOrder(id: number) {
  const query = useApi("GET wc/orders/{id}", { path: { id } }, { everyMs: 30_000 });
  return { query, order: query.data?.data ?? orderFromLists(id), etag: query.data?.etag ?? null };
}

/** Reads an order again, with everything that shows it: its timeline, the lists, the counts and Today. */
export const refreshOrder = (): Promise<unknown> =>
  invalidate(
    "GET wc/orders/{id}",
    "GET bo/orders/{id}/timeline",
    "GET wc/orders",
    "GET bo/orders",
    "GET bo/order-counts",
    "GET bo/today",
    "GET bo/orders/{id}/effects",
  );
