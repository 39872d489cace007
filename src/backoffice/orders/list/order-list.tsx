import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { maxHits, rowsPerPage } from "#contract/list-rules.ts";
import { Checkbox } from "#design/choice.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { useOnline } from "#design/use-online.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RowFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import type { OrderListView } from "./list-query.ts";
import { confirmOrder, nextStepOf } from "./next-step.ts";
import { OrderListRow } from "./order-list-row.tsx";
import { RowSheet } from "./row-sheet.tsx";
import type { OrderSelection } from "./selection.ts";
import { useListKeys } from "./use-list-keys.ts";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";

/** Placeholders of the size of rows. */
export const ListSkeleton = () => (
  <div className="card divide-y divide-line">
    {["a", "b", "c", "d", "e", "f"].map((row) => (
      <div key={row} className="space-y-2 p-4">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-9 w-2/3" />
      </div>
    ))}
  </div>
);

interface OrderListProps {
  rows: readonly OrderRow[];
  list: OrderListView;
  selection: OrderSelection;
  /** the order that is open next to the list */
  openId: number | null;
  onOpen: (id: number) => void;
}

/** The rows of a page, with the shortcuts of the keyboard. */
export function OrderList({ rows, list, selection, openId, onOpen }: OrderListProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const session = useSession();
  const online = useOnline();
  const [place, setPlace] = useState(-1);
  const [menu, setMenu] = useState<number | null>(null);
  /** the row that was confirmed last, as it was then */
  const [tried, setTried] = useState<OrderRow | null>(null);
  const confirm = useAction((key: string, row: OrderRow) => confirmOrder(t, row, key));
  const current = place < 0 ? undefined : rows[Math.min(place, rows.length - 1)];
  const currentId = current?.id;
  useEffect(() => {
    if (currentId !== undefined) document.getElementById(`order-${currentId}`)?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  useListKeys({
    move: (by) => setPlace((from) => Math.max(0, Math.min(rows.length - 1, from + by))),
    open: () => current && onOpen(current.id),
    toggle: () => current && selection.toggle(current),
  });
  const doNextStep = (row: OrderRow) => {
    const step = nextStepOf(row, session);
    if (step?.kind === "confirm") {
      setTried(row);
      void confirm.run(row);
    } else if (step) void navigate(step.to);
  };
  const menuRow = rows.find(({ id }) => id === menu);
  return (
    <>
      <Checkbox
        className="pl-2"
        label={t("orders.select_page")}
        checked={rows.every(({ id }) => selection.has(id))}
        onChange={() => selection.togglePage(rows)}
      />
      <RowFailure row={tried} action={confirm} />
      <ul
        id="order-list"
        tabIndex={-1}
        aria-label={t("nav.orders")}
        className="card scroll-mt-24 divide-y divide-line overflow-hidden outline-none"
      >
        {rows.map((row) => {
          const step = nextStepOf(row, session);
          const canStep = step !== null && (online || step.kind !== "confirm");
          return (
            <OrderListRow
              key={row.id}
              row={row}
              columns={list.columns}
              selected={selection.has(row.id)}
              current={row === current}
              open={row.id === openId}
              narrow={openId !== null}
              onToggle={() => selection.toggle(row)}
              onMenu={() => setMenu(row.id)}
              onNextStep={canStep ? () => doNextStep(row) : undefined}
              nextLabel={step?.label}
            />
          );
        })}
      </ul>
      {menuRow && (
        <RowSheet
          row={menuRow}
          selected={selection.has(menuRow.id)}
          onToggle={() => selection.toggle(menuRow)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}

/** Previous and next page, and how much the search or the list contains. */
export function ListPages({ list, total }: { list: OrderListView; total: number }) {
  const t = useTexts();
  const open = (page: number) => list.change({ page: page > 1 ? String(page) : "", view: "" });
  const isCut = list.search !== "" && total >= maxHits;
  return (
    <>
      {isCut && <p className="text-sm text-taupe">{t("orders.too_many_found", { count: maxHits })}</p>}
      <PageButtons page={list.page} perPage={rowsPerPage} total={total} onOpen={open} />
      {/* after the rows, which would move it */}
      {total > 0 && <p className="hidden text-xs text-taupe lg:block">{t("orders.keys")}</p>}
    </>
  );
}
