import type { FastifyPluginAsync } from "fastify";
import type { BodyOf } from "#contract/endpoint.ts";
import { createOrder as createCall, orderEndpoints } from "#contract/endpoints/orders.ts";
import type { Language } from "#contract/language.ts";
import { CreateOrder } from "#contract/woo/order-write.ts";
import type { Caller } from "#shop/kernel/auth/keys.ts";
import { notFound, parse } from "#shop/kernel/http/errors.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { requireCustomer } from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { onlyFields, sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { serveChanges } from "#shop/kernel/woo/woo-writes.ts";
import { findOrder, findOwnOrder } from "./find-order.ts";
import type { AppContextWithGateways } from "./payment-flow/paying-shop.ts";
import type { Order } from "./order.ts";
import { submitCodOrder } from "./checkout/submit-order.ts";
import { createOrder } from "./woo/create-order.ts";
import { listOrders } from "./woo/list-orders.ts";
import { orderRefusals } from "./woo/refusals.ts";
import { removeOrder } from "./woo/remove-order.ts";
import { submitMerchantOrder } from "./woo/submit-merchant-order.ts";
import { updateOrder } from "./woo/update-order.ts";
import { type WooOrderOptions, wooOrder } from "./woo-order.ts";

type Asking = Pick<HandlerContext<typeof orderEndpoints.read>, "request" | "caller">;

/** Whose orders the caller may see: null for all of them. @throws Refusal 401 for the storefront without a session */
const ownerOf = (shop: AppContext, { caller, request }: Asking): Promise<number> | null =>
  caller.kind === "merchant" ? null : requireCustomer(shop.db, request, shop.clock.now());

/** The order that this caller may read. @throws Refusal 401 without a session, 404 for any other order */
async function readableOrder(shop: AppContext, id: number, asking: Asking): Promise<Order> {
  const customerId = await ownerOf(shop, asking);
  const order = await (customerId === null ? findOrder(shop.db, id) : findOwnOrder(shop.db, id, customerId));
  if (order) return order;
  throw customerId === null
    ? orderRefusals.unknown(404)
    : notFound(asking.request, "woocommerce_rest_shop_order_invalid_id");
}

/** Places the order that either key asks for, each in its own way. */
async function place(shop: AppContextWithGateways, { request, caller }: HandlerContext<typeof orderEndpoints.create>) {
  if (caller.kind === "merchant")
    return submitMerchantOrder(shop, request, { body: parse(request, CreateOrder, request.body), keyId: caller.keyId });
  const customerId = await requireCustomer(shop.db, request, shop.clock.now());
  return submitCodOrder(shop, request, customerId);
}

async function existing(shop: AppContext, id: number): Promise<Order> {
  const order = await findOrder(shop.db, id);
  if (!order) throw orderRefusals.unknown(404);
  return order;
}

/** Reads of `wc/v3/orders`, and placing them. */
const orderReads =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const shownTo = ({ kind }: Caller, lang: Language, decimals?: number): WooOrderOptions => ({
      ...{ lang, publicUrl, forCustomer: kind !== "merchant" },
      ...(decimals === undefined ? {} : { decimals }),
    });
    registerEndpoint(app, shop, orderEndpoints.list, async ({ request, reply, query, caller, lang }) => {
      const { orders, total } = await listOrders(shop.db, query, await ownerOf(shop, { caller, request }));
      const items = orders.map((order) => wooOrder(order, shownTo(caller, lang, query.dp)));
      const page = { items, total, page: query.page, perPage: query.per_page };
      return sendPage(request, reply, { origin: publicUrl, asked: query, page });
    });
    registerEndpoint(app, shop, orderEndpoints.read, async ({ query, path, lang, ...asking }) =>
      wooOrder(await readableOrder(shop, path.id, asking), shownTo(asking.caller, lang, query.dp)),
    );
    registerEndpoint(app, shop, orderEndpoints.create, async (input) => {
      const { orderId, fresh, order: written } = await place(shop, input);
      const order = wooOrder(written ?? (await existing(shop, orderId)), shownTo(input.caller, input.lang));
      input.reply.code(fresh ? 201 : 200).header("location", `${publicUrl}${orderEndpoints.create.path}/${orderId}`);
      return onlyFields(order, input.query._fields, ["_links"]) as typeof order;
    });
  };

/** What merchants' keys change of orders. */
const orderWrites =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const writer = (keyId: number) => ({ actor: `merchant:${keyId}` as const, now: shop.clock.now() });
    const read = async (id: number, lang: Language) => wooOrder(await existing(shop, id), { lang, publicUrl });
    serveChanges(
      app,
      shop,
      { ...orderEndpoints, create: createCall },
      {
        create: async (body: BodyOf<typeof createCall>, { merchant, lang }) => {
          const id = await createOrder(shop, body, { ...writer(merchant.keyId), attempt: null });
          return read(id, lang);
        },
        update: async (id, body, { merchant, lang }) => {
          await updateOrder(shop, id, body, writer(merchant.keyId));
          return read(id, lang);
        },
        remove: async (id, force, { merchant, lang }) =>
          wooOrder(await removeOrder(shop, id, { force, ...writer(merchant.keyId) }), { lang, publicUrl }),
      },
    );
  };

/** `wc/v3/orders`: a merchant's key reaches all of them, the storefront's those of the customer who is logged in. */
export const wooOrderRoutes =
  (shop: AppContextWithGateways): FastifyPluginAsync =>
  async (app) => {
    await app.register(orderReads(shop));
    await app.register(orderWrites(shop));
  };
