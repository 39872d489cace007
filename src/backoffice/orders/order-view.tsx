import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { presenceEveryMs } from "#contract/backoffice/order-rules.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { dong } from "#contract/money.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import { IconButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { ProductThumb } from "#design/product-thumb.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#design/icons.tsx";
import { Skeleton, SkeletonText } from "#design/skeleton.tsx";
import { call } from "#backoffice/api/call.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { PhoneLink } from "#backoffice/components/phone-link.tsx";
import { formatAge, formatAmount, formatTimeLeft } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useParcelsPending } from "#backoffice/parcels/order-parcels.tsx";
import { OrderRefundRequests, useRefundRequests } from "#backoffice/refunds/order-refund-requests.tsx";
import { methodText, paymentText } from "#backoffice/order-record/payment-text.ts";
import { customerName } from "#backoffice/order-record/order-contact.ts";
import { NextStep } from "./next-step.tsx";
import { CustomerCard, DeliveryCard, LinesCard, MoneyCard } from "./order-cards.tsx";
import { OrderMenu, type OrderMenuEntry, OrderSheet } from "./order-menu.tsx";
import { TimelineCard } from "./order-timeline.tsx";
import { DepositCard } from "./deposit-card.tsx";
import { PaymentLinkCard } from "./payment-link-card.tsx";
import { PhoneCard } from "./phone-card.tsx";
import { useOrder } from "#backoffice/order-record/use-order.ts";
import { WaitingHere } from "./waiting-here.tsx";

/**
 * Reports that the order is open, and names the others that have it open too: in the margin below the heading, since a line that comes
 * by itself must not move the buttons.
 */
function Presence({ id }: { id: number }) {
  const t = useTexts();
  const { data } = useQuery({
    queryKey: ["order-presence", id],
    queryFn: () => call("PUT bo/orders/{id}/presence", { path: { id } }),
    refetchInterval: presenceEveryMs,
    refetchOnWindowFocus: "always",
    staleTime: 0,
  });
  const others = data?.data.others ?? [];
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 top-full -mt-1.5 truncate text-xs text-warning empty:hidden"
    >
      {others.length > 0 && t("order.also_open", { names: others.join(", ") })}
    </p>
  );
}

const urgent: ReadonlySet<string> = new Set(["delivery_problem", "needs_review", "to_inspect"]);
const toneOf = (stage: string): Tone => {
  if (urgent.has(stage)) return "danger";
  return stage === "completed" ? "success" : "neutral";
};

/** Stage, its age and its reason. */
function StageLine({ workflow, payment }: { workflow: NonNullable<WooOrder["lianne"]>; payment: string }) {
  const t = useTexts();
  const { stage, stage_since, stage_reason, confirm_by } = workflow;
  const confirmed = confirm_by && t("orders.confirm_by", { time: formatTimeLeft(t, confirm_by) });
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Badge tone={toneOf(stage)}>{t(`order_stages.${stage}`)}</Badge>
      <span className="text-taupe">
        {[formatAge(t, stage_since), payment, stage_reason, confirmed].filter(Boolean).join(" · ")}
      </span>
    </p>
  );
}

const Placeholder = () => (
  <div className="space-y-4">
    <Skeleton className="h-12 w-full" />
    <div className="card p-5">
      <SkeletonText lines={6} />
    </div>
  </div>
);

/** What the list has loaded of an order, until its own response arrives. */
function KnownOrder({ row }: { row: OrderRow }) {
  const t = useTexts();
  const { customer, province, items, total, lianne, payment_method } = row;
  return (
    <>
      <StageLine workflow={lianne} payment={methodText(t, payment_method)} />
      <Card title={customer.name || t("order.customer")} text={province}>
        <PhoneLink phone={customer.phone} />
        <p className="mt-2 flex items-center gap-3 text-sm">
          <ProductThumb src={items.image} alt="" className="size-14 shrink-0 object-cover" />
          <span className="min-w-0 flex-1">
            {items.name}
            {items.lines > 1 && ` +${items.lines - 1}`}
          </span>
          <span className="tabular font-medium">{formatAmount(total)}</span>
        </p>
      </Card>
    </>
  );
}

interface OrderViewProps {
  id: number;
  /** the list's neighbours of the order, where it was opened from one */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** next to the list: one column at every width */
  narrow?: boolean;
  /** as the page's own heading, or as one next to the list */
  heading?: "h1" | "h2";
}

/** One order: its next step first, then items, customer, delivery, money, notes and timeline. Shown as a screen, and next to the list. */
export function OrderView({ id, onPrevious, onNext, narrow = false, heading: Heading = "h1" }: OrderViewProps) {
  const t = useTexts();
  const { query, order, row, etag } = useOrder(id);
  // read together with the order, above whose items they are
  const requestsPending = useRefundRequests(id).isLoading;
  const [sheet, setSheet] = useState<OrderMenuEntry | null>(null);
  return (
    <article aria-label={t("order.title", { number: id })} className="space-y-4">
      <div className="relative flex min-h-12 items-center gap-1">
        <Heading tabIndex={-1} className="tabular flex-1 text-xl outline-none lg:text-2xl">
          {t("order.title", { number: id })}
        </Heading>
        {onPrevious && (
          <IconButton label={t("order.previous")} onClick={onPrevious} className="size-12">
            <ArrowUpIcon />
          </IconButton>
        )}
        {onNext && (
          <IconButton label={t("order.next")} onClick={onNext} className="size-12">
            <ArrowDownIcon />
          </IconButton>
        )}
        <OrderMenu order={order} onChoose={setSheet} />
        {order && <Presence id={id} />}
      </div>
      {order ? (
        <>
          {order.lianne ? (
            <StageLine workflow={order.lianne} payment={paymentText(t, order)} />
          ) : (
            <Badge>{t(`order_statuses.${order.status}`)}</Badge>
          )}
          {order.lianne?.stage === "to_confirm" && (
            <>
              <p className="font-medium">
                {[customerName(order), formatAmount(dong(Number(order.total)))].join(" · ")}
              </p>
              <PhoneCard order={order} />
            </>
          )}
          <NextStep order={order} etag={etag} onCancel={() => setSheet("cancel")} />
          {/* below the buttons, which it would move as it comes and goes */}
          <WaitingHere id={id} />
          <PaymentLinkCard key={id} order={order} etag={etag} />
          <OrderRefundRequests orderId={id} />
          <div className={classes("space-y-4", requestsPending && "held-back")}>
            <Columns order={order} etag={etag} narrow={narrow} onPromise={() => setSheet("promise")} />
          </div>
          {sheet && <OrderSheet order={order} etag={etag} entry={sheet} onClose={() => setSheet(null)} />}
        </>
      ) : (
        <>
          {row && <KnownOrder row={row} />}
          <Loaded query={query} skeleton={<Placeholder />}>
            {() => null}
          </Loaded>
        </>
      )}
    </article>
  );
}

interface ColumnsProps {
  order: WooOrder;
  etag: string | null;
  narrow: boolean;
  onPromise: () => void;
}

/** On a desktop line items and timeline are on the left, the rest on the right. Cards below the parcels are shown once those have their height. */
function Columns({ order, etag, narrow, onPromise }: ColumnsProps) {
  const pending = useParcelsPending(order.id);
  const lines = (
    <>
      <LinesCard order={order} />
      <DepositCard key={`deposit-${order.id}`} order={order} etag={etag} />
    </>
  );
  const customer = (
    <>
      {/* above the call button, which is at the top while the order waits for the call */}
      {order.lianne?.stage !== "to_confirm" && <PhoneCard order={order} />}
      <CustomerCard order={order} />
      <DeliveryCard order={order} etag={etag} onPromise={onPromise} />
      <div className={pending ? "held-back" : ""}>
        <MoneyCard order={order} />
      </div>
    </>
  );
  if (narrow)
    return (
      <>
        {lines}
        {customer}
        <div className={pending ? "held-back" : ""}>
          <TimelineCard order={order} />
        </div>
      </>
    );
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="space-y-4 lg:col-start-1">{lines}</div>
      <div className="space-y-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">{customer}</div>
      <div className={classes("lg:col-start-1", pending && "max-lg:held-back")}>
        <TimelineCard order={order} />
      </div>
    </div>
  );
}
