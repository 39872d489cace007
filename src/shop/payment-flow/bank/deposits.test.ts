import { describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { StatusEffects } from "#contract/backoffice/order-details.ts";
import type { LabelLink, LabelSheet } from "#contract/backoffice/parcels.ts";
import { calendarDayOf } from "#contract/calendar-days.ts";
import { dong, formatDong } from "#contract/money.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { command } from "#fixtures/testing/command.ts";
import { useDepositKit, minute } from "#fixtures/testing/deposits.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { ownOrders } from "#fixtures/testing/own-orders.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const deposit = 120_000;

for (const engine of engines)
  describe(`deposits of cash orders, on ${engine.name}`, () => {
    const kit = useDepositKit(engine);

    test("SO10: the link shows deposit and rest; once paid, order, label and carrier show the total less the deposit", async () => {
      const { status, body } = await kit.request(kit.orderId, deposit);
      const rest = kit.total - deposit;
      expect([status, body.deposit]).toEqual([200, { amount: deposit, rest }]);
      expect(await kit.page(body.url)).toMatchObject({
        ...{
          state: "waiting",
          total: kit.total,
          missing: deposit,
          deposit: { amount: deposit, rest, state: "waiting" },
        },
        ...{ held_until: body.until, pay_to: { content: transferCode("LIA", kit.orderId) } },
      });
      expect(await kit.shown()).toMatchObject({
        due: kit.total,
        paid: 0,
        deposit: { amount: deposit, state: "waiting" },
      });
      expect(await kit.record()).toEqual({ amount: deposit, rest, state: "waiting", until: body.until });
      expect(await kit.meta()).toEqual([String(deposit), "no"]);
      await kit.transfer(deposit);
      expect(await kit.money()).toMatchObject({
        ...{ status: "processing", method: "cod", paid: false, refunds: [], total: kit.total },
        payments: ["cod pending", "bacs succeeded"],
      });
      expect(await kit.ledger()).toEqual([rest, deposit]);
      expect(await kit.shown()).toMatchObject({ due: rest, paid: deposit, refundable: 0, deposit: { state: "paid" } });
      expect(await kit.record()).toMatchObject({ amount: deposit, rest, state: "paid" });
      const result = { order_id: kit.orderId };
      expect((await kit.here.shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", result)).body).toMatchObject({
        ...{ amount: kit.total, cash_due: rest, message: expect.stringContaining(formatDong(dong(rest))) },
      });
      expect(await kit.page(body.url)).toMatchObject({
        ...{ state: "paid", pay_to: null, deposit: { amount: deposit, rest, state: "paid" } },
      });
      expect(await kit.atDoor()).toBe(rest);
      const woo = await kit.order();
      expect([woo.total, woo.payment_method, woo.date_paid]).toEqual([String(kit.total), "cod", null]);
      expect(await kit.meta()).toEqual([String(deposit), "yes"]);
      expect((await kit.request(kit.orderId, deposit)).status, "paid").toBe(409);
      expect(await emailsOf(kit.here.shop, kit.orderId)).toMatchObject({ deposit_requested: 1, deposit_paid: 1 });
      const [email] = await kit.here.shop.db.all<{ lang: string; values: Record<string, string> }>(sql`
        select payload ->> 'lang' lang, payload -> 'values' "values" from outbox
        where kind = 'mail' and payload ->> 'template' = 'deposit_requested' and payload -> 'values' ->> 'order_number' = ${String(kit.orderId)}`);
      expect([email?.lang, Object.keys(email?.values ?? {}).includes("url")]).toEqual(["vi", false]);
    });

    test("SO10: the courier collects the rest, which completes the order; an order of the same total is worth the same", async () => {
      kit.here.shop.clock.avoidMidnight();
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      const [parcel] = await kit.here.parcelsOf(kit.orderId);
      for (const step of ["picked", "delivering", "delivered"]) await kit.here.advance(parcel?.code ?? "", step);
      expect(await kit.money()).toMatchObject({
        ...{ status: "completed", paid: true, payments: ["cod succeeded", "bacs succeeded"] },
      });
      expect(await kit.shown()).toMatchObject({ due: 0, paid: kit.total, refundable: kit.total });
      const { body } = await kit.owner.call<OrderRow[]>("GET", "/orders?paid=true");
      expect(body.map(({ id }) => id)).toContain(kit.orderId);
      const local = calendarDayOf(kit.here.shop.clock.now());
      const { exit, out } = await command(kit.here.shop, `payments --day ${local}`);
      expect([exit, out], "the day has no difference").toEqual([0, expect.stringContaining("120,000 VND")]);
      // a person gives the whole back: both payments
      await kit.owner.request("POST", `${orderPath(kit.orderId)}/refunds`, {
        amount: String(kit.total),
        api_refund: false,
      });
      expect(await kit.shown()).toMatchObject({ refund_completed: kit.total, refundable: 0 });
    });

    test("SO10: paid after the parcel was booked, the deposit reduces what the carrier collects; after the pick-up it is returned", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.here.move(kit.orderId, "processing");
      expect(await kit.atDoor()).toBe(kit.total);
      await kit.transfer(deposit);
      expect(await kit.atDoor()).toBe(kit.total - deposit);
      await kit.place();
      const { body } = await kit.request(kit.orderId, deposit);
      await kit.here.move(kit.orderId, "processing");
      const [parcel] = await kit.here.parcelsOf(kit.orderId);
      expect(await kit.shown()).toMatchObject({ collects_cash: false });
      await kit.here.advance(parcel?.code ?? "", "picked");
      expect(await kit.shown()).toMatchObject({
        ...{ collects_cash: true, carrier_notified: true, due: kit.total, deposit: { state: "waiting" } },
      });
      // the amount of one parcel alone is changed
      await kit.here.shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status, tracking_code, sent_at, cod_amount, created_at, updated_at)
        select order_id, client_order_code || '-2', status, tracking_code || '2', sent_at, 1000, created_at, updated_at
        from parcel where order_id = ${kit.orderId}`);
      expect(await kit.shown(), "two parcels").toMatchObject({ collects_cash: true, carrier_notified: false });
      await kit.here.shop.db.write(sql`delete from parcel where order_id = ${kit.orderId} and cod_amount = 1000`);
      expect(await kit.page(body.url)).toMatchObject({ state: "closed", pay_to: null });
      expect(await kit.record()).toBeNull();
      await kit.transfer(deposit);
      expect(await kit.money()).toMatchObject({
        ...{ payments: ["cod pending", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      expect(await kit.atDoor()).toBe(kit.total);
      await kit.here.advance(parcel?.code ?? "", "return");
      expect(await kit.shown(), "on its way back").toMatchObject({ collects_cash: true, carrier_notified: false });
      await kit.place();
      await kit.here.merchant.put(orderPath(kit.orderId), {
        ...{ status: "processing", meta_data: [{ key: "_tracking_number", value: `VTP-${kit.orderId}` }] },
      });
      expect(await kit.shown(), "of another carrier").toMatchObject({ collects_cash: true, carrier_notified: false });
    });

    test("SO10: paid twice, one after the other or at once, the second payment is marked for refund, and returned it changes nothing", async () => {
      await kit.request(kit.orderId, deposit);
      await Promise.all([kit.send(deposit), kit.send(deposit)]);
      await kit.here.later(minute);
      expect(await kit.money()).toMatchObject({
        ...{ payments: ["cod pending", "bacs succeeded", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      expect(await kit.atDoor()).toBe(kit.total - deposit);
      await kit.transfer(deposit, "out");
      expect((await kit.money()).refunds).toEqual(["done overpayment"]);
      // the rest transferred too is not needed: it is collected at the door
      await kit.transfer(kit.total - deposit);
      expect((await kit.money()).payments.at(-1)).toBe("bacs to_refund");
      expect(await kit.shown()).toMatchObject({ due: kit.total - deposit, paid: deposit });
      expect(await kit.atDoor()).toBe(kit.total - deposit);
    });

    test("SO10: more than the deposit is returned, less waits for the rest, and the whole total pays the order", async () => {
      const { body } = await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit - 20_000);
      expect(await kit.page(body.url)).toMatchObject({ state: "waiting", missing: 20_000 });
      expect((await kit.request(kit.orderId, 100_000)).body.data.params).toHaveProperty("amount");
      await kit.transfer(30_000);
      expect(await kit.money()).toMatchObject({
        ...{ status: "processing", payments: ["cod pending", "bacs succeeded", "bacs to_refund"] },
      });
      const amounts = await kit.ledger();
      expect(amounts).toEqual([kit.total - deposit, deposit, 10_000]);
      expect(await kit.atDoor()).toBe(kit.total - deposit);
      await kit.place();
      const { body: whole } = await kit.request(kit.orderId, deposit);
      await kit.transfer(kit.total);
      expect(await kit.money()).toMatchObject({
        ...{ method: "bacs", paid: true, payments: ["cod cancelled", "bacs succeeded"], refunds: [] },
      });
      expect(await kit.page(whole.url)).toMatchObject({ state: "paid", deposit: null });
      const [{ cod } = { cod: null }] = kit.here.atCarrier(kit.orderId);
      expect([(await kit.shown())?.deposit?.state, cod]).toEqual(["withdrawn", 0]);
    });

    test("SO10: the deposit of a cancelled or refunded order is to be returned, once; reopened, the order is collected in full", async () => {
      for (const status of ["cancelled", "refunded"]) {
        await kit.place();
        await kit.request(kit.orderId, deposit);
        await kit.transfer(deposit);
        await kit.here.move(kit.orderId, status);
        expect(await kit.money(), status).toMatchObject({
          ...{ payments: ["cod cancelled", "bacs to_refund"], refunds: ["requested overpayment"] },
        });
        expect(await kit.shown()).toMatchObject({ deposit: { state: "returned" }, refundable: 0 });
        expect(await kit.meta()).toEqual([]);
        expect((await emailsOf(kit.here.shop, kit.orderId)).bank_refund_due).toBe(1);
      }
      await kit.place();
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      await kit.here.move(kit.orderId, "cancelled");
      await kit.here.move(kit.orderId, "processing");
      expect((await kit.money()).refunds).toEqual(["requested overpayment"]);
      expect(await kit.atDoor()).toBe(kit.total);
    });

    test("SO10, RO04: a cancellation above the limit of the role sends no money, and its transfer needs another permission", async () => {
      await command(kit.here.shop, "settings set staff_refund_limit 100000");
      const { browser: clerk, email } = await staffMember(kit.here.shop, "staff");
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      const to = await clerk.call<StatusEffects>("GET", `/orders/${kit.orderId}/effects?to=cancelled`);
      expect(to.body.effects.map(({ message }) => message).join()).toContain(
        `${formatDong(dong(deposit))} được chuyển vào danh sách cần trả lại khách`,
      );
      const cancelled = await clerk.call<ActionResult>("POST", `/orders/${kit.orderId}/cancel`, { reason: "customer" });
      expect([cancelled.status, cancelled.body.undo]).toEqual([200, null]);
      expect(await kit.money()).toMatchObject({ status: "cancelled", refunds: ["requested overpayment"] });
      const { body } = await kit.owner.call<BankOverview>("GET", "/bank");
      const refund = body.refunds.find(({ order_id }) => order_id === kit.orderId);
      expect(refund?.amount).toBe(deposit);
      const transferred = (browser: StaffVisitor) =>
        browser.call<Problem>("POST", `/bank/refunds/${refund?.id}/done`, { transaction: `FT${kit.orderId}` });
      const refused = await transferred(clerk);
      expect([refused.status, refused.body.data.permission]).toEqual([403, "money.reconcile"]);
      expect((await transferred(kit.owner)).status).toBe(200);
      expect((await kit.money()).refunds).toEqual(["done overpayment"]);
      const by = await kit.here.shop.db.all<{ email: string }>(sql`
        select distinct m.email from audit a join staff m on a.actor = 'staff:' || m.id where a.object = 'refund'
          and a.operation = 'added' and a.change -> 'order_id' ->> 1 = ${String(kit.orderId)}`);
      expect(by, "the activity log").toEqual([{ email }]);
      await command(kit.here.shop, "settings unset staff_refund_limit");
    });

    test("SO10: a changed total changes the rest alone; below the deposit the difference is to be returned; another method returns it all", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      const fee = async (amount: number) => {
        const [line] = (await kit.order()).fee_lines;
        const changed = await kit.here.merchant.put<WooOrder>(orderPath(kit.orderId), {
          fee_lines: [{ ...(line ? { id: line.id } : { name: "Điều chỉnh" }), total: String(amount) }],
        });
        expect(changed.status).toBe(200);
        await kit.here.later(minute);
      };
      await fee(20_000);
      expect(await kit.atDoor()).toBe(kit.total + 20_000 - deposit);
      await fee(100_000 - kit.total);
      expect(await kit.atDoor()).toBe(0);
      expect((await kit.money()).refunds).toEqual(["requested overpayment"]);
      await fee(130_000 - kit.total);
      expect(await kit.atDoor()).toBe(30_000);
      await kit.here.merchant.put(orderPath(kit.orderId), { payment_method: "bacs" });
      await kit.here.later(minute);
      expect(await kit.money()).toMatchObject({ refunds: ["requested overpayment", "requested overpayment"] });
      const rows = await kit.here.shop.db.all<{ amount: number }>(
        sql`select amount from refund where order_id = ${kit.orderId} order by id`,
      );
      expect(rows.map(({ amount }) => amount)).toEqual([20_000, 100_000]);
    });

    test("SO10: the labels, the carrier's and the shop's own, and a parcel for another address show the rest", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      const label = async () => {
        const [parcel] = await kit.here.shop.db.all<{ id: number }>(
          sql`select id from parcel where order_id = ${kit.orderId} order by id desc limit 1`,
        );
        return (await kit.owner.call<LabelLink>("GET", `/labels?ids=${parcel?.id}`)).body.url;
      };
      const rest = (total: number) => formatDong(dong(total - deposit)).replace(/\s.*/, "");
      expect(await (await fetch(await label())).text()).toContain(rest(kit.total));
      const customer = await kit.here.shop.db.one<{ id: number }>(sql`select max(id) id from customer`);
      const far = { provinceId: 201, districtId: 1_001, wardCode: "00001" };
      const { status } = await ownOrders(kit.here.shopper, customer?.id ?? 0).toAddress(kit.orderId, far);
      await kit.here.later(minute);
      await kit.here.later(minute);
      const farTotal = Number((await kit.order()).total);
      expect([status, farTotal > kit.total, await kit.atDoor()]).toEqual([200, true, farTotal - deposit]);
      expect(await (await fetch(await label())).text()).toContain(rest(farTotal));

      await kit.place();
      await kit.here.shop.db.write(
        sql`update orders set location = null, shipping = shipping || '{"address_2": ""}' where id = ${kit.orderId}`,
      );
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      await kit.here.shop.db.write(
        sql`insert into parcel (order_id, client_order_code, status) values (${kit.orderId}, 'LIANNE-by-hand', 'by_hand')`,
      );
      const sheet = await kit.owner.call<LabelSheet>("GET", `/label-sheets/${(await label()).split("/").at(-1)}`);
      expect(sheet.body.labels).toMatchObject([{ number: String(kit.orderId), cod: kit.total - deposit }]);
    });
  });
