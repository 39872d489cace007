import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { RowId } from "../number.ts";
import { transferReasons } from "./transfer-reasons.ts";

/** ISO, UTC */
const Time = z.string();

/** A transfer that no order has been found for. */
const OpenTransfer = z.object({
  id: z.int(),
  at: Time,
  amount: DongAmount,
  /** "" for roles without `customers.view`: it may name the payer */
  content: z.string(),
  /** masked; "" if it is not reported */
  counter_account: z.string(),
  reference: z.string(),
  reason: z.enum(transferReasons),
  suggested_order: z.int().nullable(),
});
export type OpenTransfer = z.infer<typeof OpenTransfer>;

/** Money that a person has to transfer back. */
const OpenBankRefund = z.object({
  id: z.int(),
  order_id: z.int(),
  amount: DongAmount,
  since: Time,
  /** of the transfer to make: by it the shop recognizes that it was made */
  content: z.string(),
  /** where to; null: the customer has not entered it; the holder is "" for roles without `customers.view` */
  account: z.object({ bank: z.string(), masked: z.string(), holder: z.string() }).nullable(),
  /** text of the VietQR code that pays it; "" without an account, and for roles without `money.reconcile` */
  qr: z.string(),
});
export type OpenBankRefund = z.infer<typeof OpenBankRefund>;

/** What a person has to do about bank transfers. */
export const BankOverview = z.object({
  transfers: z.array(OpenTransfer),
  refunds: z.array(OpenBankRefund),
  /** what may be missing of an order's total, which then counts as paid */
  tolerance: DongAmount,
  notifier: z.object({
    /** null: transfers are not offered */
    name: z.string().nullable(),
    /** last successful poll */
    responded_at: Time.nullable(),
    /** whether it has not responded several times in a row */
    silent: z.boolean(),
  }),
});
export type BankOverview = z.infer<typeof BankOverview>;

export const SettleTransfer = z.object({ order_id: RowId });
export const IgnoreTransfer = z.object({ ignored: z.boolean() });
export const BankRefundDone = z.object({ transaction: SingleLine(100).pipe(z.string().min(3)) });
