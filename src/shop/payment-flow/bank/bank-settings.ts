import { dong, type Dong } from "#contract/money.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { integerSetting, readSettings } from "#shop/kernel/settings/settings.ts";

const defaultMinutes = 180;
const defaultDepositHours = 24;

/** The merchant's settings of bank transfers. */
export const bankTransferSettings = {
  reservationMinutes: integerSetting(10, {
    name: "bank_transfer_hold_minutes",
    unit: "minutes",
    unset: `${defaultMinutes} minutes`,
    meaning: "how long the stock of an order stays reserved while it waits for a bank transfer",
  }),
  depositHours: integerSetting(1, {
    name: "deposit_hours",
    unit: "hours",
    unset: `${defaultDepositHours} hours`,
    meaning: "how long a customer can pay the deposit that was requested for a cash order",
  }),
  tolerance: integerSetting(0, {
    name: "bank_transfer_tolerance",
    unit: "VND",
    unset: "0 VND",
    meaning: "by how much a bank transfer may be less than the order's total and still pay it",
  }),
};

export interface BankTerms {
  /** how long stock stays reserved while an order waits */
  reservationMs: number;
  tolerance: Dong;
  /** how long a deposit can be paid */
  depositMs: number;
}

export async function readBankTerms(reader: Reader): Promise<BankTerms> {
  const values = await readSettings(reader, Object.values(bankTransferSettings));
  return {
    reservationMs: (values.get(bankTransferSettings.reservationMinutes.name) ?? defaultMinutes) * minuteMs,
    depositMs: (values.get(bankTransferSettings.depositHours.name) ?? defaultDepositHours) * hourMs,
    tolerance: dong(values.get(bankTransferSettings.tolerance.name) ?? 0),
  };
}
