import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PaymentCreated, PaymentState } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import { aKey, anOnlinePayment, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import {
  beginPayment,
  returnToShop,
  openPayingShop,
  type PayingShop,
  payAndReturn,
} from "#fixtures/testing/gateways.ts";
import { stockOf } from "#fixtures/testing/merchant-order.ts";
import { eventsOf, emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const ipn = "/wp-json/lianne-vnpay/v1/ipn";

for (const engine of engines)
  describe(`paying by VNPay on ${engine.name}`, () => {
    let shop: PayingShop;
    let shopper: Visitor;
    const stateOf = async (order_id: number, visitor = shopper, lang = "vi") =>
      PaymentState.parse(
        (await visitor.post(`/wp-json/lianne-vnpay/v1/payment-callback?lang=${lang}`, { order_id })).body,
      );
    const begin = async () => PaymentCreated.parse((await beginPayment(shopper)).body);
    /** The parameters of VNPay's IPN for a payment. */
    const payAndReadIpn = async (paymentUrl: string, what = "pay") => {
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      const back = new URL(await payOnPage(paymentUrl, what));
      shop.gateways.vnpay.control({});
      return { query: back.search, back: back.href };
    };
    const sendIpn = async (query: string) =>
      (
        await shop
          .client({ headers: { authorization: null } })
          .get<{ RspCode: string; Message: string }>(`${ipn}${query}`)
      ).body;
    const changed = (query: string, name: string, value: string) => {
      const all = new URLSearchParams(query);
      all.set(name, value);
      return `?${all}`;
    };

    beforeAll(async () => {
      shop = await openPayingShop(engine);
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 10);
    });

    test("is offered first, and redirects to the gateway with the order's total", async () => {
      const { body } = await shopper.get<{ payment_methods: string[] }>("/wp-json/custom-lang/v1/content/vi");
      expect(body.payment_methods).toEqual(["vnpay_visa", "paypal", "cod"]);
      const begun = await begin();
      expect(begun).toMatchObject({ success: true, status: "pending", payment_method: "vnpay_visa" });
      const url = new URL(begun.payment_url);
      expect(url.href.startsWith(shop.gateways.vnpay.payUrl)).toBe(true);
      expect(url.searchParams.get("vnp_Amount")).toBe(String((hoops.price + 30_000) * 100));
      expect(url.searchParams.get("vnp_TxnRef")).toBe(`${begun.order_id}-1`);
      // the request is stored exactly as sent, since VNPay is queried by it; the link expires before the stock is
      // released
      const stored = await shop.db.one(sql`
        select p.reference, p.request ->> 'vnp_CreateDate' "createDate",
          extract(epoch from p.expires_at - p.created_at)::integer / 60 "linkMinutes",
          extract(epoch from o.stock_reserved_until - p.created_at)::integer / 60 "holdMinutes"
        from payment p join orders o on o.id = p.order_id where o.id = ${begun.order_id}`);
      const createDate = url.searchParams.get("vnp_CreateDate");
      expect(stored).toEqual({ reference: `${begun.order_id}-1`, createDate, linkMinutes: 15, holdMinutes: 30 });
      expect(await moneyOf(shop, begun.order_id)).toMatchObject({
        status: "pending",
        payments: ["vnpay_visa pending"],
      });
      expect(await stockOf(shop, hoops.id)).toBe(9);
      expect(await stateOf(begun.order_id)).toMatchObject({ success: false, payment_status: "pending" });
      expect(await emailsOf(shop, begun.order_id)).toEqual({ order_received: 1 });
    });

    test("is paid by the IPN once, and nothing later changes that", async () => {
      await shopper.api.addToCart({ product_id: hoops.id, quantity: 1 });
      const { order_id, payment_url } = await begin();
      expect((await shopper.api.cart()).ok).toBe(true);
      const back = await payOnPage(payment_url, "pay");
      expect(await moneyOf(shop, order_id)).toMatchObject({
        ...{ status: "processing", paid: true, payments: ["vnpay_visa succeeded"], refunds: [] },
        ...{ transaction: expect.stringMatching(/^\d+$/), moves: ["pending > processing gateway"] },
      });
      const response = await returnToShop(shopper, back);
      const page = new URL(response.header("location") ?? "");
      expect([response.status, page.origin, page.pathname]).toEqual([302, "http://localhost:3000", "/final-payment"]);
      expect(Object.fromEntries(page.searchParams)).toEqual({
        ...{ status: "completed", order_id: String(order_id), amount: String(hoops.price + 30_000) },
        ...{ transaction_no: expect.stringMatching(/^\d+$/), payment_date: expect.stringMatching(/^\d{14}$/) },
      });
      const cart = await shopper.api.cart();
      expect(cart.ok && cart.data.items).toEqual([]);
      expect(await emailsOf(shop, order_id)).toEqual({ order_received: 1, order_paid: 1 });
      expect(await stateOf(order_id)).toMatchObject({ success: true, payment_status: "completed" });
      expect(await sendIpn(new URL(back).search)).toEqual({ RspCode: "02", Message: "Order already confirmed" });
      await returnToShop(shopper, back);
      expect((await moneyOf(shop, order_id)).moves).toHaveLength(1);
    });

    test("is paid by the return without an IPN: the gateway is queried", async () => {
      const { order_id, payment_url } = await begin();
      const { back } = await payAndReadIpn(payment_url);
      expect((await moneyOf(shop, order_id)).status).toBe("pending");
      await returnToShop(shop.client(), back);
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", payments: ["vnpay_visa succeeded"] });
      expect(await eventsOf(shop, order_id)).toEqual(["create created", "query paid", "return paid"]);
    });

    test("stays pending without IPN and query response: the return alone is not trusted", async () => {
      const { order_id, payment_url } = await begin();
      const { back } = await payAndReadIpn(payment_url);
      shop.gateways.vnpay.control({ responses: { querydr: { dead: true } } });
      const response = await returnToShop(shopper, back);
      expect(new URL(response.header("location") ?? "").searchParams.get("status")).toBe("pending");
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "pending", paid: false });
      shop.gateways.vnpay.control({});
      shop.clock.advance(61_000);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", paid: true });
    });

    test("has the same result for concurrent IPN and return, and for a repeated IPN", async () => {
      const { order_id, payment_url } = await begin();
      const { query, back } = await payAndReadIpn(payment_url);
      const responses = await Promise.all([
        sendIpn(query),
        returnToShop(shopper, back),
        sendIpn(query),
        returnToShop(shopper, back),
      ]);
      const codes = [responses[0], responses[2]].map((response) => (response as { RspCode: string }).RspCode);
      expect(codes.every((code) => code === "00" || code === "02")).toBe(true);
      for (let again = 0; again < 8; again++) expect((await sendIpn(query)).RspCode).toBe("02");
      expect(await moneyOf(shop, order_id)).toMatchObject({ payments: ["vnpay_visa succeeded"], refunds: [] });
      expect((await moneyOf(shop, order_id)).moves).toEqual(["pending > processing gateway"]);
      expect(await emailsOf(shop, order_id)).toMatchObject({ order_paid: 1 });
    });

    test.each([
      ["fail", "failed", { payment_failed: 1 }],
      ["cancel", "cancelled", {}],
    ])("%s leaves the order pending, its stock reserved and its lines in the cart", async (what, status, emails) => {
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, what);
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "pending", payments: [`vnpay_visa ${status}`] });
      expect(await stockOf(shop, hoops.id)).toBe(9);
      const [vi, en] = [await stateOf(order_id), await stateOf(order_id, shopper, "en")];
      expect(vi).toMatchObject({ success: false, payment_status: "failed", order_status: "pending" });
      expect(vi.message).not.toBe(en.message);
      expect(await emailsOf(shop, order_id)).toEqual({ order_received: 1, ...emails });
      const [email] = await shop.db.all<{ reason: string }>(sql`
        select payload -> 'values' ->> 'reason' reason from outbox
        where payload ->> 'template' = 'payment_failed' and payload -> 'values' ->> 'order_number' = ${String(order_id)}`);
      expect(email?.reason).toBe(status === "failed" ? vi.message : undefined);
    });

    test("is on hold while the gateway reviews the payment, and then paid", async () => {
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, "review");
      expect(await moneyOf(shop, order_id)).toMatchObject({
        status: "on-hold",
        paid: false,
        moves: ["pending > on-hold gateway"],
      });
      expect(await stateOf(order_id)).toMatchObject({ payment_status: "pending", order_status: "on-hold" });
      expect(await emailsOf(shop, order_id)).toMatchObject({ merchant_held_payment: 1 });
      shop.clock.advance(61 * 60_000);
      await shop.runJobs();
      expect((await moneyOf(shop, order_id)).status).toBe("on-hold");
      shop.gateways.vnpay.control({ payment: `${order_id}-1`, decide: "paid" });
      shop.clock.advance(61 * 60_000);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "processing", paid: true });
      expect(await emailsOf(shop, order_id)).toMatchObject({ merchant_held_payment: 1, order_paid: 1 });
    });

    test("stays on hold after a suspected return although the query reports it as paid", async () => {
      const { order_id, payment_url } = await begin();
      const back = await payOnPage(payment_url, "review");
      shop.gateways.vnpay.control({ payment: `${order_id}-1`, decide: "paid" });
      await returnToShop(shopper, back);
      expect((await moneyOf(shop, order_id)).status).toBe("on-hold");
      shop.clock.advance(61 * 60_000);
      await shop.runJobs();
      expect((await moneyOf(shop, order_id)).status).toBe("processing");
    });

    test("notifies the merchant also when the reviewed payment has another amount", async () => {
      const { order_id, payment_url } = await begin();
      await payAndReturn(shopper, payment_url, "review");
      await shop.db.write(sql`update payment set amount = amount + 1000 where order_id = ${order_id}`);
      shop.gateways.vnpay.control({ payment: `${order_id}-1`, decide: "paid" });
      shop.clock.advance(61 * 60_000);
      await shop.runJobs();
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "on-hold", paid: false });
      expect(await emailsOf(shop, order_id)).toMatchObject({ merchant_held_payment: 2 });
    });

    test("rejects and logs IPNs that are forged, altered, truncated or about something else", async () => {
      const { order_id, payment_url } = await begin();
      const { query } = await payAndReadIpn(payment_url);
      const refused: [string, string][] = [
        [changed(query, "vnp_Amount", "100"), "97"],
        [changed(query, "vnp_TxnRef", `${order_id}-2`), "97"],
        [changed(query, "vnp_SecureHash", "0".repeat(128)), "97"],
        [changed(query, "vnp_SecureHash", "x"), "97"],
        [query.replace(/&vnp_SecureHash=\w+/, ""), "97"],
        [`${query}&vnp_Amount=1`, "99"],
        ["", "97"],
        [`?${"vnp_x=1&".repeat(500)}`, "99"],
      ];
      for (const [requests, code] of refused)
        expect((await sendIpn(requests)).RspCode, requests.slice(0, 60)).toBe(code);
      expect(shop.takeLoggedErrors()).toHaveLength(refused.length);
      expect(await moneyOf(shop, order_id)).toMatchObject({ status: "pending", payments: ["vnpay_visa pending"] });
      expect(await sendIpn(query)).toEqual({ RspCode: "00", Message: "Confirm Success" });
    });

    test("rejects IPNs with a valid signature and a wrong amount or order", async () => {
      for (const [kind, code] of [
        ["wrong_amount", "04"],
        ["wrong_reference", "01"],
        ["forged", "97"],
      ] as const) {
        const { order_id, payment_url } = await begin();
        shop.gateways.vnpay.control({ notifications: { kind, times: 1 } });
        await payOnPage(payment_url, "pay");
        await shop.gateways.idle();
        const [first, second] =
          shop.gateways.vnpay.ledger().find(({ reference }) => reference === `${order_id}-1`)?.notifications ?? [];
        expect([first?.response, second?.response]).toEqual([
          expect.stringContaining(`"RspCode":"${code}"`),
          expect.stringContaining('"RspCode":"00"'),
        ]);
        expect(shop.takeLoggedErrors()).toHaveLength(1);
        expect((await moneyOf(shop, order_id)).status).toBe("processing");
      }
    });

    test("does not treat code 00 as paid while the status is unfinished", async () => {
      const { order_id, payment_url } = await begin();
      shop.gateways.vnpay.control({ notifications: { kind: "status_01" } });
      await payOnPage(payment_url, "cancel");
      expect((await moneyOf(shop, order_id)).status).toBe("pending");
      await shop.gateways.idle();
      expect((await moneyOf(shop, order_id)).paid).toBe(false);
    });

    test("needs no session for a return, and discloses nothing for a forged one", async () => {
      const { order_id, payment_url } = await begin();
      const { back } = await payAndReadIpn(payment_url, "cancel");
      const forged = changed(new URL(back).search, "vnp_ResponseCode", "00");
      const stranger = shop.client();
      await stranger.register();
      const landing = async (visitor: Visitor) =>
        (await visitor.get(`/wp-json/lianne-vnpay/v1/return${forged}`)).header("location");
      expect(await landing(stranger)).toBe("http://localhost:3000/final-payment");
      expect(await landing(shop.client())).toBe("http://localhost:3000/final-payment");
      expect(await landing(shopper)).toBe(`http://localhost:3000/final-payment?order_id=${order_id}`);
      expect(shop.takeLoggedErrors()).toHaveLength(3);
      expect((await moneyOf(shop, order_id)).payments).toEqual(["vnpay_visa pending"]);
      expect((await stranger.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id })).status).toBe(404);
    });

    test("is rejected without a session, from another origin, without a key, and malformed", async () => {
      expect((await beginPayment(shop.client())).status).toBe(401);
      for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
        expect((await beginPayment(shopper, {}, { headers })).status).toBe(403);
      expect((await beginPayment(shopper, {}, { key: "" })).status).toBe(400);
      expect((await beginPayment(shopper, { items: [] })).status).toBe(400);
      const unknown = await beginPayment(shopper, { items: [{ product_id: 999_999, quantity: 1 }] });
      expect((unknown.body as unknown as Problem).code).toBe("rest_invalid_param");
    });

    test("ignores prices, totals and status in the request", async () => {
      const lie = { ...anOnlinePayment(), total: "1", amount: 1, status: "processing", set_paid: true };
      const { body } = await shopper.post<PaymentCreated>("/wp-json/lianne-vnpay/v1/create-payment", lie, {
        "idempotency-key": aKey(),
      });
      expect(await moneyOf(shop, body.order_id)).toMatchObject({ status: "pending", total: hoops.price + 30_000 });
    });
  });
