import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import { calendarDayOf } from "#contract/calendar-days.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { BankChanges, minute } from "#fixtures/testing/bank-changes.ts";
import { transferContent } from "#fixtures/testing/bank.ts";
import { benNghe } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { temporarySetting } from "#fixtures/testing/temporary-setting.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { decodeVietQr } from "#shop/payments/index.ts";

/** what the dear option costs more */
const more = 120_000;

for (const engine of engines)
  describe(`changes of an order that was paid by bank transfer, on ${engine.name}`, () => {
    const kit = new BankChanges();
    beforeAll(() => kit.open(engine));
    beforeEach(() => kit.renew());

    test("SO08, BQ09: a higher total is applied after the difference was transferred, by a QR of its own with the order's code", async () => {
      kit.shop.clock.avoidMidnight();
      const { total } = kit;
      const requested = await kit.own.toOption(kit.id, kit.dear);
      expect(requested.status).toBe(200);
      expect(new URL(requested.body.payment_url).pathname).toBe(`/bank-payment/${kit.id}`);
      expect(requested.body.order).toMatchObject({
        actions: ["request_cancel", "pay_change", "discard_change", "resend_email"],
        change: { kind: "option", state: "waiting", amount: more, until: expect.any(String) },
      });
      expect(await kit.stocks(), "the new option is reserved while it waits").toEqual([9, 9]);
      const page = await kit.page();
      expect(page).toMatchObject({
        ...{ state: "waiting", total, received: 0, missing: more, refund: null, own: true },
        ...{ change: { amount: more, total_after: total + more, state: "waiting" } },
        held_until: requested.body.order.change?.until,
      });
      expect(decodeVietQr(page.pay_to?.qr ?? "")).toMatchObject({ amount: more, content: transferContent(kit.id) });
      expect(Date.parse(page.held_until ?? "") - kit.shop.clock.now().getTime()).toBeGreaterThan(170 * minute);
      expect((await kit.post("payment")).body.payment_url).toBe(requested.body.payment_url);
      expect(await kit.option(), "not applied before").toBe(kit.cheap.id);

      const shown = async () =>
        (await kit.owner.request<WooOrder>("GET", orderPath(kit.id))).body.lianne?.money.change_due;
      expect(await shown()).toBe(more);
      await kit.send(more);
      expect(await kit.page()).toMatchObject({ state: "paid", pay_to: null, change: { state: "due" } });
      expect(await shown()).toBe(0);
      await kit.later(0);
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.dear.id, [10, 9]]);
      expect(await kit.money()).toMatchObject({
        ...{ status: "processing", method: "bacs", total: total + more, refunds: [] },
        payments: ["bacs succeeded", "bacs succeeded"],
      });
      expect(await kit.ledger()).toEqual([total, more]);
      expect(await kit.page()).toMatchObject({ state: "paid", change: { state: "applied" }, refund: null });
      expect((await kit.state()).change).toBeNull();
      const day = calendarDayOf(kit.shop.clock.now());
      expect((await command(kit.shop, `payments --day ${day}`)).exit, "shop and bank do not differ").toBe(0);
      const { body } = await kit.owner.request<WooOrder>("GET", orderPath(kit.id));
      expect(body.lianne?.money).toMatchObject({ paid: total + more, due: 0, refundable: total + more });
    });

    test("SO08, BQ30: a lower total creates a refund by QR to an account that the customer enters", async () => {
      await kit.renew(kit.dear);
      const changed = await kit.own.toOption(kit.id, kit.cheap);
      expect([changed.status, changed.body.payment_url, changed.body.order.change]).toEqual([200, "", null]);
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.cheap.id, [9, 10]]);
      await kit.later(0);
      expect(await kit.money()).toMatchObject({ payments: ["bacs succeeded"], refunds: ["requested overpayment"] });
      expect((await kit.state()).account_needed).toBe(more);
      expect(await emailsOf(kit.shop, kit.id)).toMatchObject({ bank_refund_due: 1, merchant_bank_refund: 1 });
      const requested = () =>
        kit.shop.db.all<{ also: string[]; amount: string }>(sql`
          select payload -> 'also' "also", payload -> 'values' ->> 'amount' amount from outbox
          where payload ->> 'template' = 'bank_refund_due' and payload -> 'values' ->> 'order_number' = ${String(kit.id)} order by id`);
      const [mail] = await requested();
      expect(mail?.also, "the customer transferred nothing that the order did not need").toEqual(["lowered"]);
      // staff correct the email: the link in the first one is no longer valid
      const merchant = await merchantOf(kit.shop);
      await merchant.put(orderPath(kit.id), { billing: { email: "hoa@example.com" } });
      expect(await requested()).toEqual([mail, mail]);
      expect((await kit.page()).refund).toEqual({ amount: more, surplus: 0, returned: 0, account: null });
      const account = { bank_bin: "970422", account: "0000123456789", holder: "Trần Thị Ngọc" };
      const path = `/wp-json/lianne-bank/v1/payments/${kit.id}/refund-account`;
      expect((await kit.shopper.put<BankPayment>(path, account)).status).toBe(200);
      expect((await kit.state()).account_needed).toBe(0);
      const { body: overview } = await kit.owner.call<BankOverview>("GET", "/bank");
      const [refund] = overview.refunds.filter(({ order_id }) => order_id === kit.id);
      expect(decodeVietQr(refund?.qr ?? "")).toMatchObject({
        amount: more,
        content: `HOAN ${transferContent(kit.id)}`,
      });
      await kit.transfer(more, "out");
      expect((await kit.money()).refunds).toEqual(["done overpayment"]);
      expect((await kit.page()).refund).toMatchObject({ amount: 0, returned: more });
      const shown = (await kit.owner.request<WooOrder>("GET", orderPath(kit.id))).body.lianne?.money;
      expect(shown?.after_refunds).toBe((shown?.paid ?? 0) - more);
      // what is left of both directions: up again by another transfer, then all of it back
      await kit.own.toOption(kit.id, kit.dear);
      await kit.transfer(more);
      await kit.own.toOption(kit.id, kit.cheap);
      const { body } = await kit.owner.request<WooOrder>("GET", orderPath(kit.id));
      expect(body.lianne?.money).toMatchObject({ due: 0, refundable: kit.total - more });
    });

    test("SO08: an order can be changed up and down again and again: the refunds are taken from all its transfers", async () => {
      const rounds = 6;
      for (let round = 0; round < rounds; round++) {
        expect((await kit.own.toOption(kit.id, kit.dear)).status, `up ${round}`).toBe(200);
        await kit.transfer(more);
        expect((await kit.own.toOption(kit.id, kit.cheap)).status, `down ${round}`).toBe(200);
      }
      const { payments, refunds, total } = await kit.money();
      expect([payments.length, total]).toEqual([rounds + 1, kit.total]);
      expect(refunds.length).toBeGreaterThanOrEqual(rounds);
      const { body } = await kit.owner.request<WooOrder>("GET", orderPath(kit.id));
      expect(body.lianne?.money).toMatchObject({ due: 0, refundable: kit.total });
    });

    test("SO06, SO08: an address of a higher delivery cost is transferred first", async () => {
      await command(kit.shop, "settings set shipping_flat_rate 45000");
      const { body } = await kit.own.toAddress(kit.id, benNghe);
      expect(body.order.change).toMatchObject({ kind: "address", state: "waiting", amount: 20_000 });
      // the tolerance of an order's total is no tolerance of a small difference
      const unset = await temporarySetting(kit.shop, "bank_transfer_tolerance", 20_000);
      await kit.send(500);
      await unset();
      expect(await kit.page()).toMatchObject({ received: 500, missing: 19_500 });
      expect((await kit.stored()).shipping.address_1).toBe("12 Nguyễn Huệ");
      await kit.transfer(19_500);
      expect(await kit.stored()).toMatchObject({ shipping: { address_1: "99 Lê Lợi" }, shipping_total: "45000" });
    });

    test("SO08, BQ21, BQ22: parts are added up, and extend the time once; the rest applies the change", async () => {
      const { body } = await kit.own.toOption(kit.id, kit.dear);
      const until = Date.parse(body.order.change?.until ?? "");
      await kit.later(60 * minute);
      await kit.transfer(50_000);
      const page = await kit.page();
      expect(page).toMatchObject({ state: "waiting", received: 50_000, missing: more - 50_000 });
      expect(decodeVietQr(page.pay_to?.qr ?? "")?.amount).toBe(more - 50_000);
      const renewed = Date.parse(page.held_until ?? "");
      expect(renewed - until).toBeGreaterThanOrEqual(59 * minute);
      await kit.later(60 * minute);
      await kit.transfer(20_000);
      expect(Date.parse((await kit.page()).held_until ?? ""), "once").toBe(renewed);
      await kit.later(70 * minute);
      expect(await kit.page(), "after the first deadline").toMatchObject({ state: "waiting", received: 70_000 });
      await kit.transfer(50_000);
      expect(await kit.option()).toBe(kit.dear.id);
      expect(await kit.money()).toMatchObject({ payments: ["bacs succeeded", "bacs succeeded"], refunds: [] });
      expect(await kit.ledger()).toEqual([kit.total, more]);
    });

    test("SO08, BQ23, BQ24: too much is returned, and so is a second transfer", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      await kit.send(more + 1_000);
      await kit.send(more);
      await kit.later(0);
      expect(await kit.option()).toBe(kit.dear.id);
      expect((await kit.money()).payments).toEqual([
        ...["bacs succeeded", "bacs succeeded", "bacs to_refund", "bacs to_refund"],
      ]);
      expect(await kit.ledger()).toEqual([kit.total, more, 1_000, more]);
      expect((await kit.page()).refund).toMatchObject({ amount: more + 1_000 });
      expect((await kit.stored()).total).toBe(String(kit.total + more));
    });

    test("SO08, BQ22: less than the difference at the end of the hold leaves the order as it was, and is returned", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      await kit.transfer(50_000);
      await kit.later(181 * minute);
      await kit.later(minute);
      expect([await kit.option(), await kit.stocks(), (await kit.state()).change]).toEqual([
        kit.cheap.id,
        [9, 10],
        null,
      ]);
      expect(await kit.money()).toMatchObject({
        ...{ status: "processing", total: kit.total, payments: ["bacs succeeded", "bacs cancelled", "bacs to_refund"] },
        refunds: ["requested overpayment"],
      });
      expect((await kit.state()).actions).toContain("change_option");
      expect(await emailsOf(kit.shop, kit.id)).toMatchObject({ merchant_bank_refund: 1, bank_refund_due: 1 });
      expect(await kit.page()).toMatchObject({ state: "paid", pay_to: null, change: { state: "expired" } });
      const late = await kit.post("payment");
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
    });

    test("SO08, BQ28: a transfer that no webhook reported is found by a last query at the end of the hold; one after it is returned", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      await kit.later(179 * minute);
      kit.shop.bank.control({ notifications: { kind: "missing" } });
      await kit.send(more);
      kit.shop.bank.control({});
      await kit.later(2 * minute);
      await kit.later(0);
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.dear.id, [10, 9]]);

      await kit.renew();
      await kit.own.toOption(kit.id, kit.dear);
      await kit.later(181 * minute);
      expect((await kit.state()).change).toBeNull();
      await kit.transfer(more);
      expect([await kit.option(), await kit.stocks()]).toEqual([kit.cheap.id, [9, 10]]);
      expect(await kit.money()).toMatchObject({
        ...{ status: "processing", payments: ["bacs succeeded", "bacs cancelled", "bacs to_refund"] },
        refunds: ["requested overpayment"],
      });
    });

    test("SO08, BQ10, BQ27: a guessed code counts with the exact difference, and no code at all is a suggestion", async () => {
      await kit.own.toOption(kit.id, kit.dear);
      const guessed = transferContent(kit.id).replace("LIA0", "LIAO");
      await kit.send(more - 1, "in", guessed);
      await kit.send(more, "in", "chuyen khoan");
      const { body } = await kit.owner.call<BankOverview>("GET", "/bank");
      const suggested = body.transfers.filter(({ suggested_order }) => suggested_order === kit.id);
      expect(suggested.map(({ amount, reason }) => [amount, reason])).toEqual([
        [more, "amount"],
        [more - 1, "guess"],
      ]);
      expect((await kit.state()).change).toMatchObject({ state: "waiting" });
      const [byAmount] = suggested;
      expect(
        (await kit.owner.call("POST", `/bank/transfers/${byAmount?.id}/settle`, { order_id: kit.id })).status,
      ).toBe(200);
      await kit.later(0);
      expect(await kit.option()).toBe(kit.dear.id);
      await kit.renew();
      await kit.own.toOption(kit.id, kit.dear);
      await kit.send(more, "in", transferContent(kit.id).replace("LIA0", "LIAO"));
      await kit.later(0);
      expect(await kit.option()).toBe(kit.dear.id);
    });
  });
