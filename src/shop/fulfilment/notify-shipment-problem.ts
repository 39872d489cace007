import type { Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { emailMerchant } from "#shop/mail/index.ts";
import { noteOrder } from "#shop/orders/index.ts";
import type { Parcel } from "./shipment.ts";

type Trouble =
  | { kind: "parcel_refused"; note: "refused" | "too_much_cash" }
  | {
      kind: "parcel_trouble";
      note:
        | "silent"
        | "not_stopped"
        | "cancelled"
        | "exception"
        | "returned"
        | "lost"
        | "damage"
        | "not_completed"
        | "other_cash"
        | "cash_changed";
    };

/** What a merchant has to look after, in the order's notes and by letter. */
export async function notifyShipmentProblem(
  tx: Tx,
  parcel: Pick<Parcel, "id" | "orderId" | "clientOrderCode" | "trackingCode">,
  { trouble: { kind, note }, reason = "", now }: { trouble: Trouble; reason?: string; now: Date },
): Promise<void> {
  const { orderId } = parcel;
  const code = parcel.trackingCode ?? parcel.clientOrderCode;
  const words = t("vi", `parcel_notes.${note}`, { code, reason });
  await noteOrder(tx, orderId, words, now);
  await emailMerchant(tx, { orderId, kind, values: { tracking_code: code, reason: words } });
}
