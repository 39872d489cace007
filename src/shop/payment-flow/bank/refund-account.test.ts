import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import { dong, formatDong } from "#contract/money.ts";
import type { Problem } from "#contract/problem.ts";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember, type TestStaff } from "#fixtures/testing/staff.ts";
import { untilBlocked } from "#fixtures/testing/until-blocked.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const minute = 60_000;

for (const engine of engines)
  describe(`accounts to which money of orders is returned on ${engine.name}`, () => {
    let shop: BankShop;
    let owner: TestStaff;
    let shopper: Visitor;
    let orderId: number;
    let total: number;
    const path = (rest = "") => `/wp-json/lianne-bank/v1/payments/${orderId}${rest}`;
    const send = (amount: number, content = transferCode("LIA", orderId)) =>
      shop.bank.transfer({ account: bankAccount, amount, content });
    const money = () => moneyOf(shop, orderId);
    const overview = async () => (await owner.browser.call<BankOverview>("GET", "/bank")).body;
    const ownRefunds = ({ refunds }: BankOverview) => refunds.filter((refund) => refund.order_id === orderId);

    beforeAll(async () => {
      shop = await openBankShop(engine, { env: httpsEnv });
      await setStock(shop, hoops.id, 5);
    });
    beforeEach(async () => {
      shopper = shop.client();
      await shopper.register();
      orderId = (await beginTransfer(shopper)).body.order_id;
      total = (await money()).total;
      owner = await staffMember(shop);
    });

    test("BQ30: a link sets an account once; the customer and staff change it, with an email each time", async () => {
      const account = (end: string) => ({ bank_bin: "970436", account: `00112233${end}`, holder: "TRAN THI NGOC" });
      const emails = async () => (await emailsOf(shop, orderId)).bank_account_changed ?? 0;
      const masked = async () => (await bankPage(shopper, orderId)).refund?.account?.masked;
      const needed = async () =>
        (
          await shopper.post<{ account_needed: number }>("/wp-json/lianne-vnpay/v1/payment-callback", {
            order_id: orderId,
          })
        ).body.account_needed;
      expect(await needed()).toBe(0);
      await send(total + 2000);
      expect(await needed()).toBe(2000);
      const { body } = await shopper.post<{ url: string }>(path("/link"), {});
      const key = new URL(body.url).searchParams.get("key") ?? "";
      const guest = shop.client();
      const own = async (visitor: Visitor) => (await visitor.get<BankPayment>(path(`?key=${key}`))).body.own;
      const another = shop.client();
      await another.register();
      expect([await own(shopper), await own(guest), await own(another)]).toEqual([true, false, false]);
      const byLink = (end: string) => guest.put<Problem>(path("/refund-account"), { key, ...account(end) });
      expect((await byLink("1111")).status).toBe(200);
      expect((await byLink("1111")).status, "the same request again").toBe(200);
      expect(await needed(), "the result does not request it again").toBe(0);
      expect(await emails()).toBe(1);
      const other = await byLink("2222");
      expect([other.status, other.body.code]).toEqual([409, "bank_account_stored"]);
      expect([await masked(), await emails()]).toEqual(["•••1111", 1]);
      expect((await shopper.put(path("/refund-account"), { key, ...account("3333") })).status).toBe(200);
      expect([await masked(), await emails()]).toEqual(["•••3333", 2]);
      expect((await byLink("2222")).status).toBe(409);
      const byStaff = (end: string) => owner.browser.call<Problem>("PUT", `/bank/accounts/${orderId}`, account(end));
      expect((await byStaff("4444")).status).toBe(200);
      expect([await masked(), await emails()]).toEqual(["•••4444", 3]);
      const [refund] = ownRefunds(await overview());
      shop.clock.advance(11 * minute);
      for (const late of [
        await byStaff("5555"),
        await owner.browser.call<Problem>("POST", `/bank/refunds/${refund?.id}/done`, { transaction: "FT26332" }),
        await owner.browser.call<Problem>("POST", "/bank/transfers/1/settle", { order_id: orderId }),
      ])
        expect([late.status, late.body.code]).toEqual([403, "lianne_reauthentication_required"]);
      expect([await masked(), (await money()).refunds]).toEqual(["•••4444", ["requested overpayment"]]);
    });

    test("BQ30: a link that a correction ends between its check and the lock of the order enters no account", async () => {
      await send(total + 2000);
      const { body } = await shopper.post<{ url: string }>(path("/link"), {});
      const key = new URL(body.url).searchParams.get("key") ?? "";
      const account = { key, bank_bin: "970436", account: "001122339999", holder: "TRAN THI NGOC" };
      let response: Promise<{ status: number }> | undefined;
      await shop.db.transaction(async (tx) => {
        await tx.one(sql`select from orders where id = ${orderId} for update`);
        response = shop.client().put(path("/refund-account"), account);
        await untilBlocked(engine, shop);
        await tx.run(sql`
          update orders set billing = billing || '{"email":"corrected@example.com"}', modified_at = now() where id = ${orderId}`);
      });
      expect((await response)?.status).toBe(404);
      expect(await shop.db.all(sql`select from bank_refund_account where order_id = ${orderId}`)).toEqual([]);
    });

    test("BQ23, BQ30: of a refund that the shop makes the customer is emailed for an account, unless there is one, and nothing is too much", async () => {
      await send(total);
      const merchant = await merchantOf(shop);
      // the same reason as the shop's, but entered by the merchant
      const refund = async (amount: string) => {
        const given = { amount, reason: "Out of stock." };
        expect((await merchant.post(`${orderPath(orderId)}/refunds`, given)).status).toBe(201);
        await shop.runJobs();
      };
      const emails = () =>
        shop.db.all<{ total: string; also: string[] }>(sql`
          select payload -> 'values' ->> 'total' total, payload -> 'also' "also" from outbox
          where payload ->> 'template' = 'bank_refund_due' and payload -> 'values' ->> 'order_number' = ${String(orderId)}`);
      await refund("1000");
      expect(await emails()).toEqual([{ total: formatDong(dong(1000)), also: [] }]);
      expect((await bankPage(shopper, orderId)).refund).toEqual({
        amount: 1000,
        surplus: 0,
        returned: 0,
        account: null,
      });
      const account = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
      expect((await shopper.put(path("/refund-account"), account)).status).toBe(200);
      await refund("2000");
      expect(await emails()).toHaveLength(1);
      expect((await bankPage(shopper, orderId)).refund).toMatchObject({ amount: 3000, surplus: 0 });
      await send(500);
      expect((await bankPage(shopper, orderId)).refund).toMatchObject({ amount: 3500, surplus: 500 });
    });

    test("BQ30, RO05: the code that pays is for `money.reconcile`, names of customers are for `customers.view`", async () => {
      await send(total + 2000);
      await send(1234, "TRAN THI NGOC TRA TIEN");
      const account = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
      expect((await shopper.put(path("/refund-account"), account)).status).toBe(200);
      const seen = async (permissions: string[]) => {
        expect((await owner.browser.call("PUT", "/roles/own", { name: "Kế toán", permissions })).status).toBe(200);
        const { text, body } = await (await staffMember(shop, "own")).browser.call<BankOverview>("GET", "/bank");
        const [refund] = ownRefunds(body);
        return { named: text.includes("TRAN THI NGOC"), holder: refund?.account?.holder, pays: refund?.qr !== "" };
      };
      expect(await seen(["money.view"])).toEqual({ named: false, holder: "", pays: false });
      expect(await seen(["money.reconcile"])).toEqual({ named: false, holder: "", pays: true });
      const both = await seen(["money.view", "customers.view"]);
      expect(both).toEqual({ named: true, holder: "TRAN THI NGOC", pays: false });
      expect((await overview()).transfers.at(0)?.content).toContain("TRAN THI NGOC TRA TIEN");
    });
  });
