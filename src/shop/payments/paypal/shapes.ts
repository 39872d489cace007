import { z } from "zod";

export const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().nonnegative() });

const Money = z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/) });
type Money = z.output<typeof Money>;

const Capture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money,
  status_details: z.object({ reason: z.string().optional() }).optional(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
});
export type Capture = z.output<typeof Capture>;

export const Refund = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money.optional(),
  invoice_id: z.string().optional(),
});
export type Refund = z.output<typeof Refund>;

const Link = z.object({ href: z.url({ protocol: /^https?$/ }), rel: z.string() });

export const Order = z.object({
  id: z.string().min(1),
  status: z.string(),
  links: z.array(Link).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(Capture).default([]), refunds: z.array(Refund).default([]) }).optional(),
      }),
    )
    .default([]),
});
export type Order = z.output<typeof Order>;

/** URL where the shopper approves an order, under either of its names; null without one. */
export const approvalLink = (order: Pick<Order, "links">): string | null =>
  order.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href ?? null;

export const Problem = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).default([]),
  links: z.array(Link).default([]).catch([]),
});

/** URL where the shopper may choose another card after a decline, if there is one. */
export function redirectLink(body: unknown): string | null {
  const problem = Problem.safeParse(body);
  return (problem.success && problem.data.links.find(({ rel }) => rel === "redirect")?.href) || null;
}

/** PayPal's error code: the first issue, else the error's name. */
export function issueOf(body: unknown): string {
  const problem = Problem.safeParse(body);
  return (problem.success ? (problem.data.details[0]?.issue ?? problem.data.name) : undefined) ?? "UNKNOWN";
}

/** US cents; null for any other currency. */
export function centsOf({ currency_code, value }: Money): number | null {
  if (currency_code !== "USD") return null;
  const [dollars = "0", cents = ""] = value.split(".");
  return Number(dollars) * 100 + Number(cents.padEnd(2, "0"));
}

/** PayPal's amount object: a string with two decimals. */
export const dollars = (cents: number): { currency_code: "USD"; value: string } => ({
  currency_code: "USD",
  value: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
});
