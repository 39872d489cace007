import { z } from "zod";
import { CurrencyRow } from "./field-schemas.ts";
import { PaymentMethod } from "./order.ts";

/**
 * `GET custom-lang/v1/content/{lang}`: all texts of the site by section and key, currencies, payment methods,
 * registration badge.
 */
export const ContentResponse = z.object({
  content: z.record(z.string(), z.record(z.string(), z.unknown())),
  currency: z.array(CurrencyRow),
  payment_methods: z.array(PaymentMethod),
  /** the shop's page in the government's register of online shops; null hides the badge */
  registration_link: z.url().nullable(),
  /** present while visitors may order without an account */
  guest_checkout: z.literal(true).optional(),
  /** present while orders that were placed without an account are looked up by number and contact */
  order_lookup: z.literal(true).optional(),
  /** present while addresses are searched by old and new names: setting `address_form` */
  address_search: z.literal(true).optional(),
});
export type ContentResponse = z.infer<typeof ContentResponse>;
