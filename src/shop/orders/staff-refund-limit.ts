import { type Dong, dong } from "#contract/money.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { integerSetting, readSetting } from "#shop/kernel/settings/settings.ts";

const defaultLimit = 500_000;

/** How much of an order the role `staff` may refund, by all refunds together. */
export const staffRefundLimitSetting = integerSetting(0, {
  name: "staff_refund_limit",
  unit: "dong",
  unset: String(defaultLimit),
  meaning: "refunds of one order by staff members other than owners",
});

export const staffRefundLimit = async (reader: Reader): Promise<Dong> =>
  dong((await readSetting(reader, staffRefundLimitSetting)) ?? defaultLimit);
