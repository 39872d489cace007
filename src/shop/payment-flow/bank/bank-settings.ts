import { dong, type Dong } from "#contract/money.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { integerSetting, readSettings } from "#shop/kernel/settings/settings.ts";

const defaultMinutes = 180;

/** The merchant's settings of bank transfers. */
export const bankTransferSettings = {
  reservationMinutes: integerSetting(10, {
    name: "bank_transfer_hold_minutes",
    unit: "minutes",
    unset: `${defaultMinutes} minutes`,
    meaning: "how long the stock of an order stays reserved while it waits for a bank transfer",
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
}

export async function readBankTerms(reader: Reader): Promise<BankTerms> {
  const values = await readSettings(reader, Object.values(bankTransferSettings));
  return {
    reservationMs: (values.get(bankTransferSettings.reservationMinutes.name) ?? defaultMinutes) * minuteMs,
    tolerance: dong(values.get(bankTransferSettings.tolerance.name) ?? 0),
  };
}
