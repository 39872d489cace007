import { dong } from "../money.ts";
import { z } from "zod";
import { DongAmount, LanguageCode, SingleLine } from "../field-schemas.ts";
import { ParcelStep } from "../parcel.ts";
import { date } from "../woo/query.ts";
import { returnDecisions, returnStates } from "./parcel-views.ts";

/** ISO, UTC */
const Time = z.string();
export const LanguageQuery = z.object({ lang: LanguageCode.default("vi") });

export const RecordReturn = z.object({
  items: z
    .array(z.object({ line_id: z.int(), quantity: z.int().min(1).max(100_000), state: z.enum(returnStates) }))
    .min(1)
    .max(400),
  /** why it came back */
  reason: SingleLine(300).default(""),
});
export type RecordReturn = z.output<typeof RecordReturn>;

export const DecideReturn = z.object({ decision: z.enum(returnDecisions), reason: SingleLine(300).default("") });

/** What the carrier has paid for a parcel. */
const Compensation = z.object({ amount: DongAmount, received_on: z.string(), note: z.string() });
export type Compensation = z.infer<typeof Compensation>;

/** The sheet with which a compensation is claimed from the carrier. */
export const ClaimSheet = z.object({
  parcel_id: z.int(),
  order_id: z.int(),
  carrier: z.string(),
  code: z.string().nullable(),
  status: z.string(),
  step: ParcelStep,
  recipient: z.object({ name: z.string(), province: z.string() }),
  /** of the goods, as they were sold */
  value: DongAmount,
  /** declared to the carrier */
  insured: DongAmount,
  cod: DongAmount,
  fee: DongAmount.nullable(),
  items: z.array(z.object({ name: z.string(), quantity: z.int(), total: DongAmount })),
  events: z.array(z.object({ status: z.string(), step: ParcelStep, at: Time, reason: z.string() })),
  handed_over_at: Time.nullable(),
  manifest: z.string().nullable(),
  /** packing photos, as paths of endpoints */
  photos: z.array(z.string()),
  compensation: Compensation.nullable(),
  /** of the compensation, for `If-Match`; `none` without one */
  version: z.string(),
});
export type ClaimSheet = z.infer<typeof ClaimSheet>;

export const RecordCompensation = z.object({
  amount: z.int().min(1).max(1_000_000_000).transform(dong),
  received_on: date,
  note: SingleLine(300).default(""),
});

export const CreateExchange = z.object({
  line_id: z.int(),
  variation_id: z.int(),
  quantity: z.int().min(1).max(1_000).default(1),
});

/** An exchange, seen from either of its orders. */
export const ExchangeEntry = z.object({
  /** the new order */
  order_id: z.int(),
  order_status: z.string(),
  replaces_order_id: z.int(),
  line_id: z.int(),
  quantity: z.int(),
  from: z.string(),
  to: z.string(),
  created_at: Time,
  /** when the replaced item was back at the shop */
  received_at: Time.nullable(),
});
export type ExchangeEntry = z.infer<typeof ExchangeEntry>;

export const ReceiveExchange = z.object({ state: z.enum(returnStates) });

/** What a line of an order can be exchanged for. */
export const ExchangeChoices = z.array(
  z.object({
    line_id: z.int(),
    name: z.string(),
    option: z.string(),
    /** units that can still be exchanged */
    quantity: z.int(),
    choices: z.array(z.object({ variation_id: z.int(), option: z.string(), available: z.int().nullable() })),
  }),
);
export type ExchangeChoices = z.infer<typeof ExchangeChoices>;
