import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { paymentEndpoints } from "#contract/endpoints/payments.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import { knownIds } from "#fixtures/testing/hostile/known-ids.ts";
import { requestsTo } from "#fixtures/testing/hostile/requests.ts";
import { hostileText } from "#fixtures/testing/hostile/values.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const seed = Number(process.env.FUZZ_SEED) || 20_261_122;
const numRuns = 150;
/** Whether the shop rejected or accepted the request; after a 503 a gateway repeats it. */
const isBorne = (status: number): boolean => status < 500 || status === 503;

describe.each(engines)(`forged and random webhooks on $name (FUZZ_SEED=${seed})`, (engine) => {
  let shop: PayingShop;
  let anonymous: Visitor;
  let orderId: number;
  let back: URL;
  beforeAll(async () => {
    shop = await openPayingShop(engine);
    anonymous = shop.client({ headers: { authorization: null } });
    const shopper = shop.client();
    await shopper.register();
    const { body } = await beginPayment(shopper);
    orderId = body.order_id;
    shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
    back = new URL(await payOnPage(body.payment_url, "cancel"));
  });
  afterEach(async () => {
    shop.takeLoggedErrors();
    expect(await moneyOf(shop, orderId)).toMatchObject({ status: "pending", payments: ["vnpay_visa pending"] });
  });

  const calls = Object.values<Endpoint>(paymentEndpoints).map((call): [string, Endpoint] => [
    `${call.method} ${call.path}`,
    call,
  ]);
  test.each(calls)("%s does not fail and changes nothing", async (_name, call) => {
    const property = fc.asyncProperty(requestsTo(call, call.method, await knownIds(shop)), async (request) => {
      const { status, text } = await anonymous.call(request.method, request.url, request.body, request.headers);
      if (!isBorne(status)) throw new Error(`${status}: ${text}`);
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  });

  test("NUL characters are rejected for their signature and logged", async () => {
    const { body } = await anonymous.get<{ RspCode: string }>(
      "/wp-json/lianne-vnpay/v1/ipn?vnp_%00x=a%00b&vnp_TxnRef=%00",
    );
    expect(body.RspCode).toBe("97");
    expect(shop.takeLoggedErrors()).toMatchObject([{ level: 40 }]);
  });

  test("a valid message with any change is rejected", async () => {
    const names = [...back.searchParams.keys()];
    const property = fc.asyncProperty(fc.constantFrom(...names), hostileText, async (name, text) => {
      const changed = new URLSearchParams(back.search);
      fc.pre(changed.get(name) !== text.toWellFormed());
      changed.set(name, text);
      const { status, body } = await anonymous.get<{ RspCode: string }>(`/wp-json/lianne-vnpay/v1/ipn?${changed}`);
      expect([status, ["97", "99"].includes(body.RspCode)]).toEqual([200, true]);
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  });

  test("every invalid IPN gets a response, and a limited number of them is logged", async () => {
    const strict = await openPayingShop(engine, { env: { RATE_LIMITS: "on" } });
    const gateway = strict.client({ headers: { authorization: null } });
    for (let called = 0; called < 150; called++)
      expect((await gateway.get<{ RspCode: string }>("/wp-json/lianne-vnpay/v1/ipn?vnp_x=1")).body.RspCode).toBe("97");
    expect(strict.takeLoggedErrors()).toHaveLength(100);
    expect(await strict.db.all(sql`select from payment_event where outcome = 'signature'`)).toHaveLength(100);
    await strict.close();
  });
});
