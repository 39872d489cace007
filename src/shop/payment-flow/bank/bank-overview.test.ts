import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { TimelineEntry, Today } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { bankAccount, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const day = 24 * 3_600_000;

for (const engine of engines)
  describe(`what staff decides about transfers on ${engine.name}`, () => {
    let shop: BankShop;
    let owner: StaffVisitor;
    let orderId: number;
    let total: number;
    const send = (amount: number, content = transferCode("LIA", orderId)) =>
      shop.bank.transfer({ account: bankAccount, amount, content });
    const overview = async () => (await owner.call<BankOverview>("GET", "/bank")).body;
    const newest = async () => {
      const [transfer] = (await overview()).transfers;
      if (!transfer) throw new Error("no transfer is open");
      return transfer;
    };
    const isOpen = async (id: number) => (await overview()).transfers.some((transfer) => transfer.id === id);
    const setIgnored = (id: number, body: object, browser = owner) =>
      browser.call<BankOverview & Problem>("PUT", `/bank/transfers/${id}/ignored`, body);
    const queue = async (name: string, browser = owner) =>
      (await browser.call<Today>("GET", "/today")).body.queues.find((one) => one.name === name);

    beforeAll(async () => {
      shop = await openBankShop(engine, { env: httpsEnv });
      await setStock(shop, hoops.id, 100);
    });
    beforeEach(async () => {
      owner = (await staffMember(shop)).browser;
      const shopper = shop.client();
      await shopper.register();
      orderId = (await beginTransfer(shopper)).body.order_id;
      ({ total } = await moneyOf(shop, orderId));
    });

    test("BQ27: a transfer that belongs to no order is set aside, and reopened with its suggestion", async () => {
      await setStock(shop, hoops.id, 100);
      await shop.db.write(sql`update orders set status = 'cancelled' where id <> ${orderId} and status = 'pending'`);
      await send(total, "NGUYEN VAN A TRA NO");
      const { id, reason, suggested_order: suggested } = await newest();
      expect([reason, suggested]).toEqual(["amount", orderId]);
      const set = await setIgnored(id, { ignored: true });
      expect([set.status, set.body.transfers.some((transfer) => transfer.id === id)]).toEqual([200, false]);
      expect((await setIgnored(id, { ignored: true })).status, "the same again").toBe(200);
      const settle = await owner.call<Problem>("POST", `/bank/transfers/${id}/settle`, { order_id: orderId });
      expect([settle.status, settle.body.code]).toEqual([409, "bank_transfer_settled"]);
      expect((await moneyOf(shop, orderId)).status).toBe("pending");
      const both = await Promise.all([setIgnored(id, { ignored: false }), setIgnored(id, { ignored: false })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(await newest()).toMatchObject({ id, reason: "amount", suggested_order: orderId });
      const { staff } = (await owner.session()).body;
      const entries = await shop.db.all<{ actor: string; change: { state?: unknown } }>(sql`
        select actor, change from audit where object = 'bank_transfer' and object_id = ${String(id)} and actor <> 'system'
        order by id`);
      expect(entries.map(({ actor }) => actor)).toEqual([`staff:${staff.id}`, `staff:${staff.id}`]);
      expect((await owner.call("POST", `/bank/transfers/${id}/settle`, { order_id: orderId })).status).toBe(200);
      for (const ignored of [true, false]) expect((await setIgnored(id, { ignored })).status).toBe(409);
    });

    test("BQ23, BQ27: the overview shows what may be missing of a total", async () => {
      const overview = async () => (await owner.call<BankOverview>("GET", "/bank")).body;
      expect((await overview()).tolerance).toBe(0);
      await shop.db.write(
        sql`insert into setting (name, value, updated_at) values ('bank_transfer_tolerance', '1000', now())`,
      );
      await send(total - 1000, "khong ghi ma");
      const { tolerance } = await overview();
      const settle = await owner.call("POST", `/bank/transfers/${(await newest()).id}/settle`, { order_id: orderId });
      await shop.db.write(sql`delete from setting where name = 'bank_transfer_tolerance'`);
      expect([tolerance, settle.status, (await moneyOf(shop, orderId)).status]).toEqual([1000, 200, "processing"]);
    });

    test("OD02: the timeline names the staff member that assigned a transfer", async () => {
      await send(total, "tien nhan");
      expect(
        (await owner.call("POST", `/bank/transfers/${(await newest()).id}/settle`, { order_id: orderId })).status,
      ).toBe(200);
      const { body } = await owner.call<TimelineEntry[]>("GET", `/orders/${orderId}/timeline`);
      const paid = body.find(({ id }) => id.startsWith("payment-end"));
      const moved = body.find(({ kind }) => kind === "status");
      for (const entry of [paid, moved]) expect(entry?.actor).toEqual({ kind: "staff", name: "Hương" });
    });

    test("BQ27: a transfer that one owner sets aside while another settles it either pays its order or stays open to be undone", async () => {
      const { browser: second } = await staffMember(shop);
      await send(total, "tien nhan");
      const { id } = await newest();
      const [aside, settled] = await Promise.all([
        setIgnored(id, { ignored: true }),
        second.call("POST", `/bank/transfers/${id}/settle`, { order_id: orderId }),
      ]);
      expect([aside.status, settled.status].toSorted()).toEqual([200, 409]);
      const isPaid = settled.status === 200;
      expect((await moneyOf(shop, orderId)).status).toBe(isPaid ? "processing" : "pending");
      expect((await setIgnored(id, { ignored: false })).status).toBe(isPaid ? 409 : 200);
    });

    test("BQ27: an amount suggests an order of the last two hours, unless two wait for it", async () => {
      const begin = async () => {
        const other = shop.client();
        await other.register();
        return (await beginTransfer(other)).body.order_id;
      };
      const suggested = async () => {
        await send(total, "");
        const { reason, suggested_order } = await newest();
        return [reason, suggested_order];
      };
      shop.clock.advance(day / 12 + 1000);
      expect(await suggested()).toEqual(["no_code", null]);
      const recent = await begin();
      expect(await suggested()).toEqual(["amount", recent]);
      await begin();
      expect(await suggested()).toEqual(["no_code", null]);
    });

    test("BQ27: an order that was paid since is not suggested any more, neither by its amount nor by a guessed code", async () => {
      await shop.db.write(sql`update orders set status = 'cancelled' where id <> ${orderId} and status = 'pending'`);
      const [amount, guess] = [total, total - 1];
      await shop.bank.transfer({ account: bankAccount, amount, content: "tien trang suc" });
      await shop.bank.transfer({
        account: bankAccount,
        amount: guess,
        content: transferCode("LIA", orderId),
        mangle: "look_alike",
      });
      const shown = async () => {
        const [second, first] = (await overview()).transfers;
        return [first, second].map((transfer) => [transfer?.reason, transfer?.suggested_order]);
      };
      const open = [
        ["amount", orderId],
        ["guess", orderId],
      ];
      expect(await shown()).toEqual(open);
      await shop.db.write(sql`update orders set status = 'cancelled' where id = ${orderId}`);
      expect(await shown(), "money that comes late pays a closed order").toEqual(open);
      await shop.db.write(sql`update orders set status = 'pending' where id = ${orderId}`);
      await send(total);
      expect((await moneyOf(shop, orderId)).status).toBe("processing");
      expect(await shown()).toEqual([
        ["no_code", null],
        ["guess", null],
      ]);
    });

    test("BQ27: what names the payer of a transfer that was set aside is cleared after 90 days", async () => {
      await send(4_321, "TRAN THI NGOC TRA TIEN");
      const { id } = await newest();
      await setIgnored(id, { ignored: true });
      const content = async () =>
        (await shop.db.one<{ content: string }>(sql`select content from bank_transfer where id = ${id}`))?.content;
      shop.clock.advance(89 * day);
      await shop.runJobs();
      expect(await content()).toContain("NGOC");
      shop.clock.advance(2 * day);
      await shop.runJobs();
      expect(await content()).toBe("");
    });

    test("BQ27, RO01: roles without money.reconcile set nothing aside, and a wrong request is named", async () => {
      await send(4_322, "tien nhan");
      const { id } = await newest();
      for (const body of [{}, { ignored: "yes" }, { ignored: null }, { ignored: 1 }]) {
        const { status, body: problem } = await setIgnored(id, body);
        expect([status, Object.keys(problem.data.params ?? {})]).toEqual([400, ["ignored"]]);
      }
      expect((await setIgnored(99_999_999, { ignored: true })).status).toBe(404);
      for (const role of ["staff", "packer"] as const) {
        const { browser } = await staffMember(shop, role);
        const { status, body } = await setIgnored(id, { ignored: true }, browser);
        expect([role, status, body.data.permission]).toEqual([role, 403, "money.reconcile"]);
        expect(await queue("bank_transfers", browser)).toBeUndefined();
      }
      const customer = shop.client();
      await customer.register();
      const path = `/wp-json/lianne-admin/v1/bank/transfers/${id}/ignored`;
      for (const visitor of [customer, shop.client()])
        expect((await visitor.put(path, { ignored: true })).status).toBe(401);
      expect(await isOpen(id)).toBe(true);
    });

    test("TD02: Today counts the transfers without an order and the refunds to transfer, for roles that reconcile", async () => {
      await send(4_323, "tien nhan");
      const { id } = await newest();
      const { transfers, refunds } = await overview();
      const { browser: accountant } = await staffMember(shop, "accountant");
      expect(await queue("bank_transfers", accountant)).toMatchObject({
        ...{ count: transfers.length, href: "/money/transfers" },
      });
      await setIgnored(id, { ignored: true });
      expect((await queue("bank_transfers"))?.count ?? 0).toBe(transfers.length - 1);
      await send(total + 5_000);
      expect(await queue("bank_refunds")).toMatchObject({ count: refunds.length + 1, href: "/money/transfers" });
    });

    test("BQ22, BQ27: what an order waits for is its total without the parts that have arrived", async () => {
      const due = async () => (await owner.request<WooOrder>("GET", orderPath(orderId))).body.lianne?.money.due;
      expect(await due()).toBe(total);
      await send(100_000);
      expect(await due()).toBe(total - 100_000);
      await send(total - 100_000);
      expect(await due()).toBe(0);
    });
  });
