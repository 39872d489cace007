import { z } from "zod";
import { DongAmount, SingleLine } from "../field-schemas.ts";
import { CreateRefund } from "../woo/refund.ts";

/** ISO, UTC */
const Time = z.string();

export const refundRequestStates = ["open", "approved", "rejected"] as const;

/** A refund that a staff member may not make alone. */
export const RefundRequest = z.object({
  id: z.int(),
  order_id: z.int(),
  order_number: z.string(),
  customer: z.string(),
  payment_method: z.string(),
  payment_method_title: z.string(),
  amount: DongAmount,
  /** how much of the order can be refunded now, without this request */
  refundable: DongAmount,
  /** the gateway refunds it; false: the shop does, by hand */
  by_gateway: z.boolean(),
  reason: z.string(),
  state: z.enum(refundRequestStates),
  /** names; null for an account that was deleted */
  requested_by: z.string().nullable(),
  /** the customer wants to cancel the order, and gets its money back */
  by_customer: z.boolean(),
  /** of the order: its customer is emailed that the request was rejected */
  has_email: z.boolean(),
  requested_at: Time,
  decided_by: z.string().nullable(),
  decided_at: Time.nullable(),
  /** why it was rejected */
  note: z.string(),
  /** the refund that was made of it */
  refund_id: z.int().nullable(),
});
export type RefundRequest = z.infer<typeof RefundRequest>;

export const RefundRequestsQuery = z.object({
  state: z.enum(refundRequestStates).optional(),
  /** of one order */
  order: z.coerce.number().int().min(1).max(999_999_999).optional(),
});

/** `POST orders/{id}/refund-requests`: as a refund, with a reason for the decision. */
export const NewRefundRequest = CreateRefund.extend({ reason: z.string().trim().min(1).max(1_000) });
export const RejectRefundRequest = z.object({ note: z.string().trim().max(500).default("") });

export const DismissRefund = z.object({ reason: SingleLine(500).min(1) });

/** A failed refund that is not repeated. */
export const DismissedRefund = z.object({ id: z.int(), dismissed_at: Time });
export type DismissedRefund = z.infer<typeof DismissedRefund>;

/** In place of a refund, for one above the limit of the role. */
export const RefundRequested = z.object({ refund_request: RefundRequest });
