// Changes of an order: of an account, or behind a link, which has calls of its own.

import type { CallBody, CallOptions } from "#contract/call.ts";
import type { StoreResult } from "#contract/client.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { AddressQuote, SelfServiceState } from "#contract/self-service.ts";
import { getApiClient } from "#web/api/api-client.ts";

/** token of the link behind which the order is; absent in an account */
type OrderLink = string | undefined;
const own = "/wp-json/lianne-orders/v1/orders/{order_id}";
const linked = "/wp-json/lianne-orders/v1/link";

/** What remains to be done after a change. */
export interface ChangedOrder {
  /** where the customer pays; "" if nothing is to be paid now */
  payment_url: string;
  order: Pick<SelfServiceState, "change">;
}

/** By a link only orders without money are changed: nothing is to be paid. */
const changed = (result: StoreResult<LinkedOrder>): StoreResult<ChangedOrder> =>
  result.ok ? { ...result, data: { payment_url: "", order: result.data.order.self_service } } : result;

/** Confirms a cash order that is cancelled otherwise. */
export const confirmOrder = async (order_id: number, token: OrderLink): Promise<StoreResult<unknown>> =>
  token === undefined
    ? getApiClient().call(`POST ${own}/confirm`, { path: { order_id } })
    : getApiClient().call("POST /wp-json/lianne-orders/v1/confirm", { body: { order_id, token } });

export const changeOrderRecipient = async (
  order_id: number,
  token: OrderLink,
  body: CallBody<`PUT ${typeof own}/recipient`>,
): Promise<StoreResult<unknown>> =>
  token === undefined
    ? getApiClient().changeRecipient(order_id, body)
    : getApiClient().call(`POST ${linked}/recipient`, { body: { ...body, order_id, token } });

export const quoteOrderAddress = (
  order_id: number,
  token: OrderLink,
  body: CallBody<`POST ${typeof own}/address-quote`>,
  options: CallOptions,
): Promise<StoreResult<AddressQuote>> =>
  token === undefined
    ? getApiClient().quoteAddress(order_id, body, options)
    : getApiClient().call(`POST ${linked}/address-quote`, { body: { ...body, order_id, token }, ...options });

export const changeOrderAddress = async (
  order_id: number,
  token: OrderLink,
  body: CallBody<`PUT ${typeof own}/address`>,
): Promise<StoreResult<ChangedOrder>> =>
  token === undefined
    ? getApiClient().changeAddress(order_id, body)
    : changed(await getApiClient().call(`POST ${linked}/address`, { body: { ...body, order_id, token } }));

export const changeOrderOption = async (
  path: { order_id: number; line_id: number },
  token: OrderLink,
  body: CallBody<`PUT ${typeof own}/lines/{line_id}/option`>,
): Promise<StoreResult<ChangedOrder>> =>
  token === undefined
    ? getApiClient().changeOption(path, body)
    : changed(await getApiClient().call(`POST ${linked}/option`, { body: { ...body, ...path, token } }));
