import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Problem } from "#contract/problem.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, benNghe, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type EmailedLink, type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { ownOptions, placeOf } from "#fixtures/testing/own-orders.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const hoa = { first_name: "Hoa", last_name: "Lê", phone: "0987000001" };
const street = { address_1: "99 Nguyễn Huệ", postcode: "70001" };

for (const engine of engines)
  describe(`changes by the link of an order on ${engine.name}`, () => {
    let kit: GuestShop;
    const opened = async (link: EmailedLink) => ((await kit.open(link)).body as unknown as LinkedOrder).order;
    const send = <Body = LinkedOrder>({ order_id, token }: EmailedLink, path: string, body: object) =>
      kit.someone().post<Body & Problem>(`${guestOrdersApi}/link/${path}`, { order_id, token, ...body });
    const placed = async () => {
      const { id, email, phone } = await kit.place(await kit.guest());
      return { id, phone, link: await kit.linkTo(email) };
    };
    const stored = async (id: number) => (await kit.merchant.get<WooOrder>(orderPath(id))).body;
    const moved = async (link: EmailedLink, own: object = {}) => {
      const { body: quote } = await send<AddressQuote>(link, "address-quote", placeOf(benNghe));
      const { version } = (await opened(link)).self_service;
      return send(link, "address", {
        version,
        ...placeOf(benNghe),
        ...street,
        expected_total: quote.total_after,
        ...own,
      });
    };

    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    test("SO05, GU08, GU18: the recipient of an unpaid order changes, and stays masked; not to a phone number with another open order", async () => {
      const { id, link } = await placed();
      const { phone } = await placed();
      const { self_service: before } = await opened(link);
      const { version } = before;
      const taken = await send(link, "recipient", { version, ...hoa, phone });
      expect([taken.status, taken.body.code]).toEqual([400, "cod_over_limit"]);
      const changed = await send(link, "recipient", { version, ...hoa });
      expect(changed).toMatchObject({ status: 200, body: { order: { shipping: { name: "L. Hoa" } } } });
      expect(changed.text, "masked").not.toMatch(/Lê|0987000001/);
      expect(await stored(id)).toMatchObject({
        billing: { first_name: "Hoa", phone: "+84987000001" },
        shipping: { first_name: "Hoa" },
      });
      expect((await moneyOf(kit.shop, id)).notes).toEqual([expect.stringContaining("Lê Hoa")]);
      expect(await emailsOf(kit.shop, id)).toMatchObject({ merchant_customer_change: 1 });
      const late = await send(link, "recipient", { version, ...hoa, first_name: "Mai" });
      expect([late.status, late.body.code], "another tab").toEqual([409, "lianne_state"]);
    });

    test("SO06, GU08: the address of an unpaid order changes at the displayed total, and stays masked", async () => {
      const { id, link } = await placed();
      await command(kit.shop, "settings set shipping_flat_rate 40000");
      const { total: before } = await stored(id);
      const other = await moved(link, { expected_total: 1 });
      expect([other.status, other.body.code]).toEqual([409, "lianne_price_changed"]);
      expect((await stored(id)).total).toBe(before);
      const changed = await moved(link);
      expect([changed.status, changed.text]).toEqual([200, expect.not.stringMatching(/Nguyễn Huệ|70001/)]);
      const after = await stored(id);
      expect(after).toMatchObject({ status: "pending", shipping: street });
      expect(Number(after.total)).toBe(changed.body.order.payment.total_amount);
      expect(Number(after.total)).not.toBe(Number(before));
      await command(kit.shop, "settings unset shipping_flat_rate");
    });

    test("SO06: 20 addresses are quoted in ten minutes, and none for a closed order", async () => {
      const { id, link } = await placed();
      const quote = () => send<AddressQuote>(link, "address-quote", placeOf(benNghe));
      for (let index = 0; index < 20; index++) expect((await quote()).status).toBe(200);
      expect((await quote()).status).toBe(429);
      kit.shop.clock.advance(11 * minuteMs);
      expect((await quote()).status).toBe(200);
      await kit.merchant.put(orderPath(id), { status: "cancelled" });
      expect((await quote()).body).toMatchObject({ code: "lianne_state", data: { status: 409 } });
    });

    test("SO06, GU18: an address that two guests' cash orders have today is refused", async () => {
      const same = { address_1: "7 Pasteur" };
      for (const _ of [1, 2]) expect((await moved((await placed()).link, same)).status).toBe(200);
      const { id, link } = await placed();
      const third = await moved(link, same);
      expect([third.status, third.body.code]).toEqual([400, "cod_over_limit"]);
      expect((await stored(id)).shipping.address_1).not.toBe(same.address_1);
    });

    test("SO05, SO06, GU18: what staff members have set above the limits of cash orders can be corrected, but not raised", async () => {
      const { id, phone, link } = await placed();
      const fee_lines = [{ name: "khắc tên", total: "3000000" }];
      expect((await kit.merchant.put(orderPath(id), { fee_lines })).status).toBe(200);
      const { billing } = await stored(id);
      const second = { payment_method: "cod", billing, line_items: [{ product_id: hoops.id, quantity: 1 }] };
      expect((await kit.merchant.post("/wp-json/wc/v3/orders", second)).status).toBe(201);
      const version = async () => (await opened(link)).self_service.version;
      const corrected = await send(link, "recipient", { version: await version(), ...hoa, phone });
      expect([corrected.status, corrected.text]).toEqual([200, expect.stringContaining("L. Hoa")]);
      expect((await moved(link, { address_1: "3 Đồng Khởi" })).status).toBe(200);
      expect(await stored(id)).toMatchObject({
        billing: { first_name: "Hoa" },
        shipping: { address_1: "3 Đồng Khởi" },
      });
      await command(kit.shop, "settings set shipping_flat_rate 40000");
      const raised = await moved(link, { address_1: "4 Đồng Khởi" });
      expect([raised.status, raised.body.code]).toEqual([400, "cod_over_limit"]);
      await command(kit.shop, "settings unset shipping_flat_rate");
      const { phone: taken } = await placed();
      const other = await send(link, "recipient", { version: await version(), ...hoa, phone: taken });
      expect([other.status, other.body.code]).toEqual([400, "cod_over_limit"]);
    });

    test("SO07: another option takes its stock and returns the old one", async () => {
      const [one, other] = await ownOptions(kit.shop, kit.merchant, 101, [500_000, 620_000]);
      if (!one || !other) throw new Error("the ring has no two options");
      const visitor = kit.someone();
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: 101, variation_id: one.id, quantity: 1 });
      const { billing } = aCodOrder();
      const contact = { ...billing, email: "option-link@example.com", phone: "0913999111" };
      const line_items = [{ product_id: 101, variation_id: one.id, quantity: 1 }];
      const { body, status } = await submit<{ id: number }>(visitor, aCodOrder({ billing: contact, line_items }));
      expect(status).toBe(201);
      const link = await kit.linkTo(contact.email);
      const order = await opened(link);
      expect(order.self_service.actions).toContain("change_option");
      const { version } = order.self_service;
      const expected_total = order.payment.total_amount + 120_000;
      const option = { version, line_id: order.items[0]?.line_id, variation_id: other.id, expected_total };
      const changed = await send(link, "option", option);
      expect([changed.status, changed.body.order.payment.total_amount]).toEqual([200, expected_total]);
      expect(await stored(body.id)).toMatchObject({ line_items: [{ variation_id: other.id }] });
      const left = await kit.shop.db.all<{ quantity: number }>(sql`
        select s.quantity from variation v join stock s on s.id = v.stock_id where v.id in (${one.id}, ${other.id}) order by v.id`);
      expect(left.map(({ quantity }) => quantity)).toEqual([10, 9]);
    });

    test("SO01, SO02: once money was received the link changes nothing, and after packing neither", async () => {
      const { id, link } = await placed();
      await kit.merchant.call("PUT", orderPath(id), { status: "processing", set_paid: true });
      const { self_service: paid } = await opened(link);
      expect(paid.actions).toEqual(["request_cancel"]);
      const { version } = paid;
      expect((await send(link, "recipient", { version, ...hoa })).body).toMatchObject({
        code: "lianne_state",
        data: { status: 409, order: { actions: ["request_cancel"] } },
      });
      expect((await moved(link, { expected_total: 1 })).body.code).toBe("lianne_state");
      expect(await stored(id)).toMatchObject({ billing: { first_name: expect.not.stringMatching("Hoa") } });
      const { id: other, link: packed } = await placed();
      await kit.shop.db.write(sql`
        insert into packing (order_id, state, at) values (${other}, 'in_progress', now()) returning order_id`);
      const late = await send(packed, "recipient", { version: (await opened(packed)).self_service.version, ...hoa });
      expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^Đơn đã được đóng gói/)]);
    });

    test("SO01, GU07: another token, an account's order and malformed requests are refused and write nothing", async () => {
      const { id, link } = await placed();
      const { version } = (await opened(link)).self_service;
      const address = { version, ...placeOf(benNghe), ...street, expected_total: 1 };
      const option = { version, line_id: 1, variation_id: 1, expected_total: 1 };
      const valid = { recipient: { version, ...hoa }, "address-quote": placeOf(benNghe), address, option };
      const wrong: [keyof typeof valid, object, string[]][] = [
        ["recipient", { version: "" }, ["version"]],
        ["recipient", { phone: "123" }, ["phone"]],
        ["recipient", { first_name: "x".repeat(1_000) }, ["first_name"]],
        ["recipient", { order_id: "x" }, ["order_id"]],
        ["recipient", { token: "0".repeat(201) }, ["token"]],
        ["address-quote", { ward_code: "1" }, ["ward_code"]],
        ["address-quote", { district_id: "x" }, ["district_id"]],
        ["address", { address_1: "" }, ["address_1"]],
        ["address", { postcode: "x" }, ["postcode"]],
        ["address", { expected_total: "x" }, ["expected_total"]],
        ["option", { line_id: 0 }, ["line_id"]],
        ["option", { variation_id: 1.5 }, ["variation_id"]],
      ];
      const before = await rowHashes(kit.shop);
      for (const [path, own, fields] of wrong) {
        const { status, body } = await send<object>(link, path, { ...valid[path], ...own });
        expect([path, status, Object.keys(body.data.params ?? {})], JSON.stringify(own)).toEqual([path, 400, fields]);
      }
      for (const [path, body] of Object.entries(valid))
        expect((await send<object>({ ...link, token: "0".repeat(32) }, path, body)).status, path).toBe(404);
      expect((await send<object>(link, "option", option)).status, "its product has no options").toBe(409);
      expect(await rowHashes(kit.shop)).toEqual(before);
      const { id: customerId } = await kit.someone().register();
      await kit.shop.db.write(sql`update orders set customer_id = ${customerId} where id = ${id} returning id`);
      expect((await send<object>(link, "recipient", valid.recipient)).status).toBe(404);
    });
  });
