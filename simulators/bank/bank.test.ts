import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { NotificationRequest, WebhookResponse } from "#simulators/shared/webhook-sender.ts";
import { type BankSimulator, startBank } from "./index.ts";
import { mangled, mangles } from "./mangle.ts";
import type { BankNotificationFault } from "./notifications.ts";

const secret = "test-secret-only-for-the-simulator";
const account = "0011001234567";
/** of LIA00100153, for 1,290,000 đồng to the account */
const qr =
  "00020101021238570010A00000072701270006970436011300110012345670208QRIBFTTA5303704540712900005802VN62150811LIA0010015363041A65";
const accepted: WebhookResponse = { status: 200, body: '{"success":true}' };
const minuteMs = 5;

interface SentNotification {
  id: number;
  accountNumber: string;
  content: string;
  transferType: string;
  transferAmount: number;
  accumulated: number;
}

describe("the simulated bank", () => {
  let bank: BankSimulator;
  let received: NotificationRequest[];
  let respond: (nth: number) => WebhookResponse | Promise<WebhookResponse>;
  let now: number;
  const notifications = () => received.map(({ body = "" }) => JSON.parse(body) as SentNotification);
  const pay = (own: object) =>
    fetch(new URL("/pay", bank.pageUrl), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ account, amount: "1.290.000", content: "LIA00100153", ...own }),
    });
  const list = (query = "", token = "token") =>
    fetch(`${bank.apiUrl}/transactions${query}`, { headers: { authorization: `Bearer ${token}` } });
  /** Whether a notification is signed as SePay signs it, and how far its time is from the bank's. */
  const signatureOf = ({ headers, body }: NotificationRequest) => {
    const timestamp = headers["x-sepay-timestamp"] ?? "";
    const hex = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    return { valid: headers["x-sepay-signature"] === `sha256=${hex}`, off: Number(timestamp) * 1000 - now };
  };

  beforeEach(async () => {
    received = [];
    respond = () => accepted;
    now = 1_795_417_357_000;
    bank = await startBank({
      keys: { name: "sepay", webhookSecret: secret },
      apiToken: "token",
      webhookUrl: "https://shop.example/webhook",
      minuteMs,
      clock: { now: () => new Date(now) },
      deliver: async (request) => {
        received.push(request);
        return respond(received.length);
      },
    });
  });
  afterEach(() => bank.close());

  test("BQ32: its page reads a code, and fills in its fields", async () => {
    const page = await (await fetch(`${bank.pageUrl}?${new URLSearchParams({ qr })}`)).text();
    for (const value of [account, "1290000", "LIA00100153"]) expect(page).toContain(`value="${value}"`);
    const broken = await (await fetch(`${bank.pageUrl}?${new URLSearchParams({ qr: `${qr.slice(0, -1)}0` })}`)).text();
    expect(broken).toContain("the checksum is wrong");
    expect(broken).not.toContain(`value="${account}"`);
  });

  test.each([
    ["pay", [1_290_000]],
    ["half", [645_000]],
    ["twice", [1_290_000, 1_290_000]],
    ["more", [1_291_000]],
  ] as const)("BQ32: its button %s transfers %j", async (how, amounts) => {
    const { status } = await pay({ how });
    expect([status, bank.ledger().map(({ amount }) => amount)]).toEqual([303, amounts]);
    expect(notifications().map(({ transferAmount }) => transferAmount)).toEqual(amounts);
    const shown = await (await fetch(bank.pageUrl)).text();
    expect(shown).toContain(`+${Number(amounts[0]).toLocaleString("vi-VN")} ₫`);
  });

  test.each(mangles)(
    "BQ32: a bank of the kind %s changes the message, and the notification has what arrived",
    async (mangle) => {
      await pay({ how: "pay", mangle });
      const [booked] = bank.ledger();
      expect(booked?.content).toBe(mangled("LIA00100153", mangle, booked?.reference ?? ""));
      expect([booked?.typed, notifications()[0]?.content]).toEqual(["LIA00100153", booked?.content]);
      if (mangle !== "none") expect(mangled("LIA00100153", mangle, "FT1")).not.toBe("LIA00100153");
    },
  );

  test("BQ32: a notification is repeated after 1, 1, 2, 3, 5, 8 and 13 minutes, until it is accepted by status and body", async () => {
    const times: number[] = [];
    const refused = [
      { status: 500, body: "" },
      { status: 200, body: '{"success":false}' },
      { status: 204, body: "" },
    ];
    respond = (nth) => {
      times.push(performance.now());
      return refused[nth % 3] ?? accepted;
    };
    await bank.transfer({ account, amount: 1000, content: "x" });
    await bank.idle();
    expect(received).toHaveLength(8);
    const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
    for (const [nth, minutes] of [1, 1, 2, 3, 5, 8, 13].entries())
      expect(gaps[nth], `before retry ${nth + 1}`).toBeGreaterThanOrEqual(minutes * minuteMs - 1);
    expect(received.every((notification) => signatureOf(notification).valid)).toBe(true);
    received = [];
    respond = (nth) => (nth < 3 ? { status: 503, body: "" } : { status: 201, body: '{"success":true}' });
    const { id } = await bank.transfer({ account, amount: 2000, content: "x" });
    await bank.idle();
    expect(notifications().map((notification) => notification.id)).toEqual([id, id, id]);
    respond = () => Promise.reject(new Error("the connection broke"));
    await bank.replay(id);
    respond = () => accepted;
    await bank.idle();
    expect(bank.ledger().at(-1)?.responses.slice(-2)).toEqual(["", accepted.body]);
  });

  test("BQ32: the list needs its token, has pages and ids of its own, and accepts three requests a second", async () => {
    for (const amount of [1000, 2000, 3000]) await bank.transfer({ account, amount, content: `LIA ${amount}` });
    expect((await list("", "another")).status).toBe(401);
    const first = (await (await list("?per_page=2")).json()) as {
      data: { id: string; amount_in: number }[];
      meta: { pagination: { has_more: boolean } };
    };
    expect(first.data.map(({ amount_in }) => amount_in)).toEqual([3000, 2000]);
    expect(first.meta.pagination.has_more).toBe(true);
    for (const { id } of first.data) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(notifications().every(({ id }) => Number.isInteger(id))).toBe(true);
    const second = (await (await list("?per_page=2&page=2")).json()) as typeof first;
    expect([second.data.length, second.meta.pagination.has_more]).toEqual([1, false]);
    expect((await list()).status).toBe(200);
    const above = await list();
    expect([above.status, above.headers.get("retry-after")]).toEqual([429, "1"]);
    now += 1_000;
    expect((await list()).status).toBe(200);
  });

  test("BQ32: its clock is moved, and its balance follows each transfer", async () => {
    const before = await bank.transfer({ account, amount: 1000, content: "x" });
    bank.control({ clock_offset_ms: -600_000 });
    const after = await bank.transfer({ account, amount: 400, content: "x", direction: "out" });
    expect(after.at.getTime() - before.at.getTime()).toBe(-600_000);
    expect(after.balance).toBe(before.balance - 400);
    expect(notifications().map(({ accumulated, transferType }) => [accumulated, transferType])).toEqual([
      [before.balance, "in"],
      [after.balance, "out"],
    ]);
    expect(received.map((notification) => signatureOf(notification))).toEqual([
      { valid: true, off: 0 },
      { valid: true, off: -600_000 },
    ]);
  });

  const hour = 3_600_000;
  test.each<[BankNotificationFault, (first: NotificationRequest) => unknown, unknown]>([
    ["unsigned", ({ headers }) => "x-sepay-signature" in headers, false],
    ["wrong_key", signature, false],
    ["wrong_signature", signature, false],
    ["reserialized", signature, false],
    ["stale", offset, -hour],
    ["future", offset, hour],
    [
      "form",
      ({ headers, body = "" }) => [headers["content-type"], new URLSearchParams(body).get("transferAmount")],
      ["application/x-www-form-urlencoded", "1000"],
    ],
    ["other_account", ({ body = "" }) => (JSON.parse(body) as SentNotification).accountNumber, "9999999999"],
    ["zero", amount, 0],
    ["negative", amount, -1000],
    ["fraction", amount, 1000.5],
    ["huge", amount, 2 ** 53],
  ])("BQ32: the switch %s spoils the first notification, and the next one is right", async (kind, read, expected) => {
    respond = (nth) => (nth === 1 ? { status: 401, body: "" } : accepted);
    bank.control({ notifications: { kind, times: 1 } });
    await bank.transfer({ account, amount: 1000, content: "x" });
    await bank.idle();
    const [first, second] = received;
    expect(first && read(first)).toEqual(expected);
    expect(second && [signatureOf(second), amount(second)]).toEqual([{ valid: true, off: 0 }, 1000]);
  });
  function signature(notification: NotificationRequest): boolean {
    return signatureOf(notification).valid;
  }
  function offset(notification: NotificationRequest): number {
    return signatureOf(notification).off;
  }
  function amount({ body = "" }: NotificationRequest): number {
    return (JSON.parse(body) as SentNotification).transferAmount;
  }

  test("BQ32: notifications are missing, twice, late or in another order, by a switch", async () => {
    bank.control({ notifications: { kind: "missing" } });
    const { id } = await bank.transfer({ account, amount: 1000, content: "x" });
    expect(received).toEqual([]);
    bank.control({});
    await bank.replay(id);
    expect(notifications().map((notification) => notification.id)).toEqual([id]);
    bank.control({ notifications: { kind: "double" } });
    await bank.transfer({ account, amount: 1000, content: "x" });
    expect(received).toHaveLength(3);
    for (const kind of ["late", "out_of_order"] as const) {
      received = [];
      bank.control({ notifications: { kind, late_ms: kind === "late" ? 20 : 2_000 } });
      const delayed = await bank.transfer({ account, amount: 1000, content: "x" });
      expect(received).toEqual([]);
      bank.control({});
      const next = await bank.transfer({ account, amount: 1000, content: "x" });
      await bank.idle();
      expect(notifications().map((notification) => notification.id)).toEqual([next.id, delayed.id]);
    }
  });

  test("BQ32: the list fails, is cut off, slow or busy, by a switch", async () => {
    await bank.transfer({ account, amount: 1000, content: "x" });
    const control = (fault: object) => bank.control({ responses: { transactions: fault } });
    for (const status of [401, 429, 500]) {
      control({ status });
      expect((await list()).status).toBe(status);
    }
    control({ malformed: true });
    await expect((await list()).json()).rejects.toThrow();
    control({ dead: true });
    await expect(list()).rejects.toThrow();
    control({ slow_ms: 50 });
    const began = performance.now();
    expect((await list()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(49);
  });
});
