import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import { multiply, subtract, sum } from "#contract/money.ts";
import { findPurchasables } from "#shop/catalog/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import type { Order } from "#shop/orders/index.ts";
import { type AppContextWithGateways, pollOpenPayments } from "#shop/payment-flow/index.ts";
import type { OwnedOrder } from "./owner.ts";
import { optionShort, type RequestedEdit, requestEdit } from "./request-edit.ts";

type OptionBody = BodyOf<typeof selfServiceEndpoints.changeOption>;

interface LineShortage {
  lines?: { available: number | null }[];
}

/** The stock check of an order's lines, in the customer's words. */
function inCustomersWords(error: unknown, lang: Language): unknown {
  if (!(error instanceof HttpError) || error.status !== 400) return error;
  const details = error.extra.details as Record<string, { data: unknown }> | undefined;
  const [short] = (details?.line_items?.data as LineShortage | null | undefined)?.lines ?? [];
  return typeof short?.available === "number" ? optionShort(lang, short.available) : error;
}

/**
 * The line with another option of its product, at today's price. The cost of the delivery stays: it is free by the number of items
 * (`quoteShipping`) and not by their amount, and the quantity of the line does not change.
 * @throws HttpError 404, 400
 */
async function computeOption(
  tx: Tx,
  { lines, total }: Order,
  { lineId, variationId, lang }: { lineId: number; variationId: number; lang: Language },
): Promise<RequestedEdit> {
  const line = lines.find(({ id }) => id === lineId);
  if (!line || line.variationId === null) throw notFoundIn(lang);
  const { productId, quantity } = line;
  const [option] = await findPurchasables(tx, [{ productId, variationId }]);
  const isOther = variationId !== line.variationId && line.restocked === 0;
  if (!option?.purchasable || !isOther) throw invalidParam("variation_id", t(lang, "self_service.no_option"));
  const lineTotal = multiply(option.unitPrice, quantity);
  return {
    edit: { kind: "option", lineId, productId, variationId, quantity, total: lineTotal },
    totalAfter: sum([subtract(total, line.total), lineTotal]),
    takes: option.stockId === line.stockId ? null : { stockId: option.stockId, quantity },
    promise: null,
  };
}

/**
 * Replaces an item of an owner's order by another option of the same product: takes the new stock and returns the old in one transaction.
 * @throws HttpError 404; 400 `out_of_stock` with how many there are; 409 as {@link requestEdit}
 */
export async function changeOption(
  shop: AppContextWithGateways,
  own: OwnedOrder,
  { lineId, body }: { lineId: number; body: OptionBody },
): Promise<void> {
  const { orderId, lang } = own;
  // an order that is paid by now is not changed as unpaid
  await pollOpenPayments(shop, [orderId], { forCash: false, lang });
  try {
    await requestEdit(shop, {
      change: { ...own, version: body.version, actions: ["change_option"] },
      expected: body.expected_total,
      compute: (tx, order) => computeOption(tx, order, { lineId, variationId: body.variation_id, lang }),
    });
  } catch (error) {
    throw inCustomersWords(error, lang);
  }
}
