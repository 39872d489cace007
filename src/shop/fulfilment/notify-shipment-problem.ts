import type { Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { emailMerchant } from "#shop/mail/index.ts";
import { addOrderNote, findOrder, fullAddress } from "#shop/orders/index.ts";
import type { Shipment } from "./shipment.ts";

type ShipmentProblem =
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
        | "cash_changed"
        | "contents_refused";
    };

/** The address by which a person books the parcel: of an order that has it in both schemes. */
async function bridgedAddressOf(tx: Tx, orderId: number): Promise<string | null> {
  const order = await findOrder(tx, orderId);
  return order?.location?.address ? fullAddress(order.shipping, order.location, "vi") : null;
}

/** Notifies the merchant of a problem, as an order note and by email. */
export async function notifyShipmentProblem(
  tx: Tx,
  shipment: Pick<Shipment, "id" | "orderId" | "clientOrderCode" | "trackingCode">,
  { problem: { kind, note }, reason = "", now }: { problem: ShipmentProblem; reason?: string; now: Date },
): Promise<void> {
  const { orderId } = shipment;
  const code = shipment.trackingCode ?? shipment.clientOrderCode;
  const text = t("vi", `parcel_notes.${note}`, { code, reason });
  await addOrderNote(tx, orderId, text, now);
  const address = kind === "parcel_refused" ? await bridgedAddressOf(tx, orderId) : null;
  await emailMerchant(tx, { orderId, kind, values: { tracking_code: code, reason: text, address } });
}
