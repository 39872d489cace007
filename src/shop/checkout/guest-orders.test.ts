import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlaceCodOrder } from "#contract/order.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, anOnlinePayment, benNghe, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { beginPayment, openPayingShop, payAndReturn, type PayingShop } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

interface GuestOrderBody extends Partial<Problem> {
  id: number;
  customer_id: number;
  billing: Record<string, string>;
  shipping: Record<string, string>;
  customer_note: string;
}

let people = 0;
/** An order of a person of their own, so that limits do not meet. */
const order = (own: Partial<PlaceCodOrder> = {}): PlaceCodOrder => {
  const { billing } = aCodOrder();
  const number = String(++people).padStart(6, "0");
  const person = { phone: `0912${number}`, email: `guest${number}@example.com`, address_1: `${number} Nguyễn Huệ` };
  return aCodOrder({ billing: { ...billing, ...person }, ...own });
};

for (const engine of engines)
  describe(`orders of guests, on ${engine.name}`, () => {
    let shop: PayingShop;
    let merchant: Visitor;
    let addresses = 0;
    /** A visitor with a cart. */
    const guest = async (): Promise<Visitor> => {
      const visitor = shop.client({ address: `198.51.100.${++addresses % 250}` });
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      return visitor;
    };
    const mode = async (value: string): Promise<void> => {
      await command(shop, `settings set guest_checkout ${value}`);
    };
    const place = (visitor: Visitor, body = order(), key = aKey()) => submit<GuestOrderBody>(visitor, body, { key });

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: { ...httpsEnv, RATE_LIMITS: "on" } });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await mode("on");
      await setStock(shop, hoops.id, 50);
    });

    test("GU01, GU02, GU21: off by default; a change is effective at once; no text mentions guests while it is off", async () => {
      await command(shop, "settings unset guest_checkout");
      const visitor = await guest();
      const content = () => visitor.get<{ content: Record<string, unknown> }>("/wp-json/custom-lang/v1/content/vi");
      expect(await place(visitor)).toMatchObject({ status: 401, body: { code: "not_logged_in" } });
      expect(await visitor.get("/wp-json/wc/v3/orders")).toMatchObject({ status: 401 });
      expect(
        (await visitor.post("/wp-json/lianne-orders/v1/lookup", { order_number: "1", contact: "a@b.vn" })).status,
      ).toBe(404);
      expect((await content()).body).not.toHaveProperty("guest_checkout");
      expect((await content()).body.content).not.toHaveProperty("guest");
      await mode("on");
      expect((await place(visitor)).status).toBe(201);
      await expect.poll(async () => (await content()).body).toHaveProperty("guest_checkout", true);
      await mode("off");
      expect((await place(visitor)).status).toBe(401);
      expect((await command(shop, "settings set guest_checkout maybe")).exit).not.toBe(0);
    });

    test("GU04: with a visitor's cookie it is placed without an account, once per key, and 401 without a cookie of the shop", async () => {
      const visitor = await guest();
      const [body, key] = [order(), aKey()];
      const placed = await place(visitor, body, key);
      expect(placed).toMatchObject({ status: 201, body: { customer_id: 0 } });
      const { id } = placed.body;
      expect((await merchant.get<GuestOrderBody>(orderPath(id))).body).toMatchObject({ customer_id: 0 });
      const ofGuests = await merchant.get<{ id: number }[]>("/wp-json/wc/v3/orders?customer=0&per_page=100");
      expect(ofGuests.body.map((each) => each.id)).toContain(id);
      expect(await place(visitor, body, key)).toMatchObject({ status: 200, body: { id } });
      const cart = await visitor.get<{ item_count: number }>("/wp-json/custom-cart/v1/view");
      expect(cart.body.item_count).toBe(0);
      // another guest's key is a key of its own
      const other = await guest();
      const others = await place(other, order(), key);
      expect([others.status, others.body.id === id]).toEqual([201, false]);
      expect((await place(shop.client())).status).toBe(401);
      const forger = shop.client();
      forger.cookies.set("lianne_cart", "x".repeat(43));
      expect((await place(forger)).status).toBe(401);
      expect((await visitor.get("/wp-json/custom/v1/order-data?customer_id=1")).status).toBe(401);
      expect((await visitor.get("/wp-json/custom-favorites/v1/list")).status).not.toBe(500);
    });

    test("GU06: the ordering browser reads its order in full for a day and masked for 30; another cookie gets 404", async () => {
      const visitor = await guest();
      const { id } = (await place(visitor, order({ customer_note: "Gọi trước khi giao" }))).body;
      expect((await visitor.get<GuestOrderBody>(orderPath(id))).body).toMatchObject({
        billing: { first_name: "Ngọc", email: expect.stringMatching(/^guest\d+@/) },
        customer_note: "Gọi trước khi giao",
      });
      const list = (by: Visitor) => by.get<GuestOrderBody[]>("/wp-json/wc/v3/orders");
      expect((await list(visitor)).body.map((each) => each.id)).toEqual([id]);
      const state = (by: Visitor) => by.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: id });
      expect(await state(visitor)).toMatchObject({ status: 200, body: { payment_status: "placed" } });
      const customer = shop.client();
      await customer.register();
      for (const stranger of [await guest(), customer]) {
        expect((await stranger.get(orderPath(id))).status).toBe(404);
        expect((await state(stranger)).status).toBe(404);
        expect((await stranger.get(`/wp-json/ghn/v1/shipping-cost?order_id=${id}`)).status).toBe(404);
        expect((await list(stranger)).body).toEqual([]);
      }
      // other phone orders have no customer either
      const ofMerchant = await merchant.post<GuestOrderBody>("/wp-json/wc/v3/orders", {
        line_items: [{ product_id: hoops.id, quantity: 1 }],
      });
      expect((await visitor.get(orderPath(ofMerchant.body.id))).status).toBe(404);
      // its cart goes elsewhere with a login; the order does not
      await visitor.register();
      await visitor.post("/wp-json/custom-auth/v1/logout");
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      expect((await visitor.get(orderPath(id))).status).toBe(200);

      shop.clock.advance(dayMs + 1000);
      // GU08
      const [, masked] = [await list(visitor), await visitor.get<GuestOrderBody>(orderPath(id))];
      expect(masked.body).toMatchObject({
        billing: {
          last_name: "T. T.",
          first_name: "Ngọc",
          address_1: "",
          state: "",
          postcode: "",
          email: "g•••@example.com",
        },
        shipping: { address_1: "", address_2: "Phường Bến Nghé", city: "Thành phố Hồ Chí Minh" },
        customer_note: "",
      });
      expect(masked.body.billing.phone).toMatch(/^09•• ••• \d{3}$/);
      for (const text of [masked.text, (await list(visitor)).text])
        expect(text).not.toMatch(/Nguyễn Huệ|guest\d|Gọi trước/);
      await mode("off");
      expect((await visitor.get(orderPath(id))).status).toBe(200);
      shop.clock.advance(29 * dayMs);
      expect((await visitor.get(orderPath(id))).status).toBe(401);
    });

    test("GU04: an online order is paid, and its lines leave the guest's cart then", async () => {
      const visitor = await guest();
      const { email, phone } = order().billing;
      const contact = { ...anOnlinePayment().customer, email, phone };
      const body = { customer: contact };
      const key = aKey();
      const begun = await beginPayment(visitor, body, { key });
      expect(begun.status).toBe(200);
      expect((await beginPayment(visitor, body, { key })).body).toEqual(begun.body);
      expect((await beginPayment(await guest(), body, { key })).body.order_id).not.toBe(begun.body.order_id);
      expect((await beginPayment(shop.client(), body, { key })).status).toBe(401);
      // the same lines again resume the unpaid order
      const resumed = await beginPayment(visitor, body);
      expect(resumed.body.order_id).toBe(begun.body.order_id);
      const returned = await payAndReturn(visitor, resumed.body.payment_url);
      expect(returned.header("location")).toContain(`order_id=${begun.body.order_id}`);
      await expect
        .poll(async () => (await visitor.get<{ item_count: number }>("/wp-json/custom-cart/v1/view")).body.item_count)
        .toBe(0);
    });

    test("GU18: the limits of guests' cash orders name the alternatives, and count concurrent orders", async () => {
      const phone = "0987111222";
      const by = (own: Record<string, string>, line_items = [{ product_id: hoops.id, quantity: 1 }]) => {
        const body = order({ line_items });
        return { ...body, billing: { ...body.billing, ...own } };
      };
      const overLimit = (key: "cod_max_open" | "cod_max_place") => ({
        ...{ status: 400, body: { code: "cod_over_limit", message: t("vi", `guest.${key}`) } },
      });
      const before = await stockOf(shop, hoops.id);
      const guests = await Promise.all(Array.from({ length: 5 }, guest));
      const results = await Promise.all(guests.map((visitor) => place(visitor, by({ phone }))));
      expect(results.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
      expect(results.find(({ status }) => status === 400)).toMatchObject(overLimit("cod_max_open"));
      expect(await stockOf(shop, hoops.id)).toBe((before ?? 0) - 1);
      const address_1 = "99 Lê Lợi";
      const same = await Promise.all(guests.map((visitor) => place(visitor, by({ address_1: `99  lê lợi` }))));
      expect(same.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400]);
      expect(await place(await guest(), by({ address_1 }))).toMatchObject(overLimit("cod_max_place"));
      const elsewhere = by({ address_1 });
      expect(
        (await place(await guest(), { ...elsewhere, shipping_lines: [{ method_id: "local_pickup" }] })).status,
      ).toBe(201);
      const tooMuch = await place(await guest(), by({}, [{ product_id: pearls.id, quantity: 4 }]));
      expect(tooMuch).toMatchObject({ status: 400, body: { code: "cod_over_limit" } });
      expect(tooMuch.body.message).toMatch(/3\.000\.000.*QR.*đăng nhập/);
      const network = await Promise.all(
        Array.from({ length: 7 }, async (_, host) => {
          const visitor = shop.client({ address: `2001:db8:1:2::${host + 1}` });
          await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
          return visitor;
        }),
      );
      const fromNetwork = await Promise.all(network.map((visitor) => place(visitor)));
      // further ones are accepted, and wait for the confirmation by their link
      expect(fromNetwork.map(({ status }) => status)).toEqual(Array(7).fill(201));
      const ofNetwork = () =>
        shop.db.one<{ open: number; waiting: number }>(sql`
          select count(*) filter (where c.confirm_by is null)::integer open, count(c.confirm_by)::integer waiting
          from guest_order g left join cod_confirmation c on c.order_id = g.order_id where network = '2001:db8:1:2'`);
      expect(await ofNetwork()).toEqual({ open: 5, waiting: 2 });
      const visitor = shop.client({ address: "2001:db8:1:2::9" });
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      expect((await place(visitor)).status).toBe(201);
      expect(await ofNetwork()).toEqual({ open: 5, waiting: 3 });
    });

    test("GU18: what the merchant has set for all cash orders limits those of guests too", async () => {
      await command(shop, "settings set cod_max_total 300000");
      const refused = await place(await guest());
      await command(shop, "settings unset cod_max_total");
      expect(refused).toMatchObject({ status: 400, body: { code: "cod_over_limit" } });
      expect(refused.body.message).toMatch(/300\.000.*QR/);
    });

    test("GU04: two submits of one guest at once are one order", async () => {
      const visitor = await guest();
      const [body, key] = [order({ meta_data: aCodOrder({ ward: benNghe }).meta_data }), aKey()];
      const results = await Promise.all(Array.from({ length: 4 }, () => place(visitor, body, key)));
      expect(new Set(results.map((each) => each.body.id)).size).toBe(1);
      expect(results.filter(({ status }) => status === 201)).toHaveLength(1);
    });

    test("GU20: a form that a program has filled in gets the usual 429; a client without a form does not report one", async () => {
      const filled = async (guest_form: object) => place(await guest(), { ...order(), guest_form } as PlaceCodOrder);
      for (const form of [
        { website: "https://spam.example", open_ms: 60_000 },
        { website: "", open_ms: 2999 },
      ]) {
        const refused = await filled(form);
        expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
        expect(refused.body.message).toBe(t("vi", "errors.rate_limited", { seconds: 60 }));
        expect(refused.header("retry-after")).toBe("60");
      }
      expect((await filled({ website: "", open_ms: 3000 })).status).toBe(201);
      expect((await filled({ website: 1 })).status).toBe(400);
    });

    test("GU04: the stock that a guest's unpaid order reserves is available to that guest alone", async () => {
      await setStock(shop, hoops.id, 1);
      const visitor = await guest();
      const other = await guest();
      const { email, phone } = order().billing;
      const begun = await beginPayment(visitor, { customer: { ...anOnlinePayment().customer, email, phone } });
      expect(begun.status).toBe(200);
      const available = async (by: Visitor) => {
        const { body } = await by.get<{ items: { stock_quantity: number }[] }>("/wp-json/custom-cart/v1/view");
        return body.items.map((item) => item.stock_quantity);
      };
      expect([await available(visitor), await available(other)]).toEqual([[1], [0]]);
    });

    test("GU21: a login merges the cart and leaves the open order as it is", async () => {
      const visitor = await guest();
      const { email, phone } = order().billing;
      const begun = await beginPayment(visitor, { customer: { ...anOnlinePayment().customer, email, phone } });
      await visitor.register();
      const cart = await visitor.get<{ item_count: number }>("/wp-json/custom-cart/v1/view");
      expect(cart.body.item_count).toBe(1);
      const { body } = await merchant.get<GuestOrderBody & { status: string }>(orderPath(begun.body.order_id));
      expect(body).toMatchObject({ status: "pending", customer_id: 0 });
    });
  });
