import type { FastifyPluginAsync } from "fastify";
import { bankOverviewEndpoints } from "#contract/endpoints/backoffice/bank.ts";
import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { lockOrder } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "../app-context-with-gateways.ts";
import { readBankOverview } from "./bank-overview.ts";
import { assertKnownBank } from "./page-routes.ts";
import { hasOpenBankRefund, storeRefundAccount } from "./refund-account.ts";
import { bankRefunds, completeRefund, isReferenceUsed } from "./refund-transfer.ts";
import { acceptsTransfers, settleTransferFor } from "./settle-transfer.ts";
import { ignoreTransfer, lockTransfer, reopenTransfer } from "./store-transfer.ts";
import type { StoredStatus } from "#shop/orders/index.ts";

const conflict = (
  code: string,
  lang: Language,
  key: "settled" | "refund_done" | "reference_used" | "nothing_to_return",
): HttpError => new HttpError(409, code, t(lang, `bank_payment.${key}`));

/** @throws HttpError 400 for an order that does not exist or takes no transfers */
async function assertOrderTakes(tx: Tx, orderId: number, lang: Language): Promise<void> {
  const order = await tx.one<{ status: StoredStatus }>(sql`select status from orders where id = ${orderId}`);
  if (!order || !acceptsTransfers(order.status))
    throw invalidParam("order_id", t(lang, order ? "bank_payment.order_closed" : "bank_payment.no_order"));
}

/** What the back office's page of bank transfers calls. */
export const bankOverviewRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    registerEndpoint(app, shop, bankOverviewEndpoints.readBankOverview, ({ staff }) =>
      readBankOverview(db, shop, staff),
    );

    registerEndpoint(
      app,
      shop,
      bankOverviewEndpoints.settleBankTransfer,
      async ({ request, path, body, lang, staff }) => {
        const { order_id: orderId } = body;
        return db.transaction(async (tx) => {
          const transfer = await lockTransfer(tx, path.id);
          if (!transfer) throw notFound(request);
          if (transfer.state !== "unmatched" && transfer.state !== "suggested")
            throw conflict("bank_transfer_settled", lang, "settled");
          await assertOrderTakes(tx, orderId, lang);
          const assigned = { orderId, reading: "person", by: `staff:${staff.staffId}`, now: clock.now() } as const;
          await settleTransferFor(tx, transfer, assigned);
          return readBankOverview(tx, shop, staff);
        });
      },
    );

    registerEndpoint(
      app,
      shop,
      bankOverviewEndpoints.ignoreBankTransfer,
      async ({ request, path, body, lang, staff }) =>
        db.transaction(async (tx) => {
          const transfer = await lockTransfer(tx, path.id);
          if (!transfer) throw notFound(request);
          const changed = body.ignored
            ? await ignoreTransfer(tx, path.id, `staff:${staff.staffId}`)
            : await reopenTransfer(tx, path.id);
          if (!changed) throw conflict("bank_transfer_settled", lang, "settled");
          return readBankOverview(tx, shop, staff);
        }),
    );

    registerEndpoint(
      app,
      shop,
      bankOverviewEndpoints.completeBankRefund,
      async ({ request, path, body, lang, staff }) =>
        db.transaction(async (tx) => {
          const refund = await tx.one<{ orderId: number }>(sql`
          select r.order_id "orderId" from ${bankRefunds} where r.id = ${path.id}`);
          if (!refund) throw notFound(request);
          await lockOrder(tx, refund.orderId);
          if (await isReferenceUsed(tx, { orderId: refund.orderId, reference: body.transaction }))
            throw conflict("bank_reference_used", lang, "reference_used");
          const done = { refundId: path.id, ...body, by: `staff:${staff.staffId}`, now: clock.now() };
          if (!(await completeRefund(tx, done))) throw conflict("bank_refund_done", lang, "refund_done");
          return readBankOverview(tx, shop, staff);
        }),
    );

    registerEndpoint(app, shop, bankOverviewEndpoints.putBankAccount, async ({ path, body, lang, staff }) => {
      assertKnownBank(body.bank_bin, lang);
      return db.transaction(async (tx) => {
        const orderId = path.order_id;
        await lockOrder(tx, orderId);
        if (!(await hasOpenBankRefund(tx, orderId))) throw conflict("bank_no_refund", lang, "nothing_to_return");
        const by = `staff:${staff.staffId}`;
        await storeRefundAccount(tx, orderId, { account: body, by, appSecret: config.appSecret, now: clock.now() });
        return readBankOverview(tx, shop, staff);
      });
    });
  };
