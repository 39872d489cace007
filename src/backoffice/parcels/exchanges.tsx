import { type ReactNode, useState } from "react";
import { type ReturnState, returnStates } from "#contract/backoffice/parcel-views.ts";
import type { ExchangeEntry } from "#contract/backoffice/returns.ts";
import { Button } from "#design/button.tsx";
import { SelectField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { type Action, useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const refresh = () =>
  invalidate("GET bo/orders/{id}/exchange", "GET bo/orders/{id}/exchange-choices", "GET bo/parcels");

/** Records that the replaced item is back, and its state. */
function Received({ exchange }: { exchange: ExchangeEntry }) {
  const t = useTexts();
  const [state, setState] = useState<ReturnState>("restock");
  const receive = useAction(async (key) => {
    await call("POST bo/orders/{id}/exchange/received", { path: { id: exchange.order_id }, body: { state }, key });
    await refresh();
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={t("exchange.state")}
          value={state}
          onChange={(event) => setState(returnStates.find((one) => one === event.target.value) ?? "restock")}
        >
          {returnStates.map((one) => (
            <option key={one} value={one}>
              {t(`return_states.${one}`)}
            </option>
          ))}
        </SelectField>
        <Button
          look="secondary"
          size="small"
          busy={receive.busy}
          className="min-h-12 lg:min-h-12"
          onClick={() => void receive.run()}
        >
          {t("exchange.received")}
        </Button>
      </div>
      <Failure error={receive.error} />
    </div>
  );
}

function Entry({ exchange, orderId, mayManage }: { exchange: ExchangeEntry; orderId: number; mayManage: boolean }) {
  const t = useTexts();
  const { order_id, replaces_order_id, from, to, quantity, received_at } = exchange;
  const other = order_id === orderId ? replaces_order_id : order_id;
  return (
    <li className="space-y-2 text-sm">
      <p>
        {t(order_id === orderId ? "exchange.replaces" : "exchange.replaced_by", { order: other })}: {from} → {to} ×{" "}
        {quantity}
      </p>
      {received_at ? (
        <p className="text-xs text-taupe">{t("exchange.received_at", { time: formatTime(t, received_at) })}</p>
      ) : (
        mayManage && <Received exchange={exchange} />
      )}
    </li>
  );
}

/** The version of the order that is shown, and what shows it next to the current one. */
interface LoadedVersion {
  etag: string | null;
  failure: (action: Pick<Action<never, unknown>, "error" | "reset">) => ReactNode;
}

interface ExchangeDraft {
  lineId: number | null;
  variationId: number | null;
}

/** Chooses a line and the option that its customer gets for it. */
function ExchangeSheet({ orderId, onClose, ...latest }: LoadedVersion & { orderId: number; onClose: () => void }) {
  const t = useTexts();
  // as it was when the sheet opened: after a conflict it is closed, and what was chosen is a draft to be continued
  const [{ etag, failure }] = useState(latest);
  const draft = useDraft<ExchangeDraft>(`exchange-${orderId}`, { lineId: null, variationId: null });
  const { lineId, variationId } = draft.values;
  const query = useApi("GET bo/orders/{id}/exchange-choices", { path: { id: orderId } });
  const create = useAction(async (key, body: { line_id: number; variation_id: number }) => {
    const { data } = await call("POST bo/orders/{id}/exchange", { path: { id: orderId }, body, key, ifMatch: etag });
    draft.discard();
    await refresh();
    return data;
  });
  if (create.result)
    return (
      <Sheet title={t("exchange.title")} onClose={onClose}>
        <div className="space-y-4">
          <p role="status" className="text-sm">
            {t("exchange.created", { order: create.result.order_id })}
          </p>
          <Button wide onClick={onClose}>
            {t("actions.close")}
          </Button>
        </div>
      </Sheet>
    );
  return (
    <Sheet title={t("exchange.title")} onClose={onClose}>
      <Loaded
        query={query}
        isEmpty={(lines) => lines.length === 0}
        empty={<p className="text-sm text-taupe">{t("exchange.none")}</p>}
      >
        {(lines) => {
          const line = lines.find(({ line_id }) => line_id === lineId) ?? lines[0];
          const variation = line?.choices.find(({ variation_id }) => variation_id === variationId) ?? line?.choices[0];
          return (
            <form
              className="space-y-4"
              onSubmit={(event) => {
                event.preventDefault();
                if (line && variation) void create.run({ line_id: line.line_id, variation_id: variation.variation_id });
              }}
            >
              <DraftOffer draft={draft} />
              <p className="text-sm text-taupe">{t("exchange.text")}</p>
              <SelectField
                label={t("exchange.line")}
                value={line?.line_id}
                onChange={(event) => draft.change({ lineId: Number(event.target.value), variationId: null })}
              >
                {lines.map((one) => (
                  <option key={one.line_id} value={one.line_id}>
                    {[one.name, one.option].filter(Boolean).join(" - ")}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t("exchange.option")}
                value={variation?.variation_id}
                error={create.error?.fields.variation_id}
                onChange={(event) => draft.change({ variationId: Number(event.target.value) })}
              >
                {line?.choices.map(({ variation_id, option, available }) => (
                  <option key={variation_id} value={variation_id} disabled={available === 0}>
                    {available === null ? option : t("exchange.choice", { option, available })}
                  </option>
                ))}
              </SelectField>
              {!create.error?.fields.variation_id && failure({ error: create.error, reset: onClose })}
              <Button type="submit" wide busy={create.busy} disabled={!variation}>
                {t("exchange.create")}
              </Button>
            </form>
          );
        }}
      </Loaded>
    </Sheet>
  );
}

interface ExchangesProps extends LoadedVersion {
  orderId: number;
  /** whether one can begin now; null: it is not offered */
  exchangeable: boolean | null;
}

/** The exchanges of an order, and the action that begins one. */
export function Exchanges({ orderId, exchangeable, ...seen }: ExchangesProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const [choosing, setChoosing] = useState(false);
  const query = useApi("GET bo/orders/{id}/exchange", { path: { id: orderId } });
  return (
    <div className="space-y-3 empty:hidden">
      <FailedPart query={query} />
      {(query.data?.data.length ?? 0) > 0 && (
        <ul className="space-y-3" aria-label={t("exchange.list")}>
          {query.data?.data.map((exchange) => (
            <Entry
              key={exchange.order_id}
              exchange={exchange}
              orderId={orderId}
              mayManage={permissions.includes("parcels.manage")}
            />
          ))}
        </ul>
      )}
      {exchangeable !== null && permissions.includes("orders.edit") && (
        <Button
          look="secondary"
          size="small"
          className="min-h-12"
          disabled={!exchangeable}
          onClick={() => setChoosing(true)}
        >
          {t("exchange.begin")}
          {!exchangeable && ` · ${t("exchange.not_yet")}`}
        </Button>
      )}
      {choosing && <ExchangeSheet orderId={orderId} {...seen} onClose={() => setChoosing(false)} />}
    </div>
  );
}
