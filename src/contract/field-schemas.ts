import { z } from "zod";
import { languages } from "./language.ts";
import { currencyCodes, type Dong, type UsdCents } from "./money.ts";
import {
  asciiPattern,
  emailPattern,
  maxEmailLength,
  namePattern,
  toE164,
  usernamePattern,
  zipPattern,
} from "./person-validation.ts";

// Schemas are in a file of their own because the browser needs the rules but must not load Zod.
export const LanguageCode = z.enum(languages);
export const TranslatedText = z.object({ vi: z.string(), en: z.string() });
/** An amount in whole đồng. */
export const DongAmount = z.int() as z.ZodType<number> as z.ZodType<Dong>;
/** An amount in whole US cents. */
export const UsdCentsAmount = z.int() as z.ZodType<number> as z.ZodType<UsdCents>;
/** `rate` is the price of one unit of the currency in đồng. */
export const CurrencyRow = z.object({
  code: z.enum(currencyCodes),
  symbol: z.string(),
  rate: z.int().positive(),
  default_currency: z.boolean(),
});

/** A text of one line, without control characters: it is printed in emails and on parcel labels. */
export const SingleLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u);
export const Email = z.string().trim().max(maxEmailLength).regex(asciiPattern, "email_ascii").regex(emailPattern);
/** An email, or "" for none. */
export const OptionalEmail = z.string().trim().pipe(z.literal("").or(Email)).default("");
export const Username = z.string().regex(usernamePattern);
export const PersonName = z.string().trim().regex(namePattern);
export const Password = z.string().min(8).max(200);
export const Zip = z.string().trim().regex(zipPattern);
/** Any notation that the phone rule accepts; parses to `+84…`. */
export const Phone = z.string().transform((typed, context) => {
  const phone = toE164(typed);
  if (phone) return phone;
  context.addIssue({ code: "custom", message: "vn_phone" });
  return z.NEVER;
});
