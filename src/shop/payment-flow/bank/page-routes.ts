import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { BankPayment } from "#contract/bank-payment.ts";
import { banks } from "#contract/banks.ts";
import { bankPaymentEndpoints } from "#contract/endpoints/bank-payments.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { findBuyer } from "#shop/kernel/auth/buyer.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import type { Language } from "#contract/language.ts";
import { isOwnOrder, lockOrder } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "../app-context-with-gateways.ts";
import { bankLinkUrl, createBankLink, isBankLink } from "./bank-order.ts";
import { pollBank } from "./poll-bank.ts";
import { readBankPayment } from "./read-bank-payment.ts";
import { hasOpenBankRefund, hasOtherAccount, storeRefundAccount } from "./refund-account.ts";

/** All open pages together cause at most one request to the notifier in this time. */
const minGapMs = 10 * secondMs;

/**
 * Requires the token of a link to the page of an order. `provesContact`: it was not sent by email, since the order has none, but made by a
 * code sent to its phone. @throws HttpError 404, 429
 */
export type OpenOrderLink = (
  request: FastifyRequest,
  link: { orderId: number; token: string },
  reader?: Reader,
) => Promise<{ provesContact: boolean }>;

interface PageShop extends AppContextWithGateways {
  /** the module of links to orders is above this one */
  openOrderLink: OpenOrderLink;
}

/** The form of a token of a link to an order's page; keys of links to this page are longer. */
const orderToken = /^[0-9a-f]{32}$/;

/**
 * A visitor of the page, as an entry of an account is recorded: the order's customer, 0 for a guest; the holder of a link to this page; of one
 * to the order that a code sent to its phone has made (`phone link`); or of another one to the order, by which the order can be paid and
 * nothing be stored.
 */
type BankVisitor = `customer:${number}` | "link" | "phone link" | "order link";
const byLink: ReadonlySet<BankVisitor> = new Set(["link", "phone link", "order link"]);

/** @returns null for a key of no link. @throws HttpError 404, 429 */
async function visitorByKey(
  { db, clock, openOrderLink }: PageShop,
  request: FastifyRequest,
  { orderId, key, reader = db }: { orderId: number; key: string; reader?: Reader },
): Promise<BankVisitor | null> {
  if (!orderToken.test(key)) return (await isBankLink(reader, orderId, key, clock.now())) ? "link" : null;
  const { provesContact } = await openOrderLink(request, { orderId, token: key }, reader);
  return provesContact ? "phone link" : "order link";
}

/**
 * Checks that the visitor may see the order: its customer by session, a guest by the browser's cookie, or any device by the key of a link to
 * this page or to the order's.
 * @throws HttpError 404, 429
 */
async function authorizeVisitor(
  shop: PageShop,
  request: FastifyRequest,
  { orderId, key }: { orderId: number; key: string | undefined },
): Promise<BankVisitor> {
  const { db, clock } = shop;
  const buyer = await findBuyer(db, request, { now: clock.now(), to: "read" });
  if (buyer && (await isOwnOrder(db, orderId, buyer))) return `customer:${buyer.customerId ?? 0}`;
  const visitor = key === undefined ? null : await visitorByKey(shop, request, { orderId, key });
  if (!visitor) throw notFound(request);
  return visitor;
}

async function pageOf(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { orderId, by }: { orderId: number; by: BankVisitor },
): Promise<BankPayment> {
  const payment = await readBankPayment(shop, orderId);
  if (!payment) throw notFound(request);
  // where money is returned to concerns fewer people than those with a link to the order
  if (by === "order link") return { ...payment, own: false, refund: null };
  return { ...payment, own: !byLink.has(by) };
}

/** @throws HttpError 400 */
export function assertKnownBank(bin: string, lang: Language): void {
  if (!banks.some((bank) => bank.bin === bin)) throw invalidParam("bank_bin", t(lang, "bank_payment.unknown_bank"));
}

/** What the payment page of a bank transfer calls. */
export const bankPageRoutes =
  (context: AppContextWithGateways, openOrderLink: OpenOrderLink): FastifyPluginAsync =>
  async (app) => {
    const shop: PageShop = { ...context, openOrderLink };
    const { db, clock, config } = shop;
    registerEndpoint(app, shop, bankPaymentEndpoints.bankPayment, async ({ request, path, query }) => {
      const orderId = path.order_id;
      const by = await authorizeVisitor(shop, request, { orderId, key: query.key });
      return pageOf(shop, request, { orderId, by });
    });
    registerEndpoint(app, shop, bankPaymentEndpoints.checkBankPayment, async ({ request, path, body }) => {
      const orderId = path.order_id;
      const by = await authorizeVisitor(shop, request, { orderId, key: body.key });
      const before = await pageOf(shop, request, { orderId, by });
      if (before.state !== "waiting") return before;
      await pollBank(shop, { minGapMs });
      return pageOf(shop, request, { orderId, by });
    });
    registerEndpoint(app, shop, bankPaymentEndpoints.linkBankPayment, async ({ request, path, body }) => {
      const orderId = path.order_id;
      const by = await authorizeVisitor(shop, request, { orderId, key: body.key });
      await pageOf(shop, request, { orderId, by });
      // a link only ever leads to itself: a new one would outlive it
      const given = byLink.has(by) ? body.key : undefined;
      const key = given ?? (await db.transaction((tx) => createBankLink(tx, orderId, clock.now())));
      return { url: bankLinkUrl(config, orderId, key) };
    });
    registerEndpoint(app, shop, bankPaymentEndpoints.putRefundAccount, async ({ request, path, body, lang }) => {
      const { key, ...account } = body;
      const orderId = path.order_id;
      const by = await authorizeVisitor(shop, request, { orderId, key });
      if (by === "order link") throw notFound(request);
      assertKnownBank(account.bank_bin, lang);
      await db.transaction(async (tx) => {
        await lockOrder(tx, orderId);
        // a correction of email or phone ends links, and may have been made since
        if (byLink.has(by) && key && (await visitorByKey(shop, request, { orderId, key, reader: tx })) !== by)
          throw notFound(request);
        if (!(await hasOpenBankRefund(tx, orderId)))
          throw new HttpError(409, "bank_no_refund", t(lang, "bank_payment.nothing_to_return"));
        const given = { account, by, appSecret: config.appSecret, now: clock.now() };
        if (byLink.has(by) && (await hasOtherAccount(tx, orderId, given)))
          throw new HttpError(409, "bank_account_stored", t(lang, "bank_payment.account_stored"));
        await storeRefundAccount(tx, orderId, given);
      });
      return pageOf(shop, request, { orderId, by });
    });
  };
