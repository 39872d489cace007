import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { ListColumn } from "#contract/list-rules.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { IconButton } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { ProductThumb } from "#design/product-thumb.tsx";
import { DotsIcon } from "#backoffice/components/icons.tsx";
import { formatAmount, formatTimeLeft, formatPhone, formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { OpenLink } from "./open-link.tsx";
import { useSwipe } from "./use-swipe.ts";

const toneOf: Partial<Record<OrderRow["lianne"]["stage"], Tone>> = {
  delivery_problem: "danger",
  needs_review: "warning",
  to_inspect: "warning",
  completed: "success",
};

/** How an order is or will be paid, in one word. */
export const paymentText = (t: TextOf, { paid, payment_method }: OrderRow): string =>
  paid ? t("orders.paid") : t(isCashMethod(payment_method) ? "payment_names.cod" : "orders.unpaid");

/** What a person should know before opening the order. */
function Badges({ row }: { row: OrderRow }) {
  const t = useTexts();
  const { lianne, has_note, refused_before, matched } = row;
  const { calls, gift, stage_reason, confirm_by, requests, first_order_of_phone } = lianne;
  const callback = calls.callback_at && t("orders.callback", { time: formatTime(t, calls.callback_at) });
  const confirmed = confirm_by && t("orders.confirm_by", { time: formatTimeLeft(t, confirm_by) });
  const facts = [stage_reason, confirmed, callback].filter(Boolean).join(" · ");
  return (
    <>
      {matched && <Badge>{t(`matched.${matched}`)}</Badge>}
      {gift.box && <Badge tone="sale">{t("orders.gift")}</Badge>}
      {has_note && <Badge>{t("orders.note")}</Badge>}
      {requests.length > 0 && <Badge tone="warning">{t("orders.request")}</Badge>}
      {refused_before > 0 && <Badge tone="danger">{t("orders.refused_before", { count: refused_before })}</Badge>}
      {first_order_of_phone && <span className="text-xs text-taupe">{t("orders.new_customer")}</span>}
      {facts && <span className="text-xs text-warning">{facts}</span>}
    </>
  );
}

interface OrderListRowProps {
  row: OrderRow;
  columns: readonly ListColumn[];
  selected: boolean;
  /** the row that the keyboard is at */
  current: boolean;
  /** its order is open next to the list */
  open: boolean;
  /** next to an open order: as narrow as on a phone */
  narrow: boolean;
  onToggle: () => void;
  onMenu: () => void;
  /** the next step of its stage; undefined without one */
  onNextStep?: (() => void) | undefined;
  nextLabel?: string | undefined;
}

type CellsProps = Pick<OrderListRowProps, "row" | "columns" | "narrow">;

/** Number, time, total, customer and payment. */
function MainCells({ row, columns, narrow }: CellsProps) {
  const t = useTexts();
  const { number, created_at, customer, province, total } = row;
  const shows = (column: ListColumn) => columns.includes(column);
  const wide = narrow ? "" : "lg:contents";
  return (
    <>
      <span className={classes("tabular flex flex-wrap items-baseline gap-x-2 font-medium", !narrow && "lg:w-14")}>
        {number}
        {shows("time") && (
          <span className={classes("text-xs font-normal whitespace-nowrap text-taupe", wide && "lg:hidden")}>
            {formatTime(t, created_at)}
          </span>
        )}
      </span>
      {shows("total") && (
        <span className={classes("tabular text-right font-medium", !narrow && "lg:order-5 lg:w-24")}>
          {formatAmount(total)}
        </span>
      )}
      {shows("time") && !narrow && (
        <span className="hidden whitespace-nowrap text-taupe lg:order-1 lg:block lg:w-25">
          {formatTime(t, created_at)}
        </span>
      )}
      <span className={classes("col-span-2 flex min-w-0 items-baseline gap-x-3", wide)}>
        <span className={classes("min-w-0 flex-1 truncate", !narrow && "lg:order-2 lg:flex-1")}>
          {customer.name || formatPhone(customer.phone) || t("orders.no_name")}
          {shows("province") && province && (
            <span className={classes("text-taupe", !narrow && "lg:block lg:text-xs")}>
              <span className={narrow ? "" : "lg:hidden"}> · </span>
              {province.replace(/^(Tỉnh|Thành phố) /, "")}
            </span>
          )}
        </span>
        {shows("payment") && (
          <span
            className={classes(
              "text-right text-xs",
              row.paid ? "text-success" : "text-taupe",
              !narrow && "lg:order-6 lg:w-14",
            )}
          >
            {paymentText(t, row)}
          </span>
        )}
      </span>
    </>
  );
}

/** Items and stage. */
function DetailCells({ row, columns, narrow }: CellsProps) {
  const t = useTexts();
  const { items, lianne } = row;
  const shows = (column: ListColumn) => columns.includes(column);
  const more = items.lines > 1 ? ` +${items.lines - 1}` : "";
  return (
    <>
      {shows("items") && (
        <span className={classes("col-span-2 flex min-w-0 items-center gap-2", !narrow && "lg:order-3 lg:flex-[1.6]")}>
          <ProductThumb src={items.image} alt="" className="size-9 shrink-0 rounded-xs object-cover" />
          <span className={classes("min-w-0", narrow ? "truncate" : "max-lg:truncate lg:line-clamp-2")}>
            {items.name}
            {more}
          </span>
        </span>
      )}
      <span
        className={classes(
          "col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden",
          !narrow && "lg:order-4 lg:w-44",
        )}
      >
        {shows("stage") && <Badge tone={toneOf[lianne.stage] ?? "neutral"}>{t(`order_stages.${lianne.stage}`)}</Badge>}
        <Badges row={row} />
      </span>
    </>
  );
}

/** One order: a card on phones, a line with columns on large screens. */
export function OrderListRow({ row, columns, selected, current, open, narrow, ...actions }: OrderListRowProps) {
  const t = useTexts();
  const { id, number } = row;
  const { onToggle, onMenu, onNextStep, nextLabel } = actions;
  const swipe = useSwipe({ onRight: onNextStep, onLeft: onMenu, onLongPress: onToggle });
  return (
    <li id={`order-${id}`} data-current={current || undefined} className="relative overflow-hidden bg-sand">
      {swipe.offset !== 0 && (
        <span
          aria-hidden="true"
          className={classes(
            "absolute inset-y-0 flex items-center px-4 text-sm font-medium",
            swipe.offset > 0 ? "left-0" : "right-0",
          )}
        >
          {swipe.offset > 0 ? nextLabel : t("orders.call_or_message")}
        </span>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: gestures of a finger; checkbox and menu do the same */}
      <div
        {...swipe.handlers}
        onContextMenu={(event) => {
          // the browser's own menu of a long press would cover the selection
          if (swipe.wasGesture()) event.preventDefault();
        }}
        onClickCapture={(event) => {
          if (!swipe.wasGesture()) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        style={swipe.offset === 0 ? undefined : { transform: `translateX(${swipe.offset}px)` }}
        className={classes(
          "relative flex touch-pan-y items-start gap-1 py-2 pl-2 [-webkit-touch-callout:none]",
          open ? "bg-blush/40" : selected ? "bg-ivory" : "bg-white",
          !narrow && "lg:items-center",
          current && "outline-2 -outline-offset-2 outline-champagne outline-solid",
        )}
      >
        <Checkbox
          aria-label={t("orders.select", { number })}
          checked={selected}
          onChange={onToggle}
          className="shrink-0"
        />
        <OpenLink
          id={id}
          className={classes(
            "grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 py-2 text-sm",
            !narrow && "lg:flex lg:items-center lg:gap-3 lg:py-1",
          )}
        >
          <MainCells row={row} columns={columns} narrow={narrow} />
          <DetailCells row={row} columns={columns} narrow={narrow} />
        </OpenLink>
        <IconButton label={t("orders.menu", { number })} onClick={onMenu} className="size-12 shrink-0">
          <DotsIcon size={20} />
        </IconButton>
      </div>
    </li>
  );
}
