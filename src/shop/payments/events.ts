import { type Db, json, type Reader, sql } from "#shop/kernel/db/database.ts";
import type { OnlineMethod } from "./gateway.ts";

export interface PaymentEvent {
  paymentId: number | null;
  method: OnlineMethod;
  channel: "create" | "return" | "webhook" | "query" | "refund";
  /** the gateway's id of a webhook, set once it has been processed */
  eventId?: string | null;
  /** the outcome, or why the message was rejected */
  result: string;
  code?: string;
  /** as received, without signatures and tokens */
  payload?: Record<string, unknown>;
  at: Date;
}

/** Removes NUL characters, which PostgreSQL cannot store and a forged message may contain. */
const storable = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]));
};

/** Logs a gateway's message or response, in a transaction of its own so that rejected ones are logged too. */
export async function logPaymentEvent(db: Db, event: PaymentEvent): Promise<void> {
  const { paymentId, method, channel, eventId = null, result, code = "", payload = {}, at } = event;
  // the payment is deleted too if its order has been deleted permanently
  await db.write(sql`
    insert into payment_event (payment_id, method, channel, event_id, outcome, code, payload, at)
    values ((select id from payment where id = ${paymentId}::integer), ${method}, ${channel}, ${eventId}, ${result}, ${code},
      ${json(storable(payload))}::jsonb, ${at})
    on conflict (event_id) do nothing`);
}

/** Whether a webhook has been processed before. */
export const isKnownEvent = async (reader: Reader, eventId: string): Promise<boolean> =>
  (await reader.one(sql`select from payment_event where event_id = ${eventId}`)) !== undefined;
