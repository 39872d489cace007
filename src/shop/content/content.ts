import type { ContentResponse } from "#contract/content.ts";
import type { Language } from "#contract/language.ts";
import { type Currency, dong, formatDong, initialUsdRate } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import type { Reader } from "#shop/kernel/db/database.ts";
import { readSetting } from "#shop/kernel/settings/settings.ts";
import { listCurrencies } from "./currencies.ts";
import { registrationLink } from "./registration-link.ts";

const texts: Record<Language, ContentResponse["content"]> = { vi, en };

/** Inserts the exchange rate into texts, at any depth. */
function withRate(value: unknown, rate: string): unknown {
  if (typeof value === "string") return value.replaceAll("{usd_rate}", rate);
  if (Array.isArray(value)) return value.map((item) => withRate(item, rate));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRate(item, rate)]));
}

/**
 * All texts of the site in one language, the currencies with their rates, the payment methods and the shop's
 * registration.
 */
export async function contentIn(
  reader: Reader,
  lang: Language,
  paymentMethods: PaymentMethod[],
): Promise<ContentResponse> {
  const currency = await listCurrencies(reader);
  return {
    content: withRate(texts[lang], rateOf(currency)) as ContentResponse["content"],
    currency,
    payment_methods: paymentMethods,
    registration_link: await readSetting(reader, registrationLink),
  };
}

const rateOf = (currencies: readonly Currency[]): string =>
  formatDong(dong(currencies.find(({ code }) => code === "USD")?.rate ?? initialUsdRate));
