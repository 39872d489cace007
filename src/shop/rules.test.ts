import { beforeAll, describe, expect, test } from "vitest";
import type { CustomerAddressBook } from "#contract/address-book.ts";
import type { Endpoint, HttpMethod } from "#contract/endpoint.ts";
import { endpoints } from "#contract/endpoints/index.ts";
import type { Problem } from "#contract/problem.ts";
import { addressOf, anAddress, methodsOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

/** Every endpoint with each of its methods. */
const table = endpoints.flatMap((call) =>
  methodsOf(call).map((method): [string, HttpMethod, Endpoint] => [`${method} ${call.path}`, method, call]),
);
const isWoo = ({ path }: Endpoint): boolean => path.startsWith("/wp-json/wc/");
const reads = (method: string): boolean => method === "GET";

interface Victim {
  customerId: number;
  addressId: number;
  orderId: number;
}
type Aim = (victim: Victim) => { values?: Record<string, number>; query?: Record<string, string>; body?: unknown };
/**
 * For customers' endpoints with an id: requests for another customer's resource; all get the response for a missing
 * one.
 */
const aims: Record<string, Aim> = {
  "GET /wp-json/custom/v1/order-data": ({ customerId }) => ({ query: { customer_id: String(customerId) } }),
  "POST /wp-json/lianne-vnpay/v1/payment-callback": ({ orderId }) => ({ body: { order_id: orderId } }),
  "GET /wp-json/ghn/v1/shipping-cost": ({ orderId }) => ({ query: { order_id: String(orderId) } }),
  "GET /wp-json/lianne-orders/v1/orders/{order_id}": ({ orderId }) => ({ values: { order_id: orderId } }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/confirm": ({ orderId }) => ({ values: { order_id: orderId } }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/cancel": ({ orderId }) => ({
    ...{ values: { order_id: orderId }, body: { version: "1" } },
  }),
  "PUT /wp-json/lianne-orders/v1/orders/{order_id}/recipient": ({ orderId }) => ({
    values: { order_id: orderId },
    body: { version: "1", first_name: "An", last_name: "Lê", phone: "0912345678" },
  }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/address-quote": ({ orderId }) => ({
    values: { order_id: orderId },
  }),
  "PUT /wp-json/lianne-orders/v1/orders/{order_id}/address": ({ orderId }) => ({ values: { order_id: orderId } }),
  "PUT /wp-json/lianne-orders/v1/orders/{order_id}/lines/{line_id}/option": ({ orderId }) => ({
    values: { order_id: orderId, line_id: 1 },
  }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/change/payment": ({ orderId }) => ({
    values: { order_id: orderId },
  }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/change/discard": ({ orderId }) => ({
    values: { order_id: orderId },
  }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/payment": ({ orderId }) => ({
    ...{ values: { order_id: orderId }, body: { version: "1", payment_method: "cod" } },
  }),
  "POST /wp-json/lianne-orders/v1/orders/{order_id}/resend-email": ({ orderId }) => ({ values: { order_id: orderId } }),
  "POST /wp-json/lianne-orders/v1/save": ({ orderId }) => ({
    body: { order_id: orderId, password: "a ring of silver" },
  }),
  "POST /wp-json/lianne-orders/v1/claim": ({ orderId }) => ({ body: { order_id: orderId, token: "0".repeat(32) } }),
  "PUT /wp-json/custom-auth/v1/addresses/{id}": ({ addressId }) => ({ values: { id: addressId }, body: anAddress }),
  "DELETE /wp-json/custom-auth/v1/addresses/{id}": ({ addressId }) => ({ values: { id: addressId } }),
  "GET /wp-json/wc/v3/orders/{id}": ({ orderId }) => ({ values: { id: orderId } }),
};
/** Endpoints without an id, which concern the logged-in customer. */
const ownAlone = new Set([
  "GET /wp-json/lianne-orders/v1/claimable",
  "POST /wp-json/lianne-orders/v1/claimable",
  "POST /wp-json/custom-favorites/v1/add",
  "POST /wp-json/custom-favorites/v1/remove",
  "POST /wp-json/custom-auth/v1/logout",
  "PUT /wp-json/custom-auth/v1/profile",
  "DELETE /wp-json/custom-auth/v1/email-change",
  "POST /wp-json/custom-auth/v1/verification-email",
  "GET /wp-json/custom-auth/v1/addresses",
  "POST /wp-json/custom-auth/v1/addresses",
  "POST /wp-json/custom/v1/newsletter",
  "GET /wp-json/custom-auth/v1/personal-data",
  "POST /wp-json/custom-auth/v1/delete-account",
  "POST /wp-json/lianne-vnpay/v1/create-payment",
  "POST /wp-json/lianne-paypal/v1/create-payment",
  "POST /wp-json/lianne-bank/v1/create-payment",
  "GET /wp-json/wc/v3/orders",
  "POST /wp-json/wc/v3/orders",
]);

const notFoundCodes = ["rest_not_found", "woocommerce_rest_shop_order_invalid_id"];

const send = (
  caller: Visitor,
  method: HttpMethod,
  call: Endpoint,
  { aim = {}, headers = {} }: { aim?: ReturnType<Aim>; headers?: Record<string, string> } = {},
): Promise<TestResponse<Problem>> => {
  const sample = sampleOf(call);
  const url = addressOf(call, aim.query ?? sample.query, aim.values);
  const body = reads(method) ? undefined : (aim.body ?? sample.body);
  return caller.call<Problem>(method, url, body, {
    ...(call.idempotent ? { "idempotency-key": aKey() } : {}),
    ...headers,
  });
};

describe.each(engines)("the rule of every call, on $name", (engine) => {
  let shop: TestShop;
  let victim: Victim;
  const callers = {} as Record<"anonymous" | "storefront" | "customer" | "reader" | "writer" | "revoked", Visitor>;
  beforeAll(async () => {
    shop = await openShop(engine, { env: httpsEnv });
    const owner = shop.client();
    const { id } = await owner.register();
    const book = await owner.post<CustomerAddressBook>("/wp-json/custom-auth/v1/addresses", anAddress);
    const addressId = book.body.addresses[0]?.id ?? 0;
    victim = { customerId: id, orderId: (await submit(owner)).body.id, addressId };
    callers.anonymous = shop.client({ headers: { authorization: null } });
    callers.storefront = shop.client();
    callers.customer = shop.client();
    await callers.customer.register();
    callers.reader = await merchantOf(shop, "read");
    callers.writer = await merchantOf(shop, "write");
    callers.revoked = await merchantOf(shop);
    await shop.db.transaction((tx) =>
      tx.run(sql`update merchant_key set revoked_at = now() where id = (select max(id) from merchant_key)`),
    );
  });

  const outcome = ({ status, body }: TestResponse<Problem>): [number, string] => [status, body?.code];
  /** Forbidden: 401 for an anonymous caller, 403 for the storefront's key. */
  const expectNoRight = (response: TestResponse<Problem>, status: number): void => {
    expect(response.status).toBe(status);
    expect(response.body.code).toMatch(/^woocommerce_rest_cannot_(view|create|edit|delete|batch)$/);
    expect(response.body.data.status).toBe(status);
  };

  test.each(table)("%s has a route", (_name, method, { path }) => {
    const url = path
      .replace(/(.)\/$/, "$1")
      .replace(/\{(\w+)\}/g, (_all, name: string) => (name.endsWith("id") ? `:${name}(^\\d{1,9}$)` : `:${name}`));
    expect([url, `${url}/`].some((one) => shop.http.hasRoute({ method, url: one }))).toBe(true);
  });

  const open = (access: Endpoint["access"]) => table.filter(([, , call]) => call.access === access);

  test.each(open("anyone"))("%s needs no key", async (_name, method, call) => {
    const { status } = await send(callers.anonymous, method, call);
    expect(status).toBeLessThan(500);
    expect([401, 403]).not.toContain(status);
  });

  test.each(open("key"))("%s accepts the storefront's key", async (_name, method, call) => {
    const { status } = await send(callers.storefront, method, call);
    expect(status).toBeLessThan(500);
    expect([401, 403]).not.toContain(status);
  });

  describe("rejects", () => {
    let before: Record<string, string>;
    beforeAll(async () => {
      before = await rowHashes(shop);
    });

    const closed = table.filter(([, , { access }]) => !["anyone", "signIn"].includes(access));
    test.each(closed)("%s without a key, and with a revoked one", async (_name, method, call) => {
      for (const caller of isWoo(call) ? [callers.anonymous, callers.revoked] : [callers.anonymous]) {
        const response = await send(caller, method, call);
        if (call.access === "customer" || call.access === "buyer")
          expect(outcome(response)).toEqual([401, "not_logged_in"]);
        else if (call.access === "staff") expect(outcome(response)).toEqual([401, "lianne_unauthenticated"]);
        else expectNoRight(response, 401);
      }
    });

    test.each(open("signIn"))("%s outside of the back office's pages", async (_name, method, call) => {
      for (const caller of [callers.anonymous, callers.storefront, callers.customer])
        expect(outcome(await send(caller, method, call))).toEqual([403, "rest_wrong_origin"]);
    });

    test.each([...open("customer"), ...open("buyer"), ...open("customerOrMerchant")])(
      "%s without a login",
      async (_name, method, call) => {
        expect(outcome(await send(callers.storefront, method, call))).toEqual([401, "not_logged_in"]);
      },
    );

    test.each(open("merchant"))(
      "%s with the storefront's key, even for a logged-in customer",
      async (_name, method, call) => {
        for (const caller of [callers.storefront, callers.customer])
          expectNoRight(await send(caller, method, call), 403);
      },
    );

    test.each(table.filter(([, , call]) => isWoo(call)))(
      "%s with a key that lacks the permission",
      async (_name, method, call) => {
        const response = await send(reads(method) ? callers.writer : callers.reader, method, call);
        expect(outcome(response)).toEqual([401, "woocommerce_rest_authentication_error"]);
        expect(response.body.message).toContain(reads(method) ? "read permissions" : "write permissions");
      },
    );

    const personal = table.filter(
      ([name, , { access }]) => name in aims || ["customer", "buyer", "customerOrMerchant"].includes(access),
    );
    test.each(personal)("%s for another customer's resource", async (name, method, call) => {
      const aim = aims[name];
      if (!aim)
        return expect(ownAlone, "add to aims how another customer's resource could be requested").toContain(name);
      const response = await send(callers.customer, method, call, { aim: aim(victim) });
      expect(response.status).toBe(404);
      expect(notFoundCodes).toContain(response.body.code);
    });

    test("other customers' orders in the own list", async () => {
      const response = await callers.customer.get<unknown[]>("/wp-json/wc/v3/orders");
      expect([response.status, response.body]).toEqual([200, []]);
    });

    const writes = table.filter(([, method]) => !reads(method));
    const elsewhere = [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }];
    const ofPages = writes.filter(([, , call]) => !call.skipOriginCheck);
    test.each(ofPages)("%s from another site's page", async (_name, method, call) => {
      for (const headers of elsewhere) {
        expect(outcome(await send(callers.customer, method, call, { headers }))).toEqual([403, "rest_wrong_origin"]);
      }
    });

    test.each(writes.filter(([, , call]) => call.skipOriginCheck))(
      "not %s by origin: it is authenticated in another way",
      async (_name, method, call) => {
        for (const headers of elsewhere)
          expect((await send(callers.anonymous, method, call, { headers })).body.code).not.toBe("rest_wrong_origin");
      },
    );

    const json = { "content-type": "application/json" };
    const bodies = writes.filter(([, , call]) => !call.upload);
    test.each(bodies)("%s with a body that is too large or not JSON", async (_name, method, call) => {
      const url = addressOf(call, sampleOf(call).query);
      const response = (body: string) => callers.customer.call<Problem>(method, url, body, json);
      expect(outcome(await response(`{"x":"${"x".repeat(1_100_000)}"}`))).toEqual([
        413,
        "rest_request_entity_too_large",
      ]);
      for (const body of ["{", "[1,]", "x", `${"[".repeat(2000)}${"]".repeat(2000)}`]) {
        expect(outcome(await response(body))).toEqual([400, "rest_invalid_json"]);
      }
    });

    test("and none of these requests wrote anything", async () => expect(await rowHashes(shop)).toEqual(before));
  });

  test("the sample product is for sale, so that the requests could succeed", async () => {
    const { body } = await callers.storefront.get<{ purchasable: boolean }>(`/wp-json/wc/v3/products/${hoops.id}`);
    expect(body.purchasable).toBe(true);
  });
});
