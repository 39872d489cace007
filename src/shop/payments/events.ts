import { type Db, json, type Reader, sql } from "#shop/kernel/db/database.ts";
import type { OnlineMethod } from "./gateway.ts";

export interface PaymentEvent {
  paymentId: number | null;
  method: OnlineMethod;
  channel: "begin" | "return" | "notice" | "ask" | "refund";
  /** the gateway's own id of a notice that has been dealt with */
  eventId?: string | null;
  /** what it said, or why it was refused */
  verdict: string;
  code?: string;
  /** as it came, without signatures and tokens */
  payload?: Record<string, unknown>;
  at: Date;
}

/** Without the NULs that PostgreSQL cannot keep: forged messages may hold anything. */
const storable = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storable(name), storable(one)]));
};

/** Adds a line to what gateways told and answered: apart from what it moves, so that what was refused is in it too. */
export async function logPaymentEvent(db: Db, event: PaymentEvent): Promise<void> {
  const { paymentId, method, channel, eventId = null, verdict, code = "", payload = {}, at } = event;
  // an order that was deleted for good meanwhile has taken its payments along
  await db.write(sql`
    insert into payment_event (payment_id, method, channel, event_id, verdict, code, payload, at)
    values ((select id from payment where id = ${paymentId}::integer), ${method}, ${channel}, ${eventId}, ${verdict}, ${code},
      ${json(storable(payload))}::jsonb, ${at})
    on conflict (event_id) do nothing`);
}

/** Whether a notice has been dealt with before. */
export const isKnownEvent = async (reader: Reader, eventId: string): Promise<boolean> =>
  (await reader.one(sql`select from payment_event where event_id = ${eventId}`)) !== undefined;
