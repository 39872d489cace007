import { z } from "zod";
import { dong } from "#contract/money.ts";

const firstYear = 2000;

const isSeconds = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));

/** Parses ISO texts and unix seconds; Go's zero date and invalid values give null. */
function momentOf(value: unknown): Date | null {
  const date = isSeconds(value) ? new Date(Number(value) * 1000) : new Date(typeof value === "string" ? value : "");
  return date.getUTCFullYear() >= firstYear ? date : null; // NaN fails the comparison
}
export const Moment = z.unknown().transform(momentOf);

/** An amount as a number or as text; null if absent. */
const Amount = z.coerce.number().int().min(0).transform(dong).nullable().catch(null);

export const CreatedParcel = z
  .object({ order_code: z.string().min(1), total_fee: Amount, expected_delivery_time: Moment })
  .transform((data) => ({
    trackingCode: data.order_code,
    fee: data.total_fee,
    expectedAt: data.expected_delivery_time,
  }));

const Status = z.string().trim().toLowerCase().min(1).max(60);

const LogLine = z.object({ status: Status, updated_date: Moment });

const Detail = z
  .object({
    order_code: z.string().min(1),
    client_order_code: z.string().catch(""),
    status: Status,
    updated_date: Moment,
    finish_date: Moment,
    leadtime: Moment,
    cod_amount: Amount,
    is_cod_transferred: z.boolean().catch(false),
    cod_transfer_date: Moment,
    total_fee: Amount.optional(),
    log: z.array(z.unknown()).nullish(),
  })
  .transform((data) => ({
    trackingCode: data.order_code,
    clientOrderCode: data.client_order_code,
    status: data.status,
    at: data.status === "delivered" ? (data.finish_date ?? data.updated_date) : data.updated_date,
    expectedAt: data.leadtime,
    codAmount: data.cod_amount,
    codTransferred: data.is_cod_transferred || data.cod_transfer_date !== null,
    codTransferredAt: data.cod_transfer_date,
    fee: data.total_fee ?? null,
    // invalid log lines are skipped
    log: (data.log ?? []).flatMap((line) => {
      const read = LogLine.safeParse(line).data;
      return read?.updated_date ? [{ status: read.status, at: read.updated_date }] : [];
    }),
  }));

/** A shipment as GHN reports it. */
export type GhnParcel = z.output<typeof Detail>;

/** One shipment in any wrapping: an object, an array of one, nothing. */
export const OneParcel = z.preprocess(
  (data) => (Array.isArray(data) ? (data[0] ?? null) : (data ?? null)),
  Detail.nullable(),
);

export const CancelledParcels = z.array(
  z.object({ order_code: z.string(), result: z.boolean(), message: z.string().catch("") }),
);

export const LabelToken = z.object({ token: z.string().min(1) });
