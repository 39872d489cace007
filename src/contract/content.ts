import { z } from "zod";
import { CurrencyRow } from "./field-schemas.ts";
import { PaymentMethod } from "./order.ts";

/** `GET custom-lang/v1/content/{lang}`: every text of the site by section and key, the currencies, what checkout offers, the badge. */
export const ContentAnswer = z.object({
  content: z.record(z.string(), z.record(z.string(), z.unknown())),
  currency: z.array(CurrencyRow),
  payment_methods: z.array(PaymentMethod),
  /** the shop's page in the government's register of web shops; null without one, and then there is no badge */
  registration_link: z.url().nullable(),
});
export type ContentAnswer = z.infer<typeof ContentAnswer>;
