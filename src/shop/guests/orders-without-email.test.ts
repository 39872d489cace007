import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrdersFile } from "#contract/backoffice/bulk-orders.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { BankPayment } from "#contract/bank-payment.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import { bankPaymentPath } from "#contract/payment-methods/index.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { bankAccount, type BankShop, openBankShopWithGateways, transferContent } from "#fixtures/testing/bank.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import {
  aContact,
  aVisitor,
  aVisitorWithCart,
  contactForm,
  type FormMethod,
  sendForm,
} from "#fixtures/testing/guest-forms.ts";
import { guestOrdersApi } from "#fixtures/testing/guest-shop.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { openPhone, type TestPhone } from "#fixtures/testing/phone.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`orders without an email, on ${engine.name}`, () => {
    let shop: BankShop;
    let phone: TestPhone;
    let merchant: Visitor;
    let owner: StaffVisitor;

    beforeAll(async () => {
      phone = await openPhone();
      shop = await openBankShopWithGateways(engine, { clock: phone.clock, env: { ...phone.env, RATE_LIMITS: "on" } });
      merchant = await merchantOf(shop);
    });
    beforeEach(async () => {
      await command(shop, "settings set guest_checkout on");
      await command(shop, "settings set guest_cod_max_per_network 100");
      await setStock(shop, hoops.id, 100);
      phone.clear();
      phone.setFault({});
      owner = (await staffMember(shop)).browser;
    });

    const someone = () => aVisitor(shop);
    const wooOrder = async (id: number) => (await merchant.get<WooOrder>(orderPath(id))).body;
    const place = async (method: FormMethod = "cod") => {
      const visitor = await aVisitorWithCart(shop);
      const contact = aContact();
      const { status, id } = await sendForm(visitor, contactForm(method, "", contact));
      expect(status).toBe(method === "cod" ? 201 : 200);
      return { visitor, id, phone: contact.phone };
    };
    /** Opens the order's page by a code to its phone. @returns the token of its link */
    async function tokenByCode(order: { id: number; phone: string }): Promise<string> {
      phone.clear();
      const lookup = { order_number: String(order.id), contact: order.phone };
      const by = someone();
      expect((await by.post(`${guestOrdersApi}/lookup`, lookup)).status).toBe(200);
      await shop.runJobs();
      const code = phone.codeTo(order.phone);
      const opened = await by.post<{ path: string }>(`${guestOrdersApi}/lookup/code`, { ...lookup, code });
      expect(opened.status).toBe(200);
      return opened.body.path.split("/").at(-1) ?? "";
    }
    const openLink = (id: number, token: string) =>
      someone().post<LinkedOrder>(`${guestOrdersApi}/link`, { order_id: id, token });
    const mailsAbout = async (id: number) => Object.keys(await emailsOf(shop, id));

    test("GU05, GU10, GU12: it is found by a code to its phone; without a service nothing is sent, and no job fails", async () => {
      const order = await place();
      // it is found also after guests may not order any more
      await command(shop, "settings set guest_checkout off");
      const token = await tokenByCode(order);
      expect(await openLink(order.id, token)).toMatchObject({
        status: 200,
        body: { email: "", account_url: "", order: { order_id: order.id } },
      });
      phone.clear();
      phone.setFault({ zalo_error: -118, sms_code: "104" });
      await someone().post(`${guestOrdersApi}/lookup`, { order_number: String(order.id), contact: order.phone });
      await someone().post(`${guestOrdersApi}/lookup`, { order_number: String(order.id), contact: "lan@example.com" });
      await shop.runJobs();
      expect(await mailsAbout(order.id)).toEqual([]);
      const failed = sql`select kind from outbox where failed_at is not null and payload::text like ${`%${order.id}%`}`;
      expect(await shop.db.all(failed)).toEqual([]);
    });

    test("GU05, GU14, GU16, GU17: no account gets it by its missing email", async () => {
      const { visitor, id } = await place();
      const saved = await visitor.post<Problem>(`${guestOrdersApi}/save`, { order_id: id, password: "một mật khẩu" });
      expect(saved).toMatchObject({ status: 409, body: { code: "order_without_email" } });
      expect(saved.body.message).toBe(t("vi", "guest.keep_no_email"));
      const another = someone();
      await another.register();
      await shop.db.write(sql`update customer set email_owned_at = now()`);
      expect((await another.get<{ count: number }>(`${guestOrdersApi}/claimable`)).body.count).toBe(0);
      expect(await wooOrder(id)).toMatchObject({ customer_id: 0 });
    });

    test("GU05, GU19: its confirmation names a call and no email if no code can be sent", async () => {
      await command(shop, "settings set guest_checkout confirmed");
      const { visitor, id, phone: number } = await place();
      phone.setFault({ zalo_error: -118, sms_code: "104" });
      const refused = await visitor.post<Problem>(`${guestOrdersApi}/confirm/code`, { order_id: id });
      expect(refused.status).toBe(409);
      expect(refused.body.message).toBe(
        t("vi", "cod_confirmation.code_not_sent_call", {
          phone: `09•• ••• ${number.slice(-3)}`,
          shop: t("vi", "footer.phone"),
        }),
      );
      phone.setFault({});
      phone.clear();
      expect((await visitor.post(`${guestOrdersApi}/confirm/code`, { order_id: id })).status).toBe(200);
      const code = phone.codeTo(number);
      expect((await visitor.post(`${guestOrdersApi}/confirm/by-code`, { order_id: id, code })).status).toBe(200);
      expect((await wooOrder(id)).status).toBe("processing");
    });

    test("GU05, BQ23, BQ30: too much is returned to the account that its guest enters by a code to the phone", async () => {
      const order = await place("bacs");
      const { total } = await moneyOf(shop, order.id);
      await shop.bank.transfer({ account: bankAccount, amount: total + 5000, content: transferContent(order.id) });
      await shop.runJobs();
      expect(await mailsAbout(order.id)).toEqual(["merchant_bank_refund"]);
      const path = `/wp-json/lianne-bank/v1/payments/${order.id}`;
      const given = { bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
      const token = await tokenByCode(order);
      const { body } = await openLink(order.id, token);
      expect(body.order.self_service.account_needed).toBe(5000);
      expect(body.account_url).toBe(`${bankPaymentPath(order.id)}?key=${token}`);
      const page = await someone().get<BankPayment>(`${path}?key=${token}`);
      expect(page.body).toMatchObject({ own: false, refund: { amount: 5000, account: null } });
      expect((await someone().put(`${path}/refund-account`, { key: token, ...given })).status).toBe(200);
      expect((await openLink(order.id, token)).body.account_url).toBe("");
      // another account by the same link is refused, as by that of an email
      const other = { key: token, ...given, account: "0531000999999" };
      expect(await someone().put(`${path}/refund-account`, other)).toMatchObject({ status: 409 });
      const accounts = () => shop.db.all(sql`select entered_by from bank_refund_account where order_id = ${order.id}`);
      expect(await accounts()).toEqual([{ entered_by: "phone link" }]);
      // the earlier number was wrong: its holder is a stranger
      await merchant.put(orderPath(order.id), { billing: { phone: "0917000001", email: "lan@example.com" } });
      expect(await accounts()).toEqual([]);
      expect((await openLink(order.id, token)).status).toBe(404);
    });

    test("GU05, BQ30: once an email was added, or an account has the order, a code to the phone enters no account for it", async () => {
      const { id: accountId } = await someone().register();
      for (const change of [{ billing: { email: "lan@example.com" } }, { customer_id: accountId }]) {
        const order = await place("bacs");
        const { total } = await moneyOf(shop, order.id);
        await shop.bank.transfer({ account: bankAccount, amount: total + 5000, content: transferContent(order.id) });
        const token = await tokenByCode(order);
        await merchant.put(orderPath(order.id), change);
        const path = `/wp-json/lianne-bank/v1/payments/${order.id}/refund-account`;
        const given = { key: token, bank_bin: "970436", account: "0531000123456", holder: "TRAN THI NGOC" };
        expect((await someone().put(path, given)).status, Object.keys(change)[0]).toBe(404);
      }
    });

    test("GU05: an email that is given at a second try of the form gets the confirmation of the order, once", async () => {
      const visitor = await aVisitorWithCart(shop);
      const contact = aContact();
      const { id } = await sendForm(visitor, contactForm("bacs", "", contact));
      expect(await emailsOf(shop, id)).toEqual({});
      for (const email of ["lan@example.com", "lan@example.com", "hoa@example.com"]) {
        const again = await sendForm(visitor, contactForm("bacs", email, contact));
        expect([again.status, again.id]).toEqual([200, id]);
        expect(await emailsOf(shop, id)).toEqual({ order_received: 1 });
      }
    });

    test("GU05, BQ23: an email that staff add gets the request for the account of a refund that waits for one, once", async () => {
      const add = [
        (id: number, email: string) => merchant.put(orderPath(id), { billing: { email } }),
        (id: number, email: string) =>
          merchant.post(`${orderPath(id)}/actions/send_order_details`, { email, force_email_update: true }),
      ];
      for (const write of add) {
        const { id } = await place("bacs");
        const { total } = await moneyOf(shop, id);
        await shop.bank.transfer({ account: bankAccount, amount: total + 5000, content: transferContent(id) });
        await shop.runJobs();
        expect(await mailsAbout(id)).toEqual(["merchant_bank_refund"]);
        expect((await write(id, "lan@example.com")).status).toBe(200);
        expect((await emailsOf(shop, id)).bank_refund_due).toBe(1);
        // a corrected one gets it too, once
        for (let times = 0; times < 2; times++) await write(id, "hoa@example.com");
        expect((await emailsOf(shop, id)).bank_refund_due).toBe(2);
      }
    });

    test("GU07, BQ30: of an order with an email a link by its phone still enters no account", async () => {
      const contact = aContact();
      const { id } = await sendForm(await aVisitorWithCart(shop), contactForm("bacs", "lan@example.com", contact));
      const { total } = await moneyOf(shop, id);
      await shop.bank.transfer({ account: bankAccount, amount: total + 5000, content: transferContent(id) });
      const token = await tokenByCode({ id, phone: contact.phone });
      expect((await openLink(id, token)).body.account_url).toBe("");
      const page = await someone().get<BankPayment>(`/wp-json/lianne-bank/v1/payments/${id}?key=${token}`);
      expect(page.body).toMatchObject({ own: false, refund: null });
    });

    test("GU05, OL05: the back office finds it, exports it and sends no email about it; one that is added later is used", async () => {
      const order = await place();
      await merchant.put(orderPath(order.id), { status: "completed" });
      const found = await owner.call<OrderRow[]>("GET", `/orders?search=${order.phone}`);
      expect(found.body).toMatchObject([{ id: order.id }]);
      const file = await owner.call<OrdersFile>("POST", "/orders/export", { ids: [order.id] });
      const [heading = "", row = ""] = file.body.content.split("\r\n").map((line) => line.split(","));
      expect(row[heading.indexOf("Email")]).toBe("");
      const timeline = await owner.call<{ kind: string }[]>("GET", `/orders/${order.id}/timeline`);
      expect(timeline.body.map(({ kind }) => kind)).not.toContain("email");
      const templates = () => merchant.get<unknown[]>(`${orderPath(order.id)}/actions/email_templates`);
      expect((await templates()).body).toEqual([]);
      const token = await tokenByCode(order);
      await merchant.put(orderPath(order.id), { billing: { email: "lan@example.com" } });
      expect((await openLink(order.id, token)).status, "the link stays").toBe(200);
      expect((await templates()).body).not.toEqual([]);
    });
  });
