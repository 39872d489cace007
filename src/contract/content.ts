import { z } from "zod";
import { CurrencyRow } from "./atoms.ts";
import { PaymentMethod } from "./order.ts";

/** `GET custom-lang/v1/content/{lang}`: every text of the site by section and key, the currencies, what checkout offers. */
export const ContentAnswer = z.object({
  content: z.record(z.string(), z.record(z.string(), z.unknown())),
  currency: z.array(CurrencyRow),
  payment_methods: z.array(PaymentMethod),
});
export type ContentAnswer = z.infer<typeof ContentAnswer>;
