import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/backoffice/orders.ts";
import type { Problem } from "#contract/problem.ts";
import type { OtherPayment, SelfServiceState } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, benNghe, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndComeBack } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import {
  type OwnOption,
  type OwnOrders,
  ownOptions,
  ownOrderPath,
  ownOrders,
  placeOf,
} from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

/** in several sizes */
const ring = 101;

for (const engine of engines)
  describe(`address and options of an unpaid order on ${engine.name}`, () => {
    let shop: PayingShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let shopper: Visitor;
    let own: OwnOrders;
    /** two of one price, and one of a higher one */
    let first: OwnOption;
    let second: OwnOption;
    let dearer: OwnOption;
    const stored = async (id: number) => (await merchant.get<WooOrder>(orderPath(id))).body;
    const stateOf = async (id: number) => (await shopper.get<SelfServiceState>(ownOrderPath(id))).body;
    const ordered = ({ productId, id }: OwnOption) => [{ product_id: productId, variation_id: id, quantity: 1 }];
    const cashOrder = async () => (await submit(shopper, aCodOrder({ line_items: ordered(first) }))).body.id;
    const stocks = () => Promise.all([first, second, dearer].map(({ id }) => stockOf(shop, id)));

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      [first, second, dearer] = (await ownOptions(shop, merchant, ring, [500_000, 500_000, 620_000])) as [
        OwnOption,
        OwnOption,
        OwnOption,
      ];
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      own = ownOrders(shopper, (await shopper.register()).id);
      for (const { id } of [first, second, dearer]) await setStock(shop, id, 10);
      await command(shop, "settings set shipping_flat_rate 25000");
    });

    test("SO06, SO13: an address changes with a new quote, and old and new total are shown before saving", async () => {
      const id = await cashOrder();
      expect((await stateOf(id)).actions).toContain("change_address");
      await command(shop, "settings set shipping_flat_rate 40000");
      const quote = await own.quote(id, benNghe);
      const before = await stored(id);
      expect(quote).toMatchObject({ total_before: Number(before.total), total_after: Number(before.total) + 15_000 });
      const other = await own.toAddress(id, benNghe, { expected_total: 1_000 });
      expect([other.status, other.body.code, other.body.data.quote]).toEqual([409, "lianne_price_changed", quote]);
      expect((await stored(id)).shipping).toEqual(before.shipping);
      const changed = await own.toAddress(id, benNghe);
      expect([changed.status, changed.body.order.order_id, changed.body.payment_url]).toEqual([200, id, ""]);
      const after = await stored(id);
      const place = { address_1: "99 Lê Lợi", postcode: "70001", address_2: "Phường Bến Nghé" };
      expect(after).toMatchObject({ shipping: place, billing: place, total: String(quote.total_after) });
      expect((await own.record(id)).shipping.place).toEqual(placeOf(benNghe));
      expect((await moneyOf(shop, id)).notes).toEqual([expect.stringContaining("99 Lê Lợi")]);
      expect(await emailsOf(shop, id)).toMatchObject({ merchant_customer_change: 1 });
      const { body: timeline } = await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      expect(JSON.stringify(timeline)).toContain("99 Lê Lợi");
      const wrong = await shopper.post<Problem>(`${ownOrderPath(id)}/address-quote`, {
        ...placeOf(benNghe),
        ward_code: "1",
      });
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["ward_code"]]);
      const noStreet = await own.toAddress(id, benNghe, { address_1: "" });
      expect([noStreet.status, Object.keys(noStreet.body.data.params ?? {})]).toEqual([400, ["address_1"]]);
    });

    test("SO06, SO14: the same address in two tabs is saved once", async () => {
      const id = await cashOrder();
      const { version } = await stateOf(id);
      const both = await Promise.all(
        ["1 Hai Bà Trưng", "2 Hai Bà Trưng"].map((address_1) => own.toAddress(id, benNghe, { version, address_1 })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = both.find(({ status }) => status === 409);
      expect([late?.body.code, late?.body.data.order]).toMatchObject(["lianne_state", { order_id: id }]);
      expect((await moneyOf(shop, id)).notes).toHaveLength(1);
    });

    test("SO02, SO14: a change against packing: one of them is done, and the other gets the state", async () => {
      const id = await cashOrder();
      await merchant.call("PUT", orderPath(id), { status: "processing" });
      const [changed, packed] = await Promise.all([
        own.toOption(id, second),
        owner.call<Problem>("POST", `/pack/orders/${id}/assign`, {}),
      ]);
      expect(packed.status).toBe(200);
      expect([200, 409]).toContain(changed.status);
      const isChanged = changed.status === 200;
      expect(await stored(id)).toMatchObject({ line_items: [{ variation_id: isChanged ? second.id : first.id }] });
      expect(await stocks()).toEqual(isChanged ? [10, 9, 10] : [9, 10, 10]);
      const late = await own.toAddress(id, benNghe);
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(late.body.message).toMatch(/^Đơn đã được đóng gói, không thể thay đổi trực tuyến/);
      expect((await own.toOption(id, dearer)).status).toBe(409);
    });

    test("SO07: another option takes the new stock and returns the old; without stock nothing changes", async () => {
      const id = await cashOrder();
      expect((await stateOf(id)).actions).toContain("change_option");
      const total = Number((await stored(id)).total);
      expect(await stocks()).toEqual([9, 10, 10]);
      const changed = await own.toOption(id, dearer);
      expect([changed.status, changed.body.code]).toEqual([200, undefined]);
      expect(await stocks()).toEqual([10, 10, 9]);
      expect(await stored(id)).toMatchObject({
        total: String(total + 120_000),
        line_items: [{ variation_id: dearer.id, quantity: 1 }],
      });
      expect(await moneyOf(shop, id)).toMatchObject({ status: "pending", payments: ["cod pending"] });
      await setStock(shop, second.id, 0);
      const short = await own.toOption(id, second);
      expect([short.status, short.body.data.params]).toMatchObject([
        400,
        { variation_id: expect.stringContaining("còn 0") },
      ]);
      expect(await stocks()).toEqual([10, 0, 9]);
      const unseen = await own.toOption(id, first, { expected_total: total + 1 });
      expect([unseen.status, unseen.body.code, unseen.body.data.total]).toEqual([409, "lianne_price_changed", total]);
      for (const variation of [{ ...first, id: 99_999_999 }, dearer])
        expect((await own.toOption(id, variation)).status).toBe(400);
      expect((await stored(id)).line_items).toMatchObject([{ variation_id: dearer.id }]);
    });

    test("SO07, SO14: the last item of an option goes to one of two orders", async () => {
      const ids = [await cashOrder(), await cashOrder()];
      await setStock(shop, second.id, 1);
      const both = await Promise.all(ids.map((id) => own.toOption(id, second)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await stocks()).toEqual([9, 0, 10]);
    });

    test("SO07, SO14: a gateway's success for the total before the change is returned, and the new total is paid", async () => {
      const { order_id: id, payment_url: old } = (await beginPayment(shopper, { items: ordered(first) })).body;
      expect((await own.toOption(id, dearer)).status).toBe(200);
      expect((await moneyOf(shop, id)).payments).toEqual(["vnpay_visa cancelled"]);
      await payOnPage(old, "pay");
      await shop.gateways.idle();
      expect(await moneyOf(shop, id)).toMatchObject({
        ...{ status: "pending", payments: ["vnpay_visa to_refund"], refunds: ["requested overpayment"] },
      });
      const { version } = await stateOf(id);
      const again = await shopper.post<OtherPayment>(
        `${ownOrderPath(id)}/payment`,
        { version, payment_method: "vnpay_visa" },
        { "idempotency-key": `again-${id}` },
      );
      await payAndComeBack(shopper, again.body.payment_url, "pay");
      await shop.gateways.idle();
      expect(await moneyOf(shop, id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa to_refund", "vnpay_visa succeeded"] },
      });
      expect(await stocks()).toEqual([10, 10, 9]);
    });

    test("SO07, SO14: a payment whose notification was lost is found before the order is changed as unpaid", async () => {
      const { order_id: id, payment_url: url } = (await beginPayment(shopper, { items: ordered(first) })).body;
      const { version } = await stateOf(id);
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(url, "pay");
      const late = await own.toOption(id, dearer, { version });
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "processing", payments: ["vnpay_visa succeeded"] });
      expect(await stocks()).toEqual([9, 10, 10]);
    });

    test("SO06, SO07: another customer's order does not exist, and limits of cash orders apply to the new total", async () => {
      const id = await cashOrder();
      const stranger = shop.client();
      const foreign = ownOrders(stranger, (await stranger.register()).id);
      const { version } = await stateOf(id);
      const { line_id } = (await own.record(id)).items[0] ?? {};
      const body = { version, variation_id: dearer.id, expected_total: 1 };
      const path = `${ownOrderPath(id)}/lines/${line_id}/option`;
      expect((await stranger.call("PUT", path, body)).status).toBe(404);
      expect((await stranger.post(`${ownOrderPath(id)}/address-quote`, placeOf(benNghe))).status).toBe(404);
      expect(foreign).toBeDefined();
      await command(shop, "settings set cod_max_total 600000");
      const over = await own.toOption(id, dearer);
      expect([over.status, over.body.code]).toEqual([400, "cod_over_limit"]);
      await command(shop, "settings set cod_max_total unset");
      expect(await stocks()).toEqual([9, 10, 10]);
    });
  });
