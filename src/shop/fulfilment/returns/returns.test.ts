import { beforeAll, describe, expect, test } from "vitest";
import type { ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { RefundRequest } from "#contract/backoffice/refund-requests.ts";
import type { ClaimSheet } from "#contract/backoffice/returns.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { ledgerOf, orderPath, stockOf } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

const twoItems = {
  line_items: [
    { product_id: hoops.id, quantity: 2 },
    { product_id: pearls.id, quantity: 1 },
  ],
};

for (const engine of engines)
  describe(`returned parcels on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      await setStock(here.shop, pearls.id, 500);
      owner = (await staffMember(here.shop)).browser;
    });

    const stocks = () => Promise.all([stockOf(here.shop, hoops.id), stockOf(here.shop, pearls.id)]);
    const post = <Body = ParcelDetail & Problem>(path: string, body: object, browser = owner) =>
      browser.call<Body>("POST", path, body);
    const detailOf = async (orderId: number): Promise<ParcelDetail> => {
      const parcels = (await owner.call<ParcelEntry[]>("GET", `/parcels?order_id=${orderId}&view=all`)).body;
      return (await owner.call<ParcelDetail>("GET", `/parcels/${parcels[0]?.id}`)).body;
    };
    const stageOf = async (orderId: number) =>
      (await here.shop.db.all<{ stage: string }>(sql`select stage from order_workflow where order_id = ${orderId}`))[0]
        ?.stage;
    /** An order whose parcel is back. */
    const returned = async (own: Parameters<ShippingShop["booked"]>[0] = twoItems) => {
      const { orderId, code } = await here.booked(own);
      for (const status of ["picked", "delivering", "delivery_fail", "waiting_to_return", "returning", "returned"])
        await here.advance(code, status);
      return { orderId, code, parcel: await detailOf(orderId) };
    };
    type State = "restock" | "repair" | "damaged" | "missing";
    /** The results of all units, one after the other; those without one go back into stock. */
    const results = ({ lines }: ParcelDetail, ...states: State[]) =>
      lines
        .flatMap(({ line_id, quantity }) => Array.from({ length: quantity }, () => line_id))
        .map((line_id, unit) => ({ line_id, quantity: 1, state: states[unit] ?? "restock" }));

    test("GR10: a parcel has the version of its order, on which decision and booking are based", async () => {
      const { orderId, parcel } = await returned();
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel), reason: "" });
      const seen = { "if-match": `"${(await detailOf(orderId)).order_version}"` };
      await owner.request("PUT", orderPath(orderId), { customer_note: "khách gọi lại" });
      for (const [path, body] of [
        [`/parcels/${parcel.id}/decision`, { decision: "send_again" }],
        [`/parcels/${parcel.id}/rebook`, {}],
      ] as const) {
        const { status } = await owner.call("POST", path, body, { "if-match": null });
        const late = await owner.call<Problem>("POST", path, body, seen);
        expect([status, late.status, late.body.data.current], path).toMatchObject([
          428,
          412,
          { id: orderId, customer_note: "khách gọi lại" },
        ]);
      }
      const now = { "if-match": `"${(await detailOf(orderId)).order_version}"` };
      expect((await owner.call("POST", `/parcels/${parcel.id}/decision`, { decision: "send_again" }, now)).status).toBe(
        200,
      );
    });

    test("PC05, RT09: 20 scans of one returned parcel increase the stock once, by what goes back into it", async () => {
      const { orderId, parcel } = await returned();
      const [hoopsBefore = 0, pearlsBefore = 0] = await stocks();
      expect(await stageOf(orderId)).toBe("to_inspect");
      expect(parcel.actions).toContain("inspect");
      const items = results(parcel, "restock", "damaged", "missing");
      const body = { items: [...items], reason: "Không liên lạc được với người nhận" };
      const scans = await Promise.all(Array.from({ length: 20 }, () => post(`/parcels/${parcel.id}/returned`, body)));
      expect(scans.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body: problem } of scans.filter((scan) => scan.status !== 200))
        expect([status, problem.code]).toEqual([409, "lianne_invalid_state"]);
      const inspected = await detailOf(orderId);
      expect(inspected).toMatchObject({ return_reason: body.reason, return_decision: null });
      expect(inspected.returned_items).toHaveLength(3);
      expect(inspected.actions, "units were damaged and lost on the way").toContain("claim");
      expect(await stocks()).toEqual([hoopsBefore + 1, pearlsBefore]);
      expect(await stageOf(orderId)).toBe("needs_review");
    });

    test("PC05: each unit needs a result, and only the parcel's own lines have one", async () => {
      const { parcel } = await returned();
      const before = await stocks();
      const [one] = parcel.lines;
      const bad = [
        { items: results(parcel).slice(1) },
        { items: [...results(parcel), { line_id: one?.line_id, quantity: 1, state: "restock" }] },
        { items: [...results(parcel), { line_id: 1, quantity: 1, state: "restock" }] },
        { items: [{ line_id: one?.line_id, quantity: 1, state: "sold" }] },
        { items: [] },
      ];
      for (const body of bad) {
        const { status, body: problem } = await post(`/parcels/${parcel.id}/returned`, body);
        expect([status, Object.keys(problem.data.params ?? {})]).toEqual([400, ["items"]]);
      }
      expect(await stocks()).toEqual(before);
      const { orderId } = await here.booked();
      const away = await detailOf(orderId);
      const early = await post(`/parcels/${away.id}/returned`, { items: results(away) });
      expect([early.status, early.body.code]).toEqual([409, "lianne_invalid_state"]);
    });

    test("PC05: a parcel that arrives before the carrier reports it stays returned after later reports", async () => {
      const { orderId, code } = await here.booked(twoItems);
      for (const status of ["picked", "delivery_fail", "waiting_to_return", "returning"])
        await here.advance(code, status);
      const parcel = await detailOf(orderId);
      const back = (await owner.call<ParcelEntry[]>("GET", "/parcels?view=returns")).body;
      expect(back.map(({ id }) => id)).toContain(parcel.id);
      expect((await post(`/parcels/${parcel.id}/returned`, { items: results(parcel) })).status).toBe(200);
      expect(await detailOf(orderId)).toMatchObject({
        has_email: true,
        actions: expect.not.arrayContaining(["claim"]),
      });
      await here.shop.db.write(sql`update orders set billing = billing || '{"email": ""}' where id = ${orderId}`);
      expect((await detailOf(orderId)).has_email).toBe(false);
      await here.advance(code, "return_fail");
      await post(`/parcels/${parcel.id}/poll`, {});
      expect(await detailOf(orderId)).toMatchObject({ status: "returned", step: "returned" });
    });

    test("PC05: an order cancelled on the way has its stock already; only what cannot be sold is taken out", async () => {
      const { orderId, code } = await here.booked(twoItems);
      for (const status of ["picked", "delivering"]) await here.advance(code, status);
      const [hoopsBefore = 0, pearlsBefore = 0] = await stocks();
      await here.move(orderId, "cancelled");
      expect(await stocks()).toEqual([hoopsBefore + 2, pearlsBefore + 1]);
      for (const status of ["waiting_to_return", "returned"]) await here.advance(code, status);
      const parcel = await detailOf(orderId);
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel, "restock", "damaged", "restock") });
      expect((await detailOf(orderId)).returned_items).toHaveLength(3);
      expect(await stocks()).toEqual([hoopsBefore + 1, pearlsBefore + 1]);
    });

    test("PC06: sent again, the order takes its stock again, and has a new parcel to be packed", async () => {
      const { orderId, parcel } = await returned();
      await here.shop.db.write(
        sql`insert into packing (order_id, state, at) values (${orderId}, 'packed', ${here.shop.clock.now()})`,
      );
      const before = await stocks();
      const early = await post(`/parcels/${parcel.id}/decision`, { decision: "send_again" });
      expect([early.status, early.body.code]).toEqual([409, "lianne_invalid_state"]);
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel) });
      const both = await Promise.all(
        ["send_again", "close"].map((decision) => post(`/parcels/${parcel.id}/decision`, { decision })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      if (both[0]?.status === 200) {
        expect(await stocks()).toEqual(before);
        await here.shop.runJobs();
        expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "returned" }, { status: "ready_to_pick" }]);
        expect(await stageOf(orderId)).toBe("to_pack");
      }
    });

    test("PC06: without enough stock it is not sent again", async () => {
      const { orderId, parcel } = await returned();
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel, "damaged", "damaged", "damaged") });
      await setStock(here.shop, hoops.id, 1);
      const { status, body } = await post(`/parcels/${parcel.id}/decision`, { decision: "send_again" });
      expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, ["decision"]]);
      expect((await detailOf(orderId)).return_decision).toBeNull();
      await setStock(here.shop, hoops.id, 500);
      expect((await post(`/parcels/${parcel.id}/decision`, { decision: "send_again" })).status).toBe(200);
      expect(await stockOf(here.shop, hoops.id)).toBe(498);
    });

    test("PC06: closed as refused, a COD order is cancelled with that reason, and its stock is returned once", async () => {
      const { orderId, parcel } = await returned();
      const [hoopsBefore = 0, pearlsBefore = 0] = await stocks();
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel, "restock", "repair", "restock") });
      expect(await stocks()).toEqual([hoopsBefore + 1, pearlsBefore + 1]);
      const decision = { decision: "close", reason: "Khách đổi ý" };
      expect((await post(`/parcels/${parcel.id}/decision`, decision)).body).toMatchObject({
        ...{ order_status: "cancelled", return_decision: "close", stage: "closed" },
      });
      expect(await stocks()).toEqual([hoopsBefore + 1, pearlsBefore + 1]);
      expect(await ledgerOf(here.shop, orderId)).toEqual([{ status: "cancelled", amount: expect.any(Number) }]);
      const [event] = await here.shop.db.all<{ reason: string; actor: string }>(
        sql`select reason, actor from order_event where order_id = ${orderId} and to_status = 'cancelled'`,
      );
      expect(event).toEqual({ reason: "refused: Khách đổi ý", actor: expect.stringMatching(/^staff:/) });
      // reopened, it reserves all of its items again
      await here.move(orderId, "processing");
      expect(await stocks()).toEqual([hoopsBefore - 1, pearlsBefore]);
    });

    test("PC06: a paid order is refunded, not closed; the refund does not restock what the inspection settled", async () => {
      const { orderId, parcel } = await returned();
      await here.shop.db.write(sql`update orders set paid_at = now() where id = ${orderId}`);
      await post(`/parcels/${parcel.id}/returned`, { items: results(parcel, "restock", "damaged", "restock") });
      const after = await stocks();
      const closed = await post(`/parcels/${parcel.id}/decision`, { decision: "close" });
      expect([closed.status, closed.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect((await post(`/parcels/${parcel.id}/decision`, { decision: "refund" })).status).toBe(409);
      const requested = await post<RefundRequest>(`/orders/${orderId}/refund-requests`, {
        ...{ amount: "1000", api_refund: false, reason: "Khách không nhận" },
      });
      const again = await post(`/parcels/${parcel.id}/decision`, { decision: "send_again" });
      expect([again.status, again.body.code], "goods and money").toEqual([409, "lianne_invalid_state"]);
      await post(`/refund-requests/${requested.body.id}/reject`, {});
      const { refundable, lines } = await detailOf(orderId);
      expect(refundable).toBeGreaterThan(0);
      const refund = await here.merchant.post(`/wp-json/wc/v3/orders/${orderId}/refunds`, {
        ...{ amount: String(refundable - 1000), api_refund: false },
        line_items: lines.map(({ line_id, quantity }) => ({ id: line_id, quantity, refund_total: 0 })),
      });
      expect(refund.status).toBe(201);
      expect(await stocks()).toEqual(after);
      expect((await post(`/parcels/${parcel.id}/decision`, { decision: "refund" })).body.return_decision).toBe(
        "refund",
      );
    });

    test("PC07: a lost parcel has a claim sheet, and its compensation is income of the order, no payment", async () => {
      const { orderId, code } = await here.booked(twoItems);
      await here.advance(code, "picked");
      const parcel = await detailOf(orderId);
      const put = (body: object, browser = owner) =>
        browser.call<ClaimSheet & Problem>("PUT", `/parcels/${parcel.id}/compensation`, body);
      const paid = { amount: 1_500_000, received_on: "2026-11-24", note: "CK GHN" };
      expect((await put(paid)).status).toBe(409);
      await here.advance(code, "lost");
      const value = 2 * hoops.price + pearls.price;
      const [photo] = await here.shop.db.write<{ id: number }>(sql`
        insert into packing_photo (order_id, file, width, height, taken_at)
        values (${orderId}, 'x.jpg', 1280, 960, ${here.shop.clock.now()}) returning id`);
      const { body } = await owner.call<ClaimSheet>("GET", `/parcels/${parcel.id}/claim`);
      expect(body).toMatchObject({
        order_id: orderId,
        code,
        value,
        insured: value,
        status: "lost",
        compensation: null,
      });
      expect(body.events.map(({ status }) => status)).toEqual(["ready_to_pick", "picked", "lost"]);
      expect(body.photos).toEqual([`/wp-json/lianne-admin/v1/pack/orders/${orderId}/photos/${photo?.id}`]);
      expect(body.items).toHaveLength(2);
      const ledger = await ledgerOf(here.shop, orderId);
      expect((await put(paid)).body.compensation).toEqual(paid);
      const corrected = { ...paid, amount: 1_600_000 };
      const unnamed = await owner.call("PUT", `/parcels/${parcel.id}/compensation`, corrected, { "if-match": null });
      const late = await owner.call<Problem>("PUT", `/parcels/${parcel.id}/compensation`, corrected, {
        "if-match": `"${body.version}"`,
      });
      expect([body.version, unnamed.status, late.status, late.body.data.current]).toEqual([
        ...["none", 428, 412],
        { compensation: paid, version: expect.any(String) },
      ]);
      expect((await put(corrected)).body.compensation?.amount).toBe(1_600_000);
      expect(await ledgerOf(here.shop, orderId)).toEqual(ledger);
      expect((await put({ ...paid, amount: 0 })).status).toBe(400);
      expect((await put({ ...paid, received_on: "24/11" })).status).toBe(400);
    });

    test("RO02: a packer and an accountant record no return, decision or compensation", async () => {
      const { parcel } = await returned();
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(here.shop, role);
        const items = results(parcel);
        expect((await post(`/parcels/${parcel.id}/returned`, { items }, browser)).status).toBe(403);
        expect((await post(`/parcels/${parcel.id}/decision`, { decision: "close" }, browser)).status).toBe(403);
        const claim = await browser.call("GET", `/parcels/${parcel.id}/claim`);
        expect(claim.status).toBe(role === "packer" ? 403 : 200);
      }
    });
  });
