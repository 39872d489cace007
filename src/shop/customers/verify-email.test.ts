import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CheckAuth } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const again = "/wp-json/custom-auth/v1/verification-email";
const dayMs = 24 * 60 * 60_000;
const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://shop.example" };

for (const engine of engines)
  describe(`the email of a new account on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let customer: Visitor;
    let person: ReturnType<typeof aPerson>;
    let number = 0;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env, RATE_LIMITS: "on" } });
      await command(shop, "settings set cod_max_open_per_phone 1000");
    });
    beforeEach(() => {
      customer = shop.client({ address: `10.12.${++number}.1` });
      person = aPerson();
    });
    const register = (lang = "vi") => customer.post(`/wp-json/custom-auth/v1/register?lang=${lang}`, person);
    const logIn = () => customer.login(person.username, person.password);
    const user = async () => (await customer.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;
    const isThere = async () =>
      (await shop.db.one(sql`select from customer where username = ${person.username}`)) !== undefined;
    /** Path and query of a link in the newest email. */
    const link = async (kind: "confirm" | "refuse"): Promise<string> => {
      await shop.runJobs();
      const [email] = mailbox.emails(person.email);
      const url = new URL(new RegExp(`https:\\S+/${kind}-email\\S+`).exec(email?.text ?? "")?.[0] ?? "");
      return url.pathname + url.search;
    };
    const anyone = () => shop.client({ address: `10.13.${number}.1` });
    const open = (path: string) => anyone().get(path);
    const press = (path: string, headers = form) => anyone().post(path, "", headers);

    test.each([
      ["vi", "Chào mừng bạn đến với Lianne", "Xác nhận email", "Không phải bạn tạo tài khoản này?"],
      ["en", "Welcome to Lianne", "Confirm the email", "Did you not create this account?"],
    ])(
      "UA13: is verified by the email after the registration, which is not required to order, in %s",
      async (lang, subject, button, notMe) => {
        await register(lang);
        const confirm = await link("confirm");
        const email = mailbox.emailTo(person.email);
        expect(email.subject).toBe(subject);
        for (const written of [email.text, email.html]) {
          expect(written).toContain(button);
          expect(written).toContain(notMe);
        }
        await logIn();
        expect(await user()).toMatchObject({ email_status: "unconfirmed" });
        expect((await submit(customer, aCodOrder())).status).toBe(201);

        const page = await open(confirm);
        expect(page.status).toBe(200);
        expect(page.text).toContain('<form method="post"><button');
        expect((await user())?.email_status, "a program that opens links changes nothing").toBe("unconfirmed");
        expect((await press(confirm, { ...form, origin: "https://evil.example" })).status).toBe(403);
        expect((await press(confirm)).status).toBe(200);
        expect((await user())?.email_status).toBe("confirmed");
        expect((await press(confirm)).status, "the link works once").toBe(404);
        expect((await press(await link("refuse"))).status, "a confirmed address is not refused").toBe(404);
        expect(await customer.post<Problem>(`${again}?lang=en`)).toMatchObject({
          status: 409,
          body: { code: "email_confirmed", message: "Your email address is confirmed." },
        });
      },
    );

    test.each([
      ["vi", "Hãy đăng nhập trên trình duyệt này", "Đăng nhập để xem đơn hàng", "Về trang hồ sơ"],
      ["en", "Log in with this browser", "Log in to see the orders", "To the profile"],
    ])(
      "UA13, GU16: a browser without a session offers a login to see the email's orders, in %s",
      async (lang, text, button, profile) => {
        await register(lang);
        const page = await press(await link("confirm"));
        expect(page.text).toContain(text);
        expect(page.text).toContain(`href="https://shop.example/profile?tab=orders&amp;lang=${lang}">${button}</a>`);
        person = aPerson();
        await register(lang);
        await logIn();
        const inSession = await customer.post(await link("confirm"), "", form);
        expect(inSession.status).toBe(200);
        expect(inSession.text).not.toContain(text);
        expect(inSession.text).toContain(profile);
        expect((await press(`/wp-json/custom-auth/v1/confirm-email?token=x&lang=${lang}`)).text).not.toContain(text);
      },
    );

    test.each(["confirm", "refuse"])(
      "UA13: a wrong, an empty and a too long token of %s are not valid",
      async (kind) => {
        for (const token of ["", "x", "0".repeat(43), "x".repeat(3000)])
          for (const send of [open, press])
            expect((await send(`/wp-json/custom-auth/v1/${kind}-email?token=${token}`)).status).toBe(404);
      },
    );

    test("UA13: a new email is possible 3 times in an hour, and needs a login", async () => {
      expect(await shop.client().post(again)).toMatchObject({ status: 401, body: { code: "not_logged_in" } });
      await register();
      await logIn();
      expect((await customer.post(again, undefined, { origin: "https://evil.example" })).status).toBe(403);
      for (let turn = 0; turn < 3; turn++) {
        const sent = await customer.post<{ message: string }>(again);
        expect(sent).toMatchObject({ status: 200, body: { success: true } });
        expect(sent.body.message).toContain(person.email);
      }
      const refused = await customer.post<Problem>(again);
      expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(refused.header("retry-after"))).toBeGreaterThan(0);
      await shop.runJobs();
      expect(mailbox.emails(person.email)).toHaveLength(4);
      shop.clock.advance(61 * 60_000);
      expect((await customer.post(again)).status).toBe(200);
      await shop.runJobs();
      const [newest] = mailbox.emails(person.email);
      expect(newest?.subject).toBe("Xác nhận email của tài khoản Lianne");
      expect((await press(await link("confirm"))).status).toBe(200);
      expect((await user())?.email_status).toBe("confirmed");
    });

    test("UA13: 'not me' deletes an account without orders, and frees its email", async () => {
      await register();
      await logIn();
      await customer.post("/wp-json/custom-favorites/v1/add", { product_id: 145 });
      const refuse = await link("refuse");
      expect((await open(refuse)).text).toContain("Không phải tôi");
      expect(await isThere()).toBe(true);
      const gone = await press(refuse);
      expect(gone.status).toBe(200);
      expect(gone.text).toContain("Tài khoản đã được xóa");
      expect(await isThere()).toBe(false);
      expect(await user()).toBeNull();
      expect((await press(refuse)).status).toBe(404);
      const owner = shop.client({ address: `10.12.${number}.2` });
      expect((await owner.register({ email: person.email })).email).toBe(person.email);
      await shop.runJobs();
      expect(mailbox.emails(person.email).map(({ subject }) => subject)).not.toContain(
        "Tài khoản Lianne của bạn đã được xóa",
      );
    });

    test("UA13: 'not me' leaves an account with orders without emails; the merchant sees it", async () => {
      await register();
      await logIn();
      const { billing } = aCodOrder();
      const order = async () => {
        const placed = await submit(customer, aCodOrder({ billing: { ...billing, email: person.email } }));
        expect(placed.status).toBe(201);
        await shop.runJobs();
        return placed.body.id;
      };
      const id = await order();
      const before = mailbox.emails(person.email).length;
      const welcome = mailbox.emails(person.email).find(({ subject }) => subject.startsWith("Chào mừng"));
      const url = new URL(/https:\S+\/refuse-email\S+/.exec(welcome?.text ?? "")?.[0] ?? "");
      expect((await press(url.pathname + url.search)).text).toContain("Đã ghi nhận");
      expect(await user()).toMatchObject({ username: person.username, email_status: "refused" });
      const merchant = await merchantOf(shop);
      const notes = await merchant.get<{ note: string }[]>(`/wp-json/wc/v3/orders/${id}/notes`);
      expect(notes.body.map(({ note }) => note).join()).toContain("không phải của họ");
      await order();
      expect(mailbox.emails(person.email)).toHaveLength(before);
      expect(shop.takeLoggedErrors().map(({ msg }) => msg)).toEqual([expect.stringContaining("was not sent")]);

      const email = `right-${person.email}`;
      await customer.put("/wp-json/custom-auth/v1/profile", { email, password: person.password });
      await shop.runJobs();
      const own = new URL(/https:\S+\/confirm-email\S+/.exec(mailbox.emailTo(email).text)?.[0] ?? "");
      expect((await press(own.pathname + own.search)).status).toBe(200);
      expect(await user()).toMatchObject({ email, email_status: "confirmed" });
      shop.takeLoggedErrors();
    });

    test("UA13: links and state are part of the export, and go with the account", async () => {
      await register();
      await logIn();
      const { body } = await customer.get<Record<string, unknown>>("/wp-json/custom-auth/v1/personal-data");
      expect(body.email_verifications).toEqual(
        ["confirm", "refuse"].map((purpose) => expect.objectContaining({ purpose, to: person.email })),
      );
      expect(JSON.stringify(body)).not.toContain("token");
      await customer.post("/wp-json/custom-auth/v1/delete-account", { password: person.password });
      expect(await shop.db.all(sql`select from email_verification where email = ${person.email}`)).toEqual([]);
    });

    // the clock goes on by days from here: the database's does not, so that links of further emails have expired
    test("UA13: can be verified for a day; tokens are stored as hashes and are in no log", async () => {
      await register();
      const [confirm, refuse] = [await link("confirm"), await link("refuse")];
      const stored = JSON.stringify([
        await shop.db.all(sql`select encode(token_hash, 'base64') hash, v.* from email_verification v`),
        await shop.db.all(sql`select payload from outbox`),
      ]);
      for (const path of [confirm, refuse]) {
        const token = new URLSearchParams(path.split("?")[1]).get("token") ?? "";
        expect(token.length).toBeGreaterThan(20);
        expect(stored).not.toContain(token);
      }
      shop.clock.advance(dayMs + 1000);
      expect((await open(confirm)).status).toBe(404);
      expect((await press(confirm)).status).toBe(404);
      expect((await open(refuse)).status, "the other link works for as long as the account is unused").toBe(200);
      shop.takeLoggedErrors();
    });

    test("UA13: an account without login, order and verification ends after 30 days", async () => {
      await register();
      const people = [person];
      const another = async (use: (visitor: Visitor) => Promise<unknown>): Promise<string> => {
        person = aPerson();
        people.push(person);
        customer = shop.client({ address: `10.12.${number}.${people.length}` });
        await register();
        await use(customer);
        return person.username;
      };
      const unused = person.username;
      const loggedIn = await another(logIn);
      const verified = await another(async () => press(await link("confirm")));
      const merchant = await merchantOf(shop);
      const ordered = await another(async () => {
        const row = await shop.db.one<{ id: number }>(sql`select id from customer where username = ${person.username}`);
        const made = await merchant.post("/wp-json/wc/v3/orders", { ...aCodOrder(), customer_id: row?.id });
        expect(made.status).toBe(201);
      });
      const made = await merchant.post<{ username: string }>("/wp-json/wc/v3/customers", {
        email: `by-${person.email}`,
      });
      const left = async () =>
        (await shop.db.all<{ username: string }>(sql`select username from customer order by id`)).map(
          ({ username }) => username,
        );
      shop.clock.advance(30 * dayMs - 60_000);
      await shop.runJobs();
      expect(await left()).toContain(unused);
      shop.clock.advance(2 * 60 * 60_000);
      await shop.runJobs();
      const names = await left();
      expect(names).not.toContain(unused);
      expect(names).toEqual(expect.arrayContaining([loggedIn, verified, ordered, made.body.username]));
      expect(
        await shop.db.all(sql`select from email_verification where expires_at < now() - interval '40 days'`),
      ).toEqual([]);
      const log = await command(shop, "audit list");
      expect(log.out).toContain("end-unused-accounts");
      shop.takeLoggedErrors();
    });
  });
