import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { LanguageCode } from "#contract/field-schemas.ts";
import type { Language } from "#contract/language.ts";
import { toE164 } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue, type OutboxHandler } from "#shop/kernel/jobs/jobs.ts";
import { networkOf, tooManyRequests } from "#shop/kernel/limits/rate-limits.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  checkCode,
  CodeLimitError,
  codeMs,
  type CodeSubject,
  createCode,
  markCodeNotSent,
  sendCode,
} from "#shop/phone-codes/index.ts";
import { orderIdOf, sendLookupLink } from "./lookup.ts";

export const phoneCodeKind = "phone_code";

const secretPurpose = "phone-code";
const Job = z.object({ sealed: z.string(), slot: z.string(), lang: LanguageCode });
const Sealed = z.object({
  purpose: z.enum(["lookup", "confirm"]),
  orderNumber: z.string(),
  phone: z.string(),
  code: z.string(),
  /** absent in jobs of a previous version */
  codeId: z.int().optional(),
  /** by the shop's clock */
  requestedAt: z.coerce.date(),
});

/** Makes a code. @throws HttpError 429 */
async function newCode(tx: Tx, { config, clock }: AppContext, request: FastifyRequest, subject: CodeSubject) {
  try {
    const network = networkOf(request.ip);
    return await createCode(tx, { subject, network, appSecret: config.appSecret, now: clock.now() });
  } catch (error) {
    if (error instanceof CodeLimitError) throw tooManyRequests(request, error.retrySeconds);
    throw error;
  }
}

/**
 * Makes the code of a look-up and enqueues its message. The job finds the order, so that the request takes the same time, and has the same
 * response, whether there is one or not.
 * @throws HttpError 429
 */
export const enqueueCode = (
  shop: AppContext,
  request: FastifyRequest,
  subject: CodeSubject,
  lang: Language,
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const { id: codeId, code } = await newCode(tx, shop, request, subject);
    const message = { ...subject, code, codeId, requestedAt: shop.clock.now() };
    const sealed = encrypt(shop.config.appSecret, secretPurpose, JSON.stringify(message)).toString("base64");
    // a slow service does not delay the messages of all others; those to one phone arrive in order, since only the newest code is valid
    const slot = createHash("sha256").update(subject.phone).digest("hex").slice(0, 1);
    await enqueue(tx, phoneCodeKind, { sealed, slot, lang });
  });

/**
 * Makes a code for an order that the client may see, and sends it.
 * @returns whether a service has accepted it; if all have refused it, it does not count for the limits of codes
 * @throws HttpError 429
 */
export async function sendNewCode(shop: AppContext, request: FastifyRequest, subject: CodeSubject): Promise<boolean> {
  const { id, code } = await shop.db.transaction((tx) => newCode(tx, shop, request, subject));
  const sending = await sendCode(shop, { phone: subject.phone, code, id: `lianne-code-${id}` });
  if (sending === "not_sent") await markCodeNotSent(shop.db, id);
  return sending === "sent";
}

interface OrderPhone {
  customerId: number | null;
  phone: string;
}

type SealedCode = z.infer<typeof Sealed>;

/** Sends a code to the phone of an order without an account. @returns whether a message was sent, or may have been */
async function sendTo(shop: AppContext, { purpose, orderNumber, phone, code, requestedAt }: SealedCode, id: string) {
  const orderId = orderIdOf(orderNumber);
  if (orderId === null) return "not_sent";
  const order = await shop.db.one<OrderPhone>(sql`
    select customer_id "customerId", billing ->> 'phone' phone from orders
    where id = ${orderId} and status <> 'trash'`);
  if (!order || toE164(order.phone) !== phone) return "not_sent";
  // a server of the previous version has enqueued those of confirmations, too
  const isOpened = purpose === "confirm" || order.customerId === null;
  // later it would have ended on arrival
  const isValid = shop.clock.now().getTime() - requestedAt.getTime() < codeMs;
  return isOpened && isValid ? sendCode(shop, { phone, code, id }) : "not_sent";
}

/** Sends the code of a look-up. If no service accepts it in time, the look-up's link is emailed instead. */
export const handlePhoneCode =
  (shop: AppContext): OutboxHandler =>
  async (payload, row) => {
    const { sealed, lang } = Job.parse(payload);
    const opened: unknown = JSON.parse(decrypt(shop.config.appSecret, secretPurpose, Buffer.from(sealed, "base64")));
    const message = Sealed.parse(opened);
    const { purpose, orderNumber: number, phone: contact, codeId } = message;
    const sending = await sendTo(shop, message, `lianne-${row.id}`);
    if (sending === "not_sent" && codeId !== undefined) await markCodeNotSent(shop.db, codeId);
    if (sending !== "sent" && purpose === "lookup")
      await sendLookupLink(shop, { number, contact, lang }, `phone:${row.id}`);
  };

/** Requires the code that was sent for a subject. @throws HttpError 400 `code_wrong`, `code_ended`; 429 */
export async function requireCode(
  { db, config, clock, limits }: AppContext,
  request: FastifyRequest,
  { subject, code, lang }: { subject: CodeSubject; code: string; lang: Language },
): Promise<void> {
  limits.assertWithin(request, "wrongOrderTokenByAddress", request.ip);
  const check = await checkCode(db, { subject, code, appSecret: config.appSecret, now: clock.now() });
  if (check === "right") return;
  limits.consume(request, "wrongOrderTokenByAddress", request.ip);
  throw refusedCode(check, lang);
}

export const refusedCode = (check: "wrong" | "ended", lang: Language): HttpError =>
  new HttpError(400, `code_${check}`, t(lang, `cod_confirmation.code_${check}`));
