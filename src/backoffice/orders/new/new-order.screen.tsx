import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { toE164 } from "#contract/person-validation.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useOnline } from "#design/use-online.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { CustomerFields } from "./customer-fields.tsx";
import { DeliveryFields } from "./delivery-fields.tsx";
import {
  blankOrder,
  bodyOf,
  hasChangedPrice,
  isWrongPrice,
  type NewOrder,
  type NewOrderBody,
  withItem,
} from "./new-order.ts";
import { OrderItemPicker } from "./order-item-picker.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderTotals } from "./order-totals.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { type Quote, useQuote } from "./use-quote.ts";

/** What is missing before the server can be requested to create the order, by field. */
function missingFields(t: TextOf, order: NewOrder): Record<string, string> {
  const shipped = order.delivery === "flat_rate";
  const missing = {
    phone: !toE164(order.phone) && t("new_order.wrong_phone"),
    name: order.name.trim().length < 2 && t("new_order.name_missing"),
    place: shipped && order.place.wardCode === "" && t("new_order.place_missing"),
    street: shipped && order.street.trim() === "" && t("new_order.street_missing"),
    price: order.lines.some(isWrongPrice) && t("fields.wrong_amount"),
    reason: hasChangedPrice(order) && order.priceReason.trim() === "" && t("new_order.reason_missing"),
  };
  return Object.fromEntries(Object.entries(missing).filter((entry): entry is [string, string] => entry[1] !== false));
}

/** The errors of the server, at the fields of this form. */
function serverErrors(error: CallError | null): Record<string, string> {
  const { billing, location, price_reason } = error?.fields ?? {};
  const { data: { fields = {} } = {} } = (error?.problem.data.details?.billing ?? {}) as { data?: { fields?: object } };
  const ofBilling = Object.keys(fields).includes("address") ? { street: billing } : {};
  const all = { ...ofBilling, place: location, reason: price_reason };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function useCreate(quote: Quote, onCreated: (id: number) => void): Action<[NewOrderBody], void> {
  return useAction(async (key: string, body: NewOrderBody) => {
    try {
      const { data } = await call("POST bo/orders", { body, key });
      await invalidate("GET bo/orders", "GET bo/order-counts", "GET bo/today");
      onCreated(data.id);
    } catch (error) {
      // another total, or an item that was sold meanwhile: shown at the totals and at its line
      if (error instanceof CallError && (error.status === 409 || error.status === 400)) quote.reload();
      throw error;
    }
  });
}

/** The total, and the button that creates the order at it. */
function SaveCard({
  order,
  quote,
  create,
  onIncomplete,
}: {
  order: NewOrder;
  quote: Quote;
  create: Action<[NewOrderBody], void>;
  onIncomplete: (missing: Record<string, string>) => void;
}) {
  const t = useTexts();
  const online = useOnline();
  const { data, outdated } = quote;
  const blocked = data?.lines.some(({ problem }) => problem !== null) ?? false;
  const isReady = online && data !== undefined && !outdated && !blocked && order.lines.length > 0;
  const save = () => {
    const missing = missingFields(t, order);
    onIncomplete(missing);
    if (Object.keys(missing).length === 0 && data) void create.run(bodyOf(order, data.total));
  };
  return (
    <Card className="space-y-4">
      <OrderTotals quote={data} outdated={outdated} />
      {quote.error && (
        <Alert>
          <p>{t("new_order.not_computed")}</p>
          <Button look="quiet" className="-ml-2 min-h-12" onClick={quote.reload}>
            {t("actions.retry")}
          </Button>
        </Alert>
      )}
      {!online && <Alert tone="warning">{t("new_order.offline")}</Alert>}
      {blocked && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-danger">
          {t("new_order.blocked")}
          <Button look="quiet" className="min-h-12" onClick={quote.reload}>
            {t("new_order.check_again")}
          </Button>
        </p>
      )}
      {/* the problem of a line is at that line */}
      <Failure error={blocked && create.error?.fields.line_items ? null : create.error} />
      <Button wide busy={create.busy} disabled={!isReady} onClick={save}>
        {data && order.lines.length > 0 && !outdated
          ? t("new_order.create_at", { total: formatAmount(data.total) })
          : t("new_order.create")}
      </Button>
    </Card>
  );
}

/** Creates an order for a customer on the phone, in a chat or at a market. */
export default function NewOrderScreen() {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const draft = useDraft("new-order", blankOrder);
  const { values: order, change } = draft;
  const [missing, setMissing] = useState<Record<string, string>>({});
  const quote = useQuote(order);
  const create = useCreate(quote, (id) => {
    draft.discard();
    void navigate(`/orders/${id}${search}`, { replace: true });
  });
  const edit: typeof change = (own) => {
    setMissing({});
    if (create.error) create.reset();
    change(own);
  };
  // the first field that is missing, once it is marked
  useEffect(() => {
    if (Object.keys(missing).length > 0) document.querySelector<HTMLElement>("main [aria-invalid=true]")?.focus();
  }, [missing]);
  const errors = { ...serverErrors(create.error), ...missing };
  return (
    <Page title={t("new_order.title")} back={{ to: `/orders${search}`, label: t("nav.orders") }}>
      <div className="space-y-4">
        <DraftOffer draft={draft} />
        <div className="grid gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start">
          <Card title={t("order.items")} className="lg:col-start-1 lg:row-start-1">
            <OrderItemPicker onItem={(item) => edit(({ lines }) => ({ lines: withItem(lines, item) }))} />
            <div className="mt-2">
              <OrderLines order={order} quote={quote.data} change={edit} reasonError={errors.reason} />
            </div>
          </Card>
          <div className="space-y-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Card title={t("order.customer")}>
              <CustomerFields order={order} change={edit} errors={errors} />
            </Card>
            <Card title={t("order.delivery")}>
              <DeliveryFields
                order={order}
                change={edit}
                errors={errors}
                placeProblem={quote.data?.location_problem ?? null}
              />
            </Card>
            <Card title={t("new_order.payment")}>
              <PaymentFields order={order} change={edit} offered={quote.data?.payments} />
            </Card>
          </div>
          <div className="lg:sticky lg:top-6 lg:col-start-1 lg:row-start-2">
            <SaveCard order={order} quote={quote} create={create} onIncomplete={setMissing} />
          </div>
        </div>
      </div>
    </Page>
  );
}
