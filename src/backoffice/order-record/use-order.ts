import { useState } from "react";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { queryClient } from "#backoffice/api/query-client.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";

/** An order as a list has loaded it, to be shown until its own request responds. */
function rowFromLists(id: number): OrderRow | undefined {
  const lists = queryClient.getQueriesData<ApiResponse<OrderRow[]>>({ queryKey: ["GET bo/orders"] });
  return lists.flatMap(([, response]) => response?.data ?? []).find((order) => order.id === id);
}

/** An order and its version; until its own request responds, its row in the list. */
export function useOrder(id: number) {
  const query = useApi("GET wc/orders/{id}", { path: { id } }, { everyMs: 30_000 });
  const order = query.data?.data;
  // as it was when the order was opened: a list that arrives later would move what is shown by then
  const [row] = useState(() => rowFromLists(id));
  return { query, order, row: order ? undefined : row, etag: query.data?.etag ?? null };
}

/** Reads an order again, with everything that shows it: its timeline, its parcels, the lists, the counts and Today. */
export const refreshOrder = (): Promise<unknown> =>
  invalidate(
    "GET wc/orders/{id}",
    "GET bo/orders/{id}/timeline",
    "GET bo/parcels",
    "GET bo/orders",
    "GET bo/order-counts",
    "GET bo/today",
    "GET bo/orders/{id}/effects",
  );
