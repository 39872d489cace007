import { beforeAll, describe, expect, test } from "vitest";
import type { RefundRequest } from "#contract/backoffice/refund-requests.ts";
import type { TimelineEntry, Today } from "#contract/order-workflow.ts";
import type { FixedRole } from "#contract/permissions.ts";
import type { Problem } from "#contract/problem.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aKey, hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`refund requests on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    const members = {} as Record<FixedRole | "second", StaffVisitor>;
    const signIn = async () => {
      for (const role of ["owner", "staff", "packer", "accountant"] as const)
        members[role] = (await staffMember(shop, role)).browser;
      members.second = (await staffMember(shop)).browser;
    };
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
      await signIn();
    });

    /** Paid in cash, 1.170.000 ₫. */
    const paidOrder = async (): Promise<number> => {
      const order = { payment_method: "cod", set_paid: true, line_items: [{ product_id: hoops.id, quantity: 3 }] };
      return (await orderOf(merchant, order)).id;
    };
    const total = 3 * hoops.price;
    const refund = (id: number, amount: number, { by = members.staff, key = aKey() } = {}) =>
      by.request<Problem & { id?: number; refund_request?: RefundRequest }>(
        "POST",
        `${orderPath(id)}/refunds`,
        { amount: String(amount), api_refund: false, reason: "Trầy xước" },
        { "idempotency-key": key },
      );
    const request = (id: number, amount: number, by: StaffVisitor) =>
      by.call<RefundRequest & Problem>("POST", `/orders/${id}/refund-requests`, {
        ...{ amount: String(amount), api_refund: false, reason: "Khách trả hàng" },
      });
    const decide = (id: number, decision: "approve" | "reject", by = members.owner, body: object | undefined = {}) =>
      by.call<RefundRequest & Problem>("POST", `/refund-requests/${id}/${decision}`, body);
    const requestOf = async (id: number, amount = total): Promise<number> => {
      const { body } = await refund(id, amount);
      if (!body.refund_request) throw new Error(`no request: ${JSON.stringify(body)}`);
      return body.refund_request.id;
    };
    const refundsOf = (id: number) =>
      shop.db.all<{ amount: number; actor: string; status: string }>(
        sql`select amount, actor, status from refund where order_id = ${id} order by id`,
      );
    const statusOf = async (id: number) => (await members.owner.request<WooOrder>("GET", orderPath(id))).body.status;
    const queue = async (by: StaffVisitor) =>
      (await by.call<Today>("GET", "/today")).body.queues.find(({ name }) => name === "refund_requests");

    test("RO04: a refund above the limit becomes a request; up to the limit it is made", async () => {
      const id = await paidOrder();
      const within = await refund(id, 500_000);
      expect([within.status, within.body.refund_request]).toEqual([201, undefined]);
      const key = aKey();
      const above = await refund(id, 1_000, { key });
      expect(above.body.refund_request).toMatchObject({
        ...{ order_id: id, amount: 1_000, refundable: total - 500_000, state: "open", by_gateway: false },
        ...{ reason: "Trầy xước", requested_by: "Hương", decided_by: null, refund_id: null },
      });
      expect((await refund(id, 1_000, { key })).body, "a repeated request").toEqual(above.body);
      expect(await refundsOf(id)).toHaveLength(1);
      const second = await refund(id, 2_000);
      expect([second.status, second.body.code]).toEqual([409, "lianne_refund_requested"]);
      expect((await refund(id, 600_000, { by: members.owner })).body.refund_request, "owners have no limit").toBe(
        undefined,
      );
    });

    test("RO04: owners see requests on Today, and approve with one tap; both names are recorded", async () => {
      const before = (await queue(members.owner))?.count ?? 0;
      const id = await paidOrder();
      const requestId = await requestOf(id);
      expect(await queue(members.owner)).toMatchObject({ count: before + 1, href: "/refund-requests" });
      expect([await queue(members.staff), await queue(members.accountant)]).toEqual([undefined, undefined]);
      const list = (await members.owner.call<RefundRequest[]>("GET", "/refund-requests?state=open")).body;
      expect(list.map((request) => request.id)).toContain(requestId);
      const { status, body } = await decide(requestId, "approve");
      expect([status, body.state, body.refund_id]).toEqual([200, "approved", expect.any(Number)]);
      const [row] = await shop.db.all<{ requester: string; approver: string }>(sql`
        select 'staff:' || requested_by requester, 'staff:' || decided_by approver from refund_request where id = ${requestId}`);
      expect(row?.requester).not.toBe(row?.approver);
      expect(await refundsOf(id)).toEqual([{ amount: total, actor: row?.approver, status: "manual" }]);
      expect([await statusOf(id), (await queue(members.owner))?.count ?? 0]).toEqual(["refunded", before]);
      const timeline = (await members.owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline`)).body;
      const messages = timeline.filter(({ kind }) => kind === "refund").map(({ message }) => message);
      expect(messages.some((message) => message.startsWith("Duyệt hoàn") && message.includes("Hương"))).toBe(true);
      expect(messages.some((message) => message.startsWith("Đề nghị hoàn"))).toBe(true);
      const log = await shop.db.all<{ actor: string; change: object }>(sql`
        select actor, change from audit where object = 'refund_request' and object_id = ${String(requestId)} order by id`);
      expect(log.map(({ actor }) => actor)).toEqual([row?.requester, row?.approver]);
    });

    test("RO04: two approvals at once refund once; the others get the state", async () => {
      const id = await paidOrder();
      const requestId = await requestOf(id);
      const responses = await Promise.all([
        decide(requestId, "approve"),
        decide(requestId, "approve", members.second),
        decide(requestId, "approve", members.second),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const [late] = responses.filter(({ status }) => status === 409);
      expect(late?.body).toMatchObject({ code: "lianne_invalid_state", data: { state: "approved" } });
      expect(await refundsOf(id)).toHaveLength(1);
      const other = await requestOf(await paidOrder());
      const decisions = await Promise.all([decide(other, "approve"), decide(other, "reject", members.second)]);
      expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    test("RO04: a request whose order was refunded meanwhile is refused with what is left", async () => {
      const id = await paidOrder();
      const requestId = await requestOf(id, 900_000);
      await refund(id, 400_000, { by: members.owner });
      const { status, body } = await decide(requestId, "approve");
      expect([status, body.code, body.data.refundable]).toEqual([409, "lianne_not_refundable", total - 400_000]);
      expect(body.message).toContain("770.000");
      expect(await refundsOf(id)).toHaveLength(1);
      const rejected = await decide(requestId, "reject", members.owner, { note: "Đã hoàn một phần" });
      expect(rejected.body).toMatchObject({ state: "rejected", note: "Đã hoàn một phần", decided_by: "Hương" });
      expect((await decide(requestId, "approve")).status).toBe(409);
      expect((await request(id, 100_000, members.staff)).status, "after the decision another one").toBe(201);
    });

    test("OL01, TD01: an order with an open request of a staff member needs a review, in any status", async () => {
      const stageOf = async (id: number) =>
        (await members.owner.request<WooOrder>("GET", orderPath(id))).body.lianne?.stage;
      const reviews = async () =>
        (await members.owner.call<Today>("GET", "/today")).body.queues.find(({ name }) => name === "needs_review")
          ?.count ?? 0;
      const [paid, completed] = [await paidOrder(), await paidOrder()];
      await merchant.put(orderPath(completed), { status: "completed" });
      for (const id of [paid, completed]) {
        const [stage, count] = [await stageOf(id), await reviews()];
        const requestId = await requestOf(id);
        const { body } = await members.owner.request<WooOrder>("GET", `${orderPath(id)}?lang=vi`);
        expect([body.lianne?.stage, body.lianne?.stage_reason]).toEqual([
          "needs_review",
          "yêu cầu hoàn tiền chờ duyệt",
        ]);
        expect(await reviews()).toBe(count + 1);
        await decide(requestId, "reject");
        expect([await stageOf(id), await reviews()], "after the decision").toEqual([stage, count]);
      }
    });

    test("RO04: an approval and a refund of the whole at once never refund more than was paid", async () => {
      const id = await paidOrder();
      const requestId = await requestOf(id);
      const responses = await Promise.all([decide(requestId, "approve"), refund(id, total, { by: members.second })]);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([total]);
    });

    test("RO04: refunds at the same moment do not pass the limit together; one request of an order is open", async () => {
      const id = await paidOrder();
      const results = await Promise.all([refund(id, 300_000), refund(id, 300_000), refund(id, 300_000)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
      expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([300_000]);
      const other = await paidOrder();
      const requests = await Promise.all([
        request(other, 1_000, members.accountant),
        request(other, 2_000, members.staff),
        refund(other, 600_000),
      ]);
      expect(requests.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      const open = await members.owner.call<RefundRequest[]>("GET", `/refund-requests?state=open&order=${other}`);
      expect([open.body.length, await refundsOf(other)]).toEqual([1, []]);
    });

    test("RO04: an invalid request or decision is named, and refunds nothing", async () => {
      const id = await paidOrder();
      const wrong: [object, string][] = [
        [{ reason: " " }, "reason"],
        [{ reason: "x".repeat(1_001) }, "reason"],
        [{ amount: "1.5" }, "amount"],
        [{ amount: "x" }, "amount"],
        [{ line_items: "x" }, "line_items"],
      ];
      for (const [own, field] of wrong) {
        const body = { amount: "1000", reason: "Khách trả hàng", ...own };
        const { status, body: problem } = await members.staff.call<Problem>(
          "POST",
          `/orders/${id}/refund-requests`,
          body,
        );
        expect([status, Object.keys(problem.data.params ?? {})], JSON.stringify(own)).toEqual([400, [field]]);
      }
      for (const amount of [0, -1, total + 1]) expect((await request(id, amount, members.staff)).status).toBe(400);
      const requestId = await requestOf(id);
      const note = await decide(requestId, "reject", members.owner, { note: "x".repeat(501) });
      expect([note.status, Object.keys(note.body.data.params ?? {})]).toEqual([400, ["note"]]);
      for (const query of ["state=paid", "order=0", "order=x"])
        expect((await members.owner.call("GET", `/refund-requests?${query}`)).status, query).toBe(400);
      const customer = shop.client();
      await customer.register();
      const approve = `/wp-json/lianne-admin/v1/refund-requests/${requestId}/approve`;
      expect([(await customer.post(approve)).status, (await merchant.post(approve)).status]).toEqual([401, 401]);
      expect(await refundsOf(id)).toEqual([]);
      expect((await decide(requestId, "reject")).status).toBe(200);
    });

    test("RO04: accountants request refunds of any amount, and make none", async () => {
      const id = await paidOrder();
      expect((await refund(id, 1_000, { by: members.accountant })).body.data.permission).toBe("refunds.create");
      const { status, body } = await request(id, 1_000, members.accountant);
      expect([status, body.state, await refundsOf(id)]).toEqual([201, "open", []]);
      await decide(body.id, "approve");
      expect(await refundsOf(id)).toHaveLength(1);
      const tooMuch = await request(id, total, members.accountant);
      expect(tooMuch.status).toBe(400);
      const empty = await members.accountant.call<Problem>("POST", `/orders/${id}/refund-requests`, { amount: "1" });
      expect([empty.status, Object.keys(empty.body.data.params ?? {})]).toEqual([400, ["reason"]]);
      expect((await request(99_999_999, 1, members.accountant)).status).toBe(404);
    });

    test("RO04: only owners decide, with a recent authentication; the own role cannot get the permission", async () => {
      const requestId = await requestOf(await paidOrder());
      for (const role of ["staff", "accountant", "packer"] as const)
        for (const decision of ["approve", "reject"] as const) {
          const { status, body } = await decide(requestId, decision, members[role]);
          expect([role, status, body.data.permission]).toEqual([role, 403, "refunds.approve"]);
        }
      expect((await members.packer.call<Problem>("GET", "/refund-requests")).body.data.permission).toBe(
        "refunds.request",
      );
      const role = { name: "Quản lý ca", permissions: ["orders.view", "refunds.approve"] };
      expect((await members.owner.call("PUT", "/roles/own", role)).status).toBe(400);
      expect((await decide(99_999_999, "approve")).status).toBe(404);
      shop.clock.advance(11 * minuteMs);
      expect((await decide(requestId, "approve")).body.code).toBe("lianne_reauthentication_required");
      await signIn();
      expect((await decide(requestId, "approve")).status).toBe(200);
    });

    test("RO04: the status `refunded` does not pass the limit, by any way of setting it", async () => {
      const id = await paidOrder();
      const before = await statusOf(id);
      const { staff, owner } = members;
      const refused = [
        await staff.request<Problem>("PUT", orderPath(id), { status: "refunded" }),
        await staff.call<Problem>("POST", `/orders/${id}/status`, { status: "refunded", reason: "x" }),
      ];
      for (const { status, body } of refused)
        expect([status, body.code, body.data.limit]).toEqual([403, "lianne_forbidden", 500_000]);
      const batch = await staff.request<{ update: { error?: { code: string } }[] }>("POST", `${orderPath("batch")}`, {
        update: [{ id, status: "refunded" }],
      });
      expect(batch.body.update[0]?.error?.code).toBe("lianne_forbidden");
      expect([await statusOf(id), await refundsOf(id)]).toEqual([before, []]);
      // a part of the limit is used already: the rest alone would be below it
      await refund(id, 400_000);
      await refund(id, 400_000, { by: owner });
      expect((await staff.request("PUT", orderPath(id), { status: "refunded" })).status).toBe(403);
      expect((await owner.request("PUT", orderPath(id), { status: "refunded" })).status).toBe(200);
      expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([400_000, 400_000, total - 800_000]);
    });
  });
