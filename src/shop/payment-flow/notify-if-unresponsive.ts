import type { Tx } from "#shop/kernel/db/database.ts";
import type { StoredAttempt } from "#shop/payments/index.ts";
import { addNoteAndEmailMerchant } from "./merchant-notes.ts";
import { gatewayDownAlertMs } from "./payment-deadlines.ts";

/** Notifies the merchant, once, of an attempt whose gateway has not responded for too long after the link expired. */
export async function notifyIfUnresponsive(tx: Tx, attempt: StoredAttempt, now: Date): Promise<void> {
  const since = now.getTime() - (attempt.expiresAt ?? attempt.createdAt).getTime();
  if (since > gatewayDownAlertMs)
    await addNoteAndEmailMerchant(tx, attempt, { note: "gateway_unresponsive", kind: "gateway_silent", now });
}
