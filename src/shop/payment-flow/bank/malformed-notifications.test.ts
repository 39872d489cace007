import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { bankAccount, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const url = "/wp-json/lianne-bank/v1/webhook/sepay";
const key = { authorization: "Apikey key-of-the-tests" };
const json = { "content-type": "application/json" };

for (const engine of engines)
  describe(`notifications of transfers without a session on ${engine.name}`, () => {
    let shop: BankShop;
    let orderId: number;
    let total: number;
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      shop.client({ headers: { authorization: null } }).post<Problem & { success?: true }>(url, body, headers);
    const notification = (own: object = {}) => ({
      ...{ id: 92_704, accountNumber: bankAccount, subAccount: null, transferType: "in", transferAmount: total },
      ...{ transactionDate: "2026-11-28 14:02:37", content: transferCode("LIA", orderId), referenceCode: "FT92704" },
      ...own,
    });
    const stored = async () =>
      (await shop.db.one<{ count: number }>(sql`select count(*)::integer count from bank_transfer`))?.count;
    const rejected = () =>
      shop.db.all<{ outcome: string; payload: object }>(sql`
        select outcome, payload from payment_event where method = 'bacs' and outcome in ('signature', 'malformed') order by id`);

    beforeAll(async () => {
      shop = await openBankShop(engine);
    });
    beforeEach(async () => {
      const shopper = shop.client();
      await shopper.register();
      orderId = (await beginTransfer(shopper)).body.order_id;
      ({ total } = await moneyOf(shop, orderId));
    });

    test("BQ17: an authentic body that is no notification is a 400, stores no transfer and no part of itself", async () => {
      const before = [await stored(), (await rejected()).length];
      const bodies = [
        {},
        [],
        [notification()],
        { data: notification() },
        notification({ transferAmount: null }),
        notification({ transferAmount: "1e9" }),
        notification({ transferAmount: `${total}.5` }),
        notification({ transferAmount: -total }),
        notification({ transferAmount: [total] }),
        notification({ transferType: "both" }),
        notification({ transactionDate: "yesterday" }),
        notification({ content: { $ne: "" } }),
        notification({ accountNumber: [bankAccount] }),
      ];
      for (const body of bodies) {
        const { status, body: problem } = await post(body, key);
        expect([status, problem.code], JSON.stringify(body)).toEqual([400, "webhook_malformed"]);
      }
      const after = await rejected();
      expect([await stored(), after.length - (before[1] ?? 0)]).toEqual([before[0], bodies.length]);
      expect(after.slice(before[1]).every(({ outcome }) => outcome === "malformed")).toBe(true);
      expect(JSON.stringify(after)).not.toContain(transferCode("LIA", orderId));
      expect((await moneyOf(shop, orderId)).status).toBe("pending");
      expect(shop.takeLoggedErrors().length).toBeGreaterThan(0);
    });

    test("BQ17: a body that cannot be read or is too big is refused, with the key or without", async () => {
      const before = await stored();
      for (const headers of [{}, key]) {
        const large = await post(`{"content":"${"x".repeat(1_100_000)}"}`, { ...json, ...headers });
        expect([large.status, large.body.code]).toEqual([413, "rest_request_entity_too_large"]);
        const broken = await post("{", { ...json, ...headers });
        expect([broken.status, broken.body.code]).toEqual([400, "rest_invalid_json"]);
        const text = await post("tien nhan", { "content-type": "text/plain", ...headers });
        expect(text.status).toBe(415);
      }
      expect(await stored()).toBe(before);
    });

    test("BQ17: without the key, with a part of it or in another scheme a notification is a 401 and pays nothing", async () => {
      const before = await stored();
      for (const authorization of [
        "",
        "Apikey",
        "Apikey key-of-the-test",
        "Bearer key-of-the-tests",
        "key-of-the-tests",
      ]) {
        const { status, body } = await post(notification(), { authorization });
        expect([status, body.code], authorization).toEqual([401, "webhook_signature"]);
      }
      expect([await stored(), (await moneyOf(shop, orderId)).status]).toEqual([before, "pending"]);
      expect(shop.takeLoggedErrors().length).toBeGreaterThan(0);
    });

    test("BQ17, BQ20: a notification that could not be committed is not accepted, and its repetition pays the order", async () => {
      const before = await stored();
      const commit = sql`create constraint trigger refuse_commit after update on orders deferrable initially deferred
        for each row execute function refuse_commit()`;
      await shop.db.write(sql`create function refuse_commit() returns trigger language plpgsql as
        $$ begin raise exception 'no commit'; end $$`);
      await shop.db.write(commit);
      const failed = await post(notification(), key);
      await shop.db.write(sql`drop function refuse_commit() cascade`);
      expect([failed.status, failed.body.success]).toEqual([500, undefined]);
      expect([await stored(), (await moneyOf(shop, orderId)).status]).toEqual([before, "pending"]);
      expect(shop.takeLoggedErrors().length).toBeGreaterThan(0);
      expect((await post(notification(), key)).body).toEqual({ success: true });
      expect(await moneyOf(shop, orderId)).toMatchObject({ status: "processing", payments: ["bacs succeeded"] });
    });

    test("BQ19, BQ20: one notification that arrives ten times at the same moment is one transfer and one payment", async () => {
      const before = (await stored()) ?? 0;
      const same = notification({ id: 92_705, referenceCode: "FT92705" });
      const all = await Promise.all(Array.from({ length: 10 }, () => post(same, key)));
      expect(all.map(({ status, body }) => [status, body.success])).toEqual(Array(10).fill([200, true]));
      expect(await stored()).toBe(before + 1);
      expect(await moneyOf(shop, orderId)).toMatchObject({
        ...{ status: "processing", payments: ["bacs succeeded"], refunds: [] },
      });
    });
  });
