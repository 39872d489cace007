import { DongAmount } from "../field-schemas.ts";
import { z } from "zod";
import { anyStatuses } from "../order-statuses.ts";
import { maxPrinted } from "./bulk-actions.ts";
import { type PrintKind, type PrintSize, printSizes } from "./order-rules.ts";

/** ISO, UTC */
const Time = z.string();

/** What the shop's own records contain about a phone number. */
export const PhoneRecord = z.object({
  orders: z.int(),
  delivered: z.int(),
  /** refused at the door, or returned for another reason */
  refused: z.int(),
  last_refused_at: Time.nullable(),
  cancelled: z.int(),
  open: z.int(),
  /** used with this number, the newest first */
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  first_at: Time.nullable(),
});
export type PhoneRecord = z.infer<typeof PhoneRecord>;

export const Presence = z.object({
  /** the names of the others */
  others: z.array(z.string()),
});

const Kind = z.enum(["packing", "priced", "gift", "receipt"]);
const Size = z.enum(["a6", "80mm", "a5", "a4"]);
interface ChosenPaper {
  kind: PrintKind;
  size: PrintSize;
}

/** Names the sizes that the document is for. */
const requireSize = ({ kind, size }: ChosenPaper, context: z.RefinementCtx<ChosenPaper>): void => {
  const values: readonly PrintSize[] = printSizes[kind];
  if (!values.includes(size))
    context.addIssue({ code: "invalid_value", values: [...values], path: ["size"], input: size });
};

export const PrintQuery = z.object({ kind: Kind, size: Size }).superRefine(requireSize);
const idList = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9})*$/)
  .transform((text) => [...new Set(text.split(",").map(Number))])
  .pipe(z.array(z.int()).max(maxPrinted));
export const PrintsQuery = z.object({ ids: idList, kind: Kind, size: Size }).superRefine(requireSize);
export const RecordPrints = z
  .object({ ids: z.array(z.int().positive().max(999_999_999)).min(1).max(maxPrinted), kind: Kind, size: Size })
  .superRefine(requireSize);

export const PinNote = z.object({ pinned: z.boolean() });

export const effectKinds = ["stock", "money", "parcel", "email", "packing"] as const;
/** What another status of an order would cause. */
export const StatusEffects = z.object({
  /** in the language of the request */
  effects: z.array(z.object({ kind: z.enum(effectKinds), message: z.string() })),
  /** what was paid and can be refunded, in đồng */
  refundable: DongAmount,
  /** the gateway that can refund it; null if none can */
  gateway: z.string().nullable(),
  /** of it, what a cancellation returns through the gateways; the shop returns the rest by hand, in đồng */
  by_gateway: DongAmount,
  /** of it, what the role refunds without the approval of an owner, in đồng; null without a limit */
  refund_limit: DongAmount.nullable(),
});
export type StatusEffects = z.infer<typeof StatusEffects>;
const AnyStatus = z.enum(anyStatuses);
export const EffectsQuery = z.object({ to: AnyStatus });
export const SetStatus = z.object({ status: AnyStatus, reason: z.string().trim().min(1).max(500) });
