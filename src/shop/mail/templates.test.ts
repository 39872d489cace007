import { beforeAll, describe, expect, test } from "vitest";
import { languages } from "#contract/language.ts";
import { dong } from "#contract/money.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, shopAddress, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { MailTemplate, type OrderDigest } from "./email.ts";
import { queueMail } from "./queue-mail.ts";

const publicUrl = "https://shop.example";
const nasty = `<b>"O'Neil" & {total}</b>`;

const order: OrderDigest = {
  placedAt: "2026-11-21T03:04:05.000Z",
  lines: [
    { name: `Nhẫn bạc ${nasty}`, option: `52 mm, ${nasty}`, gift: `Hộp ${nasty}`, quantity: 2, total: dong(780_000) },
    { name: "Hoa tai", option: "", gift: "", quantity: 1, total: dong(390_000) },
  ],
  subtotal: dong(1_170_000),
  discount: dong(100_000),
  shipping: dong(25_000),
  fees: dong(10_000),
  total: dong(1_105_000),
  method: "VNPay",
  delivery: "Giao hàng tận nơi",
  shipTo: [`Trần ${nasty}`, "0912345678", "12 Nguyễn Huệ, Phường Bến Nghé, Quận 1"],
};

/** Values for all templates; each uses those it needs. */
const values = {
  name: nasty,
  username: "ngoc_1",
  order_number: "10001",
  total: "1.105.000 ₫",
  payment_method: "VNPay",
  transaction_no: "14422574",
  paid_at: "21/11/2026 10:04:05",
  reason: nasty,
  note: `${nasty}\nsecond line`,
  amount: "390.000 ₫",
  rest: "910.000 ₫",
  tracking_code: "L8F3QA",
  carrier: "GHN",
  expected_date: "T3 24/11",
  promised: "T4 02/12 – T5 03/12",
  promised_before: "T3 01/12",
  cod_amount: "1.105.000 ₫",
  until: "21:35",
  day: "T6 04/12",
  year: "2028",
  bank: "Vietcombank",
  account: "•••6789",
  left: "7",
  confirm_by: "21:35 24/11/2026",
  account_email: "n•••@example.com",
  device: nasty,
};

const sealed = [
  "password_reset",
  "newsletter_welcome",
  "email_change_confirm",
  "staff_invitation",
  "staff_password_reset",
  "staff_new_device",
  "bank_transfer_reminder",
  "deposit_requested",
  "order_link",
  "order_claim",
  "account_confirm",
  "welcome",
];
/** With a second link, which reports that another person created the account. */
const refusable: readonly string[] = ["welcome", "account_confirm"];
const also: Partial<Record<MailTemplate, string[]>> = {
  welcome: ["confirm"],
  order_received: [
    "confirm",
    "cod_confirmed",
    "cod",
    "pickup",
    "online",
    "bank",
    "promised",
    "promised_pickup",
    "postponed",
    "promise_replaced",
  ],
  order_paid: ["when", "delivery", "pickup", "promised", "promised_pickup", "postponed", "promise_replaced"],
  order_paid_late: ["when"],
  promise_missed: ["wait", "choices"],
  bank_refund_due: ["surplus", "lowered", "sold_out"],
  order_shipped: ["promised", "expected", "cod"],
  payment_failed: ["because", "unexplained"],
};
const isMerchants = (template: MailTemplate): boolean => template.startsWith("merchant_");

const [engine] = engines;
if (!engine) throw new Error("no engine");

describe("emails", () => {
  let shop: TestShop;
  let mailbox: TestMailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    shop = await openShop(engine, { seed: false, env: { ...mailbox.env, PUBLIC_URL: publicUrl } });
  });

  test.each(languages)(
    "an overpayment in %s is not described as a second payment: a cash order was paid once",
    async (lang) => {
      mailbox.clear();
      const mail = {
        template: "double_payment_found" as const,
        to: "ngoc@example.com",
        lang,
        values,
        also: [],
        order,
        facts: {},
      };
      await shop.db.transaction((tx) => queueMail(tx, mail));
      await shop.runJobs();
      const email = mailbox.emailTo("ngoc@example.com");
      for (const written of [email.subject, email.text]) expect(written).not.toMatch(/hai lần|twice|thừa/i);
    },
  );

  const cases = MailTemplate.options.flatMap((template) => languages.map((lang) => ({ template, lang })));
  test.each(cases)(
    "$template in $lang: complete, escaped, and linking to the shop only",
    async ({ template, lang }) => {
      mailbox.clear();
      const to = isMerchants(template) ? null : "ngoc@example.com";
      const url = sealed.includes(template) ? { url: `${publicUrl}/somewhere?key=a&login=b` } : {};
      const refuse = refusable.includes(template) ? { refuse_url: `${publicUrl}/refuse?token=a` } : {};
      const facts = to === null ? { reference: nasty, "a thing": "as it is called" } : {};
      const mail = {
        template,
        to,
        lang,
        values: { ...values, ...url, ...refuse },
        also: also[template] ?? [],
        order,
        facts,
      };
      await shop.db.transaction((tx) => queueMail(tx, mail));
      await shop.runJobs();
      const email = mailbox.emailTo(to ?? shopAddress);

      for (const written of [email.subject, email.text, email.html]) {
        expect(written.replaceAll("{total}", "")).not.toMatch(/\{\w+\}|undefined|\[object|NaN/);
      }
      expect(email.html).toContain(`<html lang="${lang}">`);
      expect(email.html).not.toContain("<b>");
      expect(email.html).not.toMatch(/<script|<img|src=/);
      expect(email.html).toContain("&lt;b&gt;&quot;O&#39;Neil&quot; &amp; {total}&lt;/b&gt;");
      const links = [...email.html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
      expect(links.filter((link) => !link.startsWith(`${publicUrl}/`))).toEqual([]);
      for (const link of links.slice(1)) expect(email.text).toContain(link);

      expect(email.text).toContain("1.105.000 ₫".replace(" ", "\u00a0"));
      expect(email.headers).toMatchObject({
        "auto-submitted": "auto-generated",
        from: expect.stringContaining(shopAddress),
      });
      expect(email.headers["reply-to"]).toBe(to === null ? undefined : "cskh@lianne.example");
      expect(email.headers["list-unsubscribe"]).toBe(
        template === "newsletter_welcome" ? `<${publicUrl}/somewhere?key=a&login=b>` : undefined,
      );
      expect(email.messageId).toMatch(/^<\d+\.[0-9a-z]+@shop\.example>$/);
    },
  );

  test("an English email links to English pages, with the order's number where the link has one", async () => {
    mailbox.clear();
    const mail = { template: "payment_failed", to: "ngoc@example.com", lang: "en", values } as const;
    await shop.db.transaction((tx) => queueMail(tx, mail));
    await shop.runJobs();
    expect(mailbox.emailTo("ngoc@example.com").text).toContain(`${publicUrl}/final-payment?order_id=10001&lang=en`);
  });

  test("readers reply to the configured address if there is one", async () => {
    mailbox.clear();
    const own = await openShop(engine, { seed: false, env: { ...mailbox.env, MAIL_REPLY_TO: "hi@shop.example" } });
    await own.db.transaction((tx) =>
      queueMail(tx, { template: "payment_failed", to: "ngoc@example.com", lang: "en", values }),
    );
    await own.runJobs();
    const { headers, text, html } = mailbox.emailTo("ngoc@example.com");
    expect(headers["reply-to"]).toBe("hi@shop.example");
    for (const shown of [text, html]) expect(shown).toContain("hi@shop.example");
  });

  test("SC03: the button of an email to a staff member opens the back office's own host", async () => {
    mailbox.clear();
    const backOfficeUrl = "https://quanly.shop.example";
    const own = await openShop(engine, {
      ...{ seed: false, env: { ...mailbox.env, PUBLIC_URL: publicUrl, BACKOFFICE_URL: backOfficeUrl } },
    });
    const to = "an@example.com";
    for (const template of ["staff_locked", "staff_recovery_code", "staff_passkey_revoked"] as const) {
      mailbox.clear();
      await own.db.transaction((tx) => queueMail(tx, { template, to, lang: "en", values }));
      await own.runJobs();
      const { html, text } = mailbox.emailTo(to);
      for (const shown of [html, text]) expect(shown, template).toContain(`${backOfficeUrl}/admin?lang=en`);
      expect(html, template).not.toContain(`${publicUrl}/admin`);
    }
  });

  test("an email with a missing value throws and is not sent", async () => {
    mailbox.clear();
    const mail = { template: "order_note", to: "ngoc@example.com", lang: "vi", values: { name: "Ngọc" } } as const;
    await shop.db.transaction((tx) => queueMail(tx, mail));
    await shop.runJobs();
    expect(mailbox.emails()).toEqual([]);
    expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "a job failed permanently" }]);
  });
});
