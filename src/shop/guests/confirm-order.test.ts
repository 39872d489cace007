import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { ownOrderPath } from "#fixtures/testing/own-orders.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { cancelUnconfirmed } from "#shop/orders/index.ts";

for (const engine of engines)
  describe(`cash orders that wait for a confirmation, on ${engine.name}`, () => {
    let kit: GuestShop;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    test("GU19: with `confirmed` a cash order waits for the button of its link; a second press has no effect", async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      kit.shop.clock.set(new Date("2037-12-01T03:00:00Z"));
      const { id, email } = await kit.place(await kit.guest());
      await kit.shop.runJobs();
      expect(kit.mailbox.emails(email)[0]?.text).toContain("12:00 01/12/2037");
      const [link] = kit.linksIn(email);
      if (!link) throw new Error("no link");
      expect((await kit.open(link)).body).toMatchObject({
        order: {
          status: "pending",
          confirmation: { state: "waiting", by: expect.stringMatching(/^2037-12-01T05:00:0/) },
        },
      });
      const confirm = () =>
        kit.someone().post<Record<string, unknown>>(`${guestOrdersApi}/confirm`, { order_id: id, token: link.token });
      expect(
        (await kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token: "0".repeat(32) })).status,
      ).toBe(404);
      const both = await Promise.all([confirm(), confirm()]);
      for (const response of both)
        expect(response).toMatchObject({
          status: 200,
          body: { order: { status: "processing", confirmation: { state: "confirmed" } } },
        });
      kit.shop.clock.advance(3 * 60 * minuteMs);
      await cancelUnconfirmed(kit.shop.shop);
      expect((await kit.open(link)).body).toMatchObject({ order: { status: "processing" } });
    });

    test("GU19: without a confirmation it is cancelled after two hours that are not of the night, and its stock is returned once", async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      // 20:30 in Vietnam: half an hour, and from 7:00 another one and a half
      kit.shop.clock.set(new Date("2037-12-02T13:30:00Z"));
      const before = await stockOf(kit.shop, hoops.id);
      const { id, email } = await kit.place(await kit.guest());
      const link = await kit.linkTo(email);
      const expire = () => cancelUnconfirmed(kit.shop.shop);
      kit.shop.clock.set(new Date("2037-12-03T01:29:00Z"));
      await expire();
      expect((await kit.open(link)).body).toMatchObject({ order: { status: "pending" } });
      kit.shop.clock.set(new Date("2037-12-03T01:30:10Z"));
      const confirm = kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token: link.token });
      await Promise.all([expire(), expire(), confirm]);
      expect(await confirm).toMatchObject({ status: 409, body: { code: "order_not_waiting" } });
      expect((await kit.open(link)).body).toMatchObject({ order: { status: "cancelled" } });
      expect(await stockOf(kit.shop, hoops.id)).toBe(before);
      await kit.shop.runJobs();
      expect(kit.mailbox.emails(email)[0]?.subject).toContain(String(id));
    });

    test.each(["guest", "account"] as const)(
      "GU19: a tap and the end of the time at one moment give one result, and so do two jobs (%s)",
      async (by) => {
        await command(kit.shop, "settings set guest_checkout confirmed");
        kit.shop.clock.set(new Date(by === "guest" ? "2037-12-04T03:00:00Z" : "2037-12-04T12:00:00Z"));
        const before = (await stockOf(kit.shop, hoops.id)) ?? 0;
        const buyer = by === "guest" ? await kit.guest() : kit.someone();
        if (by === "account") await buyer.register();
        const { id, email } = await kit.place(buyer);
        const { token } = await kit.linkTo(email);
        // the job of another process has a clock that is ahead
        const end = new Date(by === "guest" ? "2037-12-04T05:00:10Z" : "2037-12-05T12:00:10Z");
        const ahead = { ...kit.shop.shop, clock: { now: () => end } };
        const [tap, ...others] = await Promise.all([
          by === "guest"
            ? kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token })
            : buyer.post(`${ownOrderPath(id)}/confirm`, {}),
          kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token }),
          cancelUnconfirmed(ahead),
          cancelUnconfirmed(ahead),
        ]);
        const { status } = (await kit.merchant.get<{ status: string }>(orderPath(id))).body;
        const statuses = [tap.status, others[0].status];
        expect([...statuses, status]).toEqual(
          statuses.includes(200) ? [200, 200, "processing"] : [409, 409, "cancelled"],
        );
        expect(await stockOf(kit.shop, hoops.id)).toBe(status === "cancelled" ? before : before - 1);
      },
    );

    test("SO10, GU19: an order that waits for a deposit is neither confirmed by its link nor cancelled until the request ends", async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      kit.shop.clock.set(new Date("2037-12-05T03:00:00Z"));
      const [one, other] = [await kit.place(await kit.guest()), await kit.place(await kit.guest())];
      await kit.shop.db.write(sql`
        insert into deposit (order_id, amount, state, requested_at, expires_at)
        select id, 100000, 'waiting', now(), '2037-12-06T03:00:00Z' from orders where id in (${one.id}, ${other.id})`);
      const link = await kit.linkTo(one.email);
      const { body } = await kit
        .someone()
        .post<{ order: { status: string } }>(`${guestOrdersApi}/confirm`, { order_id: one.id, token: link.token });
      expect(body.order.status).toBe("pending");
      kit.shop.clock.set(new Date("2037-12-05T06:00:00Z"));
      await cancelUnconfirmed(kit.shop.shop);
      const statuses = () =>
        Promise.all(
          [one, other].map(async ({ id }) => (await kit.merchant.get<{ status: string }>(orderPath(id))).body.status),
        );
      expect(await statuses()).toEqual(["pending", "pending"]);
      kit.shop.clock.set(new Date("2037-12-06T03:01:00Z"));
      await kit.shop.runJobs();
      await cancelUnconfirmed(kit.shop.shop);
      expect(await statuses(), "the first one was confirmed").toEqual(["pending", "cancelled"]);
    });
  });
