import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Problem } from "#contract/problem.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { bankAccount, beginTransfer, type BankShop, openBankShop, transferContent } from "#fixtures/testing/bank.ts";
import { aCodOrder, anOnlinePayment, benNghe, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, type Gateways, startGateways } from "#fixtures/testing/gateways.ts";
import { anEmail, guestOrdersApi } from "#fixtures/testing/guest-shop.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { manualOrderCalls } from "#fixtures/testing/manual-order.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { moneyOf } from "#fixtures/testing/order-money.ts";
import { ownOptions, ownOrderPath, placeOf } from "#fixtures/testing/own-orders.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { TestClock } from "#fixtures/testing/test-clock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const hoa = { first_name: "Hoa", last_name: "Lê", phone: "0987000001" };
const street = { address_1: "99 Nguyễn Huệ", postcode: "70001" };
/** in several sizes */
const ring = 101;

for (const engine of engines)
  describe(`what a link allows of an order's money, on ${engine.name}`, () => {
    let shop: BankShop;
    let gateways: Gateways;
    let mailbox: TestMailbox;
    let merchant: Visitor;
    let people = 0;
    let option: { id: number; price: number };

    beforeAll(async () => {
      const clock = new TestClock();
      mailbox = await openMailbox();
      const deliver = async () => ({ status: 500, body: "" });
      gateways = await startGateways({ clock, deliver, publicUrl: httpsEnv.PUBLIC_URL });
      const env = { ...gateways.env, ...httpsEnv, ...mailbox.env, RATE_LIMITS: "on" };
      shop = await openBankShop(engine, { clock, env });
      merchant = await merchantOf(shop);
      await command(shop, "settings set guest_checkout on");
      await command(shop, "settings set guest_cod_max_per_network 100");
      const [one, other] = await ownOptions(shop, merchant, ring, [500_000, 620_000]);
      if (!one || !other) throw new Error("the ring has no two options");
      option = other;
    });
    beforeEach(() => setStock(shop, hoops.id, 100));
    afterAll(() => gateways.close());

    const someone = () => shop.client({ address: `203.0.113.${++people}` });
    const guest = async () => {
      const visitor = someone();
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      return { visitor, email: anEmail("money"), phone: `0913${String(++people).padStart(6, "0")}` };
    };
    const online = ({ email, phone }: { email: string; phone: string }) => {
      const { customer, billing_address } = anOnlinePayment();
      return { customer: { ...customer, email, phone }, billing_address: { ...billing_address, email, phone } };
    };
    const cashOrder = async () => {
      const { visitor, email, phone } = await guest();
      const { billing } = aCodOrder();
      const own = { ...billing, email, phone, address_1: `${phone} Lê Lợi` };
      return { id: (await submit<{ id: number }>(visitor, aCodOrder({ billing: own }))).body.id, email };
    };
    /** the calls of the link that is emailed to an order's contact */
    const linkOf = async (id: number, email: string) => {
      await someone().post(`${guestOrdersApi}/lookup`, { order_number: String(id), contact: email });
      await shop.runJobs();
      const found = mailbox.emails(email).map(({ text }) => new RegExp(`/order/${id}/([0-9a-f]{32})`).exec(text)?.[1]);
      const token = found.find((each) => each !== undefined);
      const send = (path: string, body: object = {}) =>
        someone().post<LinkedOrder & Problem>(`${guestOrdersApi}/${path}`, { order_id: id, token, ...body });
      const state = async () => (await send("link")).body.order.self_service;
      return { send, state };
    };
    type Link = Awaited<ReturnType<typeof linkOf>>;
    const cancel = async ({ send, state }: Link) => send("cancel", { version: (await state()).version });
    const expectNoDiversion = async (id: number, { send, state }: Link) => {
      const { version } = await state();
      const address = { version, ...placeOf(benNghe), ...street, expected_total: 0 };
      const stored = async () => (await merchant.get<WooOrder>(orderPath(id))).body;
      const before = await stored();
      const requests = [
        await send("link/recipient", { version, ...hoa }),
        await send("link/address-quote", placeOf(benNghe)),
        await send("link/address", { ...address, expected_total: Number(before.total) }),
      ];
      for (const { status, body } of requests) expect([status, body.code]).toEqual([409, "lianne_state"]);
      const after = await stored();
      expect([after.billing, after.shipping]).toEqual([before.billing, before.shipping]);
    };
    const transfer = async (orderId: number, amount: number) => {
      await shop.bank.transfer({ account: bankAccount, amount, content: transferContent(orderId) });
      await shop.runJobs();
    };

    test("SO01, SO05, SO06: an order that is still to be paid online keeps its recipient and address; its option may change within the limits of unpaid orders", async () => {
      const byGateway = await guest();
      const begun = await beginPayment(byGateway.visitor, online(byGateway));
      expect(begun.status).toBe(200);
      const link = await linkOf(begun.body.order_id, byGateway.email);
      expect((await link.state()).actions).toEqual(["cancel"]);
      await expectNoDiversion(begun.body.order_id, link);

      const byTransfer = await guest();
      const [{ id: first } = { id: 0 }] = (
        await merchant.get<{ id: number }[]>(`/wp-json/wc/v3/products/${ring}/variations?order=asc`)
      ).body.filter(({ id }) => id !== option.id);
      await byTransfer.visitor.post("/wp-json/custom-cart/v1/add", {
        ...{ product_id: ring, variation_id: first, quantity: 1 },
      });
      const items = [{ product_id: ring, variation_id: first, quantity: 1 }];
      const { body } = await beginTransfer(byTransfer.visitor, { ...online(byTransfer), items });
      const other = await linkOf(body.order_id, byTransfer.email);
      const { actions, version } = await other.state();
      expect(actions).toEqual(["cancel", "change_option"]);
      await expectNoDiversion(body.order_id, other);
      const { order } = (await other.send("link")).body;
      const [item] = order.items;
      const expected_total = order.payment.total_amount - (item?.total ?? 0) + option.price;
      const choice = { version, line_id: item?.line_id, variation_id: option.id, expected_total };
      // of the same browser, with another phone number
      const second = (await beginPayment(byTransfer.visitor, online(await guest()))).body.order_id;
      const limit = expected_total + (await moneyOf(shop, second)).total - 1;
      await command(shop, `settings set unpaid_max_total ${limit}`);
      const over = await other.send("link/option", choice);
      expect([over.status, over.body.code]).toEqual([400, "unpaid_over_limit"]);
      await command(shop, `settings set unpaid_max_total ${limit + 1}`);
      const changed = await other.send("link/option", choice);
      await command(shop, "settings unset unpaid_max_total");
      expect([changed.status, changed.body.order.payment.total_amount]).toEqual([200, expected_total]);
      expect(changed.body.payment_url, "the page shows the new total").toMatch(/\/bank-payment\/\d+\?key=/);
    });

    test("BQ14, GU07: the link of an order that waits for a transfer leads to its payment page, which stores nothing for it", async () => {
      const payer = await guest();
      const id = (await beginTransfer(payer.visitor, online(payer))).body.order_id;
      const { send } = await linkOf(id, payer.email);
      const { pathname, searchParams } = new URL((await send("link")).body.payment_url);
      expect(pathname).toBe(`/bank-payment/${id}`);
      const key = searchParams.get("key") ?? "";
      const page = `/wp-json/lianne-bank/v1/payments/${id}`;
      const other = someone();
      const shown = (await payer.visitor.get<BankPayment>(page)).body;
      const open = () => other.get<BankPayment>(`${page}?key=${key}`);
      expect((await open()).body).toEqual({ ...shown, own: false });
      expect((await other.post<BankPayment>(`${page}/check`, { key })).body).toMatchObject({ state: "waiting" });
      expect((await other.post<{ url: string }>(`${page}/link`, { key })).body.url).toContain(`?key=${key}`);
      expect((await other.get(`${page}?key=${"0".repeat(32)}`)).status).toBe(404);
      expect((await other.get(`${page.replace(String(id), String(id - 1))}?key=${key}`)).status).toBe(404);
      const { url } = (await payer.visitor.post<{ url: string }>(`${page}/link`, {})).body;
      await transfer(id, shown.total + 1000);
      expect((await send("link")).body.payment_url).toBe("");
      expect((await open()).body).toMatchObject({ state: "paid", refund: null });
      const account = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
      expect((await other.put(`${page}/refund-account`, { key, ...account })).status).toBe(404);
      // both kinds of links are ended
      const byBankLink = () => other.get(`${page}?key=${new URL(url).searchParams.get("key")}`);
      expect((await byBankLink()).status).toBe(200);
      expect((await command(shop, `orders revoke-links ${id}`)).exit).toBe(0);
      expect([(await open()).status, (await byBankLink()).status]).toEqual([404, 404]);
    });

    test("SO01, SO10: a cash order keeps recipient and address while a deposit is waited for, and a paid one is not cancelled by the link", async () => {
      const { id, email } = await cashOrder();
      const staff = (await staffMember(shop)).browser;
      const { deposit, withdraw } = manualOrderCalls(() => staff);
      const link = await linkOf(id, email);
      const free = ["cancel", "change_recipient", "change_address"];
      expect((await link.state()).actions).toEqual(free);
      expect((await deposit(id, 120_000)).status).toBe(200);
      expect((await link.state()).actions).toEqual(["cancel"]);
      await expectNoDiversion(id, link);
      expect((await withdraw(id)).status).toBe(200);
      expect((await link.state()).actions).toEqual(free);
      expect((await deposit(id, 120_000)).status).toBe(200);
      await transfer(id, 120_000);
      expect(await moneyOf(shop, id)).toMatchObject({
        method: "cod",
        paid: false,
        payments: ["cod pending", "bacs succeeded"],
      });
      expect((await link.state()).actions).toEqual([]);
      await expectNoDiversion(id, link);
      const refused = await cancel(link);
      expect([refused.status, refused.body.code]).toEqual([409, "lianne_state"]);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "processing", refunds: [] });
    });

    test("SO01, SO03, SO04: after a part of a transfer the link cancels nothing, and then only requests it, even if customers' accounts are refunded at once", async () => {
      await command(shop, "settings set self_cancel_paid auto");
      const payer = await guest();
      const { body } = await beginTransfer(payer.visitor, online(payer));
      const id = body.order_id;
      const link = await linkOf(id, payer.email);
      const { total } = await moneyOf(shop, id);
      await transfer(id, 100_000);
      expect((await link.state()).actions).toEqual([]);
      expect((await cancel(link)).status).toBe(409);
      await transfer(id, total - 100_000);
      expect((await link.state()).actions).toEqual(["request_cancel"]);
      const requested = await cancel(link);
      expect([requested.status, requested.body.order.self_service.cancel_requested_at]).toEqual([
        200,
        expect.any(String),
      ]);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "processing", refunds: [] });
      await command(shop, "settings unset self_cancel_paid");
    });

    test("SO05: the recipient of an order that was paid by now, or is being paid, is not changed as that of an unpaid one", async () => {
      const begun = async () => {
        const customer = someone();
        await customer.register();
        const { body } = await beginPayment(customer);
        const { version } = (await customer.get<SelfServiceState>(ownOrderPath(body.order_id))).body;
        const change = () =>
          customer.call<Problem>("PUT", `${ownOrderPath(body.order_id)}/recipient`, { version, ...hoa });
        return { ...body, change };
      };
      const paying = await begun();
      await shop.db.write(sql`
        update payment set capture_until = ${new Date(shop.clock.now().getTime() + 60_000)}
        where order_id = ${paying.order_id} returning id`);
      const captured = await paying.change();
      expect([captured.status, captured.body.code]).toEqual([409, "payment_in_progress"]);
      const paid = await begun();
      await payOnPage(paid.payment_url, "pay");
      expect(await moneyOf(shop, paid.order_id), "the notification was lost").toMatchObject({ status: "pending" });
      const late = await paid.change();
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(await moneyOf(shop, paid.order_id)).toMatchObject({ status: "processing", paid: true });
      const { body } = await merchant.get<WooOrder>(orderPath(paid.order_id));
      expect(body.billing.first_name).not.toBe("Hoa");
    });
  });
