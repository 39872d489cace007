import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import type { TimelineEntry, Today } from "#contract/order-workflow.ts";
import type { RefundRequest } from "#contract/backoffice/refund-requests.ts";
import type { OrderHistory } from "#contract/order-history.ts";
import type { Problem } from "#contract/problem.ts";
import type { SelfServiceState } from "#contract/self-service.ts";
import type { OrderNote } from "#contract/woo/order-note.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { payOnPage } from "#fixtures/testing/gateway-browser.ts";
import { beginPayment, openPayingShop, type PayingShop, payAndReturn } from "#fixtures/testing/gateways.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { emailsOf, moneyOf } from "#fixtures/testing/order-money.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

type Outcome = SelfServiceState & Problem & { data?: { order?: SelfServiceState } };
const minute = 60_000;

for (const engine of engines)
  describe(`cancelling an own order on ${engine.name}`, () => {
    let shop: PayingShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let shopper: Visitor;
    let customerId: number;
    const path = (id: number) => `/wp-json/lianne-orders/v1/orders/${id}`;
    const stateOf = async (id: number) => (await shopper.get<SelfServiceState>(path(id))).body;
    const cancel = async (id: number, body: object = {}) => {
      const { version } = await stateOf(id);
      return shopper.post<Outcome>(`${path(id)}/cancel`, { version, ...body });
    };
    const cashOrder = async () => (await submit(shopper, aCodOrder())).body.id;
    const move = (id: number, status: string) => merchant.call("PUT", orderPath(id), { status });
    const paidOrder = async () => {
      const begun = (await beginPayment(shopper)).body;
      await payAndReturn(shopper, begun.payment_url, "pay");
      await shop.gateways.idle();
      expect((await moneyOf(shop, begun.order_id)).status).toBe("processing");
      return begun.order_id;
    };
    const stock = () => stockOf(shop, hoops.id);

    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
    });
    beforeEach(async () => {
      shop.gateways.vnpay.control({});
      shopper = shop.client();
      customerId = (await shopper.register()).id;
      await setStock(shop, hoops.id, 20);
    });

    test("SO01, SO03: an unpaid order is cancelled once, with its reason, stock, email, note and history", async () => {
      const id = await cashOrder();
      const history = await shopper.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${customerId}`);
      expect(history.body.orders[0]?.self_service).toMatchObject({
        actions: expect.arrayContaining(["cancel"]),
        locked: false,
      });
      const before = await stock();
      const { status, body } = await cancel(id, { reason: "wrong_option", note: "Cỡ 52" });
      expect([status, body]).toMatchObject([200, { order_id: id, status: "cancelled", actions: ["resend_email"] }]);
      expect(await stock()).toBe((before ?? 0) + 1);
      expect((await moneyOf(shop, id)).moves).toEqual([`pending > cancelled customer:${customerId}`]);
      expect(await emailsOf(shop, id)).toMatchObject({ order_cancelled: 1, merchant_customer_change: 1 });
      const notes = await merchant.get<OrderNote[]>(`${orderPath(id)}/notes`);
      expect(notes.body).toMatchObject([
        { author: "customer", customer_note: false, note: expect.stringMatching(/nhầm.*Cỡ 52/) },
      ]);
      const timeline = await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`);
      const acts = timeline.body.filter(({ actor }) => actor.kind === "customer").map(({ kind }) => kind);
      expect(acts).toEqual(expect.arrayContaining(["note", "status"]));
      const again = await cancel(id);
      expect([again.status, again.body.code, again.body.data.order]).toMatchObject([
        409,
        "lianne_state",
        { status: "cancelled" },
      ]);
    });

    test("SO02: once packing has begun an order is not changed online, and the message has the phone number", async () => {
      const id = await cashOrder();
      await move(id, "processing");
      expect((await stateOf(id)).actions).toContain("cancel");
      const { version } = await stateOf(id);
      expect((await owner.call("POST", `/pack/orders/${id}/assign`, {})).status).toBe(200);
      expect(await stateOf(id)).toMatchObject({ actions: ["resend_email"], locked: true });
      const late = await shopper.post<Outcome>(`${path(id)}/cancel`, { version });
      expect([late.status, late.body.code]).toEqual([409, "lianne_state"]);
      expect(late.body.message).toMatch(/^Đơn đã được đóng gói, không thể thay đổi trực tuyến. Vui lòng gọi 0900/);
      const inEnglish = await shopper.post<Outcome>(`${path(id)}/cancel?lang=en`, { version });
      expect(inEnglish.body.message).toMatch(
        /^The order is already packed and can no longer be changed online. Please call/,
      );
      expect(await moneyOf(shop, id)).toMatchObject({ status: "processing", notes: [] });
    });

    test("SO04, OL01: of a paid order the cancellation is requested, and the order waits for the decision", async () => {
      const id = await paidOrder();
      expect((await stateOf(id)).actions).toContain("request_cancel");
      const { body } = await cancel(id, { reason: "changed_mind" });
      expect(body).toMatchObject({
        status: "processing",
        actions: ["resend_email"],
        cancel_requested_at: expect.any(String),
      });
      expect((await cancel(id)).status).toBe(409);
      const requests = await owner.call<RefundRequest[]>("GET", `/refund-requests?order=${id}`);
      expect(requests.body).toMatchObject([{ state: "open", by_customer: true, by_gateway: true, requested_by: null }]);
      const today = (await owner.call<Today>("GET", "/today")).body.queues.map(({ name }) => name);
      expect(today).toEqual(expect.arrayContaining(["needs_review", "refund_requests"]));
      expect((await owner.call<Problem>("POST", `/pack/orders/${id}/assign`, {})).status, "packed meanwhile").toBe(409);
      const openRequests = async () =>
        (await owner.call<OrderRow[]>("GET", `/orders?search=${id}`)).body.find((row) => row.id === id)?.lianne
          .requests;
      expect(await openRequests()).toEqual([{ kind: "cancel", at: requests.body[0]?.requested_at }]);
      const before = await stock();
      const approved = await owner.call("POST", `/refund-requests/${requests.body[0]?.id}/approve`, {});
      expect(approved.status).toBe(200);
      expect(await moneyOf(shop, id)).toMatchObject({ status: "refunded", refunds: ["requested"] });
      expect(await stock()).toBe((before ?? 0) + 1);
      expect(await stateOf(id)).toMatchObject({ status: "refunded", cancel_requested_at: null });
      expect(await openRequests()).toEqual([]);
    });

    test("SO04, GU05: a rejected request of an order without an email is for a call", async () => {
      const id = await paidOrder();
      await merchant.call("PUT", orderPath(id), { billing: { email: "" } });
      await cancel(id);
      const requests = async () => (await owner.call<RefundRequest[]>("GET", `/refund-requests?order=${id}`)).body;
      const [request] = await requests();
      expect(request).toMatchObject({ state: "open", by_customer: true, has_email: false });
      const rejected = await owner.call("POST", `/refund-requests/${request?.id}/reject`, {});
      expect(rejected).toMatchObject({ status: 200, body: { state: "rejected", has_email: false } });
      expect(await emailsOf(shop, id)).not.toHaveProperty("order_note");
    });

    test("SO04: a rejected request is emailed to the customer, and the order goes on", async () => {
      const id = await paidOrder();
      await cancel(id);
      const [request] = (await owner.call<RefundRequest[]>("GET", `/refund-requests?order=${id}`)).body;
      await owner.call("POST", `/refund-requests/${request?.id}/reject`, { note: "Đã làm riêng cho bạn" });
      expect(await emailsOf(shop, id)).toMatchObject({ order_note: 1 });
      expect(await stateOf(id)).toMatchObject({
        status: "processing",
        actions: expect.arrayContaining(["request_cancel"]),
      });
      const payment = async () =>
        (await shopper.get<OrderHistory>(`/wp-json/custom/v1/order-data?customer_id=${customerId}`)).body.orders[0]
          ?.payment;
      const total = (await payment())?.total_amount ?? 0;
      expect(await payment()).toMatchObject({ refundable: total });
      const part = await merchant.call("POST", `${orderPath(id)}/refunds`, { amount: "100000", api_refund: false });
      expect(part.status).toBe(201);
      expect(await payment(), "what a cancellation can still return").toMatchObject({
        ...{ total_amount: total, refundable: total - 100_000 },
      });
      expect((await owner.call("POST", `/pack/orders/${id}/assign`, {})).status).toBe(200);
    });

    test("SO04: with `self_cancel_paid` auto the refund begins at once, by the way it was paid", async () => {
      await command(shop, "settings set self_cancel_paid auto");
      const id = await paidOrder();
      expect((await stateOf(id)).actions).toContain("cancel_and_refund");
      const { status, body } = await cancel(id);
      expect([status, body.status]).toEqual([200, "refunded"]);
      await shop.runJobs();
      shop.clock.advance(6 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, id)).toMatchObject({ status: "refunded", refunds: ["done"] });
      await command(shop, "settings unset self_cancel_paid");
    });

    test("SO14: the same cancellation in two tabs, and a confirmation at the same moment, end in one state", async () => {
      const twice = await cashOrder();
      const before = await stock();
      const { version } = await stateOf(twice);
      const both = await Promise.all([1, 2].map(() => shopper.post<Outcome>(`${path(twice)}/cancel`, { version })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.data.order?.status).toBe("cancelled");
      expect(await stock()).toBe((before ?? 0) + 1);
      for (let turn = 0; turn < 3; turn++) {
        const id = await cashOrder();
        const seen = (await stateOf(id)).version;
        const [confirmed, cancelled] = await Promise.all([
          owner.call("POST", `/orders/${id}/confirm`, {}),
          shopper.post<Outcome>(`${path(id)}/cancel`, { version: seen }),
        ]);
        expect([confirmed.status, cancelled.status].sort()).toEqual([200, 409]);
        const { status, moves } = await moneyOf(shop, id);
        expect([status, moves.length]).toEqual([confirmed.status === 200 ? "processing" : "cancelled", 1]);
      }
    });

    test("SO14: a cancellation and the start of packing", async () => {
      const id = await cashOrder();
      await move(id, "processing");
      const { version } = await stateOf(id);
      const [packed, cancelled] = await Promise.all([
        owner.call("POST", `/pack/orders/${id}/assign`, {}),
        shopper.post<Outcome>(`${path(id)}/cancel`, { version }),
      ]);
      expect([packed.status, cancelled.status].sort()).toEqual([200, 409]);
      expect((await moneyOf(shop, id)).status).toBe(packed.status === 200 ? "processing" : "cancelled");
    });

    test("SO14: a cancellation against the gateway's success and against the expiry", async () => {
      const begun = (await beginPayment(shopper)).body;
      const { version } = await stateOf(begun.order_id);
      shop.gateways.vnpay.control({ notifications: { kind: "missing" } });
      await payOnPage(begun.payment_url, "pay");
      // the gateway is queried first: the order is paid, and was not when the customer saw it
      const paid = await shopper.post<Outcome>(`${path(begun.order_id)}/cancel`, { version });
      expect([paid.status, paid.body.data.order]).toMatchObject([
        409,
        { status: "processing", actions: expect.arrayContaining(["request_cancel"]) },
      ]);
      const late = (await beginPayment(shopper)).body;
      expect((await cancel(late.order_id)).status).toBe(200);
      await payOnPage(late.payment_url, "pay");
      shop.gateways.vnpay.control({});
      shop.clock.advance(40 * minute);
      await shop.runJobs();
      expect(await moneyOf(shop, late.order_id)).toMatchObject({
        status: "on-hold",
        payments: ["vnpay_visa succeeded"],
      });

      const before = await stock();
      const expired = (await beginPayment(shopper, { customer_note: "hết hạn" })).body;
      const seen = (await stateOf(expired.order_id)).version;
      shop.clock.advance(40 * minute);
      await Promise.all([shop.runJobs(), shopper.post(`${path(expired.order_id)}/cancel`, { version: seen })]);
      const end = await moneyOf(shop, expired.order_id);
      expect([end.status, end.moves.length]).toEqual(["cancelled", 1]);
      expect(await stock()).toBe(before);
    });

    test("SO01: an order of another customer does not exist, and bad input is named", async () => {
      const id = await cashOrder();
      const stranger = shop.client();
      await stranger.register();
      const responses = await Promise.all([
        stranger.get<Problem>(path(id)),
        stranger.post<Problem>(`${path(id)}/cancel`, { version: (await stateOf(id)).version }),
        stranger.get<Problem>(path(99_999_999)),
      ]);
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, "rest_not_found"]));
      expect((await shop.client().get(path(id))).status).toBe(401);
      const bad = await shopper.post<Problem>(`${path(id)}/cancel`, { reason: "x", note: "a".repeat(301) });
      expect([bad.status, Object.keys(bad.body.data.params ?? {}).sort()]).toEqual([
        400,
        ["note", "reason", "version"],
      ]);
      expect((await moneyOf(shop, id)).moves).toEqual([]);
    });

    test("SO13: what the customer did is in the data export, and goes with the account", async () => {
      const id = await cashOrder();
      await cancel(id, { reason: "other", note: "lý do riêng tư" });
      const { out } = await command(shop, `users export ${customerId}`);
      expect(out).toContain("lý do riêng tư");
      await command(shop, `users delete ${customerId}`);
      const left = await shop.db.all(sql`
        select n.note, e.reason from order_event e left join order_note n on n.order_id = e.order_id where e.order_id = ${id}`);
      expect(JSON.stringify(left)).not.toContain("riêng tư");
    });
  });
