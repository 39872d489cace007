import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { type ListColumn, listColumns, rowsPerPage } from "#contract/list-rules.ts";
import type { ApiInput } from "#backoffice/api/call.ts";

/** Filters of the list, by the names that they have in the address and in the request, in the order of their chips. */
export const filterNames = [
  "stage",
  "status",
  "day",
  "from",
  "to",
  "payment_method",
  "paid",
  "refunded",
  "cash_outstanding",
  "province",
  "carrier",
  "product",
  "category",
  "min_total",
  "max_total",
  "created_by",
  "packed_by",
  "gift",
  "has_note",
  "first_order",
  "unreachable",
] as const;
export type OrderFilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<OrderFilterName, string>>;

/** Further parts of the request that the address contains. */
const otherNames = ["search", "orderby", "order"] as const;

type RowsInput = NonNullable<ApiInput<"GET bo/orders">["query"]>;

export interface OrderListView {
  filters: Filters;
  search: string;
  page: number;
  columns: readonly ListColumn[];
  /** what identifies the list: without the page, and without what only changes its look */
  key: string;
  /** the parameters of the request for its rows */
  request: RowsInput;
  /** Changes parameters of the address; an empty value removes one. The first page is opened, unless `page` is one of them. */
  change: (values: Readonly<Record<string, string>>, options?: { replace?: boolean }) => void;
  /** Replaces all parameters. @param query as in an address */
  open: (query: string) => void;
}

const definedIn = (params: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? ""]] : [])));

/** The list as its address describes it: filters, search, order, page and columns. */
export function useListQuery(): OrderListView {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const filters: Filters = definedIn(params, filterNames);
    const page = Math.max(1, Number(params.get("page")) || 1);
    const listed = { ...filters, ...definedIn(params, otherNames) };
    const shown = params.get("columns")?.split(",") ?? [];
    return {
      filters,
      search: params.get("search") ?? "",
      page,
      columns: shown.length > 0 ? listColumns.filter((column) => shown.includes(column)) : listColumns,
      key: new URLSearchParams(listed).toString(),
      request: { ...listed, page, per_page: rowsPerPage } as RowsInput,
      change: (values, options) =>
        setParams((before) => {
          const next = new URLSearchParams(before);
          if (!("page" in values)) next.delete("page");
          // another list than that of the saved view
          if (!("view" in values)) next.delete("view");
          for (const [name, value] of Object.entries(values)) {
            if (value === "") next.delete(name);
            else next.set(name, value);
          }
          return next;
        }, options),
      open: (query) => setParams(new URLSearchParams(query)),
    };
  }, [params, setParams]);
}
