import { useState } from "react";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import type { OwnerOrder } from "#backoffice/api/offline/stored-reads.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { Exchanges } from "./exchanges.tsx";
import { ParcelActions } from "./parcel-actions.tsx";
import { ParcelBadges, ParcelFacts, ParcelProblem } from "./parcel-facts.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { refreshParcels } from "./refresh-parcels.ts";
import { TrackSheet } from "./track-sheet.tsx";

const everyMs = 4_000;

/** An order as it was loaded, with its version. */
interface LoadedOrder {
  order: WooOrder;
  etag: string | null;
}

/** Books the first parcel of an order, or another one after the others have ended. */
function FirstParcel({ order, etag }: LoadedOrder) {
  const t = useTexts();
  const { id: orderId } = order;
  const [tracking, setTracking] = useState(false);
  const book = useAction(async (key) => {
    await call("POST bo/orders/{id}/parcels", { path: { id: orderId }, key, ifMatch: etag });
    await refreshParcels();
  });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ServerButton
          look="secondary"
          size="small"
          className="min-h-12"
          busy={book.busy}
          onClick={() => void book.run()}
        >
          {t("parcel_actions.book")}
        </ServerButton>
        <Button look="secondary" size="small" className="min-h-12" onClick={() => setTracking(true)}>
          {t("parcel_actions.track")}
        </Button>
      </div>
      <OrderFailure order={order} action={book} />
      {tracking && <TrackSheet orderId={orderId} onClose={() => setTracking(false)} />}
    </div>
  );
}

const ended: readonly ParcelEntry["step"][] = ["cancelled", "delivered", "returned"];

/** The customer has paid it, and its items were delivered or are back. */
const isExchangeable = ({ order_status, inspected_at }: ParcelEntry): boolean =>
  order_status === "completed" || (order_status === "processing" && inspected_at !== null);

const closed: readonly string[] = ["completed", "cancelled", "failed", "refunded", "trash"];

/** Whether the parcels or the exchanges of an order, which `OrderParcels` reads, are loading for the first time. */
export function useParcelsPending(orderId: number): boolean {
  const parcels = useApi("GET bo/parcels", { query: { order_id: orderId, view: "all" } }, { enabled: false });
  const exchanges = useApi("GET bo/orders/{id}/exchange", { path: { id: orderId } }, { enabled: false });
  return parcels.isPending || exchanges.isPending;
}

/** The parcels of an order with everything that can be done with them, and its exchanges. */
export function OrderParcels({ owner, order, etag }: LoadedOrder & { owner: OwnerOrder }) {
  const { id: orderId } = order;
  const t = useTexts();
  const { permissions } = useSession();
  const query = useApi("GET bo/parcels", { query: { order_id: orderId, view: "all" } }, { everyMs, ofOrder: owner });
  const mayManage = permissions.includes("parcels.manage");
  return (
    <div className="space-y-5">
      <Loaded query={query}>
        {(parcels) => (
          <>
            {parcels.length === 0 && <p className="text-sm text-taupe">{t("parcels.none_of_order")}</p>}
            {parcels.map((parcel) => (
              <div key={parcel.id} className="space-y-3 border-t border-line pt-4 first:border-0 first:pt-0">
                <div className="flex flex-wrap gap-2 empty:hidden">
                  <ParcelBadges parcel={parcel} />
                </div>
                <ProgressLine parcel={parcel} />
                <ParcelProblem parcel={parcel} />
                <ParcelFacts parcel={parcel} inOrder />
                <ParcelActions parcel={parcel} />
              </div>
            ))}
            {mayManage &&
              parcels.every(
                ({ step, actions, order_status }) =>
                  !closed.includes(order_status) && ended.includes(step) && !actions.includes("book"),
              ) && <FirstParcel order={order} etag={etag} />}
          </>
        )}
      </Loaded>
      <Exchanges
        orderId={orderId}
        etag={etag}
        failure={(action) => <OrderFailure order={order} action={action} />}
        // an order without a parcel has nothing to exchange yet
        exchangeable={query.data?.data.length ? query.data.data.some(isExchangeable) : null}
      />
    </div>
  );
}
