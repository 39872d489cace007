import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { OrderWorkflow } from "#contract/order-workflow.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { createOrder as createCall, orderEndpoints } from "#contract/endpoints/orders.ts";
import type { Language } from "#contract/language.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { CreateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Caller, Merchant } from "#shop/kernel/auth/keys.ts";
import { type Buyer, isGuest, requireBuyer } from "#shop/kernel/auth/buyer.ts";
import { storeVisitor } from "#shop/kernel/auth/sessions.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { onlyFields } from "#shop/kernel/http/only-fields.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { parse } from "#shop/kernel/request/parse-input.ts";
import { sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { registerChanges } from "#shop/kernel/woo/woo-writes.ts";
import { findOrder, findOwnOrder } from "./find-order.ts";
import type { SubmitResult } from "./idempotency.ts";
import { orderFor } from "./mask-order.ts";
import type { Order } from "./order.ts";
import { requireVersion, sendOrderVersion } from "./order-version.ts";
import { createOrder } from "./woo/create-order.ts";
import { listOrders } from "./woo/list-orders.ts";
import { orderErrors } from "./woo/order-errors.ts";
import { removeOrder } from "./woo/remove-order.ts";
import { submitMerchantOrder } from "./woo/submit-merchant-order.ts";
import { updateOrder } from "./woo/update-order.ts";
import { type WooOrderOptions, wooOrder } from "./woo-order.ts";

/** What staff members see of orders besides WooCommerce's fields, by the order's id. The workflow implements it; src/shop/app.ts passes it in. */
export type WorkflowsOf = (ids: readonly number[], lang: Language) => Promise<ReadonlyMap<number, OrderWorkflow>>;

/** Places the cash order of a customer or guest. Checkout implements it; src/shop/app.ts passes it in. */
export type SubmitOwnOrder = (request: FastifyRequest, by: { buyer: Buyer; lang: Language }) => Promise<SubmitResult>;

type CallerContext = Pick<HandlerContext<typeof orderEndpoints.read>, "request" | "caller">;

/** The buyer whose orders the caller may read; null for all. @throws HttpError 401 for the storefront without a session */
const visibleOwner = (shop: AppContext, { caller, request }: CallerContext): Promise<Buyer> | null =>
  caller.kind === "merchant" ? null : requireBuyer(shop.db, request, { now: shop.clock.now(), to: "read" });

/** As its reader sees it. @throws HttpError 401 without a session, 404 for an order that the caller may not read */
async function findReadable(shop: AppContext, id: number, context: CallerContext): Promise<Order> {
  const buyer = await visibleOwner(shop, context);
  const order = await (buyer === null ? findOrder(shop.db, id) : findOwnOrder(shop.db, id, buyer));
  if (order) return buyer === null ? order : orderFor(buyer, order, shop.clock.now());
  throw buyer === null ? orderErrors.unknown(404) : notFound(context.request, "woocommerce_rest_shop_order_invalid_id");
}

async function findExisting(reader: Reader, id: number): Promise<Order> {
  const order = await findOrder(reader, id);
  if (!order) throw orderErrors.unknown(404);
  return order;
}

/** What the orders need of the domains above them. */
export interface OrderDependencies {
  submitOwnOrder: SubmitOwnOrder;
  workflowsOf: WorkflowsOf;
}

/** Lists, reads and creates `wc/v3/orders`. */
const orderReads =
  (shop: AppContext, { submitOwnOrder, workflowsOf }: OrderDependencies): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const optionsFor = ({ kind }: Caller, lang: Language, decimals?: number): WooOrderOptions => ({
      ...{ lang, publicUrl, forCustomer: kind !== "merchant" },
      ...(decimals === undefined ? {} : { decimals }),
    });
    /** the orders with the field `lianne`, in sessions of staff members */
    const withWorkflow = async (orders: WooOrder[], caller: Caller, lang: Language): Promise<WooOrder[]> => {
      if (caller.kind !== "merchant" || !caller.staff || orders.length === 0) return orders;
      const workflows = await workflowsOf(
        orders.map(({ id }) => id),
        lang,
      );
      return orders.map((order) => ({ ...order, lianne: workflows.get(order.id) }));
    };
    const submit = async ({ request, reply, caller, lang }: HandlerContext<typeof orderEndpoints.create>) => {
      if (caller.kind === "merchant") {
        const body = parse(request, CreateOrder, request.body);
        return submitMerchantOrder(shop, request, { body, actor: caller.actor, lang });
      }
      const buyer = await requireBuyer(shop.db, request, { now: shop.clock.now(), to: "place" });
      const submitted = await submitOwnOrder(request, { buyer, lang });
      if (isGuest(buyer)) storeVisitor(request, reply, shop.config);
      return submitted;
    };
    registerEndpoint(app, shop, orderEndpoints.list, async ({ request, reply, query, caller, lang }) => {
      const now = shop.clock.now();
      const buyer = await visibleOwner(shop, { caller, request });
      const { orders, total } = await listOrders(shop.db, query, { buyer, now });
      const listed = orders.map((order) =>
        wooOrder(buyer === null ? order : orderFor(buyer, order, now), optionsFor(caller, lang, query.dp)),
      );
      const items = await withWorkflow(listed, caller, lang);
      const page = { items, total, page: query.page, perPage: query.per_page };
      return sendPage(request, reply, { origin: publicUrl, query, page });
    });
    registerEndpoint(app, shop, orderEndpoints.read, async ({ query, path, lang, reply, ...context }) => {
      const order = wooOrder(await findReadable(shop, path.id, context), optionsFor(context.caller, lang, query.dp));
      if (context.caller.kind !== "merchant") return order;
      // issued together, these share a round trip
      const [[current = order]] = await Promise.all([
        withWorkflow([order], context.caller, lang),
        sendOrderVersion(shop.db, reply, path.id),
      ]);
      return current;
    });
    registerEndpoint(app, shop, orderEndpoints.create, async (input) => {
      const { orderId, isNew: fresh, order: stored } = await submit(input);
      const order = wooOrder(stored ?? (await findExisting(shop.db, orderId)), optionsFor(input.caller, input.lang));
      input.reply.code(fresh ? 201 : 200).header("location", `${publicUrl}${orderEndpoints.create.path}/${orderId}`);
      return onlyFields(order, input.query._fields, ["_links"]) as typeof order;
    });
  };

/** Updates, deletes and batches, for merchants' keys only. */
const orderWrites =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const writer = ({ actor }: Merchant) => ({ actor, now: shop.clock.now() });
    const readFrom = async (reader: Reader, id: number, lang: Language) =>
      wooOrder(await findExisting(reader, id), { lang, publicUrl });
    const read = (id: number, lang: Language) => readFrom(shop.db, id, lang);
    registerChanges(
      app,
      shop,
      { ...orderEndpoints, create: createCall },
      {
        create: async (body: BodyOf<typeof createCall>, { merchant, lang }) => {
          const id = await createOrder(shop, body, { ...writer(merchant), attempt: null });
          return read(id, lang);
        },
        update: async (id, body, { merchant, lang, loaded }) => {
          await updateOrder(shop, id, body, {
            ...writer(merchant),
            requireVersion: (tx) => requireVersion(tx, id, { loaded, lang, current: () => readFrom(tx, id, lang) }),
          });
          return read(id, lang);
        },
        remove: async (id, force, { merchant, lang }) =>
          wooOrder(await removeOrder(shop, id, { force, ...writer(merchant) }), { lang, publicUrl }),
      },
    );
  };

/** `wc/v3/orders`: a merchant's key has access to all orders, the storefront's to those of the logged-in customer. */
export const wooOrderRoutes =
  (shop: AppContext, dependencies: OrderDependencies): FastifyPluginAsync =>
  async (app) => {
    await app.register(orderReads(shop, dependencies));
    await app.register(orderWrites(shop));
  };
