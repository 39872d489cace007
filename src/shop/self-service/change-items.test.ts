import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import type { OtherPayment } from "#contract/self-service.ts";
import { type ChangingShop, openChangingShop } from "#fixtures/testing/changing-shop.ts";
import { aCodOrder, benNghe, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, payAndReturn } from "#fixtures/testing/gateways.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { type OwnOption, ownOrderPath, placeOf } from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";

for (const engine of engines)
  describe(`address and options of an unpaid order on ${engine.name}`, () => {
    let here: ChangingShop;
    beforeAll(async () => {
      here = await openChangingShop(engine);
    });
    beforeEach(() => here.renew());
    const ordered = ({ productId, id }: OwnOption) => [{ product_id: productId, variation_id: id, quantity: 1 }];
    const cashOrder = async () => (await submit(here.shopper, aCodOrder({ line_items: ordered(here.cheap) }))).body.id;

    test("SO06, SO13: an address changes with a new quote, and old and new total are shown before saving", async () => {
      const id = await cashOrder();
      expect((await here.stateOf(id)).actions).toContain("change_address");
      await command(here.shop, "settings set shipping_flat_rate 40000");
      const quote = await here.own.quote(id, benNghe);
      const before = await here.stored(id);
      expect(quote).toMatchObject({ total_before: Number(before.total), total_after: Number(before.total) + 15_000 });
      const other = await here.own.toAddress(id, benNghe, { expected_total: 1_000 });
      expect([other.status, other.body.code, other.body.data.quote]).toEqual([409, "lianne_price_changed", quote]);
      expect((await here.stored(id)).shipping).toEqual(before.shipping);
      const changed = await here.own.toAddress(id, benNghe);
      expect([changed.status, changed.body.order.order_id, changed.body.payment_url]).toEqual([200, id, ""]);
      const after = await here.stored(id);
      const place = { address_1: "99 Lê Lợi", postcode: "70001", address_2: "Phường Bến Nghé" };
      expect(after).toMatchObject({ shipping: place, billing: place, total: String(quote.total_after) });
      expect((await here.own.record(id)).shipping.place).toEqual(placeOf(benNghe));
      expect((await moneyOf(here.shop, id)).notes).toEqual([expect.stringContaining("99 Lê Lợi")]);
      expect(await emailsOf(here.shop, id)).toMatchObject({ merchant_customer_change: 1 });
      const { body: timeline } = await here.owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      expect(JSON.stringify(timeline)).toContain("99 Lê Lợi");
      const wrong = await here.shopper.post<Problem>(`${ownOrderPath(id)}/address-quote`, {
        ...placeOf(benNghe),
        ward_code: "1",
      });
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["ward_code"]]);
      const noStreet = await here.own.toAddress(id, benNghe, { address_1: "" });
      expect([noStreet.status, Object.keys(noStreet.body.data.params ?? {})]).toEqual([400, ["address_1"]]);
    });

    test("SO06, SO14: the same address in two tabs is saved once", async () => {
      const id = await cashOrder();
      const { version } = await here.stateOf(id);
      const both = await Promise.all(
        ["1 Hai Bà Trưng", "2 Hai Bà Trưng"].map((address_1) =>
          here.own.toAddress(id, benNghe, { version, address_1 }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const late = both.find(({ status }) => status === 409);
      expect([late?.body.code, late?.body.data.order]).toMatchObject(["lianne_state", { order_id: id }]);
      expect((await moneyOf(here.shop, id)).notes).toHaveLength(1);
    });

    test("SO02, SO14: a change against packing: one of them is done, and the other gets the state", async () => {
      const id = await cashOrder();
      await here.merchant.call("PUT", orderPath(id), { status: "processing" });
      const [changed, packed] = await Promise.all([
        here.own.toOption(id, here.same),
        here.owner.call<Problem>("POST", `/pack/orders/${id}/assign`, {}),
      ]);
      expect(packed.status).toBe(200);
      expect([200, 409]).toContain(changed.status);
      const isChanged = changed.status === 200;
      expect(await here.stored(id)).toMatchObject({
        line_items: [{ variation_id: isChanged ? here.same.id : here.cheap.id }],
      });
      expect(await here.stocks()).toEqual(isChanged ? [10, 9, 10] : [9, 10, 10]);
      const late = await here.own.toAddress(id, benNghe);
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(late.body.message).toMatch(/^Đơn đã được đóng gói, không thể thay đổi trực tuyến/);
      expect((await here.own.toOption(id, here.dear)).status).toBe(409);
    });

    test("SO07: another option takes the new stock and returns the old; without stock nothing changes", async () => {
      const id = await cashOrder();
      expect((await here.stateOf(id)).actions).toContain("change_option");
      const total = Number((await here.stored(id)).total);
      expect(await here.stocks()).toEqual([9, 10, 10]);
      const changed = await here.own.toOption(id, here.dear);
      expect([changed.status, changed.body.code]).toEqual([200, undefined]);
      expect(await here.stocks()).toEqual([10, 10, 9]);
      expect(await here.stored(id)).toMatchObject({
        total: String(total + 120_000),
        line_items: [{ variation_id: here.dear.id, quantity: 1 }],
      });
      expect(await moneyOf(here.shop, id)).toMatchObject({ status: "pending", payments: ["cod pending"] });
      const { body: timeline } = await here.owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      const edit = timeline.find(({ kind }) => kind === "edit");
      expect([edit?.actor.kind, edit?.message], "OD02").toEqual([
        "customer",
        expect.stringMatching(/: mẫu .+ → .+, giá 500\.000.₫ → 620\.000.₫$/),
      ]);
      expect(
        timeline.filter(({ kind }) => kind === "note"),
        "OD02: once",
      ).toEqual([]);
      expect((await moneyOf(here.shop, id)).notes).toEqual([expect.stringMatching(/^Khách đổi mẫu: /)]);
      await setStock(here.shop, here.same.id, 0);
      const short = await here.own.toOption(id, here.same);
      expect([short.status, short.body.data.params]).toMatchObject([
        400,
        { variation_id: expect.stringContaining("còn 0") },
      ]);
      expect(await here.stocks()).toEqual([10, 0, 9]);
      const unseen = await here.own.toOption(id, here.cheap, { expected_total: total + 1 });
      expect([unseen.status, unseen.body.code, unseen.body.data.total]).toEqual([409, "lianne_price_changed", total]);
      for (const variation of [{ ...here.cheap, id: 99_999_999 }, here.dear])
        expect((await here.own.toOption(id, variation)).status).toBe(400);
      expect((await here.stored(id)).line_items).toMatchObject([{ variation_id: here.dear.id }]);
    });

    test("SO07: the delivery of two items stays free with a cheaper option, and has its cost with one item", async () => {
      const two = ordered(here.dear).map((item) => ({ ...item, quantity: 2 }));
      const { id } = (await submit(here.shopper, aCodOrder({ line_items: two }))).body;
      expect(await here.stored(id)).toMatchObject({ shipping_total: "0", total: "1240000" });
      expect((await here.own.toOption(id, here.cheap)).status).toBe(200);
      expect(await here.stored(id)).toMatchObject({ shipping_total: "0", total: "1000000" });
      expect((await here.own.quote(id, benNghe)).shipping_after, "as of a new order").toBe(0);
      const one = await cashOrder();
      await here.own.toOption(one, here.dear);
      expect(await here.stored(one)).toMatchObject({ shipping_total: "25000", total: "645000" });
    });

    test("SO07, SO14: the last item of an option goes to one of two orders", async () => {
      const ids = [await cashOrder(), await cashOrder()];
      await setStock(here.shop, here.same.id, 1);
      const both = await Promise.all(ids.map((id) => here.own.toOption(id, here.same)));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await here.stocks()).toEqual([9, 0, 10]);
    });

    test("SO07, SO14: a gateway's success for the total before the change is returned, and the new total is paid", async () => {
      const { order_id: id, payment_url: old } = (await beginPayment(here.shopper, { items: ordered(here.cheap) }))
        .body;
      expect((await here.own.toOption(id, here.dear)).status).toBe(200);
      expect((await moneyOf(here.shop, id)).payments).toEqual(["vnpay_visa cancelled"]);
      await payOnPage(old, "pay");
      await here.shop.gateways.idle();
      expect(await moneyOf(here.shop, id)).toMatchObject({
        ...{ status: "pending", payments: ["vnpay_visa to_refund"], refunds: ["requested overpayment"] },
      });
      const { version } = await here.stateOf(id);
      const again = await here.shopper.post<OtherPayment>(
        `${ownOrderPath(id)}/payment`,
        { version, payment_method: "vnpay_visa" },
        { "idempotency-key": `again-${id}` },
      );
      await payAndReturn(here.shopper, again.body.payment_url, "pay");
      await here.shop.gateways.idle();
      expect(await moneyOf(here.shop, id)).toMatchObject({
        ...{ status: "processing", payments: ["vnpay_visa to_refund", "vnpay_visa succeeded"] },
      });
      expect(await here.stocks()).toEqual([10, 10, 9]);
    });

    test("SO07, SO14: a payment whose notification was lost is found before the order is changed as unpaid", async () => {
      const { order_id: id, payment_url: url } = (await beginPayment(here.shopper, { items: ordered(here.cheap) }))
        .body;
      const { version } = await here.stateOf(id);
      here.shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(url, "pay");
      const late = await here.own.toOption(id, here.dear, { version });
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(await moneyOf(here.shop, id)).toMatchObject({ status: "processing", payments: ["vnpay_visa succeeded"] });
      expect(await here.stocks()).toEqual([9, 10, 10]);
    });

    test("SO06, SO07: another customer's order does not exist, and limits of cash orders apply to the new total", async () => {
      const id = await cashOrder();
      const stranger = here.shop.client();
      await stranger.register();
      const { version } = await here.stateOf(id);
      const { line_id } = (await here.own.record(id)).items[0] ?? {};
      const body = { version, variation_id: here.dear.id, expected_total: 1 };
      const path = `${ownOrderPath(id)}/lines/${line_id}/option`;
      expect((await stranger.call("PUT", path, body)).status).toBe(404);
      expect((await stranger.post(`${ownOrderPath(id)}/address-quote`, placeOf(benNghe))).status).toBe(404);
      const address = { version, ...placeOf(benNghe), address_1: "1 Lê Lợi", postcode: "70001", expected_total: 1 };
      expect((await stranger.call("PUT", `${ownOrderPath(id)}/address`, address)).status).toBe(404);
      expect((await stranger.post(`${ownOrderPath(id)}/change/payment`)).status).toBe(404);
      expect((await stranger.post(`${ownOrderPath(id)}/change/discard`, { version })).status).toBe(404);
      expect((await here.post(id, "payment")).body.code, "nothing waits").toBe("lianne_state");
      expect((await here.post(id, "discard", { version })).body.code).toBe("lianne_state");
      const malformed = await here.shopper.call<Problem>("PUT", path, { version: "", variation_id: 0 });
      expect([malformed.status, Object.keys(malformed.body.data.params ?? {})]).toEqual([
        400,
        ["version", "variation_id", "expected_total"],
      ]);
      await command(here.shop, "settings set cod_max_total 600000");
      const over = await here.own.toOption(id, here.dear);
      expect([over.status, over.body.code]).toEqual([400, "cod_over_limit"]);
      await command(here.shop, "settings unset cod_max_total");
      expect(await here.stocks()).toEqual([9, 10, 10]);
    });
  });
