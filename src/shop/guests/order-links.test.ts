import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`links to orders of guests, on ${engine.name}`, () => {
    let kit: GuestShop;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    test("GU07, GU08: the emails of a guest's order open it on any device, masked, by a token of which only the hash is stored", async () => {
      const { id, email } = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      const [link] = kit.linksIn(email);
      expect(link).toMatchObject({ kind: "order", order_id: id });
      if (!link) return;
      const opened = await kit.open(link);
      expect(opened).toMatchObject({
        status: 200,
        body: {
          email: expect.stringMatching(/^g•••@example\.com$/),
          order: {
            order_number: String(id),
            shipping: { name: "T. T. Ngọc", address: "", district_name: "", ward_name: "Phường Bến Nghé" },
            customer_note: "",
          },
        },
      });
      expect(opened.text).not.toMatch(/Lê Lợi|guest0|0913/);
      expect(opened.header("cache-control")).toContain("no-store");
      expect(opened.header("referrer-policy")).toBe("no-referrer");
      const stored = await kit.shop.db.all(sql`select token_hash, order_id, purpose from order_link`);
      expect(JSON.stringify(stored)).not.toContain(link.token);
      const outbox = await kit.shop.db.all(sql`select payload from outbox`);
      expect(JSON.stringify(outbox)).not.toContain(link.token);
      // of another order, altered, or of none
      const other = await kit.place(await kit.guest());
      for (const wrong of [
        { ...link, order_id: other.id },
        { ...link, token: link.token.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
        { ...link, token: "" },
        { ...link, order_id: 999_999 },
      ])
        expect((await kit.open(wrong)).status).toBe(404);
      // the order of an account has no such link
      const customer = kit.someone();
      const { email: own } = await customer.register();
      await submit(customer, aCodOrder({ billing: { ...aCodOrder().billing, email: own, phone: "0987123123" } }));
      await kit.shop.runJobs();
      expect(kit.mailbox.emails(own).length).toBeGreaterThan(0);
      expect(kit.linksIn(own)).toEqual([]);
    });

    test("GU11: wrong tokens are limited by address; then a correct one is refused too", async () => {
      const { email } = await kit.place(await kit.guest());
      const link = await kit.linkTo(email);
      const guesser = kit.shop.client({ address: "2001:db8:9::1" });
      const guess = (index: number) => kit.open({ ...link, token: String(index).padStart(32, "0") }, guesser);
      for (let index = 0; index < 30; index++) expect((await guess(index)).status).toBe(404);
      const over = await guess(31);
      expect([over.status, Number(over.header("retry-after")) > 0]).toEqual([429, true]);
      // of the same network
      expect((await kit.open(link, kit.shop.client({ address: "2001:db8:9::77" }))).status).toBe(429);
      expect((await kit.open(link)).status).toBe(200);
      kit.shop.clock.advance(10 * minuteMs);
      expect((await kit.open(link, guesser)).status).toBe(200);
    });

    test("GU07, GU21: a link ends 90 days after the last change of status, when it is revoked, and not with the setting", async () => {
      const { id, email } = await kit.place(await kit.guest());
      const link = await kit.linkTo(email);
      await command(kit.shop, "settings set guest_checkout off");
      expect((await kit.open(link)).status).toBe(200);
      kit.shop.clock.advance(60 * dayMs);
      await kit.merchant.put(orderPath(id), { status: "completed" });
      kit.shop.clock.advance(89 * dayMs);
      expect((await kit.open(link)).status).toBe(200);
      kit.shop.clock.advance(2 * dayMs);
      expect((await kit.open(link)).status).toBe(404);
      await command(kit.shop, "settings set guest_checkout on");
      const again = await kit.place(await kit.guest());
      const newer = await kit.linkTo(again.email);
      expect((await kit.open(newer)).status).toBe(200);
      expect((await command(kit.shop, `orders revoke-links ${again.id}`)).exit).toBe(0);
      expect((await kit.open(newer)).status).toBe(404);
    });
  });
