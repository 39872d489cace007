import type { guestOrderEndpoints } from "#contract/endpoints/guest-orders.ts";
import type { ClaimResult } from "#contract/guest-order.ts";
import type { Language } from "#contract/language.ts";
import { maskEmail } from "#contract/masked-contact.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { HandlerContext } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { queueMail } from "#shop/mail/index.ts";
import { addOrderNote, lockOrder, orderLanguage } from "#shop/orders/index.ts";
import { isUsedClaimLink, requireOrderLink, revokeClaimLinks } from "./order-links.ts";

export const alreadyClaimed = (lang: Language): HttpError =>
  new HttpError(409, "order_claimed", t(lang, "guest.claim_taken"));

/**
 * Orders without an account that have the account's email. Its mailbox must be known to be that of the account's owner: another person may
 * have registered with it, and its owner have confirmed it.
 */
export async function findClaimable(reader: Reader, customerId: number): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(sql`
    select o.id from guest_order g join orders o on o.id = g.order_id join customer c on c.id = ${customerId}
    where c.email_owned_at is not null and lower(o.billing ->> 'email') = lower(c.email)
      and o.customer_id is null and o.status <> 'trash' and g.claimed_at is null
    order by o.id`);
  return rows.map(({ id }) => id);
}

/**
 * Adds orders without an account to an account. Each is added once: the first of concurrent claims counts, and later only the
 * merchant can change it.
 * @returns the ids of those that were added
 */
export async function claimOrders(
  tx: Tx,
  orderIds: readonly number[],
  { customerId, now }: { customerId: number; now: Date },
): Promise<number[]> {
  const ids = [...orderIds].sort((one, other) => one - other);
  for (const id of ids) await lockOrder(tx, id);
  const claimed = await tx.all<{ id: number }>(sql`
    update guest_order g set claimed_at = ${now} from orders o
    where o.id = g.order_id and g.order_id = any(${ids}::integer[]) and g.claimed_at is null
      and o.customer_id is null and o.status <> 'trash' returning g.order_id id`);
  for (const { id } of claimed) {
    await tx.run(sql`update orders set customer_id = ${customerId}, modified_at = ${now} where id = ${id}`);
    await addOrderNote(tx, id, t("vi", "order_notes.claimed"), now);
  }
  return claimed.map(({ id }) => id);
}

interface OrderToClaim {
  email: string;
  name: string;
  lang: Language;
  account: string;
}

/** Adds the order of an emailed link to the account of the session. @throws HttpError 404, 409, 429 */
export async function handleClaim(
  shop: AppContext,
  { request, customerId, lang, body }: HandlerContext<typeof guestOrderEndpoints.claim>,
): Promise<ClaimResult> {
  const { order_id: orderId, token, confirmed } = body;
  const assertUnused = async (): Promise<void> => {
    if (await isUsedClaimLink(shop.db, { orderId, token })) throw alreadyClaimed(lang);
  };
  // before the check that counts wrong tokens
  await assertUnused();
  try {
    await requireOrderLink(shop, request, { orderId, token, purpose: "claim" });
  } catch (error) {
    // a concurrent request may have used the link since
    await assertUnused();
    throw error;
  }
  const now = shop.clock.now();
  return shop.db.transaction(async (tx) => {
    const order = await tx.one<OrderToClaim>(sql`
      select o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang, c.email account
      from orders o join customer c on c.id = ${customerId} where o.id = ${orderId}`);
    if (!order) throw notFound(request);
    const isOther = order.email.toLowerCase() !== order.account.toLowerCase();
    if (isOther && !confirmed) return { state: "confirm", email: maskEmail(order.email), message: "" };
    if ((await claimOrders(tx, [orderId], { customerId, now })).length === 0) throw alreadyClaimed(lang);
    await revokeClaimLinks(tx, orderId, now);
    const values = { name: order.name, order_number: String(orderId), account_email: maskEmail(order.account) };
    await queueMail(tx, { template: "order_claimed", to: order.email, lang: order.lang, values });
    return { state: "claimed", email: "", message: t(lang, "guest.claimed") };
  });
}
