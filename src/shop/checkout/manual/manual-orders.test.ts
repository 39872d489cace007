import { beforeAll, describe, expect, test } from "vitest";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { silentBankEnv } from "#fixtures/testing/bank.ts";
import { aKey, hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import {
  aManualOrder,
  caller,
  lineErrorsOf,
  location,
  manualOrderCalls,
  oneHoops,
  pickup,
} from "#fixtures/testing/manual-order.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const delivery = 30_000;
for (const engine of engines)
  describe(`orders created by staff members on ${engine.name}`, () => {
    let shop: PayingShop;
    let owner: StaffVisitor;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: { ...httpsEnv, ...silentBankEnv } });
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
      await setStock(shop, hoops.id, 100);
      await setStock(shop, pearls.id, 100);
    });

    const { create, created, quote, link } = manualOrderCalls(() => staff);
    test("OL09: a cash order has the server's prices and delivery, and waits for its confirmation", async () => {
      const before = (await stockOf(shop, hoops.id)) ?? 0;
      const quoted = (await quote({ line_items: oneHoops, location })).body;
      expect(quoted).toMatchObject({ subtotal: hoops.price, shipping_total: delivery, total: hoops.price + delivery });
      const order = await created(aManualOrder({ expected_total: quoted.total, customer_note: "Gọi trước khi giao" }));
      expect(order).toMatchObject({
        ...{ status: "pending", payment_method: "cod", created_via: "admin", customer_id: 0 },
        ...{ total: String(hoops.price + delivery), shipping_total: String(delivery), discount_total: "0" },
        customer_note: "Gọi trước khi giao",
        shipping: { first_name: "Mai", address_1: "12 Hàng Bạc", phone: "+84901234567" },
      });
      expect(order.shipping.address_2).toContain("Bến Nghé");
      expect(await stockOf(shop, hoops.id)).toBe(before - 1);
      expect(await ledgerOf(shop, order.id)).toEqual([{ status: "pending", amount: hoops.price + delivery }]);
      const listed = await staff.call<{ id: number; stage: string }[]>(
        "GET",
        "/orders?stage=to_confirm&created_by=admin",
      );
      expect(listed.body.map(({ id }) => id)).toContain(order.id);
      const [audited] = await shop.db.all<{ actor: string; action: string }>(sql`
        select actor, action from audit where object = 'order' and object_id = ${String(order.id)} order by id limit 1`);
      expect(audited).toEqual({
        actor: expect.stringMatching(/^staff:\d+$/),
        action: "POST lianne-admin/v1/orders",
      });
    });

    test("OL09: an order can be confirmed at once, and the courier collects nothing of one that is paid", async () => {
      const agreed = await created(aManualOrder({ confirmed: true }));
      expect(agreed.status).toBe("processing");
      const paid = await created(aManualOrder({ payment: "cash_at_counter" }));
      const total = hoops.price + delivery;
      expect([paid.status, paid.payment_method_title]).toEqual(["processing", "Đã trả tiền mặt"]);
      expect(paid.date_paid).not.toBeNull();
      expect(await ledgerOf(shop, paid.id)).toEqual([{ status: "succeeded", amount: total }]);
      const cods = async (id: number) =>
        (await staff.call<{ cod: number }[]>("GET", `/parcels?view=all&search=${id}`)).body.map(({ cod }) => cod);
      expect([await cods(agreed.id), await cods(paid.id)]).toEqual([[total], [0]]);
      expect((await staff.request<WooOrder>("GET", orderPath(paid.id))).body.lianne?.money).toMatchObject({
        due: 0,
        paid: total,
        refundable: total,
      });
      const taken = await created(aManualOrder({ ...pickup, payment: "cash_at_counter", handed_over: true }));
      expect([taken.status, taken.total, taken.shipping.address_1]).toEqual(["completed", String(hoops.price), ""]);
      const wrong = await create(aManualOrder({ payment: "cash_at_counter", handed_over: true }));
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["handed_over"]]);
    });

    test("OL09: an email is confirmed to the customer, none is needed", async () => {
      const email = "mai@example.com";
      const order = await created(aManualOrder({ billing: { ...caller, email } }));
      expect(await emailsOf(shop, order.id)).toEqual({ order_received: 1 });
      expect(await emailsOf(shop, (await created(aManualOrder({ billing: { ...caller, email: "" } }))).id)).toEqual({});
      const paid = await created(aManualOrder({ payment: "cash_at_counter", billing: { ...caller, email } }));
      expect(await emailsOf(shop, paid.id), "its text is about a payment to come").toEqual({});
    });

    test("OL09: one Idempotency-Key creates one order and reserves its stock once, sent three times at once", async () => {
      const before = (await stockOf(shop, hoops.id)) ?? 0;
      const key = aKey();
      const responses = await Promise.all([1, 2, 3].map(() => create(aManualOrder(), { key })));
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
      expect(await stockOf(shop, hoops.id)).toBe(before - 1);
      const reused = await create(aManualOrder({ confirmed: true }), { key });
      expect([reused.status, reused.body.code]).toEqual([422, "lianne_idempotency_reused"]);
    });

    test("OL09: of two orders for the last unit one is created, the other has an error at its line", async () => {
      const before = (await stockOf(shop, pearls.id)) ?? 0;
      await setStock(shop, pearls.id, 1);
      const order = aManualOrder({ line_items: [...oneHoops, { product_id: pearls.id, quantity: 1 }] });
      const hoopsBefore = (await stockOf(shop, hoops.id)) ?? 0;
      const responses = await Promise.all([create(order), create(order, { by: owner })]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 400]);
      const [refused] = responses.filter(({ status }) => status === 400);
      expect(refused && lineErrorsOf(refused.body)).toMatchObject([{ index: 1, code: "out_of_stock", available: 0 }]);
      expect([await stockOf(shop, pearls.id), await stockOf(shop, hoops.id)]).toEqual([0, hoopsBefore - 1]);
      const quoted = await quote({ line_items: [...oneHoops, { product_id: pearls.id, quantity: 1 }], location });
      expect(quoted.body.lines.map(({ problem }) => problem !== null)).toEqual([false, true]);
      await setStock(shop, pearls.id, before);
    });

    test("OL09: an order at another total than the shown one is not created", async () => {
      const shown = hoops.price + delivery;
      await shop.db.write(
        sql`update product set regular_price = regular_price + 10000, sale_price = null where id = ${hoops.id}`,
      );
      const before = await stockOf(shop, hoops.id);
      const { status, body } = await create(aManualOrder({ expected_total: shown }));
      expect([status, body.code]).toEqual([409, "lianne_order_changed"]);
      const total = Number(body.data.total);
      expect(total).toBeGreaterThan(shown);
      expect(await stockOf(shop, hoops.id)).toBe(before);
      expect((await create(aManualOrder({ expected_total: total }))).status).toBe(201);
      await shop.db.write(
        sql`update product set regular_price = regular_price - 10000, sale_price = null where id = ${hoops.id}`,
      );
      await shop.db.write(sql`update product set regular_price = ${hoops.price} where id = ${hoops.id} returning id`);
    });

    test("OL09: a price changes with a reason, which is noted; a discount is a discount of its line", async () => {
      const line_items = [{ product_id: hoops.id, quantity: 2, price: 350_000 }];
      const quoted = (await quote({ line_items, location })).body;
      expect(quoted).toMatchObject({
        subtotal: 2 * hoops.price,
        discount: 80_000,
        shipping_free: true,
        total: 700_000,
      });
      const without = await create(aManualOrder({ line_items }));
      expect([without.status, Object.keys(without.body.data.params ?? {})]).toEqual([400, ["price_reason"]]);
      const order = await created(aManualOrder({ line_items, price_reason: "Khách quen", expected_total: 700_000 }));
      expect([order.total, order.discount_total]).toEqual(["700000", "80000"]);
      expect(order.line_items[0]).toMatchObject({ subtotal: String(2 * hoops.price), total: "700000", price: 350_000 });
      const [note] = await shop.db.all<{ note: string; staff: number }>(
        sql`select note, staff_id staff from order_note where order_id = ${order.id}`,
      );
      expect(note).toEqual({
        note: expect.stringMatching(/390\.000.*350\.000[\s\S]*Khách quen/),
        staff: expect.any(Number),
      });
      const dearer = await created(
        aManualOrder({ line_items: [{ product_id: hoops.id, quantity: 1, price: 450_000 }], price_reason: "Khắc tên" }),
      );
      expect([dearer.total, dearer.discount_total]).toEqual([String(450_000 + delivery), "0"]);
      const same = aManualOrder({ line_items: [{ product_id: hoops.id, quantity: 1, price: hoops.price }] });
      expect((await create(same)).status, "the catalog's price needs no reason").toBe(201);
    });

    test("OL09: other prices than the catalog's require the permission prices.edit", async () => {
      const permissions = ["today.view", "orders.view", "orders.edit"];
      await owner.call("PUT", "/roles/own", { name: "Trực máy", permissions });
      const { browser } = await staffMember(shop, "own");
      const line_items = [{ product_id: hoops.id, quantity: 1, price: 1 }];
      const refused = await create(aManualOrder({ line_items, price_reason: "x" }), { by: browser });
      expect([refused.status, refused.body.code, refused.body.data.permission]).toEqual([
        403,
        "lianne_forbidden",
        "prices.edit",
      ]);
      expect((await create(aManualOrder(), { by: browser })).status).toBe(201);
    });

    test("OL09: the payment link leads to VNPay; once paid the order is processed, and the link is refused", async () => {
      const order = await created(aManualOrder({ payment: "payment_link" }));
      expect([order.status, order.payment_method]).toEqual(["pending", "vnpay_visa"]);
      const { status, body } = await link(order.id);
      expect(status).toBe(200);
      const log = await owner.call<LogEntry[]>("GET", `/log?entity=order:${order.id}&per_page=1`);
      expect(log.body[0], "SC07").toMatchObject({
        ...{ operation: "done", action: "POST lianne-admin/v1/orders/{id}/payment-link", address: "127.0.0.1" },
      });
      expect((await link(order.id)).body.url, "the same while it is valid").toBe(body.url);
      const minutes = (Date.parse(body.until) - shop.clock.now().getTime()) / minuteMs;
      expect(minutes).toBeCloseTo(15, 0);
      shop.clock.advance(16 * minuteMs);
      const again = await link(order.id);
      expect(again.body.url).not.toBe(body.url);
      await payAndReturn(shop.client(), again.body.url);
      await shop.runJobs();
      expect(await moneyOf(shop, order.id)).toMatchObject({ status: "processing", paid: true });
      const late = await link(order.id);
      expect([late.status, late.body.code, late.body.data.state]).toEqual([409, "lianne_invalid_state", "processing"]);
      expect((await link((await created()).id)).status, "a cash order").toBe(409);
      expect((await link(99_999_999)).status).toBe(404);
    });

    test("OL09: an order whose link is not paid gives its stock back", async () => {
      const before = await stockOf(shop, hoops.id);
      const order = await created(aManualOrder({ payment: "payment_link" }));
      shop.clock.advance(dayMs);
      await shop.runJobs();
      expect([(await moneyOf(shop, order.id)).status, await stockOf(shop, hoops.id)]).toEqual(["cancelled", before]);
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
    });

    test("OL09: a bank transfer is made on the shop's own page, which the link opens on the customer's device", async () => {
      expect((await quote({ line_items: oneHoops, location })).body.payments).toContain("bank_transfer");
      const order = await created(aManualOrder({ payment: "bank_transfer" }));
      expect([order.status, order.payment_method]).toEqual(["pending", "bacs"]);
      const { status, body } = await link(order.id);
      expect(status).toBe(200);
      const { pathname, searchParams } = new URL(body.url);
      expect(pathname).toBe(`/bank-payment/${order.id}`);
      expect((Date.parse(body.until) - shop.clock.now().getTime()) / minuteMs).toBeCloseTo(180, 0);
      const page = `/wp-json/lianne-bank/v1/payments/${order.id}`;
      const customer = shop.client();
      expect((await customer.get(page)).status).toBe(404);
      const shown = await customer.get<BankPayment>(`${page}?key=${searchParams.get("key")}`);
      expect(shown.body).toMatchObject({
        ...{ state: "waiting", missing: Number(order.total), pay_to: { content: transferCode("LIA", order.id) } },
      });
    });
  });
