import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import { formatDay, formatTime } from "#contract/dates.ts";
import type { Problem } from "#contract/problem.ts";
import {
  bankAccount,
  bankPage,
  beginTransfer,
  type BankShop,
  openBankShopWithGateways,
} from "#fixtures/testing/bank.ts";
import { aKey, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment } from "#fixtures/testing/gateways.ts";
import { stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember, type TestStaff } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { temporarySetting } from "#fixtures/testing/temporary-setting.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { decodeVietQr, transferCode } from "#shop/payments/index.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

for (const engine of engines)
  describe(`reservation, polls and refunds of bank transfers on ${engine.name}`, () => {
    let shop: BankShop;
    let owner: TestStaff;
    let shopper: Visitor;
    let orderId: number;
    let total: number;
    const path = (rest = "") => `/wp-json/lianne-bank/v1/payments/${orderId}${rest}`;
    const send = (amount: number, content = transferCode("LIA", orderId), more = {}) =>
      shop.bank.transfer({ account: bankAccount, amount, content, ...more });
    const unnoticed = async (amount: number) => {
      shop.bank.control({ notifications: { kind: "missing" } });
      await send(amount);
      shop.bank.control({});
    };
    const money = () => moneyOf(shop, orderId);
    const advance = async (byMs: number) => {
      shop.clock.advance(byMs);
      await shop.runJobs();
    };
    // a session of staff is shorter than the time that passes here between two tests
    const signIn = async () => {
      owner = await staffMember(shop);
    };
    const overview = async () => (await owner.browser.call<BankOverview>("GET", "/bank")).body;
    const ownRefunds = ({ refunds }: BankOverview) => refunds.filter((refund) => refund.order_id === orderId);
    const pollState = () =>
      shop.db.one<{ failures: number; alerted: boolean }>(
        sql`select failures, alerted_at is not null alerted from bank_poll where notifier = 'sepay'`,
      );

    beforeAll(async () => {
      shop = await openBankShopWithGateways(engine);
    });
    beforeEach(async () => {
      shop.bank.control({});
      await advance(9 * 60 * minute);
      await advance(minute);
      shopper = shop.client();
      await shopper.register();
      await setStock(shop, hoops.id, 5);
      orderId = (await beginTransfer(shopper)).body.order_id;
      total = (await money()).total;
    });

    test("BQ28: the stock is held for 180 minutes, with one reminder at half time and the stage awaiting_payment", async () => {
      const stage = () =>
        shop.db.one<{ stage: string }>(sql`select stage from order_workflow where order_id = ${orderId}`);
      expect(await stage()).toEqual({ stage: "awaiting_payment" });
      await advance(85 * minute);
      expect((await emailsOf(shop, orderId)).bank_transfer_reminder).toBeUndefined();
      await advance(6 * minute);
      await advance(30 * minute);
      expect((await emailsOf(shop, orderId)).bank_transfer_reminder).toBe(1);
      expect(await stockOf(shop, hoops.id)).toBe(4);
      await advance(55 * minute);
      expect((await money()).status).toBe("pending");
      await advance(6 * minute);
      expect(await money()).toMatchObject({ status: "cancelled", moves: ["pending > cancelled job"] });
      expect(await stockOf(shop, hoops.id)).toBe(5);
    });

    test("BQ28: the reminder names the day of a deadline that is not today", async () => {
      const unset = await temporarySetting(shop, "bank_transfer_hold_minutes", 2880);
      orderId = (await beginTransfer(shopper, { items: [{ product_id: hoops.id, quantity: 2 }] })).body.order_id;
      await unset();
      const { held_until: end } = await bankPage(shopper, orderId);
      await advance(1441 * minute);
      const [reminder] = await shop.db.all<{ until: string }>(sql`
        select payload -> 'values' ->> 'until' "until" from outbox
        where payload ->> 'template' = 'bank_transfer_reminder' and payload -> 'values' ->> 'order_number' = ${String(orderId)}`);
      expect(reminder?.until).toBe(`${formatTime(end ?? "")} ${formatDay(end ?? "")}`);
    });

    test("BQ28: a transfer that no webhook reported is found by a last query when the reservation ends", async () => {
      // the list has just been polled, and is polled again in five minutes
      await advance(179 * minute);
      await unnoticed(total);
      await advance(2 * minute);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"] });
    });

    test("BQ29: the list is polled every five minutes, and after a downtime from the last success on", async () => {
      await unnoticed(total);
      await advance(6 * minute);
      expect(await money()).toMatchObject({ status: "processing" });
      await unnoticed(1000);
      // the shop is down for four days
      shop.clock.advance(4 * day);
      await shop.runJobs();
      expect((await money()).payments).toEqual(["bacs succeeded", "bacs to_refund"]);
    });

    test("BQ29: after six failed polls the merchant is notified, once", async () => {
      const alerts = () =>
        shop.db.all(sql`select from outbox where kind = 'mail' and payload ->> 'template' = 'merchant_bank_silent'`);
      for (const response of [{ status: 500 }, { status: 401 }, { malformed: true }, { dead: true }, { status: 500 }]) {
        shop.bank.control({ responses: { transactions: response } });
        await advance(6 * minute);
      }
      expect(await pollState()).toEqual({ failures: 5, alerted: false });
      await advance(6 * minute);
      await advance(6 * minute);
      expect(await pollState()).toMatchObject({ failures: 7, alerted: true });
      expect(await alerts()).toHaveLength(1);
      await signIn();
      expect((await overview()).notifier).toMatchObject({ name: "sepay", silent: true });
      shop.bank.control({});
      await advance(6 * minute);
      expect(await pollState()).toEqual({ failures: 0, alerted: false });
    });

    test("BQ29: Retry-After is honoured, and pages cause at most one poll in ten seconds", async () => {
      const check = () => shopper.post<BankPayment>(path("/check"), {});
      const polls = async () => (await pollState())?.failures;
      shop.bank.control({ responses: { transactions: { status: 429 } } });
      await advance(6 * minute);
      expect(await polls()).toBe(1);
      // each poll fails, and is counted
      shop.bank.control({ responses: { transactions: { status: 500 } } });
      shop.clock.advance(29_000);
      await check();
      expect(await polls()).toBe(1);
      shop.clock.advance(1_000);
      const open = await Promise.all(Array.from({ length: 5 }, check));
      expect(open.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(await polls()).toBe(2);
      shop.clock.advance(9_000);
      await check();
      expect(await polls()).toBe(2);
      shop.clock.advance(1_000);
      await check();
      expect(await polls()).toBe(3);
    });

    test("BQ13: a check without a match changes nothing", async () => {
      const before = await money();
      const { status, body } = await shopper.post<BankPayment>(path("/check"), {});
      expect([status, body.state, body.missing]).toEqual([200, "waiting", total]);
      expect(await money()).toEqual(before);
    });

    test("BQ14: a link opens the page on another device; others get a 404", async () => {
      const { body } = await shopper.post<{ url: string }>(path("/link"), {});
      const { pathname, searchParams } = new URL(body.url);
      expect(pathname).toBe(`/bank-payment/${orderId}`);
      const key = searchParams.get("key") ?? "";
      const guest = shop.client();
      const shown = await bankPage(shopper, orderId);
      expect((await guest.get<BankPayment>(`${path()}?key=${key}`)).body).toEqual({ ...shown, own: false });
      expect((await guest.get(path())).status).toBe(404);
      expect((await guest.get(`${path()}?key=${key.slice(1)}x`)).status).toBe(404);
      const other = shop.client();
      await other.register();
      expect((await other.get(path())).status).toBe(404);
      expect((await other.post(path("/check"), {})).status).toBe(404);
      // a link makes no other link, which would outlive it
      const again = await guest.post<{ url: string }>(path("/link"), { key });
      expect([again.status, again.body.url]).toEqual([200, body.url]);
      const stored = await shop.db.all<{ hash: Uint8Array }>(
        sql`select token_hash hash from bank_link where order_id = ${orderId}`,
      );
      expect(stored.map(({ hash }) => hash.length)).toEqual([32]);
      shop.clock.advance(61 * day);
      expect((await guest.get(`${path()}?key=${key}`)).status).toBe(404);
      shop.clock.advance(-61 * day);
    });

    test("BQ30: a refund goes to the entered account, is done by its transfer, and the account is deleted", async () => {
      const account = { bank_bin: "970436", account: "0531 0001 23456", holder: "Trần Thị Ngọc" };
      expect((await shopper.put(path("/refund-account"), account)).status).toBe(409);
      await send(total + 2000);
      await signIn();
      const wrong = await shopper.put<Problem>(path("/refund-account"), { ...account, bank_bin: "111111" });
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["bank_bin"]]);
      expect((await shop.client().put(path("/refund-account"), account)).status).toBe(404);
      expect(ownRefunds(await overview())).toMatchObject([{ order_id: orderId, amount: 2000, account: null, qr: "" }]);
      const { body } = await shopper.put<BankPayment>(path("/refund-account"), account);
      const shown = { bank: "Vietcombank", masked: "•••3456", holder: "TRẦN THỊ NGỌC" };
      expect(body.refund).toEqual({ amount: 2000, surplus: 2000, returned: 0, account: shown });
      const data = await shopper.get("/wp-json/custom-auth/v1/personal-data");
      expect(data.text).toContain("TRẦN THỊ NGỌC");
      expect(data.text).toContain("bank_transfers");
      const [refund] = ownRefunds(await overview());
      const content = `HOAN ${transferCode("LIA", orderId)}`;
      expect(decodeVietQr(refund?.qr ?? "")).toMatchObject({ account: "0531000123456", amount: 2000, content });
      expect(JSON.stringify(await shop.db.all(sql`select * from bank_refund_account`))).not.toContain("0531000123456");
      await send(2000, content, { direction: "out", mangle: "vcb" });
      expect(await money()).toMatchObject({
        payments: ["bacs succeeded", "bacs refunded"],
        refunds: ["done overpayment"],
      });
      expect((await bankPage(shopper, orderId)).refund).toMatchObject({ amount: 0, returned: 2000 });
      await advance(29 * day);
      expect(await shop.db.all(sql`select from bank_refund_account where order_id = ${orderId}`)).toHaveLength(1);
      await advance(2 * day);
      expect(await shop.db.all(sql`select from bank_refund_account where order_id = ${orderId}`)).toHaveLength(0);
    });

    test("BQ30: staff enter an account and the number of the transfer", async () => {
      await send(total);
      await send(total);
      await signIn();
      const [refund] = ownRefunds(await overview());
      const account = { bank_bin: "970422", account: "0000123456789", holder: "NGUYEN VAN A" };
      const put = await owner.browser.call<BankOverview>("PUT", `/bank/accounts/${orderId}`, account);
      expect(ownRefunds(put.body)).toMatchObject([{ account: { bank: "MBBank", masked: "•••6789" } }]);
      const done = () => owner.browser.call("POST", `/bank/refunds/${refund?.id}/done`, { transaction: "FT26332" });
      expect(await Promise.all([done(), done()]).then((both) => both.map(({ status }) => status).sort())).toEqual([
        200, 409,
      ]);
      expect(await money()).toMatchObject({ refunds: ["done overpayment"] });
      expect(await emailsOf(shop, orderId)).toMatchObject({ double_payment_refunded: 1 });
      expect((await owner.browser.call("PUT", `/bank/accounts/${orderId}`, account)).status).toBe(409);
      expect((await owner.browser.call("POST", "/bank/refunds/99999999/done", { transaction: "FT26332" })).status).toBe(
        404,
      );
      const packer = await staffMember(shop, "packer");
      expect((await packer.browser.call("GET", "/bank")).status).toBe(403);
    });

    test("BQ26: a transfer settles an order that meanwhile is paid by VNPay; the second payment is refunded", async () => {
      const { body } = await beginPayment(shopper);
      expect(body.order_id).toBe(orderId);
      await send(total);
      expect(await money()).toMatchObject({
        ...{ status: "processing", method: "bacs", payments: ["bacs succeeded", "vnpay_visa cancelled"] },
      });
      await payOnPage(body.payment_url, "pay");
      await advance(20 * minute);
      expect(await money()).toMatchObject({
        ...{
          status: "processing",
          payments: ["bacs succeeded", "vnpay_visa to_refund"],
          refunds: ["requested overpayment"],
        },
      });
    });

    test("SO09, BQ20: before another payment the notifier is polled, and what was transferred is not paid again", async () => {
      await unnoticed(total);
      shop.clock.advance(minute);
      const own = `/wp-json/lianne-orders/v1/orders/${orderId}`;
      const { version } = (await shopper.get<{ version: string }>(own)).body;
      const body = { version, payment_method: "vnpay_visa" };
      const refused = await shopper.post<Problem>(`${own}/payment`, body, { "idempotency-key": aKey() });
      expect([refused.status, refused.body.code]).toEqual([409, "lianne_state"]);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"], refunds: [] });
    });

    test("BQ33: of concurrent orders of the last unit one is placed, the others are a 400", async () => {
      await setStock(shop, hoops.id, 1);
      const shoppers = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const visitor = shop.client();
          await visitor.register();
          return visitor;
        }),
      );
      const placed = await Promise.all(shoppers.map((visitor) => beginTransfer(visitor)));
      expect(placed.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
    });
  });
