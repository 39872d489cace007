import { formatMoment } from "#contract/dates.ts";
import { usualDeposit } from "#contract/deposit-rules.ts";
import type { PaymentLink } from "#contract/backoffice/manual-orders.ts";
import type { Language } from "#contract/language.ts";
import { dong, type Dong, formatDong, subtract } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addOrderNote, findOrder, lockOrder, type Order, type VersionCheck } from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  bankPageUrl,
  emailDeposit,
  readBankTerms,
  withdrawDeposit,
  writeDepositMeta,
} from "#shop/payment-flow/index.ts";
import { findDeposit, receivedParts, storeDeposit } from "#shop/payments/index.ts";

interface DepositRequest {
  orderId: number;
  /** undefined: the usual share of the total */
  amount: Dong | undefined;
  staff: { staffId: number; name: string };
  lang: Language;
  requireVersion: VersionCheck;
}

const orderNotFound = (lang: Language) => new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_order"));

const lockedOrder = async (tx: Tx, orderId: number, lang: Language): Promise<Order> => {
  const order = (await lockOrder(tx, orderId)) ? await findOrder(tx, orderId) : undefined;
  if (!order) throw orderNotFound(lang);
  return order;
};

/** @throws HttpError 400 `amount` */
async function amountOf(tx: Tx, { id, total }: Order, { amount, lang }: DepositRequest): Promise<Dong> {
  const row = await tx.one<{ received: Dong }>(sql`select ${receivedParts} received from orders o where o.id = ${id}`);
  const received = row?.received ?? dong(0);
  const requested = amount ?? usualDeposit(total);
  const limits = { min: dong(received + 1), max: subtract(total, dong(1)) };
  if (requested >= limits.min && requested <= limits.max) return requested;
  const values = { min: formatDong(limits.min), max: formatDong(limits.max) };
  throw invalidParam("amount", t(lang, "manual_orders.deposit_amount", values));
}

/**
 * Requests a deposit for a cash order that is not confirmed yet, and emails it to the customer; a later request replaces it while it is
 * unpaid.
 * @returns a link to the page on which the customer transfers it
 * @throws HttpError 404; 400 `amount` outside the limits; 409 `lianne_invalid_state` unless the order waits for its confirmation,
 * `lianne_no_bank` without a bank account for transfers
 */
export async function requestDeposit(
  { db, config, clock }: AppContextWithGateways,
  request: DepositRequest,
): Promise<PaymentLink> {
  const { orderId, staff, lang } = request;
  if (!config.bank) throw new HttpError(409, "lianne_no_bank", t(lang, "manual_orders.no_bank"));
  const now = clock.now();
  return db.transaction(async (tx) => {
    const order = await lockedOrder(tx, orderId, lang);
    await request.requireVersion(tx);
    const { status, total, paymentMethod, paidAt } = order;
    const earlier = await findDeposit(tx, orderId);
    if (status !== "pending" || !isCashMethod(paymentMethod) || paidAt !== null || (earlier && earlier.paid > 0))
      throw new HttpError(409, "lianne_invalid_state", t(lang, "manual_orders.no_deposit"), {
        extra: { state: status },
      });
    const amount = await amountOf(tx, order, request);
    const rest = subtract(total, amount);
    const url = await bankPageUrl(tx, orderId, { publicUrl: config.publicUrl, now });
    if (earlier?.state === "waiting" && earlier.amount === amount) {
      // nothing else is written besides the link
      await recordAuditEvent(tx, { operation: "done", object: "order", id: orderId });
      return { url, until: earlier.expiresAt.toISOString(), deposit: { amount, rest } };
    }
    const until = new Date(now.getTime() + (await readBankTerms(tx)).depositMs);
    await storeDeposit(tx, { orderId, amount, staffId: staff.staffId, now, expiresAt: until });
    await writeDepositMeta(tx, orderId, { amount, state: "waiting", now });
    const amounts = { amount: formatDong(amount), rest: formatDong(rest) };
    const values = { ...amounts, until: formatMoment(until), by: staff.name };
    await addOrderNote(tx, orderId, t("vi", "order_notes.deposit_requested", values), now);
    const link = { url, appSecret: config.appSecret };
    await emailDeposit(tx, orderId, { template: "deposit_requested", amount, key: now.toISOString(), until, link });
    return { url, until: until.toISOString(), deposit: { amount, rest } };
  });
}

/** Withdraws the request; the order stays as it is. @throws HttpError 404; 409 `lianne_invalid_state` unless it waits for the deposit */
export async function withdrawRequest(
  { db, clock }: AppContextWithGateways,
  { orderId, staff, lang, requireVersion }: Omit<DepositRequest, "amount">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { status } = await lockedOrder(tx, orderId, lang);
    await requireVersion(tx);
    if (await withdrawDeposit(tx, orderId, { by: staff.name, now: clock.now() })) return;
    throw new HttpError(409, "lianne_invalid_state", t(lang, "manual_orders.no_open_deposit"), {
      extra: { state: status },
    });
  });
}
