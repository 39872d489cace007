import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Problem } from "#contract/problem.ts";
import { bankAccount, beginTransfer, type BankShop, openBankShop, transferContent } from "#fixtures/testing/bank.ts";
import { anOnlinePayment, hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { anEmail, guestOrdersApi } from "#fixtures/testing/guest-shop.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

const account = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };

for (const engine of engines)
  describe(`orders of guests whose email is corrected, on ${engine.name}`, () => {
    let shop: BankShop;
    let mailbox: TestMailbox;
    let merchant: Visitor;
    let people = 0;

    beforeAll(async () => {
      mailbox = await openMailbox();
      const env = { ...httpsEnv, ...mailbox.env, RATE_LIMITS: "on" };
      shop = await openBankShop(engine, { clock: new TestClock(), env });
      merchant = await merchantOf(shop);
      await command(shop, "settings set guest_checkout on");
    });
    beforeEach(() => setStock(shop, hoops.id, 100));

    const someone = () => shop.client({ address: `203.0.113.${++people}` });
    const page = (id: number) => `/wp-json/lianne-bank/v1/payments/${id}`;
    /** A guest, and the submit of the order form for a transfer. */
    const guest = async () => {
      const visitor = someone();
      const phone = `0914${String(++people).padStart(6, "0")}`;
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      const { customer, billing_address } = anOnlinePayment();
      const submit = async (email: string) => {
        const own = { customer: { ...customer, email, phone }, billing_address: { ...billing_address, email, phone } };
        return (await beginTransfer(visitor, own)).body.order_id;
      };
      return { visitor, submit };
    };
    /** The tokens of links in the emails to an address, the newest last; what is due is sent first. */
    const linksTo = async (email: string) => {
      // an email is sent by the run that follows the job that queues it
      await shop.runJobs();
      await shop.runJobs();
      const texts = mailbox.emails(email).map(({ text }) => text);
      const tokens = (pattern: RegExp) =>
        texts.flatMap((text) => [...text.matchAll(pattern)].map(([, token]) => token));
      return {
        order: tokens(/\/order\/\d+\/([0-9a-f]{32})/g),
        claim: tokens(/\/order-claim\/\d+\/([0-9a-f]{32})/g),
        bank: tokens(/\/bank-payment\/\d+\?key=([\w-]+)/g),
      };
    };
    const open = (id: number, token: string | undefined, path = "link", body: object = {}) =>
      someone().post<LinkedOrder & Problem>(`${guestOrdersApi}/${path}`, { order_id: id, token, ...body });
    const byKey = (id: number, key: string | undefined) => someone().get<BankPayment>(`${page(id)}?key=${key}`);
    const lookUp = (id: number, contact: string) =>
      someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact });
    const correct = async (id: number, email: string) =>
      expect((await merchant.put(orderPath(id), { billing: { email } })).status).toBe(200);

    test("GU07, GU15, BQ14, BQ30: all links that went to a wrong email end when staff correct it, and the corrected address gets one", async () => {
      const [wrong, right] = [anEmail("wrong"), anEmail("right")];
      const stranger = someone();
      await stranger.register({ email: wrong });
      const { visitor, submit } = await guest();
      const id = await submit(wrong);
      await visitor.post(`${guestOrdersApi}/save`, { order_id: id, password: "a ring of silver" });
      shop.clock.advance(91 * minuteMs);
      const sent = await linksTo(wrong);
      const [order, claim, key] = [sent.order.at(-1), sent.claim.at(-1), sent.bank.at(-1)];
      const { version } = (await open(id, order)).body.order.self_service;
      const opened = async () => [
        (await open(id, order)).status,
        (await byKey(id, order)).status,
        (await byKey(id, key)).status,
      ];
      // another account: its claim has to be confirmed, so that this one changes nothing
      const other = someone();
      await other.register();
      const claimed = async (by: Visitor, confirmed: boolean) =>
        (await by.post(`${guestOrdersApi}/claim`, { order_id: id, token: claim, confirmed })).status;
      await correct(id, wrong.toUpperCase());
      expect([...(await opened()), await claimed(other, false)], "the same address").toEqual([200, 200, 200, 200]);
      await correct(id, right);
      expect([...(await opened()), await claimed(stranger, true)]).toEqual([404, 404, 404, 404]);
      expect((await open(id, order, "cancel", { version })).status).toBe(404);
      const { total } = await moneyOf(shop, id);
      await shop.bank.transfer({ account: bankAccount, amount: total + 300_000, content: transferContent(id) });
      expect((await someone().put(`${page(id)}/refund-account`, { key, ...account })).status).toBe(404);

      expect((await visitor.get<BankPayment>(page(id))).body, "the browser that ordered").toMatchObject({ own: true });
      const { order: next } = await linksTo(right);
      expect(next.length, "the email about the payment").toBeGreaterThan(0);
      expect((await open(id, next.at(-1))).body).toMatchObject({ email: expect.stringMatching(/^r•••@/) });
      expect((await linksTo(wrong)).order).toEqual(sent.order);
    });

    test("BQ30: an account for refunds that a link has entered ends with the link; one that staff have entered stays", async () => {
      const [wrong, right, third] = [anEmail("wrong"), anEmail("right"), anEmail("third")];
      const { visitor, submit } = await guest();
      const id = await submit(wrong);
      shop.clock.advance(91 * minuteMs);
      const key = (await linksTo(wrong)).bank.at(-1);
      const { total } = await moneyOf(shop, id);
      await shop.bank.transfer({ account: bankAccount, amount: total + 300_000, content: transferContent(id) });
      const entered = async () => (await visitor.get<BankPayment>(page(id))).body.refund?.account ?? null;
      expect((await someone().put(`${page(id)}/refund-account`, { key, ...account })).status).toBe(200);
      expect(await entered()).toMatchObject({ masked: expect.stringContaining("456") });
      await correct(id, right);
      expect(await entered()).toBeNull();
      const { browser } = await staffMember(shop);
      const path = `/bank/accounts/${id}`;
      expect((await browser.call("PUT", path, account)).status).toBe(200);
      await correct(id, third);
      expect(await entered()).toMatchObject({ masked: expect.stringContaining("456") });
    });

    test("GU07, SO03: submitting the form again with another email ends the link to the first one", async () => {
      const [wrong, right] = [anEmail("first"), anEmail("second")];
      const { visitor, submit } = await guest();
      const id = await submit(wrong);
      await lookUp(id, wrong);
      const [token] = (await linksTo(wrong)).order;
      const { version } = (await open(id, token)).body.order.self_service;
      expect(await submit(right)).toBe(id);
      expect((await open(id, token)).status).toBe(404);
      expect((await open(id, token, "cancel", { version })).status).toBe(404);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "pending" });
      expect((await visitor.get<BankPayment>(page(id))).body).toMatchObject({ own: true, state: "waiting" });
      await lookUp(id, right);
      expect((await open(id, (await linksTo(right)).order.at(-1))).status).toBe(200);
    });

    test("GU07, OF08: an email that is queued to the earlier address has no link; one that staff send elsewhere has", async () => {
      const [wrong, right, once] = [anEmail("queued"), anEmail("corrected"), anEmail("once")];
      const { submit } = await guest();
      const id = await submit(wrong);
      const { browser } = await staffMember(shop);
      const send = (own: object) =>
        browser.request("POST", `${orderPath(id)}/actions/send_email`, { template_id: "customer_invoice", ...own });
      expect((await send({})).status).toBe(200);
      expect((await send({ email: right, force_email_update: true })).status).toBe(200);
      expect((await send({ email: once, this_email_only: true })).status).toBe(200);
      const links = [await linksTo(wrong), await linksTo(right), await linksTo(once)].map(({ order }) => order);
      expect(mailbox.emails(wrong).length).toBeGreaterThan(0);
      expect(links.map(({ length }) => length)).toEqual([0, 1, 1]);
      for (const [token] of links.slice(1)) expect((await open(id, token)).status).toBe(200);
    });
  });
