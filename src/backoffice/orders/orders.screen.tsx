import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useMatch, useNavigate, useOutlet } from "react-router";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { Button, buttonClasses } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { useOnline } from "#design/use-online.ts";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { ListWithRecord } from "#backoffice/components/list-with-record.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { SearchField } from "#backoffice/components/search-field.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { NewRows } from "#backoffice/held-rows/new-rows.tsx";
import { useHeldRows } from "#backoffice/held-rows/use-held-rows.ts";
import { BulkBar } from "./list/bulk-bar.tsx";
import { EmptyList } from "./list/empty-list.tsx";
import { OrderFilterChips } from "./list/filter-chips.tsx";
import { OrderFilterSheet } from "./list/filter-sheet.tsx";
import type { OrderListContext } from "./list/list-context.ts";
import { type OrderListView, useListQuery } from "./list/list-query.ts";
import { ListTabs } from "./list/list-tabs.tsx";
import { ListPages, ListSkeleton, OrderList } from "./list/order-list.tsx";
import { useSelection } from "./list/selection.ts";
import { viewAddress, ViewsSheet } from "./list/views-sheet.tsx";

const everyMs = 30_000;

/**
 * Opens the default view in place of the list without any filter, once.
 * @returns whether it may still do so: a row that is tapped by then would be replaced under the finger
 */
function useDefaultView(list: OrderListView): boolean {
  const { search, pathname } = useLocation();
  const isPlain = pathname === "/orders" && search === "";
  const [wasPlain] = useState(isPlain);
  const query = useApi("GET bo/views", { query: { of: "orders" } }, { enabled: wasPlain });
  const views = query.data?.data;
  const opened = useRef(false);
  useEffect(() => {
    if (!isPlain || !wasPlain || !views || opened.current) return;
    opened.current = true;
    const view = views.find(({ is_default }) => is_default);
    if (view) list.open(viewAddress(view));
  }, [isPlain, wasPlain, views, list]);
  return isPlain && query.isLoading;
}

/** Creating an order needs the server: offline the button gives that reason. */
function NewOrderLink() {
  const t = useTexts();
  const online = useOnline();
  const { permissions } = useSession();
  const { search } = useLocation();
  if (!permissions.includes("orders.edit")) return null;
  if (!online)
    return (
      <Button size="small" className="min-h-12" disabled>
        {t("new_order.offline_short")}
      </Button>
    );
  return (
    <Link to={`/orders/new${search}`} className={buttonClasses("primary", "small", false, "min-h-12 lg:min-h-12")}>
      {t("new_order.title")}
    </Link>
  );
}

/** The rows of the list, without new ones that would move the others until they are to be shown. */
function useListRows(list: OrderListView, query: UseQueryResult<ApiResponse<OrderRow[]>>) {
  const rows = query.data?.data ?? [];
  const address = `${list.key} ${list.page}`;
  const { shown, held, release } = useHeldRows(rows, { list: address, idOf: ({ id }) => id, query, returned: "shown" });
  // new orders come on the first page: what they push over from there to another one is not new
  if (list.page > 1) return { shown: rows, held: 0, showNew: release };
  const showNew = () => {
    release();
    const top = document.getElementById("order-list");
    top?.scrollIntoView({ block: "nearest" });
    top?.focus({ preventScroll: true });
  };
  return { shown, held, showNew };
}

function ListButtons({ onViews }: { onViews: () => void }) {
  const t = useTexts();
  return (
    <div className="flex gap-2">
      <Button look="secondary" size="small" className="min-h-12" onClick={onViews}>
        {t("views.title")}
      </Button>
      <NewOrderLink />
    </div>
  );
}

function SearchRow({ list, onFilters }: { list: OrderListView; onFilters: () => void }) {
  const t = useTexts();
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <SearchField
          search={list.search}
          label={t("orders.search")}
          hint={t("orders.search_hint")}
          clear={t("orders.clear_search")}
          onSearch={(text) => list.change({ search: text }, { replace: list.search !== "" })}
        />
      </div>
      <Button look="secondary" size="small" className="min-h-12 lg:min-h-12" onClick={onFilters}>
        {t("actions.filter")}
      </Button>
    </div>
  );
}

/** The order list, with the open order. */
export default function Orders() {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const list = useListQuery();
  const [sheet, setSheet] = useState<"filters" | "views" | null>(null);
  const openId = Number(useMatch("/orders/:id")?.params.id ?? 0) || null;
  const awaitsView = useDefaultView(list);
  const query = useApi("GET bo/orders", { query: list.request }, { everyMs });
  const { shown: rows, held, showNew } = useListRows(list, query);
  const total = query.data?.total ?? 0;
  const selection = useSelection(list.key, total);
  const open = (id: number) => void navigate({ pathname: `/orders/${id}`, search }, { preventScrollReset: true });
  const place = rows.findIndex(({ id }) => id === openId);
  const neighbour = (by: number): (() => void) | undefined => {
    const row = place < 0 ? undefined : rows[place + by];
    return row && (() => open(row.id));
  };
  const context: OrderListContext = {
    onPrevious: neighbour(-1),
    onNext: neighbour(1),
    listAddress: `/orders${search}`,
  };
  const record = useOutlet(context);
  return (
    <ListWithRecord title={t("nav.orders")} record={record}>
      <Page title={t("nav.orders")} actions={<ListButtons onViews={() => setSheet("views")} />}>
        <div className="space-y-3">
          <SearchRow list={list} onFilters={() => setSheet("filters")} />
          <ListTabs list={list} />
          <OrderFilterChips list={list} />
          <Loaded
            query={query}
            skeleton={<ListSkeleton />}
            isEmpty={(loaded) => loaded.length === 0}
            empty={<EmptyList list={list} />}
          >
            {() => (
              <div className={classes("space-y-3", awaitsView && "held-back")}>
                <NewRows
                  held={held}
                  label={t("orders.new_rows", { count: held })}
                  className="top-3 justify-end pr-14"
                  onShow={showNew}
                />
                <OrderList rows={rows} list={list} selection={selection} openId={openId} onOpen={open} />
                <ListPages list={list} total={total} />
              </div>
            )}
          </Loaded>
          <BulkBar selection={selection} query={list.key} rows={rows} total={total} />
        </div>
        {sheet === "filters" && <OrderFilterSheet list={list} onClose={() => setSheet(null)} />}
        {sheet === "views" && <ViewsSheet list={list} onClose={() => setSheet(null)} />}
      </Page>
    </ListWithRecord>
  );
}
