import type { FastifyPluginAsync } from "fastify";
import { maxReceiptDays, receiptEndpoints as endpoints } from "#contract/endpoints/receipts.ts";
import { wooDates } from "#contract/dates.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { hmacHex, secretsEqual } from "#shop/kernel/base/secrets.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { findOrder } from "#shop/orders/index.ts";
import { sendFramedPage } from "../framed-page.ts";
import { readPrintedOrders } from "./print-order.ts";
import { printPage } from "./print-page.ts";

const kind = "receipt";

/** `wc/v3/orders/{id}/receipt`: addresses with a signature instead of stored files, and the pages behind them. */
export const receiptRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config, clock } = shop;
    const keyOf = (id: number, until: string): string => hmacHex(config.appSecret, `receipt ${id} ${until}`);
    /** the day in Vietnam, a number of days from now */
    const dayIn = (days: number): string => wooDates(new Date(clock.now().getTime() + days * dayMs)).local.slice(0, 10);
    const receiptOf = async (id: number, until: string) => {
      if (!(await findOrder(db, id))) throw new HttpError(404, "woocommerce_rest_shop_order_invalid_id", "Invalid ID.");
      if (until < dayIn(0))
        throw new HttpError(400, "woocommerce_rest_not_acceptable", "The expiration date must be in the future.");
      if (until > dayIn(maxReceiptDays))
        throw invalidParam("expiration_date", `A receipt is valid for at most ${maxReceiptDays} days.`);
      const address = new URL(`/wp-json/custom/v1/receipts/${id}`, config.publicUrl);
      address.search = String(new URLSearchParams({ until, key: keyOf(id, until) }));
      return { receipt_url: address.href, expiration_date: until };
    };
    registerEndpoint(app, shop, endpoints.readReceipt, ({ path }) => receiptOf(path.id, dayIn(1)));
    registerEndpoint(app, shop, endpoints.createReceipt, ({ path, body }) =>
      receiptOf(path.id, body.expiration_date ?? dayIn(body.expiration_days ?? 1)),
    );
    registerEndpoint(app, shop, endpoints.showReceipt, async ({ path: { id }, query, request, reply, lang }) => {
      const { until, key } = query;
      if (!secretsEqual(key, keyOf(id, until)) || until < dayIn(0)) throw notFound(request, "rest_not_found");
      const orders = await readPrintedOrders(db, [id], { kind, appSecret: config.appSecret, now: clock.now() });
      if (orders.length === 0) throw notFound(request, "rest_not_found");
      return sendFramedPage(reply, printPage(orders, { kind, size: "a5", lang }));
    });
  };
