import { beforeAll, describe, expect, test } from "vitest";
import type { Cart } from "#contract/cart.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, anOnlinePayment, benNgheOfCarrier, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";

const products = "/wp-json/wc/v3/products";
const quotes = "/wp-json/ghn/v1/shipping-cost";
const here = `district_id=${benNgheOfCarrier.districtId}&ward_code=${benNgheOfCarrier.wardCode}`;
const inSaigon = 22_000;

for (const engine of engines)
  describe(`virtual products on ${engine.name}`, () => {
    let shop: ShippingShop;
    /** an engraving: virtual, 150.000 đ */
    let engraving = 0;
    beforeAll(async () => {
      shop = await openShippingShop(engine, {
        ...{ VNPAY_TMN_CODE: "LOCALSIM", VNPAY_HASH_SECRET: "TESTSECRETONLYFORLOCALSIMULATOR1" },
        // orders are paid by the merchant's program: no gateway is called
        ...{ VNPAY_PAY_URL: "http://127.0.0.1:9/pay", VNPAY_API_URL: "http://127.0.0.1:9/api" },
      });
      const { status, body } = await shop.merchant.post<{ id: number }>(products, {
        ...{ name: "Khắc tên", status: "publish", regular_price: "150000", virtual: true, weight: "50000" },
      });
      expect(status).toBe(201);
      engraving = body.id;
    });
    const line = (quantity = 1) => ({ product_id: engraving, quantity });
    const cost = async (items: string) => (await shop.shopper.get<object>(`${quotes}?items=${items}&${here}`)).body;

    /** Orders two engravings, to be paid by VNPay. @returns the order's id */
    const payOnline = async (): Promise<number> => {
      const { billing_address: address } = anOnlinePayment();
      const place = { ...address, district_id: benNgheOfCarrier.districtId, ward_code: benNgheOfCarrier.wardCode };
      const { body } = await shop.shopper.post<{ order_id: number }>(
        "/wp-json/lianne-vnpay/v1/create-payment",
        anOnlinePayment({ items: [line(2)], billing_address: place, shipping_address: place }),
        { "idempotency-key": aKey() },
      );
      return body.order_id;
    };
    const readOrder = async (id: number) => (await shop.merchant.get<WooOrder>(orderPath(id))).body;

    test("are written, read and filtered by merchants' programs, variations too", async () => {
      const path = `${products}/${engraving}`;
      expect((await shop.merchant.get(path)).body).toMatchObject({ virtual: true, shipping_required: false });
      expect((await shop.shop.client().get(path)).body).toMatchObject({ virtual: true, shipping_required: false });
      const ids = async (query: string) =>
        (await shop.merchant.get<{ id: number }[]>(`${products}?per_page=100&${query}`)).body.map(({ id }) => id);
      expect(await ids("virtual=true")).toEqual([engraving]);
      expect(await ids("virtual=false")).not.toContain(engraving);
      expect(await ids("virtual=false")).toContain(hoops.id);
      expect((await shop.merchant.get(`${products}/${hoops.id}`)).body).toMatchObject({
        ...{ virtual: false, shipping_required: true },
      });
      const [variation] = await variationsOf(shop.shop, 101);
      const ofVariation = `${products}/101/variations/${variation?.id}`;
      for (const virtual of [true, false]) {
        expect((await shop.merchant.put(ofVariation, { virtual })).body).toMatchObject({ virtual });
        expect((await shop.merchant.get(ofVariation)).body).toMatchObject({ virtual });
        expect((await cost(`${variation?.id}:1`)) as object).toMatchObject({
          shipping_cost: virtual ? 0 : inSaigon,
          free: virtual,
        });
      }
      expect(await shop.merchant.put(path, { downloadable: true })).toMatchObject({
        ...{ status: 400, body: { data: { params: { downloadable: expect.any(String) } } } },
      });
    });

    test("have no free gift, unlike others of their category", async () => {
      const ring = { name: "Nhẫn", status: "publish", regular_price: "150000", categories: [{ id: 11 }] };
      const { id } = (await shop.merchant.post<{ id: number }>(products, ring)).body;
      for (const virtual of [false, true]) {
        await shop.merchant.put(`${products}/${id}`, { virtual });
        const gift = virtual ? null : { name: "Hộp giữ nhẫn" };
        const visitor = shop.shop.client();
        expect((await visitor.get(`${products}/${id}`)).body).toMatchObject({ gift });
        const { body: cart } = await visitor.post<Cart>("/wp-json/custom-cart/v1/add", { product_id: id });
        expect(cart.items).toMatchObject([{ virtual, gift }]);
        expect((await orderOf(shop.merchant, { line_items: [{ product_id: id }] })).line_items).toMatchObject([
          { gift },
        ]);
      }
    });

    test("count neither in weight nor in items for free shipping", async () => {
      expect(await cost(`${engraving}:3`)).toEqual({
        ...{ success: true, shipping_cost: 0, free: true, expected_delivery: null },
      });
      const both = { shipping_cost: inSaigon, free: false, expected_delivery: expect.any(String) };
      expect(await cost(`${engraving}:3,${hoops.id}:1`)).toMatchObject(both);
      await shop.shopper.post("/wp-json/custom-cart/v1/add", { product_id: engraving });
      const { body } = await shop.shopper.get<Cart>("/wp-json/custom-cart/v1/view");
      expect(body.items).toMatchObject([{ id: engraving, virtual: true }]);
    });

    test("alone have no shipping, address, shipment and cash on delivery, but may be paid online", async () => {
      for (const [lang, message] of [
        ["vi", "không có sản phẩm cần giao"],
        ["en", "nothing in this order is delivered"],
      ] as const) {
        const order = aCodOrder({ ward: benNgheOfCarrier, line_items: [line()] });
        const refused = await shop.shopper.post<Problem>(`/wp-json/wc/v3/orders?lang=${lang}`, order, {
          "idempotency-key": aKey(),
        });
        expect(refused).toMatchObject({
          status: 400,
          body: { code: "cod_virtual", message: expect.stringContaining(message) },
        });
      }
      const orderId = await payOnline();
      const read = () => readOrder(orderId);
      expect(await read()).toMatchObject({
        ...{ status: "pending", total: "300000", shipping_total: "0", shipping_lines: [] },
        billing: { first_name: "Ngọc", address_1: "12 Nguyễn Huệ" },
        shipping: { first_name: "", address_1: "", city: "" },
      });
      await shop.merchant.put(orderPath(orderId), { set_paid: true });
      await shop.shop.runJobs();
      expect(await read()).toMatchObject({ status: "processing" });
      expect([await shop.parcelsOf(orderId), shop.atCarrier(orderId)]).toEqual([[], []]);
      const record = await shop.record(orderId);
      expect([record.payment.shipping_cost, record.parcel]).toEqual([0, null]);
      await shop.move(orderId, "completed");
      expect(await read()).toMatchObject({ status: "completed" });
    });

    test("that become physical, or physical ones that become virtual, are so in an order that is resumed", async () => {
      const orderId = await payOnline();
      for (const [virtual, lines] of [
        [true, []],
        [false, [{ method_id: "flat_rate", total: "0" }]],
        [true, []],
      ] as const) {
        await shop.merchant.put(`${products}/${engraving}`, { virtual, weight: "10" });
        expect(await payOnline()).toBe(orderId);
        const order = await readOrder(orderId);
        expect(order.shipping_lines).toMatchObject(lines);
        expect(order.shipping_lines).toHaveLength(lines.length);
        expect(order.shipping.address_1).toBe(virtual ? "" : "12 Nguyễn Huệ");
      }
      await shop.move(orderId, "cancelled");
    });

    test("are left out of the shipment of an order with others", async () => {
      const { body } = await submit<{ id: number; shipping_total: string }>(
        shop.shopper,
        aCodOrder({ ward: benNgheOfCarrier, line_items: [line(2), { product_id: hoops.id, quantity: 1 }] }),
      );
      expect(body.shipping_total).toBe(String(inSaigon));
      await shop.move(body.id, "processing");
      const [parcel] = shop.atCarrier(body.id);
      expect(parcel?.input).toMatchObject({
        ...{ weight: 200, insurance_value: hoops.price, cod_amount: hoops.price + 300_000 + inSaigon },
        items: [{ quantity: 1, price: hoops.price }],
      });
    });
  });
