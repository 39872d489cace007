import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Language } from "#contract/language.ts";
import { dong } from "#contract/money.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, shopAddress, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { emailMerchant } from "./email-merchant.ts";

const home = "https://shop.example";
const reader = "ngoc@example.com";

for (const engine of engines)
  describe(`emails to customers and the shop on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let merchant: Visitor;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
      merchant = await merchantOf(shop);
    });
    beforeEach(() => mailbox.clear());
    const shopper = async (lang: Language = "vi") => {
      const visitor = shop.client({ lang, headers: { "x-forwarded-proto": "https" } });
      visitor.cookies.set("preferred-language", lang);
      const user = await visitor.register();
      return { visitor, user };
    };
    async function ordered(visitor: Visitor): Promise<number> {
      const { body } = await submit(visitor, aCodOrder());
      await shop.runJobs();
      return body.id;
    }

    test("registration sends a welcome email", async () => {
      const { user } = await shopper();
      await shop.runJobs();
      const email = mailbox.emailTo(user.email);
      expect(email.subject).toBe("Chào mừng bạn đến với Lianne");
      expect(email.text).toContain(`Chào ${user.firstName},`);
      expect(email.text).toContain(user.username);
    });

    test("a password reset link works once", async () => {
      const { user } = await shopper();
      await shop.runJobs();
      mailbox.clear();
      await shop.client().post("/wp-json/custom/v1/request-password-reset", { email: user.email });
      await shop.runJobs();
      const link = new RegExp(`${home}/reset-password\\?\\S+`).exec(mailbox.emailTo(user.email).text)?.[0] ?? "";
      const { key, login } = Object.fromEntries(new URL(link).searchParams);
      const password = "a new ring of gold";
      const reset = () =>
        shop.client().post("/wp-json/custom/v1/reset-password", { key, login, password, RePassword: password });
      expect((await reset()).status).toBe(200);
      expect((await reset()).status).not.toBe(200);
    });

    test("links of an account's English emails open English pages", async () => {
      const { user } = await shopper("en");
      await shop.runJobs();
      const welcome = mailbox.emailTo(user.email);
      mailbox.clear();
      await shop.client().post("/wp-json/custom/v1/request-password-reset", { email: user.email });
      await shop.runJobs();
      const linksOf = ({ html }: { html: string }) =>
        [...html.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => new URL(link.replaceAll("&amp;", "&")));
      for (const email of [welcome, mailbox.emailTo(user.email)]) {
        expect(linksOf(email).length).toBeGreaterThan(1); // the logo and the button
        for (const { searchParams } of linksOf(email)) expect(searchParams.get("lang")).toBe("en");
      }
    });

    test("a subscriber can unsubscribe by the link in the email and in its header", async () => {
      const { visitor, user } = await shopper();
      await shop.runJobs();
      mailbox.clear();
      await visitor.post("/wp-json/custom/v1/newsletter", { email: user.email });
      await shop.runJobs();
      const { headers, text } = mailbox.emailTo(user.email);
      const link = headers["list-unsubscribe"]?.replace(/^<(.*)>$/, "$1") ?? "";
      expect(text).toContain(link);
      expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
      const { pathname, search } = new URL(link);
      expect((await shop.client().get(pathname + search)).status).toBe(200);
    });

    test.each([
      ["vi", "Lianne đã nhận đơn hàng", "Vui lòng chuẩn bị"],
      ["en", "We have received your order", "ready for the courier"],
    ] as const)("an order confirmation in %s has the lines, totals and address", async (lang, subject, promise) => {
      const { visitor } = await shopper(lang);
      const id = await ordered(visitor);
      const email = mailbox.emailTo(reader);
      expect(email.subject).toBe(`${subject} ${id}`);
      for (const expected of [promise, "× 1", "390.000", "Phường Bến Nghé, Quận 1", "0912345678", "Trần Thị Ngọc"])
        expect(email.text).toContain(expected);
      expect(email.text).toContain(`${home}/profile?tab=orders${lang === "en" ? "&lang=en" : ""}`);
    });

    test("a customer note and a cancellation are sent by email", async () => {
      const id = await ordered((await shopper()).visitor);
      mailbox.clear();
      await merchant.post(`${orderPath(id)}/notes`, { note: "Gói <quà> & thiệp", customer_note: true });
      await shop.runJobs();
      expect(mailbox.emailTo(reader).html).toContain("Gói &lt;quà&gt; &amp; thiệp");
      mailbox.clear();
      await merchant.call("PUT", orderPath(id), { status: "cancelled" });
      await shop.runJobs();
      expect(mailbox.emailTo(reader)).toMatchObject({
        subject: `Đơn hàng ${id} đã được hủy`,
        text: expect.stringContaining("cửa hàng không thể thực hiện đơn hàng này"),
      });
    });

    test("the shop gets an email at its own address about what needs attention", async () => {
      const id = await ordered((await shopper()).visitor);
      mailbox.clear();
      const values = { reference: `${id}-2`, nothing: null };
      const amount = dong(390_000);
      await shop.db.transaction((tx) => emailMerchant(tx, { orderId: id, kind: "second_payment", values, amount }));
      await shop.runJobs();
      const email = mailbox.emailTo(shopAddress);
      expect(email.subject).toBe(`Đơn ${id}: tiền đến ngoài số phải trả`);
      expect(email.text).toMatch(/Số tiền: 390\.000/);
      expect(email.text).toContain(`Mã tham chiếu: ${id}-2`);
      expect(email.text).toContain("Khách hàng: Trần Thị Ngọc");
      expect(email.text).not.toContain("nothing");
    });
  });
