import type { Language } from "#contract/language.ts";
import { bankPaymentPath } from "#contract/payment-methods/index.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import staffEn from "#contract/texts/staff.en.json" with { type: "json" };
import staffVi from "#contract/texts/staff.vi.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import type { Config } from "#shop/kernel/base/config.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { Mail, MailTemplate } from "./email.ts";

/** An email's texts as stored, with placeholders. */
interface EmailTexts {
  subject: string;
  preheader: string;
  heading: string;
  body: readonly string[];
  cta?: string;
}

/** An email's texts with all placeholders filled; nothing is escaped yet. */
export interface EmailCopy {
  subject: string;
  preheader: string;
  heading: string;
  /** null in emails to the shop itself */
  greeting: string | null;
  paragraphs: string[];
  /** the support address for readers */
  support: string;
  /** null if there is no button */
  button: { label: string; url: string } | null;
  /** a second link, which reports that another person created the account; null if there is none */
  refuseLink: { label: string; url: string } | null;
}

const emails = { vi: { ...vi.emails, ...staffVi.emails }, en: { ...en.emails, ...staffEn.emails } };
type CommonKey = keyof typeof vi.emails.common;

/** Texts shared by all emails: labels, greeting, footer. */
export const commonText = (lang: Language, key: CommonKey, values: Record<string, string> = {}): string =>
  fill(emails[lang].common[key], values);

/** The label of a fact in an email to the shop. */
export const factLabel = (lang: Language, key: string): string =>
  (emails[lang].merchant_facts as Record<string, string>)[key] ?? key;

/** @throws for a placeholder without a value: an incomplete email is not sent */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the email has no value for {${name}}`);
    return value;
  });
}

/** Default target of an email's button, as a path from the shop's root. */
function buttonPath(template: MailTemplate, values: Record<string, string>): string {
  switch (template) {
    case "payment_failed":
      return `/final-payment?order_id=${encodeURIComponent(values.order_number ?? "")}`;
    case "bank_refund_due":
    case "bank_account_changed":
      return bankPaymentPath(encodeURIComponent(values.order_number ?? ""));
    case "order_cancelled":
    case "welcome":
    case "newsletter_welcome":
    case "account_deleted":
    case "email_change_confirm":
    case "account_confirm":
    case "password_reset":
      return "/";
    case "email_change_requested":
      return "/profile";
    case "staff_locked":
    case "staff_recovery_code":
    case "staff_invitation":
    case "staff_password_reset":
    case "staff_new_device":
    case "staff_passkey_revoked":
      return "/admin";
    default:
      return "/profile?tab=orders";
  }
}

/** Whether the email's button leads to its order by default. */
export const leadsToOrder = ({ template, values, to }: Pick<Mail, "template" | "values" | "to">): boolean =>
  to !== null &&
  values.order_number !== undefined &&
  values.url === undefined &&
  template !== "order_cancelled" &&
  template !== "order_claimed";

/** The URL of one of the shop's pages, in a language. */
export function pageUrl(address: string, lang: Language): string {
  const url = new URL(address);
  if (lang !== "vi") url.searchParams.set("lang", lang);
  return url.href;
}

/** The origins that emails link to, without a trailing slash. */
export type EmailOrigins = Pick<Config, "publicUrl" | "backOfficeUrl">;

/** The button's URL, which opens the page in the email's language; an email to a staff member links to the back office. */
function buttonUrl({ template, values, lang }: Mail, { publicUrl, backOfficeUrl }: EmailOrigins): string {
  const origin = template.startsWith("staff_") ? backOfficeUrl : publicUrl;
  return pageUrl(values.url ?? origin + buttonPath(template, values), lang);
}

/**
 * The texts of an email in its language.
 * @param replyTo the address for replies, null for the one in the texts
 * @throws if the email lacks a value
 */
export function fillCopy(mail: Mail, { replyTo, ...origins }: EmailOrigins & { replyTo: string | null }): EmailCopy {
  const { template, lang, values, also, to } = mail;
  const texts: EmailTexts & Record<string, unknown> = emails[lang][template];
  const extra = also.map((key) => {
    const text = texts[key];
    if (typeof text !== "string") throw new Error(`no text ${key} in ${template}`);
    return text;
  });
  const filled = (text: string) => fill(text, values);
  // an optional text may bring a subject, a heading and the label of the button that it mentions
  const own = (part: "subject" | "preheader" | "heading" | "cta"): unknown =>
    also.map((key) => texts[`${key}_${part}`]).find((text) => typeof text === "string") ?? texts[part];
  const label = own("cta");
  const { refuse_url: refuseUrl } = values;
  // a header is a single line
  const singleLine = (text: unknown) => filled(String(text)).replaceAll(/\s+/g, " ").trim();
  return {
    subject: singleLine(own("subject")),
    preheader: singleLine(own("preheader")),
    heading: singleLine(own("heading")),
    greeting:
      to === null ? null : values.name ? commonText(lang, "greeting", values) : commonText(lang, "greeting_plain"),
    paragraphs: [...texts.body, ...extra].map(filled),
    support: replyTo ?? t(lang, "footer.email"),
    button: typeof label === "string" ? { label, url: buttonUrl(mail, origins) } : null,
    refuseLink: refuseUrl === undefined ? null : { label: commonText(lang, "refuse"), url: refuseUrl },
  };
}
