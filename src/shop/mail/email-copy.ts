import type { Language } from "#contract/language.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import { t } from "#shop/kernel/http/messages.ts";
import type { Mail, MailTemplate } from "./email.ts";

/** A letter's words as the texts have them, its placeholders still open. */
interface Words {
  subject: string;
  preheader: string;
  heading: string;
  body: readonly string[];
  cta?: string;
}

/** A letter's words, whole: nothing in them is open, nothing is escaped. */
export interface Wording {
  subject: string;
  preheader: string;
  heading: string;
  /** null in letters to the shop itself */
  greeting: string | null;
  paragraphs: string[];
  /** the address that readers write to */
  support: string;
  /** null where there is nothing to press */
  button: { label: string; url: string } | null;
}

const emails = { vi: vi.emails, en: en.emails };
type CommonWord = keyof typeof vi.emails.common;

/** What all letters have in common: labels, greeting, footer. */
export const common = (lang: Language, word: CommonWord, values: Record<string, string> = {}): string =>
  fill(emails[lang].common[word], values);

/** The label of what a letter to the shop lists. */
export const factLabel = (lang: Language, key: string): string =>
  (emails[lang].merchant_facts as Record<string, string>)[key] ?? key;

/** @throws for a placeholder without a value: a letter with a hole in it is not sent */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the letter has no value for {${name}}`);
    return value;
  });
}

/** Where a letter's button leads unless the letter says so, from the shop's root. */
function pathOf(template: MailTemplate, values: Record<string, string>): string {
  switch (template) {
    case "payment_failed":
      return `/final-payment?order_id=${encodeURIComponent(values.order_number ?? "")}`;
    case "order_cancelled":
    case "welcome":
    case "newsletter_welcome":
    case "account_deleted":
    case "password_reset":
      return "/";
    default:
      return "/profile?tab=orders";
  }
}

/** The shop's own pages open in the letter's language. */
function addressOf({ template, values, lang }: Mail, publicUrl: string): string {
  if (values.url) return values.url;
  const url = new URL(publicUrl + pathOf(template, values));
  if (lang !== "vi") url.searchParams.set("lang", lang);
  return url.href;
}

/**
 * Words of a letter in its language.
 * @param publicUrl origin of the shop, without a trailing slash
 * @param replyTo where readers write to, null for the address of the texts
 * @throws for a letter that lacks a value
 */
export function wordingOf(mail: Mail, { publicUrl, replyTo }: { publicUrl: string; replyTo: string | null }): Wording {
  const { template, lang, values, also, to } = mail;
  const words: Words & Record<string, unknown> = emails[lang][template];
  const further = also.map((key) => {
    const text = words[key];
    if (typeof text !== "string") throw new Error(`no sentence ${key} in ${template}`);
    return text;
  });
  const filled = (text: string) => fill(text, values);
  // what stands in a header is one line
  const line = (text: string) => filled(text).replaceAll(/\s+/g, " ").trim();
  return {
    subject: line(words.subject),
    preheader: line(words.preheader),
    heading: line(words.heading),
    greeting: to === null ? null : values.name ? common(lang, "greeting", values) : common(lang, "greeting_plain"),
    paragraphs: [...words.body, ...further].map(filled),
    support: replyTo ?? t(lang, "footer.email"),
    button: words.cta ? { label: words.cta, url: addressOf(mail, publicUrl) } : null,
  };
}
