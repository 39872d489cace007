import { wooDates } from "#contract/dates.ts";
import { paymentStateOf } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";

/** `YYYYMMDDHHmmss` in the shop's zone. */
const stamp = (date: string): string => wooDates(new Date(date)).local.replace(/\D/g, "");

/**
 * Where a shopper who comes back from a gateway is sent: the page that shows what became of the order, as the database has
 * it. Made of the settings, never of the request.
 * @param orderId null: it is not for this visitor to know which
 * @param told whether the query says more than which order; the page believes none of it
 */
export async function resultUrl(
  { db, config }: AppContextWithGateways,
  orderId: number | null,
  { told }: { told: boolean },
): Promise<string> {
  const page = `${config.publicUrl}/final-payment`;
  if (orderId === null) return page;
  const state = told ? await paymentStateOf(db, orderId) : null;
  const order_id = String(orderId);
  if (!state) return `${page}?${new URLSearchParams({ order_id })}`;
  const { payment_status: status, transaction_no, amount, payment_date } = state;
  const query = { status, order_id, transaction_no, amount: String(amount), payment_date: stamp(payment_date) };
  return `${page}?${new URLSearchParams(query)}`;
}
