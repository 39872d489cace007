import { maxPrinted } from "#contract/backoffice/bulk-actions.ts";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import { call } from "#backoffice/api/call.ts";
import { saveFile } from "#backoffice/components/save-file.ts";
import type { OrderListView } from "./list-query.ts";
import type { OrderSelection } from "./selection.ts";

/** The body that names the selected orders. @param query the list's filters */
export const selectedOrders = (selection: OrderSelection, query: string): { ids: number[] } | { query: string } =>
  selection.everything ? { query } : { ids: [...selection.rows.keys()] };

/** Saves a CSV file of the selected orders on the device. @throws CallError */
export async function saveExport(selection: OrderSelection, query: string, key: string): Promise<number> {
  const { data } = await call("POST bo/orders/export", { body: selectedOrders(selection, query), key });
  saveFile(data.name, "text/csv", data.content);
  return data.orders;
}

/** rows of a response, and codes of a request */
const perPage = 100;

/**
 * The selected orders; if all that match the list are selected, as many as one page prints, in the list's order.
 * @param limit of another number
 * @throws CallError
 */
export async function selectedRows(
  selection: OrderSelection,
  query: string,
  limit: number = maxPrinted,
): Promise<OrderRow[]> {
  if (!selection.everything) return [...selection.rows.values()].slice(0, limit);
  const rows: OrderRow[] = [];
  for (let page = 1; rows.length < limit; page++) {
    const filters = Object.fromEntries(new URLSearchParams(query)) as OrderListView["request"];
    const { data } = await call("GET bo/orders", { query: { ...filters, page, per_page: perPage } });
    rows.push(...data);
    if (data.length < perPage) break;
  }
  return rows.slice(0, limit);
}

/** Page with the packing slips of orders, one a page. */
export const slipsUrl = (ids: readonly number[]): string => `${backOfficeApi}/prints?ids=${ids.join(",")}&kind=packing`;

/** Adds the packed parcels of orders to the open manifest of their carrier. @returns what was not added @throws CallError */
export async function addToManifest(
  carrier: string,
  numbers: readonly string[],
  key: string,
): Promise<Manifest["rejected"]> {
  const { data } = await call("POST bo/manifests", { body: { carrier }, key });
  const rejected: Manifest["rejected"] = [];
  for (let from = 0; from < numbers.length; from += perPage) {
    const add = numbers.slice(from, from + perPage);
    const added = await call("PUT bo/manifests/{id}", { path: { id: data.id }, body: { add } });
    rejected.push(...added.data.rejected);
  }
  return rejected;
}
