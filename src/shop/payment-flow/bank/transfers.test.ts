import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { aCodOrder, anOnlinePayment, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { ledgerOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`bank transfers on ${engine.name}`, () => {
    let shop: BankShop;
    let shopper: Visitor;
    let merchant: Visitor;
    let orderId: number;
    let total: number;
    const code = () => transferCode("LIA", orderId);
    const send = (amount: number, content = code(), more = {}) =>
      shop.bank.transfer({ account: bankAccount, amount, content, ...more });
    const money = () => moneyOf(shop, orderId);
    const page = () => bankPage(shopper, orderId);
    const advance = async (byMs: number) => {
      shop.clock.advance(byMs);
      await shop.runJobs();
    };
    const stored = () =>
      shop.db.all<{ state: string; reason: string; reading: string | null }>(
        sql`select state, reason, reading from bank_transfer where order_id = ${orderId} order by id`,
      );
    const newest = () =>
      shop.db.one<{ id: number; state: string; reason: string; orderId: number | null }>(
        sql`select id, state, reason, order_id "orderId" from bank_transfer order by id desc limit 1`,
      );

    beforeAll(async () => {
      shop = await openBankShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      shop.bank.control({});
      // orders left by the previous test expire
      await advance(9 * 60 * minute);
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 5);
      orderId = (await beginTransfer(shopper)).body.order_id;
      total = (await money()).total;
    });

    test("BQ03, BQ09, BQ31: an order waits on the shop's own page, with a code of its own", async () => {
      const again = await beginTransfer(shopper);
      expect(again.body).toMatchObject({
        ...{ order_id: orderId, status: "pending", payment_url: `https://shop.example/bank-payment/${orderId}` },
      });
      const { body: order } = await merchant.get<WooOrder>(orderPath(orderId));
      expect(order).toMatchObject({
        ...{ payment_method: "bacs", payment_method_title: "Chuyển khoản ngân hàng (quét QR)" },
        ...{ status: "pending", needs_payment: true },
      });
      expect(order.meta_data.filter(({ key }) => key === "_bank_transfer_code").map(({ value }) => value)).toEqual([
        code(),
      ]);
      expect(await page()).toMatchObject({ state: "waiting", total, missing: total, pay_to: { content: code() } });
      const state = await shopper.post("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: orderId });
      expect(state.body).toMatchObject({ payment_status: "pending", payment_method: "bacs" });
      const withoutKey = await shopper.post(
        "/wp-json/lianne-bank/v1/create-payment",
        anOnlinePayment({ payment_method: "bacs" }),
      );
      expect(withoutKey.status).toBe(400);
    });

    test("BQ20, BQ21, BQ31: the exact amount pays the order, once, by webhook, poll and staff at the same moment", async () => {
      const owner = await staffMember(shop);
      shop.bank.control({ notifications: { kind: "double" } });
      await send(total, "");
      const transfer = await newest();
      expect(transfer).toMatchObject({ state: "suggested", reason: "amount", orderId });
      shop.bank.control({});
      const [byStaff] = await Promise.all([
        owner.browser.call<BankOverview>("POST", `/bank/transfers/${transfer?.id}/settle`, { order_id: orderId }),
        shopper.post(`/wp-json/lianne-bank/v1/payments/${orderId}/check`, {}),
        shop.bank.replay(shop.bank.ledger().at(-1)?.id ?? 0),
      ]);
      expect(byStaff.status).toBe(200);
      await shop.bank.idle();
      expect(await money()).toMatchObject({
        status: "processing",
        payments: ["bacs succeeded"],
        refunds: [],
        paid: true,
      });
      expect(await emailsOf(shop, orderId)).toMatchObject({ order_paid: 1 });
      const again = await owner.browser.call("POST", `/bank/transfers/${transfer?.id}/settle`, { order_id: orderId });
      expect(again.status).toBe(409);
      const { body: order } = await merchant.get<WooOrder>(orderPath(orderId));
      expect(order.transaction_id).toBe(shop.bank.ledger().at(-1)?.reference);
    });

    test("BQ19, BQ20: webhook and poll at the same moment store one transfer and one payment", async () => {
      shop.bank.control({ notifications: { kind: "missing" } });
      const { id } = await send(total);
      shop.bank.control({});
      shop.clock.advance(minute);
      await Promise.all([
        shop.bank.replay(id),
        shopper.post(`/wp-json/lianne-bank/v1/payments/${orderId}/check`, {}),
        shop.bank.replay(id),
      ]);
      await advance(6 * minute);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"] });
      expect(await stored()).toEqual([{ state: "matched", reason: "", reading: "plain" }]);
      const text = JSON.stringify(
        await shop.db.all(sql`select t.*, e.payload from bank_transfer t cross join payment_event e`),
      );
      expect(text).not.toContain(String(shop.bank.ledger().at(-1)?.balance));
    });

    test("BQ19: two equal transfers without a reference are two, in every channel", async () => {
      await send(1000, `${code()} A`, { reference: "" });
      await send(1000, `${code()} A`, { reference: "" });
      await advance(6 * minute);
      expect(await stored()).toHaveLength(2);
      expect((await page()).received).toBe(2000);
    });

    test("BQ21, BQ22: parts add up, in any order, and renew the reservation once", async () => {
      const before = Date.parse((await page()).held_until ?? "");
      shop.clock.advance(60 * minute);
      await send(100_000);
      const part = await page();
      expect(part).toMatchObject({ state: "waiting", received: 100_000, missing: total - 100_000 });
      expect(part.pay_to?.qr).toContain(
        `54${String(total - 100_000)
          .length.toString()
          .padStart(2, "0")}${total - 100_000}`,
      );
      expect(part.pay_to?.content).toBe(code());
      const renewed = Date.parse(part.held_until ?? "");
      expect(renewed).toBeGreaterThan(before + 30 * minute);
      shop.clock.advance(60 * minute);
      await send(50_000);
      expect(Date.parse((await page()).held_until ?? "")).toBe(renewed);
      expect((await money()).status).toBe("pending");
      await send(total - 150_000);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"], refunds: [] });
      expect(await stored()).toHaveLength(3);
    });

    test("BQ22: parts of an order whose reservation ends are to be returned", async () => {
      await send(100_000);
      await send(50_000);
      await advance(200 * minute);
      await advance(minute);
      expect(await money()).toMatchObject({
        ...{ status: "cancelled", payments: ["bacs to_refund", "bacs to_refund"] },
        refunds: ["requested overpayment", "requested overpayment"],
      });
      expect(await emailsOf(shop, orderId)).toMatchObject({ merchant_bank_refund: 2, bank_refund_due: 2 });
      expect((await page()).refund).toEqual({ amount: 150_000, surplus: 150_000, returned: 0, account: null });
    });

    test("BQ23: a surplus is to be returned", async () => {
      await send(total + 1000);
      expect(await money()).toMatchObject({
        ...{ status: "processing", payments: ["bacs succeeded", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      expect((await page()).refund).toMatchObject({ amount: 1000, surplus: 1000 });
    });

    test("BQ23: a shortfall within the tolerance pays the order", async () => {
      await shop.db.write(
        sql`insert into setting (name, value, updated_at) values ('bank_transfer_tolerance', '1000', now())`,
      );
      await send(total - 1000);
      await shop.db.write(sql`delete from setting where name = 'bank_transfer_tolerance'`);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"], refunds: [] });
      expect(await ledgerOf(shop, orderId)).toMatchObject([{ amount: total - 1000 }]);
    });

    test("BQ24: a second transfer is recorded and to be returned; the order does not change", async () => {
      await send(total);
      await send(total);
      expect(await money()).toMatchObject({
        ...{ status: "processing", payments: ["bacs succeeded", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      expect(await emailsOf(shop, orderId)).toMatchObject({ order_paid: 1, merchant_bank_refund: 1 });
    });

    test("BQ25: a transfer after expiry puts the order on hold and takes the stock again", async () => {
      await advance(200 * minute);
      expect((await money()).status).toBe("cancelled");
      await send(total);
      expect(await money()).toMatchObject({ status: "on-hold", payments: ["bacs succeeded"], refunds: [] });
      expect(await stockOf(shop, hoops.id)).toBe(4);
      expect(await emailsOf(shop, orderId)).toMatchObject({ merchant_late_payment: 1, order_paid_late: 1 });
    });

    test("BQ25: without stock the late money is to be returned", async () => {
      await advance(200 * minute);
      await setStock(shop, hoops.id, 0);
      await shop.db.write(
        sql`insert into setting (name, value, updated_at) values ('bank_transfer_tolerance', '1000', now())`,
      );
      await send(total - 1000);
      await shop.db.write(sql`delete from setting where name = 'bank_transfer_tolerance'`);
      expect(await shop.db.all(sql`select amount from refund where order_id = ${orderId}`)).toEqual([
        { amount: total - 1000 },
      ]);
      expect(await money()).toMatchObject({ status: "on-hold", payments: ["bacs succeeded"], refunds: ["requested"] });
      await shop.runJobs();
      const emails = { merchant_bank_refund: 1, order_paid_late: 1, bank_refund_due: 1 };
      expect(await emailsOf(shop, orderId)).toMatchObject(emails);
      expect((await page()).refund, "not too much").toMatchObject({ amount: total - 1000, surplus: 0 });
    });

    test("BQ09, BQ26: an order that meanwhile is to be paid in cash keeps its code, and is paid by the transfer", async () => {
      expect((await submit(shopper, aCodOrder())).body).toMatchObject({ id: orderId });
      expect(await money()).toMatchObject({ method: "cod", status: "pending" });
      const { body: order } = await merchant.get<WooOrder>(orderPath(orderId));
      expect(order.meta_data).toContainEqual(expect.objectContaining({ key: "_bank_transfer_code", value: code() }));
      await send(total);
      expect(await money()).toMatchObject({
        ...{ status: "processing", method: "bacs", paid: true, payments: ["bacs succeeded", "cod cancelled"] },
      });
    });

    test.each([
      ["no code", "", 123_456, { state: "unmatched", reason: "no_code", orderId: null }],
      ["two codes", "LIA00100153 LIA00100265", 123_456, { state: "unmatched", reason: "two_codes", orderId: null }],
      ["a code of no order", transferCode("LIA", 9_999_998), 123_456, { state: "unmatched", reason: "unknown_order" }],
    ])("BQ27: a transfer with %s is for a person to decide", async (_name, content, amount, expected) => {
      await send(amount, content);
      expect(await newest()).toMatchObject(expected);
      expect((await money()).status).toBe("pending");
    });

    test("BQ27: other accounts and outgoing transfers are ignored, refunded and trashed orders take no money", async () => {
      await shop.bank.transfer({ account: "9999999999", amount: total, content: code() });
      expect(await newest()).toMatchObject({ state: "ignored", reason: "other_account" });
      await send(total, code(), { direction: "out" });
      expect(await newest()).toMatchObject({ state: "ignored", reason: "outgoing" });
      expect((await money()).status).toBe("pending");
      await merchant.put(orderPath(orderId), { status: "refunded" });
      await send(total);
      expect(await newest()).toMatchObject({ state: "unmatched", reason: "closed_order" });
      await merchant.call("DELETE", orderPath(orderId));
      await send(total);
      expect(await newest()).toMatchObject({ state: "unmatched", reason: "closed_order" });
    });

    test("BQ27: the payer of a transfer that concerns no order is not stored, and is cleared after 90 days without an order", async () => {
      const parties = async () =>
        (await shop.db.one<{ id: number; content: string; party: string }>(sql`
          select id, content, counter_account party from bank_transfer order by id desc limit 1`)) ?? { id: 0 };
      await shop.bank.transfer({ account: "9999999999", amount: 5000, content: "TRAN THI NGOC" });
      expect(await parties()).toMatchObject({ content: "", party: "" });
      await send(5000, "LUONG NGUYEN VAN A", { direction: "out" });
      expect(await parties()).toMatchObject({ content: "", party: "" });
      await send(5000, "TRAN THI NGOC TRA TIEN");
      const { id } = await parties();
      await send(total, `${code()} NGOC`);
      const contents = async () =>
        (
          await shop.db.all<{ content: string }>(
            sql`select content from bank_transfer where id = ${id} or order_id = ${orderId} order by id`,
          )
        ).map(({ content }) => content);
      const before = await contents();
      expect(before).toEqual([expect.stringContaining("TRAN THI NGOC"), expect.stringContaining("NGOC")]);
      await advance(89 * 24 * 60 * minute);
      expect(await contents()).toEqual(before);
      await advance(2 * 24 * 60 * minute);
      expect(await contents()).toEqual(["", before[1]]);
    });

    test("BQ10: a look-alike pays with the exact amount alone, and is noted", async () => {
      await send(total - 1, code(), { mangle: "look_alike" });
      expect(await newest()).toMatchObject({ state: "suggested", reason: "guess", orderId });
      await send(total, code(), { mangle: "look_alike" });
      const { status, notes } = await money();
      expect(status).toBe("processing");
      expect(notes.join()).toContain("được đoán ra");
      expect((await stored()).at(-1)).toMatchObject({ state: "matched", reading: "guess" });
    });

    test("BQ31: set_paid by a merchant moves the order to processing", async () => {
      const { body } = await merchant.put<WooOrder>(orderPath(orderId), { set_paid: true });
      expect(body).toMatchObject({ status: "processing", date_paid: expect.any(String) });
    });
  });
