import { z } from "zod";
import { type UsdCents, usdCents } from "#contract/money.ts";

export const PaypalToken = z.object({ access_token: z.string().min(1), expires_in: z.number().nonnegative() });

const PaypalAmount = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) });
type PaypalAmount = z.output<typeof PaypalAmount>;

const PaypalCapture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: PaypalAmount,
  status_details: z.object({ reason: z.string().optional() }).optional(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
});
export type PaypalCapture = z.output<typeof PaypalCapture>;

export const PaypalRefund = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: PaypalAmount.optional(),
  invoice_id: z.string().optional(),
});
export type PaypalRefund = z.output<typeof PaypalRefund>;

const Link = z.object({ href: z.url({ protocol: /^https?$/ }), rel: z.string() });

export const PaypalOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  links: z.array(Link).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({ captures: z.array(PaypalCapture).default([]), refunds: z.array(PaypalRefund).default([]) })
          .optional(),
      }),
    )
    .default([]),
});
export type PaypalOrder = z.output<typeof PaypalOrder>;

/** URL where the shopper approves an order, under either of its names; null without one. */
export const approvalLink = (order: Pick<PaypalOrder, "links">): string | null =>
  order.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href ?? null;

export const PaypalError = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).default([]),
  links: z.array(Link).default([]).catch([]),
});

/** URL where the shopper may choose another card after a decline, if there is one. */
export function redirectLink(body: unknown): string | null {
  const problem = PaypalError.safeParse(body);
  return (problem.success && problem.data.links.find(({ rel }) => rel === "redirect")?.href) || null;
}

/** PayPal's error code: the first issue, else the error's name. */
export function issueOf(body: unknown): string {
  const problem = PaypalError.safeParse(body);
  return (problem.success ? (problem.data.details[0]?.issue ?? problem.data.name) : undefined) ?? "UNKNOWN";
}

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
