import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { OrderHistory } from "#contract/order-history.ts";
import type { PaymentState } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { anEmail, type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { ownOrderPath } from "#fixtures/testing/own-orders.ts";
import { type TestStaff, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { cancelUnconfirmed, remindUnconfirmed } from "./index.ts";

for (const engine of engines)
  describe(`cash orders of accounts that wait for a confirmation, on ${engine.name}`, () => {
    let kit: GuestShop;
    let owner: TestStaff;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
      owner = await staffMember(kit.shop);
    });
    let day = 0;
    beforeEach(async () => {
      // 10:00 in Vietnam
      kit.shop.clock.set(new Date(Date.UTC(2037, 2, 1 + 40 * day++, 3)));
      // of earlier tests
      await cancelUnconfirmed(kit.shop.shop);
      await kit.reset();
      await command(kit.shop, "settings set guest_checkout confirmed");
    });

    const at = (hours: number): Date => new Date(kit.shop.clock.now().getTime() + hours * hourMs);
    const account = async () => {
      const visitor = kit.someone();
      return { visitor, customer: await visitor.register() };
    };
    const placed = async () => {
      const by = await account();
      return { ...by, ...(await kit.place(by.visitor)) };
    };
    const confirm = (visitor: Visitor, id: number) =>
      visitor.post<SelfServiceState & Problem>(`${ownOrderPath(id)}/confirm`, {});
    const record = async (visitor: Visitor, customerId: number) =>
      (await visitor.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${customerId}`)).body.orders[0];
    const resultOf = async (visitor: Visitor, id: number) =>
      (await visitor.post<PaymentState>("/wp-json/lianne-vnpay/v1/payment-callback", { order_id: id })).body;
    const ofMerchant = async (id: number) => (await kit.merchant.get<WooOrder>(orderPath(id))).body;
    const statusOf = async (id: number) => (await ofMerchant(id)).status;
    const later = async (hours: number) => {
      kit.shop.clock.advance(hours * hourMs);
      await cancelUnconfirmed(kit.shop.shop);
      await remindUnconfirmed(kit.shop.shop);
      await kit.shop.runJobs();
    };
    /** the clock has moved on by more than a session lasts */
    const staff = async () => {
      await owner.browser.signIn(owner.email);
      return owner.browser;
    };
    const act = async (id: number, action: string, body?: object) =>
      (await staff()).call<ActionResult & Problem>("POST", `/orders/${id}/${action}`, body);
    const ofStaff = async (id: number) => (await (await staff()).request<WooOrder>("GET", orderPath(id))).body.lianne;
    const timelineOf = async (id: number) =>
      (await (await staff()).call<TimelineEntry[]>("GET", `/orders/${id}/timeline`)).body
        .map(({ message }) => message)
        .join("\n");
    const subjectsTo = (email: string) => kit.mailbox.emails(email).map(({ subject }) => subject);

    test("GU19: with `confirmed` an account's cash order waits 24 hours, and its customer confirms it on the order page", async () => {
      const { visitor, customer, id, email } = await placed();
      await kit.shop.runJobs();
      const [mail] = kit.mailbox.emails(email);
      expect(mail?.subject).toBe(`Đơn hàng ${id}: vui lòng xác nhận trước 10:00 02/03/2037`);
      expect(mail?.text).toContain("xác nhận trước 10:00 02/03/2037");
      expect(mail?.text).toContain("Xác nhận đơn hàng");
      expect(mail?.text, "the customer confirms it").not.toContain("liên hệ sớm để xác nhận");
      const confirmation = { state: "waiting", by: expect.stringMatching(/^2037-03-02T03:00:0/) };
      expect(await record(visitor, customer.id)).toMatchObject({ status: "pending", confirmation });
      expect(await resultOf(visitor, id)).toMatchObject({
        ...{ payment_status: "placed", confirmation },
        message: expect.stringContaining("Xác nhận trước 10:00 02/03/2037"),
      });
      // merchants' programs read the same as of a guest's order; staff members find it in the same queue
      expect(await ofMerchant(id)).toMatchObject({ status: "pending", payment_method: "cod", needs_payment: true });
      expect(await ofStaff(id)).toMatchObject({
        stage: "to_confirm",
        confirm_by: expect.stringMatching(/^2037-03-02T03/),
      });
      const { body: queue } = await (await staff()).call<OrderRow[]>("GET", "/orders?stage=to_confirm&per_page=100");
      expect(queue.find((row) => row.id === id)?.lianne.confirm_by).toMatch(/^2037-03-02T03/);
      const packing = await (await staff()).call<Problem>("POST", `/pack/orders/${id}/assign`, {});
      expect([packing.status, packing.body.code], "not packed before").toEqual([409, "lianne_invalid_state"]);

      expect((await confirm(kit.someone(), id)).status, "without a session").toBe(401);
      expect((await confirm((await account()).visitor, id)).status, "another account").toBe(404);
      expect((await confirm(await kit.guest(), id)).status, "a guest's cookie").toBe(401);
      expect(await statusOf(id)).toBe("pending");
      const taps = await Promise.all([confirm(visitor, id), confirm(visitor, id)]);
      for (const tap of taps) expect(tap).toMatchObject({ status: 200, body: { order_id: id, status: "processing" } });
      expect(await record(visitor, customer.id)).toMatchObject({ confirmation: { state: "confirmed" } });
      expect(await resultOf(visitor, id)).toMatchObject({ confirmation: { state: "confirmed" } });
      expect(await ofStaff(id)).toMatchObject({ stage: "to_pack", confirm_by: null });
      expect(await timelineOf(id)).toContain("khách xác nhận trên trang đơn hàng");
      await later(25);
      expect(await statusOf(id)).toBe("processing");
      expect(subjectsTo(email), "neither reminded nor cancelled").toHaveLength(1);
    });

    test("GU19, DP04: it is confirmed by the link in its email, without a login; the promise counts from then", async () => {
      const { visitor, customer, id, email } = await placed();
      const link = await kit.linkTo(email);
      const opened = await kit.open(link);
      expect(opened.body).toMatchObject({
        order: { status: "pending", confirmation: { state: "waiting" }, self_service: { actions: [] } },
      });
      const cancel = { order_id: id, token: link.token, version: "1", reason: "other" };
      expect((await kit.someone().post(`${guestOrdersApi}/cancel`, cancel)).status, "it only confirms").toBe(404);
      expect(
        (await kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token: "0".repeat(32) })).status,
      ).toBe(404);
      const before = await record(visitor, customer.id);
      kit.shop.clock.advance(23 * hourMs);
      const byLink = () => kit.someone().post(`${guestOrdersApi}/confirm`, { order_id: id, token: link.token });
      expect(await byLink()).toMatchObject({
        status: 200,
        body: { order: { status: "processing", confirmation: { state: "confirmed" } } },
      });
      expect((await byLink()).status, "a second press").toBe(200);
      const after = await kit.shop.db.one<{ by: string }>(
        sql`select promised_by::text "by" from order_promise where order_id = ${id}`,
      );
      expect(after?.by.localeCompare(before?.promise?.by ?? "")).toBe(1);
    });

    test.each(["vi", "en"] as const)(
      "GU19: two reminders by day in the order's language (%s); then it is cancelled, its stock returned once, and the customer notified",
      async (lang) => {
        const stock = await stockOf(kit.shop, hoops.id);
        // 18:00 in Vietnam
        kit.shop.clock.set(at(8));
        const { visitor, customer } = await account();
        const email = anEmail("reminded");
        const order = aCodOrder({ billing: { ...aCodOrder().billing, email } });
        const key = { "idempotency-key": aKey() };
        const { id } = (await visitor.post<{ id: number }>(`/wp-json/wc/v3/orders?lang=${lang}`, order, key)).body;
        const words =
          lang === "vi"
            ? { remind: "Vui lòng xác nhận đơn hàng", cancelled: "chưa được xác nhận trong thời hạn" }
            : { remind: "Please confirm order", cancelled: "was not confirmed in time" };
        const reminders = () =>
          subjectsTo(email).filter((subject) => subject.startsWith(`${words.remind} ${id}`)).length;
        await later(4);
        expect(reminders(), "22:00: not at night").toBe(0);
        await later(11);
        expect(reminders(), "9:00: five hours of the day are over").toBe(1);
        await later(4);
        expect(reminders(), "13:00").toBe(1);
        await later(2);
        expect(reminders(), "15:00").toBe(2);
        const [reminder] = kit.mailbox.emails(email).filter(({ subject }) => subject.startsWith(words.remind));
        expect(reminder?.text).toContain("18:00");
        expect(reminder?.text).toMatch(new RegExp(`/order/${id}/[0-9a-f]{32}`));
        await later(2.9);
        expect(await statusOf(id)).toBe("pending");
        await later(0.2);
        expect(await statusOf(id)).toBe("cancelled");
        expect(await stockOf(kit.shop, hoops.id)).toBe(stock);
        expect(reminders()).toBe(2);
        const last = kit.mailbox.emails(email).find(({ text }) => text.includes(words.cancelled));
        expect(last?.subject).toContain(String(id));
        await visitor.login(customer.username, customer.password);
        expect(await record(visitor, customer.id)).toMatchObject({
          status: "cancelled",
          confirmation: { state: "expired" },
        });
        expect(await resultOf(visitor, id)).toMatchObject({ confirmation: { state: "expired" } });
        expect(await confirm(visitor, id)).toMatchObject({ status: 409, body: { code: "order_not_waiting" } });
        expect(await timelineOf(id)).toContain("khách không xác nhận trong thời hạn");
        // a staff member reopens it: it waits for staff members, and is not cancelled again
        expect((await act(id, "restore")).status).toBe(200);
        await later(1);
        expect(await statusOf(id)).toBe("pending");
        expect(await ofStaff(id)).toMatchObject({ stage: "to_confirm", confirm_by: null });
        expect((await confirm(visitor, id)).status).toBe(409);
        expect((await act(id, "calls", { outcome: "agreed" })).status).toBe(200);
      },
    );

    test("GU19: a call confirms it too; one that a staff member holds is neither reminded nor cancelled", async () => {
      const called = await placed();
      const held = await placed();
      expect((await act(called.id, "calls", { outcome: "no_answer" })).status).toBe(200);
      expect((await act(called.id, "calls", { outcome: "agreed" })).status).toBe(200);
      expect((await act(held.id, "hold", { reason: "other", note: "đổi mẫu" })).status).toBe(200);
      await later(25);
      expect([await statusOf(called.id), await statusOf(held.id)]).toEqual(["processing", "on-hold"]);
      for (const { email } of [called, held])
        expect(subjectsTo(email).filter((each) => /^Vui lòng xác nhận/.test(each))).toEqual([]);
    });

    test("GU19, K29: without `confirmed` an account's cash order never expires; orders that wait go on waiting after a change of the setting", async () => {
      const waiting = await placed();
      for (const value of ["off", "on"]) {
        await command(kit.shop, `settings set guest_checkout ${value}`);
        const { visitor, customer, id, email } = await placed();
        expect(await record(visitor, customer.id)).toMatchObject({ status: "pending", confirmation: null });
        expect(await resultOf(visitor, id)).toMatchObject({ confirmation: null });
        expect(await ofStaff(id)).toMatchObject({ stage: "to_confirm", confirm_by: null });
        expect(await confirm(visitor, id)).toMatchObject({ status: 409, body: { code: "order_not_waiting" } });
        await later(10);
        expect(await statusOf(id)).toBe("pending");
        expect(subjectsTo(email)).toHaveLength(1);
        const [mail] = kit.mailbox.emails(email);
        expect(mail?.text).toContain("liên hệ sớm để xác nhận");
        expect(kit.linksIn(email), "its button leads to the account").toEqual([]);
      }
      const link = await kit.linkTo(waiting.email);
      expect((await kit.open(link)).body).toMatchObject({ order: { confirmation: { state: "waiting" } } });
      await later(5);
      expect(await statusOf(waiting.id)).toBe("cancelled");
      const without = await kit.shop.db.all<{ status: string }>(sql`
        select o.status from orders o where o.customer_id is not null and o.created_at > ${at(-24)} and o.id <> ${waiting.id}`);
      await later(30 * 24);
      expect(new Set(without.map(({ status }) => status))).toEqual(new Set(["pending"]));
    });

    test("GU19: an order that its customer changes goes on waiting, and is confirmed as it is then", async () => {
      const { visitor, customer, id } = await placed();
      const { self_service } = (await record(visitor, customer.id)) ?? {};
      const recipient = { version: self_service?.version, first_name: "Hoa", last_name: "Lê", phone: "0912345999" };
      expect((await visitor.call("PUT", `${ownOrderPath(id)}/recipient`, recipient)).status).toBe(200);
      expect(await record(visitor, customer.id)).toMatchObject({
        status: "pending",
        confirmation: { state: "waiting" },
      });
      expect((await confirm(visitor, id)).status).toBe(200);
      expect(await ofMerchant(id)).toMatchObject({ status: "processing", shipping: { first_name: "Hoa" } });
    });

    test("GU19: a resent email about the order has the confirmation as long as it is needed", async () => {
      const { visitor, id, email } = await placed();
      await kit.shop.runJobs();
      kit.mailbox.clear();
      expect((await visitor.post(`${ownOrderPath(id)}/resend-email`, {})).status).toBe(200);
      await kit.shop.runJobs();
      expect(kit.mailbox.emailTo(email).text).toContain("xác nhận trước");
      expect(kit.linksIn(email)).toHaveLength(1);
      await confirm(visitor, id);
      kit.mailbox.clear();
      kit.shop.clock.advance(minuteMs);
      expect((await visitor.post(`${ownOrderPath(id)}/resend-email`, {})).status).toBe(200);
      await kit.shop.runJobs();
      expect(kit.mailbox.emailTo(email).text).not.toContain("xác nhận trước");
      expect(kit.linksIn(email)).toEqual([]);
    });

    test("GU19: a merchant's own order, and one of a pickup, follow their rules", async () => {
      const manual = await kit.merchant.post<WooOrder>("/wp-json/wc/v3/orders", {
        ...{ payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }], set_paid: false },
      });
      const { visitor } = await account();
      const pickup = await submit(visitor, aCodOrder({ shipping_lines: [{ method_id: "local_pickup" }] }));
      expect(await ofStaff(pickup.body.id)).toMatchObject({ confirm_by: expect.stringMatching(/^20/) });
      await later(25);
      expect([await statusOf(manual.body.id), await statusOf(pickup.body.id)]).toEqual(["pending", "cancelled"]);
    });
  });
