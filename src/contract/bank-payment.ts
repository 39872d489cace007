import { z } from "zod";
import { accountNumberOf, accountPattern, maxHolderLength, minHolderLength } from "./bank-account-rules.ts";
import { depositStates } from "./deposit-rules.ts";
import { DongAmount, SingleLine } from "./field-schemas.ts";
import { OrderStatus } from "./order.ts";
import { changeStates } from "./self-service-rules.ts";

/** Where a bank account is: its bank's six digits, its number, its holder's name. */
const BankAccountFields = {
  bank_bin: z.string().regex(/^\d{6}$/),
  account: z.string().transform(accountNumberOf).pipe(z.string().regex(accountPattern)),
  holder: SingleLine(maxHolderLength).pipe(z.string().min(minHolderLength)),
};

/** Token of a link to the payment page, for a device without the customer's session. */
const key = z.string().min(20).max(100).optional();

export const BankPaymentQuery = z.object({ key });
export const BankPaymentKey = z.object({ key });

/** `PUT lianne-bank/v1/payments/{order_id}/refund-account` */
export const RefundAccount = z.object({ key, ...BankAccountFields });
/** The same, entered by staff. */
export const StaffRefundAccount = z.object(BankAccountFields);

/** Money of the order that is transferred back by a person. */
const BankRefund = z.object({
  /** not returned yet */
  amount: DongAmount,
  /** of that, what was transferred and not needed */
  surplus: DongAmount,
  returned: DongAmount,
  /** the account that was entered, masked; null: none yet */
  account: z.object({ bank: z.string(), masked: z.string(), holder: z.string() }).nullable(),
});

/** The page on which an order is paid by bank transfer. */
export const BankPayment = z.object({
  order_id: z.int(),
  /** whether the order is of the visitor's account; false for a visitor with a link */
  own: z.boolean(),
  order_status: OrderStatus,
  /**
   * `waiting`: to be paid; `paid`: by transfer; `review`: paid, and the shop examines the order; `other_method`: it is paid by
   * `payment_method`, or is to be, and no transfer has arrived; `closed`: cancelled or refunded
   */
  state: z.enum(["waiting", "paid", "review", "other_method", "closed"]),
  /** the order's method now, which may be any text */
  payment_method: z.string(),
  /** picked up at the shop: cash is paid there */
  pickup: z.boolean(),
  total: DongAmount,
  /** of transfers that have arrived and not reached the total yet */
  received: DongAmount,
  /** what is to be transferred now */
  missing: DongAmount,
  /** of a cash order: what is paid in advance, and the rest, which is collected at the door; null for an order without one */
  deposit: z.object({ amount: DongAmount, rest: DongAmount, state: z.enum(depositStates) }).nullable(),
  /**
   * the customer's last change of the paid order that costs more by transfer: what is paid for it, and the total with it; null for an
   * order without one. A change that waits without `pay_to` cannot be made any more: its order was packed or changed
   */
  change: z.object({ amount: DongAmount, total_after: DongAmount, state: z.enum(changeStates) }).nullable(),
  /** to transfer to; null unless the order waits for a transfer */
  pay_to: z
    .object({
      /** text of the VietQR code */
      qr: z.string(),
      bank_code: z.string(),
      bank: z.string(),
      account: z.string(),
      holder: z.string(),
      content: z.string(),
    })
    .nullable(),
  /** deadline, ISO 8601 in UTC; null without one */
  held_until: z.string().nullable(),
  /** since when the transfer is awaited, ISO 8601 in UTC; null unless it is */
  waiting_since: z.string().nullable(),
  /** whether the page links to banks' apps */
  deep_links: z.boolean(),
  /** null if nothing is returned */
  refund: BankRefund.nullable(),
});
export type BankPayment = z.infer<typeof BankPayment>;

export const BankPaymentLink = z.object({ url: z.string() });
