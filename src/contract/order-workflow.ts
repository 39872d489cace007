import { z } from "zod";
import { depositStates } from "./deposit-rules.ts";
import { DongAmount } from "./field-schemas.ts";
import { stageActions, stages } from "./stages.ts";

/** ISO, UTC */
const Time = z.string();

export const StageName = z.enum(stages);

/** `sent`: accepted by the gateway, which has not completed it yet; `manual`: recorded by the merchant. */
const refundStates = ["requested", "sent", "done", "manual", "failed", "settled", "dismissed"] as const;

/** Field `lianne` of `wc/v3` orders, in sessions of staff members. */
export const OrderWorkflow = z.object({
  stage: StageName,
  stage_since: Time,
  /** in the language of the request: "refused by the carrier", "called 3 times"; null where the stage is sufficient */
  stage_reason: z.string().nullable(),
  /** the cash order is cancelled unless its customer or a staff member confirms it by then; null if it waits for no confirmation */
  confirm_by: Time.nullable(),
  next: z.object({ action: z.enum(stageActions), label: z.string() }).nullable(),
  calls: z.object({
    count: z.int(),
    /** missed calls in a row */
    missed: z.int(),
    callback_at: Time.nullable(),
  }),
  packing: z.object({
    state: z.enum(["none", "in_progress", "missing", "packed"]),
    by: z.string().nullable(),
    at: Time.nullable(),
    photos: z.int(),
  }),
  /** the newest parcel */
  parcel: z
    .object({
      id: z.int(),
      carrier: z.string(),
      code: z.string().nullable(),
      /** the carrier's own status, or one of the shop's */
      status: z.string(),
      step: z.string(),
      cod: DongAmount,
      fee: DongAmount.nullable(),
      handed_over_at: Time.nullable(),
      paid_out_at: Time.nullable(),
    })
    .nullable(),
  /** the days that the order is promised for; null without a promise */
  promise: z.object({ from: z.string(), by: z.string() }).nullable(),
  money: z.object({
    /** not paid yet, in cash at the door or by a payment that is awaited */
    due: DongAmount,
    paid: DongAmount,
    /** parts of a bank transfer that the customer gets back, in addition to `due`, once the cash order is confirmed */
    returned_on_confirmation: DongAmount,
    /** requested in advance of the cash, and until when (ISO, UTC); null without one */
    deposit: z.object({ amount: DongAmount, state: z.enum(depositStates), until: z.string() }).nullable(),
    /** a courier has the parcel, and collects its cash or has collected it: no deposit is accepted any more */
    collects_cash: z.boolean(),
    /** the carrier is notified if a payment makes its courier collect less; otherwise the shop has to do that */
    carrier_notified: z.boolean(),
    /** what a change that waits for a bank transfer still lacks; 0 without one */
    change_due: DongAmount,
    refund_requested: DongAmount,
    /** accepted by the gateway, which has not completed it yet */
    refund_sent: DongAmount,
    refund_completed: DongAmount,
    /** what remains of `paid` after the refunds that were sent or completed, also those of the difference to a lowered total */
    after_refunds: DongAmount,
    refundable: DongAmount,
    /** of the order, and of payments that it did not need; the oldest first */
    refunds: z.array(
      z.object({
        id: z.int(),
        amount: DongAmount,
        /** `settled`: it failed, and later refunds cover its amount; `dismissed`: it failed, and the shop does not repeat it */
        state: z.enum(refundStates),
        reason: z.string(),
        at: Time,
        is_overpayment: z.boolean(),
      }),
    ),
  }),
  gift: z.object({ box: z.boolean(), message: z.string(), item: z.string().nullable() }),
  first_order_of_phone: z.boolean(),
  requests: z.array(z.object({ kind: z.string(), at: Time })),
});
export type OrderWorkflow = z.infer<typeof OrderWorkflow>;

/** Queues of the screen Today. Further ones are added with their screens. */
export const todayQueues = [
  "delivery_problem",
  "needs_review",
  "refund_requests",
  "bank_transfers",
  "bank_refunds",
  "to_confirm",
  "unreachable",
  "to_pack",
  "to_hand_over",
  "to_collect",
  "to_inspect",
  "low_stock",
  "failed_jobs",
] as const;
export type TodayQueue = (typeof todayQueues)[number];

export const Today = z.object({
  /** when the counts were read */
  at: Time,
  /** today in Vietnam so far; null for roles that see no amounts */
  day: z
    .object({
      date: z.string(),
      orders: z.int(),
      value: DongAmount,
      paid: DongAmount,
      /** collected by carriers and not paid out yet */
      held_by_carriers: DongAmount,
    })
    .nullable(),
  /** without empty ones, the most urgent first */
  queues: z.array(
    z.object({
      name: z.enum(todayQueues),
      count: z.int(),
      oldest_at: Time.nullable(),
      level: z.enum(["normal", "amber", "red"]),
      /** page of the back office with the list, relative to `/admin` */
      href: z.string(),
    }),
  ),
  setup_steps: z.array(z.object({ name: z.string(), missing: z.string() })),
});
export type Today = z.infer<typeof Today>;

/** Number of orders by stage; stages without orders are 0. */
export const OrderCounts = z.record(StageName, z.int());
export type OrderCounts = z.infer<typeof OrderCounts>;

export const timelineKinds = [
  "status",
  "call",
  "edit",
  "payment",
  "refund",
  "parcel",
  "email",
  "print",
  "pack",
  "handover",
  "note",
  "promise",
  "export",
] as const;

/** One event of an order. */
export const TimelineEntry = z.object({
  /** unique in the order */
  id: z.string(),
  at: Time,
  actor: z.object({
    kind: z.enum(["staff", "customer", "api_client", "gateway", "carrier", "job", "command"]),
    name: z.string(),
  }),
  kind: z.enum(timelineKinds),
  /** in the language of the request */
  message: z.string(),
  detail: z.record(z.string(), z.unknown()).optional(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
