import { lowerAscii } from "#contract/person-validation.ts";
import type { Language } from "#contract/language.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { hashToken, hmacHex } from "#shop/kernel/base/secrets.ts";
import { queueMail } from "#shop/mail/index.ts";

export interface SubscribeOptions {
  customerId: number;
  lang: Language;
  now: Date;
  publicUrl: string;
  appSecret: string;
}

/**
 * The key in an address's unsubscribe link. It is derived from the address, so that every email can contain the link
 * while the database stores only its hash.
 */
export const unsubscribeToken = (appSecret: string, email: string): string =>
  hmacHex(appSecret, `newsletter leave ${lowerAscii(email)}`);

/** Subscribes an address with the time of consent, and emails the unsubscribe link. Idempotent. */
export const subscribe = (
  db: Db,
  email: string,
  { customerId, lang, now, publicUrl, appSecret }: SubscribeOptions,
): Promise<void> => {
  const token = unsubscribeToken(appSecret, email);
  return db.transaction(async (tx) => {
    const joined = await tx.run(sql`
      insert into newsletter_subscription (email, customer_id, unsubscribe_token_hash, consented_at)
      values (${email}, ${customerId}, ${hashToken(token)}, ${now})
      on conflict (lower(email)) do update set customer_id = excluded.customer_id, consented_at = excluded.consented_at,
        unsubscribe_token_hash = excluded.unsubscribe_token_hash, unsubscribed_at = null
      where newsletter_subscription.unsubscribed_at is not null`);
    if (joined === 0) return;
    const url = `${publicUrl}/wp-json/custom/v1/newsletter/leave?${new URLSearchParams({ token, lang })}`;
    await queueMail(tx, { template: "newsletter_welcome", to: email, lang, values: { url } }, { customerId });
  });
};

/** Unsubscribes by the link; a second time changes nothing. @returns false for an invalid link */
export const unsubscribe = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (await db.transaction((tx) =>
    tx.run(
      sql`update newsletter_subscription set unsubscribed_at = coalesce(unsubscribed_at, ${now}) where unsubscribe_token_hash = ${hashToken(token)}`,
    ),
  )) > 0;
