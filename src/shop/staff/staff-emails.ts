import type { Language } from "#contract/language.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { type MailTemplate, queueMail } from "#shop/mail/index.ts";

interface StaffRecipient {
  email: string;
  name: string;
  language: Language;
}

/** Emails to staff members. */
type StaffTemplate = Extract<MailTemplate, `staff_${string}`>;

/** Queues an email to a staff member. @param secrets its link, which must not be readable in the database */
export const emailStaff = (
  tx: Tx,
  { email, name, language }: StaffRecipient,
  {
    template,
    values = {},
    secrets,
  }: {
    template: StaffTemplate;
    values?: Record<string, string>;
    secrets?: { values: Record<string, string>; appSecret: string };
  },
): Promise<void> =>
  queueMail(tx, { template, to: email, lang: language, values: { name, ...values } }, secrets ? { secrets } : {});
