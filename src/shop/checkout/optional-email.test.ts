import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { type BankShop, openBankShopWithGateways } from "#fixtures/testing/bank.ts";
import { aKey, anOnlinePayment, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { aVisitorWithCart, contactForm, type FormMethod, sendForm } from "#fixtures/testing/guest-forms.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { openPhone } from "#fixtures/testing/phone.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { t } from "#shop/kernel/request/messages.ts";

const methods = ["cod", "vnpay_visa", "paypal", "bacs"] as const;
const created = (method: FormMethod) => (method === "cod" ? 201 : 200);
const contactOf = (method: FormMethod) => (method === "cod" ? "billing" : "customer");
const required = t("vi", "validation.field_required", { field: t("vi", "fields.email") });
const emailErrorOf = (body: Problem, method: FormMethod) =>
  (body.data.details?.[contactOf(method)]?.data as { fields?: Record<string, string> } | null)?.fields?.email;

for (const engine of engines)
  describe(`the email of an order, on ${engine.name}`, () => {
    let shop: BankShop;
    let silent: BankShop;

    beforeAll(async () => {
      const phone = await openPhone();
      shop = await openBankShopWithGateways(engine, { clock: phone.clock, env: phone.env });
      silent = await openBankShopWithGateways(engine);
    });
    beforeEach(async () => {
      for (const each of [shop, silent]) {
        await command(each, "settings set guest_checkout on");
        await command(each, "settings set guest_cod_max_per_network 100");
        await command(each, "settings unset phone_code_daily_budget");
        await setStock(each, hoops.id, 100);
      }
    });

    test.each(methods)("GU05: a guest needs none while codes can be sent, by %s", async (method) => {
      const merchant = await merchantOf(shop);
      const emailOf = async (id: number) => (await merchant.get<WooOrder>(orderPath(id))).body;
      for (const email of ["", "  ", undefined]) {
        const { status, id } = await sendForm(await aVisitorWithCart(shop), contactForm(method, email));
        expect(status).toBe(created(method));
        expect(await emailOf(id)).toMatchObject({ customer_id: 0, billing: { email: "" } });
        expect(await emailsOf(shop, id)).toEqual({});
      }
      const { id } = await sendForm(await aVisitorWithCart(shop), contactForm(method, "lan@example.com"));
      expect((await emailOf(id)).billing.email).toBe("lan@example.com");
    });

    test.each(methods)("GU05: one that is no address is refused and named, by %s", async (method) => {
      const wrong = {
        "lan@": t("vi", "validation.email_invalid"),
        "\u212Aim@example.com": t("vi", "validation.email_ascii"),
      };
      for (const [email, message] of Object.entries(wrong)) {
        const { status, body } = await sendForm(await aVisitorWithCart(shop), contactForm(method, email));
        expect([status, body.code, emailErrorOf(body, method)]).toEqual([400, "rest_invalid_param", message]);
      }
      const none = contactForm(method, null as unknown as string);
      const { status, body } = await sendForm(await aVisitorWithCart(shop), none);
      expect([status, Object.keys(body.data.params as object)]).toEqual([
        400,
        expect.arrayContaining([contactOf(method)]),
      ]);
    });

    test.each(methods)("GU05: an account's order needs one, and a guest's without codes, by %s", async (method) => {
      const customer = await aVisitorWithCart(shop);
      await customer.register();
      for (const visitor of [customer, await aVisitorWithCart(silent)])
        for (const email of ["", undefined]) {
          const { status, body } = await sendForm(visitor, contactForm(method, email));
          expect([status, body.code, emailErrorOf(body, method)]).toEqual([400, "rest_invalid_param", required]);
        }
    });

    test.each(methods)("GU05: a guest needs one after the day's budget for codes is used up, by %s", async (method) => {
      await command(shop, "settings set phone_code_daily_budget 299");
      const { status, body } = await sendForm(await aVisitorWithCart(shop), contactForm(method, ""));
      expect([status, body.code, emailErrorOf(body, method)]).toEqual([400, "rest_invalid_param", required]);
      const sent = await sendForm(await aVisitorWithCart(shop), contactForm(method, "lan@example.com"));
      expect(sent.status).toBe(created(method));
      await command(shop, "settings set phone_code_daily_budget 300");
      expect((await sendForm(await aVisitorWithCart(shop), contactForm(method, ""))).status).toBe(created(method));
    });

    test("GU05: a form that is sent again returns its order after the budget is used up", async () => {
      const [visitor, key] = [await aVisitorWithCart(shop), aKey()];
      const form = contactForm("cod", "");
      if (!("cod" in form)) throw new Error("not a form of a cash order");
      const first = await submit<{ id: number }>(visitor, form.cod, { key });
      expect(first.status).toBe(201);
      await command(shop, "settings set phone_code_daily_budget 0");
      const again = await submit<{ id: number }>(visitor, form.cod, { key });
      expect(again.body.id).toBe(first.body.id);
    });

    test("GU05: both parts of an online order have an email, or neither", async () => {
      const form = anOnlinePayment();
      const { email: _b, ...billing_address } = form.billing_address;
      const { email: _c, ...customer } = form.customer;
      for (const online of [
        { ...form, billing_address },
        { ...form, customer },
      ]) {
        const { status, body } = await sendForm(await aVisitorWithCart(shop), { online });
        expect([status, body.data.params]).toEqual([400, { billing_address: t("vi", "validation.email_invalid") }]);
      }
    });
  });
