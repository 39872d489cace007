import { wooDates } from "#contract/dates.ts";
import { paymentStateOf } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";

/** `YYYYMMDDHHmmss` in the shop's time zone. */
const stamp = (date: string): string => wooDates(new Date(date)).local.replace(/\D/g, "");

/**
 * The redirect target of a customer returning from a gateway: the page that shows the order's state in the database. Built
 * from the settings, never from the request.
 * @param orderId null if this visitor has no access to the order
 * @param includeState whether the query carries more than the order's id; the page does not trust it
 */
export async function resultUrl(
  { db, config }: AppContextWithGateways,
  orderId: number | null,
  { includeState }: { includeState: boolean },
): Promise<string> {
  const page = `${config.publicUrl}/final-payment`;
  if (orderId === null) return page;
  const state = includeState ? await paymentStateOf(db, orderId) : null;
  const order_id = String(orderId);
  if (!state) return `${page}?${new URLSearchParams({ order_id })}`;
  const { payment_status: status, transaction_no, amount, payment_date } = state;
  const query = { status, order_id, transaction_no, amount: String(amount), payment_date: stamp(payment_date) };
  return `${page}?${new URLSearchParams(query)}`;
}
