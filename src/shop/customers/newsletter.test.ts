import { beforeAll, describe, expect, test } from "vitest";
import type { Done } from "#contract/customer.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { openMail } from "#shop/mail/index.ts";

const path = "/wp-json/custom/v1/newsletter";

interface Row {
  customerId: number;
  consentedAt: Date;
  leftAt: Date | null;
}

for (const engine of engines)
  describe(`the newsletter on ${engine.name}`, () => {
    let shop: TestShop;
    let turn = 0;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    const anAddress = (): string => `reader-${++turn}@example.com`;
    const rowOf = (email: string): Promise<Row | undefined> =>
      shop.db.one(sql`select customer_id "customerId", consented_at "consentedAt", unsubscribed_at "leftAt"
        from newsletter_subscription where lower(email) = lower(${email})`);
    const linksOf = async (email: string): Promise<string[]> => {
      const rows = await shop.db.all<{ payload: unknown }>(
        sql`select payload from outbox where payload ->> 'template' = 'newsletter_welcome' and payload ->> 'to' = ${email}`,
      );
      return rows.map(({ payload }) => openMail(shop.shop.config.appSecret, payload).values.url ?? "");
    };
    const subscribed = async (email: string): Promise<string> => {
      const customer = shop.client();
      await customer.register();
      await customer.post(path, { email });
      return (
        new URL((await linksOf(email)).at(-1) ?? "").pathname + new URL((await linksOf(email)).at(-1) ?? "").search
      );
    };

    test("subscribes a logged-in user at once, with the time of consent, idempotently", async () => {
      const customer = shop.client();
      const { id } = await customer.register();
      const email = anAddress();
      const response = await customer.post<Done>(path, { email });
      expect(response.body).toEqual({ success: true, message: "Cảm ơn bạn đã đăng ký nhận thư từ Lianne" });
      const row = await rowOf(email);
      expect(row).toMatchObject({ customerId: id, leftAt: null });
      expect(Math.abs((row?.consentedAt.getTime() ?? 0) - shop.clock.now().getTime())).toBeLessThan(60_000);
      await customer.post(path, { email: email.toUpperCase() });
      expect(await rowOf(email)).toEqual(row);
      expect(await linksOf(email)).toHaveLength(1);
    });

    test("requires a login", async () => {
      const email = anAddress();
      expect((await shop.client().post(path, { email })).status).toBe(401);
      expect(await rowOf(email)).toBeUndefined();
    });

    test("is cancelled by the link in the email, in its language, any number of times", async () => {
      const email = anAddress();
      const link = await subscribed(email);
      const left = await shop.client().get(link);
      expect(left.status).toBe(200);
      expect(left.header("content-type")).toBe("text/html; charset=utf-8");
      expect(left.text).toContain("Bạn đã ngừng nhận thư");
      const row = await rowOf(email);
      expect(row?.leftAt).not.toBeNull();
      shop.clock.advance(60_000);
      expect((await shop.client().get(link.replace("lang=vi", "lang=en"))).text).toContain("You have unsubscribed");
      expect(await rowOf(email)).toEqual(row);
    });

    test("is cancelled by an email client's one-click request, and not by a link checker's HEAD", async () => {
      const email = anAddress();
      const link = await subscribed(email);
      await shop.client().call("HEAD", link);
      expect((await rowOf(email))?.leftAt).toBeNull();
      const form = { "content-type": "application/x-www-form-urlencoded" };
      expect((await shop.client().call("POST", link, "List-Unsubscribe=One-Click", form)).status).toBe(200);
      expect((await rowOf(email))?.leftAt).not.toBeNull();
    });

    test("can be subscribed to again, with a new time of consent and a new email", async () => {
      const email = anAddress();
      await shop.client().get(await subscribed(email));
      shop.clock.advance(60_000);
      const before = await rowOf(email);
      await subscribed(email);
      const after = await rowOf(email);
      expect(after?.leftAt).toBeNull();
      expect(after?.consentedAt.getTime()).toBeGreaterThan(before?.consentedAt.getTime() ?? 0);
      expect(await linksOf(email)).toHaveLength(2);
    });

    test.each(["", "?token=", "?token=wrong", `?token=${"x".repeat(5000)}`, "?token=a&token=b", "?token=%00"])(
      "rejects a link with %j",
      async (query) => {
        const response = await shop.client().get(`${path}/leave${query}`);
        expect(response.status).toBe(404);
        expect(response.text).toContain("Liên kết không hợp lệ");
      },
    );

    test("rejects an invalid address, and another origin", async () => {
      const customer = shop.client();
      await customer.register();
      for (const body of [null, [], {}, { email: "x" }, { email: 1 }, { email: `${"a".repeat(300)}@b.vn` }]) {
        const json = { "content-type": "application/json" };
        expect((await customer.call("POST", path, JSON.stringify(body), json)).status).toBe(400);
      }
      const evil = await customer.post(path, { email: anAddress() }, { origin: "https://evil.example" });
      expect(evil.status).toBe(403);
    });
  });
