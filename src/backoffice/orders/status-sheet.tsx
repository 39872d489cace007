import type { WooOrder } from "#contract/woo/order.ts";
import type { Dong } from "#contract/money.ts";
import { SelectField, TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { type AnyStatus, anyStatuses } from "#contract/order-statuses.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { useOrderAction } from "./use-order-action.ts";

/** What another status would cause for stock, money, parcel and emails. */
export function Effects({ id, to }: { id: number; to: AnyStatus }) {
  const t = useTexts();
  const query = useApi("GET bo/orders/{id}/effects", { path: { id }, query: { to } });
  return (
    <Loaded query={query}>
      {({ effects }) => (
        <ul aria-label={t("order.effects")} className="space-y-1.5 bg-sand p-3 text-sm">
          {effects.length === 0 && <li>{t("order.no_effects")}</li>}
          {effects.map(({ kind, message }) => (
            <li key={message} className="flex gap-2">
              <span className="w-16 shrink-0 text-taupe">{t(`order_effects.${kind}`)}</span>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** What the role may still refund of an order, if the status `refunded` would refund more than that; otherwise null. */
function useAboveRefundLimit(id: number, enabled: boolean): Dong | null {
  const { data } = useApi("GET bo/orders/{id}/effects", { path: { id }, query: { to: "refunded" } }, { enabled });
  const { refund_limit: limit = null, refundable = 0 } = enabled ? (data?.data ?? {}) : {};
  return limit !== null && refundable > limit ? limit : null;
}

interface StatusSheetProps {
  order: WooOrder;
  etag: string | null;
  /** the status to set; by default it is chosen */
  preset?: { status: AnyStatus; reason: string };
  onClose: () => void;
}

/** Sets any status, after its effects were shown, with a reason. */
export function StatusSheet({ order, etag, preset, onClose }: StatusSheetProps) {
  const t = useTexts();
  const draft = useDraft<{ status: AnyStatus; reason: string }>(`order-status:${order.id}:${preset?.status ?? ""}`, {
    status: preset?.status ?? order.status,
    reason: preset?.reason ?? "",
  });
  const { status, reason } = draft.values;
  const act = useOrderAction(() => {
    draft.discard();
    onClose();
  });
  const isSame = status === order.status;
  const aboveLimit = useAboveRefundLimit(order.id, status === "refunded" && !isSame);
  return (
    <Sheet title={preset ? preset.reason : t("order.set_status")} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void act.run({
            message: t("order.status_set"),
            send: (key) =>
              call("POST bo/orders/{id}/status", {
                path: { id: order.id },
                body: { status, reason },
                key,
                ifMatch: etag,
              }),
          });
        }}
      >
        <DraftOffer draft={draft} />
        {!preset && (
          <SelectField
            label={t("order.status")}
            value={status}
            onChange={(event) => draft.change({ status: event.target.value as AnyStatus })}
          >
            {anyStatuses.map((one) => (
              <option key={one} value={one}>
                {t(`order_statuses.${one}`)}
              </option>
            ))}
          </SelectField>
        )}
        {!isSame && <Effects id={order.id} to={status} />}
        <TextField
          label={t("order.reason")}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => draft.change({ reason: event.target.value })}
        />
        <OrderFailure order={order} action={act} />
        {aboveLimit !== null && (
          <p className="text-sm text-taupe">{t("refunds.above_limit", { limit: formatAmount(aboveLimit) })}</p>
        )}
        <ServerButton type="submit" wide busy={act.busy} disabled={isSame || aboveLimit !== null}>
          {preset ? preset.reason : t("order.set_status")}
        </ServerButton>
      </form>
    </Sheet>
  );
}
