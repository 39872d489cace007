import { z } from "zod";
import { Identifier, lenientRows, Moment, WholeNumber } from "#contract/lenient.ts";
import { dong } from "#contract/money.ts";

/** An amount; null if it is missing or invalid. */
const Amount = WholeNumber.transform(dong).nullable().catch(null);

export const CreatedParcel = z
  .object({ order_code: Identifier, total_fee: Amount, expected_delivery_time: Moment })
  .transform((data) => ({
    trackingCode: data.order_code,
    fee: data.total_fee,
    expectedAt: data.expected_delivery_time,
  }));

const Status = z.string().trim().toLowerCase().min(1).max(60);

const LogLine = z.object({ status: Status, updated_date: Moment });

const Detail = z
  .object({
    order_code: Identifier,
    status: Status,
    updated_date: Moment,
    finish_date: Moment,
    leadtime: Moment,
    cod_amount: Amount,
    is_cod_transferred: z.boolean().catch(false),
    cod_transfer_date: Moment,
    total_fee: Amount,
    log: lenientRows(LogLine),
  })
  .transform((data) => ({
    trackingCode: data.order_code,
    status: data.status,
    at: data.status === "delivered" ? (data.finish_date ?? data.updated_date) : data.updated_date,
    expectedAt: data.leadtime,
    codAmount: data.cod_amount,
    codTransferred: data.is_cod_transferred || data.cod_transfer_date !== null,
    codTransferredAt: data.cod_transfer_date,
    fee: data.total_fee,
    log: data.log.flatMap(({ status, updated_date: at }) => (at ? [{ status, at }] : [])),
  }));

/** A shipment as GHN reports it. */
export type GhnParcel = z.output<typeof Detail>;

/** What is needed of a shipment that was booked by a request without a response; its status is polled later. */
const Booking = z
  .object({ order_code: Identifier, leadtime: Moment, cod_amount: Amount, total_fee: Amount })
  .transform((data) => ({
    trackingCode: data.order_code,
    fee: data.total_fee,
    expectedAt: data.leadtime,
    codAmount: data.cod_amount,
  }));

/** A shipment as GHN booked it. */
export type GhnBooking = z.output<typeof Booking>;

/** One object in any wrapping: itself, an array of one, nothing. */
const oneOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((data) => (Array.isArray(data) ? (data[0] ?? null) : (data ?? null)), schema.nullable());

export const OneParcel = oneOf(Detail);
export const OneBooking = oneOf(Booking);

/** The result of a request to cancel, return or deliver one shipment again; invalid unless it is known. */
export const SwitchedParcel = oneOf(z.object({ result: z.boolean(), message: z.string().catch("") }));

export const LabelToken = z.object({ token: z.string().min(1) });
