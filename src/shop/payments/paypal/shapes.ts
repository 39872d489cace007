import { z } from "zod";
import { lenient, lenientRows, optionalRows } from "#contract/lenient.ts";
import { type UsdCents, usdCents } from "#contract/money.ts";

/** A token without a valid lifetime is used once. */
export const PaypalToken = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().nonnegative().catch(0),
});

const PaypalAmount = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) });
type PaypalAmount = z.output<typeof PaypalAmount>;

const PaypalCapture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: PaypalAmount,
  status_details: lenient(z.object({ reason: lenient(z.string()) })),
  create_time: lenient(z.string()),
});
export type PaypalCapture = z.output<typeof PaypalCapture>;

export const PaypalRefund = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: lenient(PaypalAmount),
  invoice_id: lenient(z.string()),
});
export type PaypalRefund = z.output<typeof PaypalRefund>;

const Link = z.object({ href: z.url({ protocol: /^https?$/ }), rel: z.string() });

export const PaypalOrder = z.object({
  id: z.string().min(1),
  status: z.string().catch(""),
  links: lenientRows(Link),
  // an invalid capture rejects the response: without it a paid order would count as unpaid
  purchase_units: optionalRows(
    z.object({
      custom_id: lenient(z.string()),
      payments: z.object({ captures: optionalRows(PaypalCapture), refunds: z.unknown().optional() }).nullish(),
    }),
  ),
});
export type PaypalOrder = z.output<typeof PaypalOrder>;

/** A new order, of which only the link and the id are needed. */
export const NewPaypalOrder = PaypalOrder.pick({ id: true, links: true });

/** URL where the shopper approves an order, under either of its names; null without one. */
export const approvalLink = (order: Pick<PaypalOrder, "links">): string | null =>
  order.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href ?? null;

export const PaypalError = z.object({
  name: lenient(z.string()),
  debug_id: lenient(z.string()),
  details: lenientRows(z.object({ issue: z.string() })),
  links: lenientRows(Link),
});

/** URL where the shopper may choose another card after a decline, if there is one. */
export function redirectLink(body: unknown): string | null {
  const problem = PaypalError.safeParse(body);
  return (problem.success && problem.data.links.find(({ rel }) => rel === "redirect")?.href) || null;
}

/** The first issue of PayPal's error, null if it reports none. */
export const detailedIssue = (body: unknown): string | null =>
  PaypalError.safeParse(body).data?.details[0]?.issue ?? null;

/** PayPal's error code: the first issue, else the error's name. */
export const issueOf = (body: unknown): string =>
  detailedIssue(body) ?? PaypalError.safeParse(body).data?.name ?? "UNKNOWN";

/** Null for any currency but dollars. */
export function centsOf({ currency_code, value }: PaypalAmount): UsdCents | null {
  if (currency_code !== "USD") return null;
  const [dollars = "0", cents = ""] = value.split(".");
  return usdCents(Number(dollars) * 100 + Number(cents.padEnd(2, "0")));
}

/** PayPal's amount object: a string with two decimals. */
export const dollars = (cents: UsdCents): { currency_code: "USD"; value: string } => ({
  currency_code: "USD",
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
});
