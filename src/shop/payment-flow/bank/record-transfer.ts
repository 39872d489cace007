import { payments } from "#shop/kernel/observability/metrics.ts";
import { bankTransferMethodId } from "#contract/payment-methods/index.ts";
import type { BankConfig } from "#shop/kernel/base/bank-config.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { BankNotification } from "#shop/payments/index.ts";
import { forgetParty } from "./forget-transfers.ts";
import type { TransferResult } from "./order-transfer.ts";
import { settleTransfer } from "./settle-transfer.ts";
import { type BankChannel, storeTransfer } from "./store-transfer.ts";

/**
 * Stores a reported transfer and settles it, in one transaction.
 * @returns `known` if it was reported before, in this channel or another
 */
export async function recordTransfer(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  bank: BankConfig,
  { notification, channel }: { notification: BankNotification; channel: BankChannel },
): Promise<TransferResult | "known"> {
  const now = clock.now();
  const isOwn = [notification.account, notification.subAccount].includes(bank.account);
  const result = await db.transaction(async (tx) => {
    const transfer = await storeTransfer(tx, notification, { channel, now });
    if (!transfer) return "known";
    const settled = await settleTransfer(tx, transfer, { bank, isOwn, now });
    if (settled === "ignored") await forgetParty(tx, transfer);
    return settled;
  });
  if (result === "paid") payments.inc({ method: bankTransferMethodId, outcome: "paid" });
  return result;
}
