import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { Problem } from "#contract/problem.ts";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const account = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
const fieldsOf = ({ status, body }: { status: number; body: Problem }) => [
  status,
  ...Object.keys(body.data.params ?? {}),
];

for (const engine of engines)
  describe(`requests about bank transfers that are refused on ${engine.name}`, () => {
    let shop: BankShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let second: StaffVisitor;
    let shopper: Visitor;
    let orderId: number;
    let total: number;
    const path = (rest = "", id: number | string = orderId) => `/wp-json/lianne-bank/v1/payments/${id}${rest}`;
    const send = (amount: number, content = transferCode("LIA", orderId)) =>
      shop.bank.transfer({ account: bankAccount, amount, content });
    const money = (id = orderId) => moneyOf(shop, id);
    const ordered = async () => {
      const visitor = shop.client();
      await visitor.register();
      return { visitor, id: (await beginTransfer(visitor)).body.order_id };
    };
    const linkOf = async (visitor: Visitor, id: number) => {
      const { body } = await visitor.post<{ url: string }>(path("/link", id), {});
      return new URL(body.url).searchParams.get("key") ?? "";
    };
    const accounts = () => shop.db.all(sql`select from bank_refund_account where order_id = ${orderId}`);
    const newest = async () =>
      (await shop.db.one<{ id: number }>(sql`select id from bank_transfer order by id desc limit 1`))?.id ?? 0;
    const stateOf = async (id: number) =>
      (await shop.db.one<{ state: string }>(sql`select state from bank_transfer where id = ${id}`))?.state;
    const settle = (id: number, body: object, browser = owner, headers = {}) =>
      browser.call<BankOverview & Problem>("POST", `/bank/transfers/${id}/settle`, body, headers);
    const done = (id: number, body: object, browser = owner) =>
      browser.call<BankOverview & Problem>("POST", `/bank/refunds/${id}/done`, body);
    const openRefunds = async () =>
      (await owner.call<BankOverview>("GET", "/bank")).body.refunds.filter(({ order_id }) => order_id === orderId);

    beforeAll(async () => {
      shop = await openBankShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      second = (await staffMember(shop)).browser;
      await setStock(shop, hoops.id, 500);
    });
    beforeEach(async () => {
      ({ visitor: shopper, id: orderId } = await ordered());
      total = (await money()).total;
    });

    test("BQ14, BQ30: guests, other customers, the link of another order and staff get a 404 from every route of an order", async () => {
      await send(total + 2000);
      const other = await ordered();
      const foreignKey = await linkOf(other.visitor, other.id);
      const before = await money();
      const strangers: [Pick<Visitor, "get" | "post" | "put">, string | undefined][] = [
        [shop.client(), undefined],
        [other.visitor, undefined],
        [other.visitor, foreignKey],
        [shop.client(), "x".repeat(43)],
        [merchant, undefined],
        [owner.visitor, undefined],
      ];
      for (const [visitor, key] of strangers)
        for (const response of [
          await visitor.get<Problem>(path(key ? `?key=${key}` : "")),
          await visitor.post<Problem>(path("/check"), { key }),
          await visitor.post<Problem>(path("/link"), { key }),
          await visitor.put<Problem>(path("/refund-account"), { key, ...account }),
        ])
          expect([response.status, response.body.code]).toEqual([404, "rest_not_found"]);
      expect([await money(), await accounts()]).toEqual([before, []]);
      expect(await shop.db.all(sql`select from bank_link where order_id = ${orderId}`)).toEqual([]);
    });

    test("BQ14: an order in the trash, a cash order and an unknown one have no such page, not even for their customer", async () => {
      const key = await linkOf(shopper, orderId);
      await merchant.delete(orderPath(orderId));
      for (const query of ["", `?key=${key}`]) expect((await shopper.get(path(query))).status).toBe(404);
      const cash = await submit(shopper, aCodOrder());
      for (const id of [cash.body.id, 99_999_999, 0, "x", "99999999999"]) {
        expect((await shopper.get(path("", id))).status, String(id)).toBe(404);
        expect((await shopper.post(path("/check", id), {})).status, String(id)).toBe(404);
        expect((await shopper.post(path("/link", id), {})).status, String(id)).toBe(404);
      }
    });

    test("BQ30: an invalid account or key is named, by customer and staff alike, and nothing is stored", async () => {
      await send(total + 2000);
      const wrong: [object, string][] = [
        [{ bank_bin: "97043" }, "bank_bin"],
        [{ bank_bin: 970_436 }, "bank_bin"],
        [{ bank_bin: "111111" }, "bank_bin"],
        [{ account: "123" }, "account"],
        [{ account: "1".repeat(20) }, "account"],
        [{ account: "0011$234" }, "account"],
        [{ account: 531_000_123 }, "account"],
        [{ holder: "A" }, "holder"],
        [{ holder: "A".repeat(71) }, "holder"],
        [{ holder: undefined }, "holder"],
      ];
      for (const [own, field] of wrong)
        for (const response of [
          await shopper.put<Problem>(path("/refund-account"), { ...account, ...own }),
          await owner.call<Problem>("PUT", `/bank/accounts/${orderId}`, { ...account, ...own }),
        ])
          expect(fieldsOf(response)).toEqual([400, field]);
      for (const key of ["short", "x".repeat(101)])
        for (const response of [
          await shopper.get<Problem>(path(`?key=${key}`)),
          await shopper.post<Problem>(path("/check"), { key }),
          await shopper.post<Problem>(path("/link"), { key }),
          await shopper.put<Problem>(path("/refund-account"), { ...account, key }),
        ])
          expect(fieldsOf(response)).toEqual([400, "key"]);
      expect(await accounts()).toEqual([]);
      expect((await owner.call("PUT", "/bank/accounts/99999999", account)).status).toBe(409);
    });

    test("BQ30: of two accounts that a link sets at the same moment one is stored", async () => {
      await send(total + 2000);
      const key = await linkOf(shopper, orderId);
      const set = (end: string) =>
        shop.client().put<Problem>(path("/refund-account"), { ...account, key, account: `00112233${end}` });
      const both = await Promise.all([set("1111"), set("2222")]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const stored = both.findIndex(({ status }) => status === 200) === 0 ? "•••1111" : "•••2222";
      expect((await bankPage(shopper, orderId)).refund?.account?.masked).toBe(stored);
      expect((await emailsOf(shop, orderId)).bank_account_changed).toBe(1);
    });

    test("BQ20, BQ27: two owners settle one transfer for two orders at the same moment: it pays one", async () => {
      const other = await ordered();
      await send(total, "tien nhan");
      const id = await newest();
      const both = await Promise.all([settle(id, { order_id: orderId }), settle(id, { order_id: other.id }, second)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe("bank_transfer_settled");
      const orders = [await money(), await money(other.id)];
      expect(orders.map(({ status }) => status).toSorted()).toEqual(["pending", "processing"]);
      expect(orders.flatMap(({ payments }) => payments).filter((one) => one === "bacs succeeded")).toHaveLength(1);
    });

    test("BQ20: settling sent three times with one Idempotency-Key settles once", async () => {
      await send(total, "tien nhan");
      const id = await newest();
      const headers = { "idempotency-key": aKey() };
      const all = await Promise.all([1, 2, 3].map(() => settle(id, { order_id: orderId }, owner, headers)));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await money()).toMatchObject({ status: "processing", payments: ["bacs succeeded"], refunds: [] });
    });

    test("BQ27: a transfer is settled for an order that exists and takes money; a refund is done by its own number", async () => {
      await send(total, "tien nhan");
      const id = await newest();
      const before = await stateOf(id);
      for (const body of [{}, { order_id: 0 }, { order_id: "x" }, { order_id: 1.5 }, { order_id: 2 ** 31 }])
        expect(fieldsOf(await settle(id, body)), JSON.stringify(body)).toEqual([400, "order_id"]);
      expect(fieldsOf(await settle(id, { order_id: 99_999_999 }))).toEqual([400, "order_id"]);
      const trashed = await ordered();
      await merchant.delete(orderPath(trashed.id));
      expect(fieldsOf(await settle(id, { order_id: trashed.id }))).toEqual([400, "order_id"]);
      expect((await settle(99_999_999, { order_id: orderId })).status).toBe(404);
      expect([await stateOf(id), (await money()).status]).toEqual([before, "pending"]);

      await send(total);
      await send(total);
      const [refund] = await openRefunds();
      const refundId = refund?.id ?? 0;
      for (const body of [{}, { transaction: "ab" }, { transaction: "x".repeat(101) }, { transaction: 12_345 }])
        expect(fieldsOf(await done(refundId, body)), JSON.stringify(body)).toEqual([400, "transaction"]);
      const { body: cash } = await submit(shopper, aCodOrder());
      await merchant.put(orderPath(cash.id), { status: "completed" });
      await merchant.post(`${orderPath(cash.id)}/refunds`, { amount: "1000", api_refund: false });
      const byHand = await shop.db.one<{ id: number }>(sql`select id from refund where order_id = ${cash.id}`);
      expect((await done(byHand?.id ?? 0, { transaction: "FT26332" })).status, "not by bank").toBe(404);
      expect((await money()).refunds).toEqual(["requested overpayment"]);
    });

    test("BQ30: two refunds of an order are not done by one number at the same moment", async () => {
      await send(total);
      await send(total);
      await send(1000);
      const [first, other] = await openRefunds();
      const both = await Promise.all([
        done(first?.id ?? 0, { transaction: "FT26332111" }),
        done(other?.id ?? 0, { transaction: "ft26332111" }, second),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await money()).refunds.toSorted()).toEqual(["done overpayment", "requested overpayment"]);
    });

    test("BQ27, RO01: staff without money.reconcile, and customers, change nothing of bank transfers", async () => {
      await send(total, "tien nhan");
      const id = await newest();
      for (const role of ["staff", "packer"] as const) {
        const { browser } = await staffMember(shop, role);
        for (const { status, body } of [
          await settle(id, { order_id: orderId }, browser),
          await done(1, { transaction: "FT26332" }, browser),
          await browser.call<Problem>("PUT", `/bank/accounts/${orderId}`, account),
        ])
          expect([role, status, body.data.permission]).toEqual([role, 403, "money.reconcile"]);
        expect((await browser.call("GET", "/bank")).status, role).toBe(403);
      }
      for (const caller of [shopper, merchant]) {
        const overview = "/wp-json/lianne-admin/v1/bank";
        expect((await caller.get(overview)).status).toBe(401);
        expect((await caller.post(`${overview}/transfers/${id}/settle`, { order_id: orderId })).status).toBe(401);
      }
      expect((await money()).status).toBe("pending");
    });
  });
