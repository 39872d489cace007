import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bankAccount, bankPage, beginTransfer, type BankShop, openBankShop } from "#fixtures/testing/bank.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { readableMangles } from "#simulators/bank/mangle.ts";
import type { BankNotificationFault } from "#simulators/bank/notifications.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { transferCode } from "#shop/payments/index.ts";

const [engine] = engines;
if (!engine) throw new Error("no engine");
const hour = 3_600_000;

const rejectedFaults: BankNotificationFault[] = ["unsigned", "wrong_key", "wrong_signature"];
/** Of Casso, a negative amount is an outgoing transfer. */
const wrongAmounts: Record<"sepay" | "casso" | "payos", BankNotificationFault[]> = {
  sepay: ["negative", "fraction", "huge"],
  casso: ["fraction", "huge"],
  payos: ["negative", "fraction", "huge"],
};

describe.each(["sepay", "casso", "payos"] as const)("notifications of %s", (notifier) => {
  let shop: BankShop;
  let shopper: Visitor;
  let orderId: number;
  let total: number;
  const send = (fault: BankNotificationFault | null, content = transferCode("LIA", orderId), more = {}) => {
    shop.bank.control(fault ? { notifications: { kind: fault, times: 1 } } : {});
    return shop.bank.transfer({ account: bankAccount, amount: total, content, ...more });
  };
  const status = async () => (await moneyOf(shop, orderId)).status;
  const stored = () => shop.db.all(sql`select from bank_transfer`);
  const newest = () =>
    shop.db.one<{ direction: string; amount: number }>(
      sql`select direction, amount from bank_transfer order by id desc limit 1`,
    );
  const rejections = () =>
    shop.db.all<{ outcome: string; payload: unknown }>(sql`
      select outcome, payload from payment_event where method = 'bacs' and channel = 'webhook'
        and outcome in ('signature', 'expired', 'malformed') order by id`);

  beforeAll(async () => {
    shop = await openBankShop(engine, { notifier });
  });
  beforeEach(async () => {
    shop.takeLoggedErrors();
    shopper = shop.client();
    await shopper.register();
    orderId = (await beginTransfer(shopper)).body.order_id;
    ({ total } = await moneyOf(shop, orderId));
  });

  test("BQ16: an authentic notification pays the order", async () => {
    const { responses } = await send(null);
    expect(responses).toEqual([JSON.stringify({ success: true })]);
    expect(await status()).toBe("processing");
  });

  test.each(rejectedFaults)(
    "BQ17, BQ18: a notification with the fault %s is a 401 and stores only the rejection; its retry is accepted",
    async (fault) => {
      const [transfers, before] = [await stored(), await rejections()];
      const { responses } = await send(fault);
      expect(responses[0]).toContain("webhook_signature");
      expect((await rejections()).slice(before.length)).toEqual([{ outcome: "signature", payload: {} }]);
      await shop.bank.idle();
      expect(shop.takeLoggedErrors()).toHaveLength(1);
      expect((await stored()).length).toBe(transfers.length + 1);
      expect(await status()).toBe("processing");
    },
  );

  test.each(wrongAmounts[notifier])("a notification with an amount that is %s is refused", async (fault) => {
    const before = await stored();
    const { responses } = await send(fault);
    expect(responses[0]).toContain("webhook_malformed");
    expect((await stored()).length).toBe(before.length);
    await shop.bank.idle();
    shop.takeLoggedErrors();
    expect(await status()).toBe("processing");
  });

  if (notifier === "casso")
    test("a notification with a negative amount is an outgoing transfer, and pays nothing", async () => {
      const { responses } = await send("negative");
      expect(responses).toEqual([JSON.stringify({ success: true })]);
      expect(await newest()).toEqual({ direction: "out", amount: 1000 });
      expect(await status()).toBe("pending");
    });

  test("a notification about no money is accepted and changes nothing", async () => {
    shop.bank.control({ notifications: { kind: "zero" } });
    const { responses } = await shop.bank.transfer({ account: bankAccount, amount: total, content: "test" });
    expect(responses).toEqual([JSON.stringify({ success: true })]);
    expect(await status()).toBe("pending");
  });

  test.each(readableMangles)("BQ10, BQ32: the order is found in a content of the kind %s", async (mangle) => {
    await send(null, transferCode("LIA", orderId), { mangle });
    expect(await status()).toBe("processing");
  });

  test("BQ17: the other notifiers' URLs do not exist", async () => {
    for (const other of ["sepay", "casso", "payos"].filter((name) => name !== notifier))
      expect((await shop.client().post(`/wp-json/lianne-bank/v1/webhook/${other}`, {})).status).toBe(404);
  });
});

describe("notifications of SePay", () => {
  let shop: BankShop;
  let orderId: number;
  const url = "/wp-json/lianne-bank/v1/webhook/sepay";
  const lines: string[] = [];
  const lateNotifications = () => lines.filter((line) => line.includes("a bank notification is late"));
  beforeAll(async () => {
    shop = await openBankShop(engine, { onLogLine: (line) => lines.push(line) });
    const shopper = shop.client();
    await shopper.register();
    orderId = (await beginTransfer(shopper)).body.order_id;
  });

  test.each(["stale", "future", "reserialized"] as const)(
    "BQ17: a notification with the fault %s is a 401",
    async (fault) => {
      shop.bank.control({ notifications: { kind: fault, times: 1 } });
      const { responses } = await shop.bank.transfer({ account: bankAccount, amount: 1, content: "x" });
      expect(responses[0]).toContain("webhook_signature");
      await shop.bank.idle();
      expect(shop.takeLoggedErrors()).toHaveLength(1);
      shop.bank.control({});
    },
  );

  test("BQ17, BQ19, BQ32: a clock that is ten minutes off does not matter; more than five minutes are logged, the balance is not", async () => {
    shop.bank.control({ clock_offset_ms: -hour / 15 });
    await shop.bank.transfer({ account: bankAccount, amount: 1, content: "x" });
    expect(lateNotifications()).toEqual([]);
    shop.bank.control({ clock_offset_ms: -hour / 6 });
    const { responses } = await shop.bank.transfer({ account: bankAccount, amount: 1, content: "x" });
    expect(responses).toEqual([JSON.stringify({ success: true })]);
    expect(lateNotifications()).toHaveLength(1);
    for (const { balance } of shop.bank.ledger()) expect(lines.join()).not.toContain(String(balance));
    shop.bank.control({ clock_offset_ms: 0 });
  });

  test("BQ17: form-encoded notifications are verified over their raw bytes", async () => {
    const { total } = await moneyOf(shop, orderId);
    shop.bank.control({ notifications: { kind: "form" } });
    await shop.bank.transfer({ account: bankAccount, amount: total, content: transferCode("LIA", orderId) });
    expect((await moneyOf(shop, orderId)).status).toBe("processing");
    shop.bank.control({});
  });

  test("BQ17: the key of the header Authorization is accepted too", async () => {
    const byKey = await openBankShop(engine, { keys: { name: "sepay", webhookKey: "key-of-the-tests" } });
    const { responses } = await byKey.bank.transfer({ account: bankAccount, amount: 1, content: "x" });
    expect(responses).toEqual([JSON.stringify({ success: true })]);
    byKey.bank.control({ notifications: { kind: "wrong_key", times: 1 } });
    const rejected = await byKey.bank.transfer({ account: bankAccount, amount: 1, content: "x" });
    expect(rejected.responses[0]).toContain("webhook_signature");
    await byKey.bank.idle();
    byKey.takeLoggedErrors();
  });

  test.each([
    ["demo", {}, true],
    ["demo", { BANK_DEEPLINKS: "off" }, false],
    ["live", liveEnv, false],
    ["live", { ...liveEnv, BANK_DEEPLINKS: "on" }, true],
  ] as const)("BQ15: in %s mode with %o the page links to banks' apps: %s", async (_mode, env, expected) => {
    const other = await openBankShop(engine, { env });
    const shopper = other.client();
    await shopper.register();
    const id = (await beginTransfer(shopper)).body.order_id;
    expect((await bankPage(shopper, id)).deep_links).toBe(expected);
    // an order that waits for no transfer has none
    const { total } = await moneyOf(other, id);
    await other.bank.transfer({ account: bankAccount, amount: total, content: transferCode("LIA", id) });
    expect(await bankPage(shopper, id)).toMatchObject({ state: "paid", deep_links: false });
    await other.close();
  });

  test("BQ02: without an account the method is not offered and its endpoints refuse", async () => {
    const plain = await openShop(engine);
    const shopper = plain.client();
    await shopper.register();
    const content = await shopper.get<{ payment_methods: string[] }>("/wp-json/custom-lang/v1/content/vi");
    expect(content.body.payment_methods).not.toContain("bacs");
    expect((await beginTransfer(shopper)).status).toBe(400);
    expect((await plain.client().post(url, {})).status).toBe(404);
    const offered = await shop.client().get<{ payment_methods: string[] }>("/wp-json/custom-lang/v1/content/vi");
    expect(offered.body.payment_methods).toEqual(["cod", "bacs"]);
  });
});
