import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PaymentState } from "#contract/payment.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { ownOrderPath } from "#fixtures/testing/own-orders.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
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
        of_account: false,
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

    test("SO10, GU19: an order that waits for a deposit is in the hands of the staff: neither confirmed by its link nor cancelled, nor when the request has ended", async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      kit.shop.clock.set(new Date("2037-12-05T03:00:00Z"));
      const [one, other] = [await kit.place(await kit.guest()), await kit.place(await kit.guest())];
      await kit.shop.db.write(sql`
        insert into deposit (order_id, amount, state, requested_at, expires_at)
        select id, 100000, 'waiting', now(), '2037-12-06T03:00:00Z' from orders where id in (${one.id}, ${other.id})`);
      const link = await kit.linkTo(one.email);
      const byLink = () => kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: one.id, token: link.token });
      expect(await byLink()).toMatchObject({ status: 409, body: { code: "order_not_waiting" } });
      const shown = async () => (await kit.open(link)).body;
      expect(await shown()).toMatchObject({ order: { status: "pending", confirmation: null } });
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
      await kit.shop.runJobs();
      const deposits = await kit.shop.db.all<{ state: string }>(
        sql`select state from deposit where order_id in (${one.id}, ${other.id})`,
      );
      expect(deposits.map(({ state }) => state)).toEqual(["expired", "expired"]);
      expect(await statuses()).toEqual(["pending", "pending"]);
      expect(await shown()).toMatchObject({ order: { status: "pending", confirmation: null } });
      expect(kit.mailbox.emails(other.email).some(({ text }) => text.includes("trong thời hạn"))).toBe(false);
    });

    /** an account's order, which waits until the next day */
    const ofAccount = async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      const visitor = kit.someone();
      const { username, password } = await visitor.register();
      const { id, email } = await kit.place(visitor);
      const staff = async () => (await staffMember(kit.shop)).browser;
      const resultOf = async () =>
        (await visitor.post<PaymentState>("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: id })).body;
      return { visitor, id, email, staff, resultOf, logIn: () => visitor.login(username, password) };
    };

    test("GU19: after its time, until the job has cancelled it, neither an email nor the back office requests a confirmation", async () => {
      kit.shop.clock.set(new Date("2037-12-08T03:00:00Z"));
      const { visitor, id, email, staff, resultOf, logIn } = await ofAccount();
      const before = await resultOf();
      await kit.shop.runJobs();
      kit.mailbox.clear();
      kit.shop.clock.set(new Date("2037-12-09T03:01:00Z"));
      await logIn();
      expect((await visitor.post(`${ownOrderPath(id)}/resend-email`, {})).status).toBe(200);
      const { body: order } = await (await staff()).request<WooOrder>("GET", orderPath(id));
      expect(order).toMatchObject({ status: "pending", lianne: { stage: "to_confirm", confirm_by: null } });
      expect(await resultOf()).toMatchObject({ order_status: "pending", confirmation: { state: "expired" } });
      await kit.shop.runJobs();
      expect(before.promise).toMatchObject({ by: expect.any(String) });
      expect(await resultOf()).toMatchObject({ order_status: "cancelled", promise: null, cash_due: 0 });
      const mails = kit.mailbox.emails(email);
      expect(mails.some(({ text }) => text.includes("liên hệ sớm để xác nhận"))).toBe(true);
      for (const { subject, text } of mails) expect(subject + text).not.toMatch(/xác nhận trước/);
      expect(kit.linksIn(email)).toEqual([]);
    });

    test("GU19: a guest that keeps the order in an account confirms it there, before the email is confirmed", async () => {
      await command(kit.shop, "settings set guest_checkout confirmed");
      // the link of its email ends by the time of the database
      kit.shop.clock.set(new Date());
      const guest = await kit.guest();
      const { id } = await kit.place(guest);
      expect((await guest.post(`${ownOrderPath(id)}/confirm`, {})).status, "the guest's cookie").toBe(401);
      const saved = await guest.post(`${guestOrdersApi}/save`, { order_id: id, password: "a ring of silver" });
      expect(saved).toMatchObject({ status: 200, body: { account: expect.any(String) } });
      await kit.shop.runJobs();
      const confirmed = await guest.post(`${ownOrderPath(id)}/confirm`, {});
      expect(confirmed).toMatchObject({ status: 200, body: { status: "processing" } });
    });

    test("GU19: what a call has confirmed is confirmed for the customer that confirms it afterwards", async () => {
      kit.shop.clock.set(new Date("2037-12-10T03:00:00Z"));
      const { visitor, id, email, staff } = await ofAccount();
      const { token } = await kit.linkTo(email);
      expect((await kit.open({ order_id: id, token })).body).toMatchObject({ of_account: true });
      expect((await (await staff()).call("POST", `/orders/${id}/calls`, { outcome: "agreed" })).status).toBe(200);
      const own = await visitor.post(`${ownOrderPath(id)}/confirm`, {});
      expect(own).toMatchObject({ status: 200, body: { status: "processing" } });
      const byLink = await kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token });
      expect(byLink).toMatchObject({ status: 200, body: { order: { confirmation: { state: "confirmed" } } } });
    });
  });
