import type { ContentResponse } from "#contract/content.ts";
import type { Language } from "#contract/language.ts";
import { type Currency, dong, formatDong, initialUsdRate } from "#contract/money.ts";
import type { PaymentMethod } from "#contract/payment-methods/index.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isAddressSearchOn } from "#shop/kernel/settings/address-form.ts";
import { isOrderLookupOn, readGuestCheckout } from "#shop/kernel/settings/guest-checkout.ts";
import { readSetting } from "#shop/kernel/settings/settings.ts";
import { listCurrencies } from "./currencies.ts";
import { registrationLink } from "./registration-link.ts";

const texts: Record<Language, ContentResponse["content"]> = { vi, en };

/** Emails about orders without an account, and about cash orders that wait for a confirmation. */
const guestEmails: ReadonlySet<string> = new Set([
  "order_confirm_reminder",
  "order_link",
  "order_claim",
  "order_claimed",
]);

/** The texts of a feature that is off are not sent. */
function textsIn(lang: Language, hasGuestOrders: boolean): ContentResponse["content"] {
  if (hasGuestOrders) return texts[lang];
  const { guest: _, emails = {}, ...others } = texts[lang];
  const shown = Object.entries(emails).filter(([template]) => !guestEmails.has(template));
  return { ...others, emails: Object.fromEntries(shown) };
}

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
  shop: AppContext,
  lang: Language,
  paymentMethods: PaymentMethod[],
): Promise<ContentResponse> {
  const { reads: reader } = shop;
  const currency = await listCurrencies(reader);
  const hasGuests = (await readGuestCheckout(reader)) !== "off";
  const hasLookup = await isOrderLookupOn(reader);
  return {
    content: withRate(textsIn(lang, hasLookup), rateOf(currency)) as ContentResponse["content"],
    currency,
    payment_methods: paymentMethods,
    registration_link: await readSetting(reader, registrationLink),
    ...(hasGuests ? { guest_checkout: true } : {}),
    ...(hasLookup ? { order_lookup: true } : {}),
    ...((await isAddressSearchOn(shop)) ? { address_search: true } : {}),
  };
}

const rateOf = (currencies: readonly Currency[]): string =>
  formatDong(dong(currencies.find(({ code }) => code === "USD")?.rate ?? initialUsdRate));
