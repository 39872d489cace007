import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ContentResponse } from "#contract/content.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`the look-up of orders without an account, on ${engine.name}`, () => {
    let kit: GuestShop;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    const lookUp = (order_number: string, contact: string, by = kit.someone()) =>
      by.post(`${guestOrdersApi}/lookup`, { order_number, contact });

    test("GU10: the look-up sends the link to the order's email alone, and its response never differs", async () => {
      const mine = await kit.place(await kit.guest());
      const customer = kit.someone();
      const account = await customer.register();
      const placed = await submit<{ id: number }>(
        customer,
        aCodOrder({ billing: { ...aCodOrder().billing, email: account.email, phone: "0987321321" } }),
      );
      await kit.shop.runJobs();
      kit.mailbox.clear();
      const cases = {
        unknown: ["99999999", mine.email],
        wrongContact: [String(mine.id), "0999999999"],
        account: [String(placed.body.id), account.email],
        notANumber: ["x'; --", mine.email],
      } as const;
      const seen = new Set<string>();
      for (const [number, contact] of Object.values(cases)) {
        const response = await lookUp(number, contact);
        seen.add(`${response.status} ${response.text}`);
      }
      const right = [
        [`#${mine.id}`, mine.email.toUpperCase()],
        [`00${mine.id}`, mine.phone.replace(/^0/, "+84 ")],
      ] as const;
      for (const [number, contact] of right) {
        const response = await lookUp(number, contact);
        seen.add(`${response.status} ${response.text}`);
      }
      expect([...seen]).toEqual([`200 ${JSON.stringify({ success: true, message: t("vi", "guest.lookup_sent") })}`]);
      const waiting = await kit.shop.db.all(
        sql`select payload from outbox where kind = 'order_lookup' and done_at is null`,
      );
      expect(waiting).toHaveLength(6);
      expect(JSON.stringify(waiting)).not.toContain("example.com");
      await kit.shop.runJobs();
      await kit.shop.runJobs();
      expect(kit.linksIn(mine.email).map(({ order_id }) => order_id)).toEqual([mine.id, mine.id]);
      const [link] = kit.linksIn(mine.email);
      expect((await kit.open(link ?? { order_id: 0, token: "" })).status).toBe(200);
      const [toAccount] = kit.mailbox.emails(account.email);
      expect(toAccount?.text).toContain("/profile?tab=orders");
      expect(kit.mailbox.emails().length).toBe(3);
      expect(await lookUp("", "a")).toMatchObject({ status: 400 });
    });

    test("GU10, GU21: orders that exist are found after guests may not order any more, and the site has the texts for it", async () => {
      const { id, email } = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      kit.mailbox.clear();
      await command(kit.shop, "settings set guest_checkout off");
      expect((await lookUp(String(id), email)).status).toBe(200);
      await kit.shop.runJobs();
      const link = await kit.linkTo(email);
      expect((await kit.open(link)).status).toBe(200);
      const { body } = await kit.someone().get<ContentResponse>("/wp-json/custom-lang/v1/content/vi");
      expect(body).toMatchObject({ order_lookup: true, content: { guest: { lookup_link: expect.any(String) } } });
      expect(body).not.toHaveProperty("guest_checkout");
    });

    test("GU11: look-ups are limited by address and by order, existing or not", async () => {
      const eager = kit.someone();
      const statuses: number[] = [];
      for (let index = 0; index < 6; index++)
        statuses.push((await lookUp(String(700_000 + index), "a@example.com", eager)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      const { id, email } = await kit.place(await kit.guest());
      for (const number of [String(id), "88888888"]) {
        const each: number[] = [];
        for (let index = 0; index < 6; index++) each.push((await lookUp(number, email)).status);
        expect(each).toEqual([200, 200, 200, 200, 200, 429]);
      }
    });

    test("GU11: look-ups with other contacts do not use up those with the order's, and have the same responses", async () => {
      const { id, email } = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      kit.mailbox.clear();
      const wrong = ["0999999998", "wrong@example.com"];
      for (const contact of wrong) for (let index = 0; index < 4; index++) await lookUp(String(id), contact);
      for (const contact of [...wrong, email]) {
        const count = wrong.includes(contact) ? 1 : 5;
        for (let index = 0; index < count; index++) expect((await lookUp(String(id), contact)).status).toBe(200);
        // however the contact is written
        const over = await lookUp(`#${id}`, contact.toUpperCase().replace(/^0/, "+84 "));
        expect([over.status, over.body]).toEqual([429, expect.objectContaining({ code: "rate_limited" })]);
      }
      await kit.shop.runJobs();
      await kit.shop.runJobs();
      expect(kit.linksIn(email)).toHaveLength(5);
    });

    test("GU11: an address has 20 look-ups a day", async () => {
      const patient = kit.someone();
      const five = async (from: number) => {
        const statuses: number[] = [];
        for (let index = 0; index < 5; index++)
          statuses.push((await lookUp(String(from + index), "a@example.com", patient)).status);
        kit.shop.clock.advance(16 * minuteMs);
        return statuses;
      };
      for (const from of [710_000, 720_000, 730_000, 740_000]) expect(await five(from)).toEqual(Array(5).fill(200));
      const over = await lookUp("750000", "a@example.com", patient);
      expect([over.status, Number(over.header("retry-after")) > 0]).toEqual([429, true]);
      kit.shop.clock.advance(24 * 60 * minuteMs);
      expect((await lookUp("760000", "a@example.com", patient)).status).toBe(200);
    });

    test("GU10: over 200 tries the cases do not differ in status, size and work", async () => {
      const open = await openShop(engine);
      await command(open, "settings set guest_checkout on");
      const customer = open.client();
      const { email } = await customer.register();
      const ofAccount = await submit<{ id: number }>(customer);
      const visitor = open.client();
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      const ofGuest = await submit<{ id: number }>(visitor);
      const cases = [
        [String(ofGuest.body.id), aCodOrder().billing.email],
        ["99999999", "ngoc@example.com"],
        [String(ofGuest.body.id), "wrong@example.com"],
        [String(ofAccount.body.id), email],
      ];
      const responses = new Set<string>();
      for (let turn = 0; turn < 200; turn++)
        for (const [order_number, contact] of cases) {
          const { status, text } = await open.client().post(`${guestOrdersApi}/lookup`, { order_number, contact });
          responses.add(`${status} ${text}`);
        }
      expect(responses.size).toBe(1);
      // each leaves one job, which reads the order later: so the time cannot depend on it
      const jobs = await open.db.one(sql`
        select count(*)::integer jobs, count(done_at)::integer done from outbox where kind = 'order_lookup'`);
      expect(jobs).toEqual({ jobs: 800, done: 0 });
    });
  });
