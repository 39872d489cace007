import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import {
  anEmail,
  type EmailedLink,
  type GuestShop,
  guestOrdersApi,
  openGuestShop,
} from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`orders of guests in accounts, on ${engine.name}`, () => {
    let kit: GuestShop;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    /** Path of the only link that confirms an email. */
    const confirmation = async (email: string): Promise<string> => {
      await kit.shop.runJobs();
      const links = kit.mailbox
        .emails(email)
        .flatMap(({ text }) => /\/wp-json\/custom-auth\/v1\/confirm-email\?\S+/.exec(text) ?? []);
      expect(links).toHaveLength(1);
      return (links[0] ?? "").replaceAll("&amp;", "&");
    };
    const save = (visitor: Visitor, order_id: number, password = "a ring of silver") =>
      visitor.post<{ account: string | null; message: string }>(`${guestOrdersApi}/save`, { order_id, password });

    test("GU14: a new email gets an account with this browser's orders; others of the email follow after its confirmation", async () => {
      const email = anEmail("keeper");
      const elsewhere = await kit.place(await kit.guest(), { email });
      const browser = await kit.guest();
      const here = await kit.place(browser, { email });
      expect(await save(await kit.guest(), here.id)).toMatchObject({ status: 404 });
      expect(await save(browser, here.id, "short")).toMatchObject({ status: 400 });
      const saved = await save(browser, here.id);
      expect(saved).toMatchObject({ status: 200, body: { account: expect.stringMatching(/^keeper/) } });
      expect((await browser.get<{ id: number }[]>("/wp-json/wc/v3/orders")).body.map(({ id }) => id)).toEqual([
        here.id,
      ]);
      const claimable = () => browser.get<{ count: number }>(`${guestOrdersApi}/claimable`);
      expect((await claimable()).body).toEqual({ count: 0 });
      const path = await confirmation(email);
      const phone = kit.someone();
      expect((await phone.get(path)).status).toBe(200);
      expect((await claimable()).body).toEqual({ count: 0 });
      expect((await phone.post(path)).status).toBe(200);
      expect((await claimable()).body, "the person with the mailbox may not have the account").toEqual({ count: 0 });
      await phone.login(saved.body.account ?? "", "a ring of silver");
      // GU16
      expect((await claimable()).body).toEqual({ count: 1 });
      expect(await browser.post(`${guestOrdersApi}/claimable`)).toMatchObject({ status: 200, body: { count: 1 } });
      expect(await browser.post(`${guestOrdersApi}/claimable`)).toMatchObject({
        status: 409,
        body: { code: "order_claimed" },
      });
      expect((await browser.get<{ id: number }[]>("/wp-json/wc/v3/orders")).body).toHaveLength(2);
      expect(
        (await kit.merchant.get<{ customer_id: number }>(orderPath(elsewhere.id))).body.customer_id,
      ).toBeGreaterThan(0);
    });

    test("GU14, GU16: a confirmation in a session of the account is enough, and adds what was ordered with its email", async () => {
      const email = anEmail("owner");
      const { id } = await kit.place(await kit.guest(), { email });
      const customer = kit.someone();
      await customer.register({ email });
      expect((await customer.post(await confirmation(email))).status).toBe(200);
      expect((await customer.get<{ count: number }>(`${guestOrdersApi}/claimable`)).body).toEqual({ count: 1 });
      expect((await customer.post(`${guestOrdersApi}/claimable`)).status).toBe(200);
      expect((await customer.get(orderPath(id))).status).toBe(200);
    });

    test("GU14, GU16: an account with another person's email gets nothing of theirs, even if they confirm the email", async () => {
      const victim = await kit.guest();
      const email = anEmail("victim");
      const { id } = await kit.place(victim, { email });
      await kit.shop.runJobs();
      const attacker = kit.someone();
      const { username, password } = await attacker.register({ email });
      const path = await confirmation(email);
      await victim.register();
      const all = async () => {
        const { body } = await attacker.get<Record<string, { about: string }[]>>(
          "/wp-json/custom-auth/v1/personal-data",
        );
        return [
          (await attacker.get<{ count: number }>(`${guestOrdersApi}/claimable`)).body.count,
          (await attacker.post(`${guestOrdersApi}/claimable`)).status,
          (await attacker.get(orderPath(id))).status,
          (await attacker.get<unknown[]>("/wp-json/wc/v3/orders")).body.length,
          body.letters?.map(({ about }) => about),
        ];
      };
      const nothing = [0, 409, 404, 0, ["welcome"]];
      expect(await all()).toEqual(nothing);
      expect((await victim.post(path)).status, "in a session of another account").toBe(200);
      expect(await all()).toEqual(nothing);
      await attacker.login(username, password);
      expect(await all(), "this browser has not confirmed it").toEqual(nothing);
      attacker.cookies.set("lianne_mailbox", "0".repeat(43));
      await attacker.login(username, password);
      expect(await all()).toEqual(nothing);

      // their way to it: a new password
      await victim.post("/wp-json/custom/v1/request-password-reset", { email });
      await kit.shop.runJobs();
      const [reset] = kit.mailbox.emails(email);
      const { searchParams } = new URL(/https:\S+\/reset-password\S+/.exec(reset?.text ?? "")?.[0] ?? "");
      const [key, login] = ["key", "login"].map((name) => searchParams.get(name) ?? "");
      const renewed = { key, login, password: "a necklace of gold", RePassword: "a necklace of gold" };
      expect((await victim.post("/wp-json/custom/v1/reset-password", renewed)).status).toBe(200);
      expect((await attacker.get(`${guestOrdersApi}/claimable`)).status).toBe(401);
      await victim.login(username, renewed.password);
      expect((await victim.get<{ count: number }>(`${guestOrdersApi}/claimable`)).body).toEqual({ count: 1 });
    });

    /** An order whose email has an account, with the link that the email to it contains. */
    const offered = async () => {
      const owner = kit.someone();
      const { email } = await owner.register();
      const browser = await kit.guest();
      const { id } = await kit.place(browser, { email });
      const response = await save(browser, id);
      const link = await kit.linkTo(email, "order-claim");
      return { owner, email, browser, id, response, link };
    };
    const claim = (by: Visitor, link: EmailedLink, confirmed = false) =>
      by.post<{ state: string; email: string }>(`${guestOrdersApi}/claim`, {
        order_id: link.order_id,
        token: link.token,
        confirmed,
      });

    test("GU13, GU15: the email of an account gets the link, and the page only shows that an email was sent", async () => {
      const { owner, id, browser, response, link } = await offered();
      expect(response.body).toEqual({ success: true, account: null, message: t("vi", "guest.email_sent") });
      expect(browser.cookies.has("lianne_session")).toBe(false);
      expect((await claim(kit.someone(), link)).status).toBe(401);
      expect((await kit.open(link)).status).toBe(404); // another purpose
      expect(await claim(owner, link)).toMatchObject({ status: 200, body: { state: "claimed" } });
      expect((await owner.get(orderPath(id))).status).toBe(200);
      expect((await browser.get(orderPath(id))).status).toBe(404);
      expect(await claim(owner, link)).toMatchObject({ status: 409, body: { code: "order_claimed" } });
    });

    test("GU15, AB02: repeated requests email the address one link in an hour", async () => {
      const { email, id, browser, link, owner } = await offered();
      const offers = async () => {
        await kit.shop.runJobs();
        return kit.linksIn(email).filter(({ kind }) => kind === "order-claim");
      };
      for (let index = 0; index < 3; index++) expect((await save(browser, id)).body.account).toBeNull();
      expect(await offers()).toEqual([link]);
      kit.shop.clock.advance(61 * minuteMs);
      await save(browser, id);
      expect(await offers()).toHaveLength(2);
      expect(await claim(owner, link)).toMatchObject({ status: 200, body: { state: "claimed" } });
    });

    test("GU17: another account has to confirm the masked email, which is notified; only the merchant can undo it", async () => {
      const { email, id, link, owner } = await offered();
      const other = kit.someone();
      const { email: others } = await other.register();
      expect((await claim(other, link)).body).toMatchObject({ state: "confirm", email: `${email[0]}•••@example.com` });
      expect((await other.get(orderPath(id))).status).toBe(404);
      expect((await claim(other, link, true)).body).toMatchObject({ state: "claimed" });
      await kit.shop.runJobs();
      const [notice] = kit.mailbox.emails(email);
      expect(notice?.text).toContain(`${others[0]}•••@`);
      expect(await claim(owner, link, true)).toMatchObject({ status: 409, body: { code: "order_claimed" } });
      await kit.merchant.put(orderPath(id), { customer_id: 0 });
      expect((await other.get(orderPath(id))).status).toBe(404);
    });

    test("GU16: two accounts that claim one order at once end with one owner, and 409 for the other", async () => {
      const { id, link, owner } = await offered();
      const other = kit.someone();
      await other.register();
      const results = await Promise.all([claim(owner, link, true), claim(other, link, true)]);
      expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
      const readers = await Promise.all([owner, other].map((each) => each.get(orderPath(id))));
      expect(readers.map(({ status }) => status).sort()).toEqual([200, 404]);
    });

    test("GU17: a phone number alone adds no order", async () => {
      const { id, phone } = await kit.place(await kit.guest());
      const customer = kit.someone();
      await customer.register({ phone });
      await kit.shop.db.transaction((tx) =>
        tx.run(sql`update customer set email_confirmed_at = now(), email_owned_at = now()`),
      );
      expect((await customer.get<{ count: number }>(`${guestOrdersApi}/claimable`)).body).toEqual({ count: 0 });
      expect((await customer.get(orderPath(id))).status).toBe(404);
    });

    test("GU09: opening every link of every email, as a scanner does, changes nothing", async () => {
      const { email, browser } = await offered();
      await save(browser, (await kit.place(browser, { email: anEmail("scan") })).id);
      await kit.someone().post(`${guestOrdersApi}/lookup`, { order_number: "1", contact: "a@example.com" });
      await kit.shop.runJobs();
      const state = async () =>
        JSON.stringify(
          await kit.shop.db.all(sql`
        select o.id, o.customer_id, o.status, g.claimed_at, (select count(*) from session) sessions,
          (select count(*) from customer where email_confirmed_at is not null) confirmed,
          (select count(*) from order_link where revoked_at is null) links
        from orders o left join guest_order g on g.order_id = o.id order by o.id`),
        );
      const before = await state();
      const scanner = kit.someone();
      const urls = kit.mailbox.emails().flatMap(({ text }) => text.match(/https:\/\/shop\.example\/[^\s)>\]]+/g) ?? []);
      expect(urls.length).toBeGreaterThan(4);
      for (const url of urls) {
        const { pathname, search } = new URL(url);
        await scanner.get(pathname + search);
        const linked = /^\/order\/(\d+)\/([0-9a-f]{32})/.exec(pathname);
        // what the page's loader calls
        if (linked) await kit.open({ order_id: Number(linked[1]), token: linked[2] ?? "" }, scanner);
      }
      expect(await state()).toBe(before);
      expect(kit.mailbox.emails(email).length).toBeGreaterThan(0);
    });
  });
