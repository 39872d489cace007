import { describe, expect, test } from "vitest";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import { command } from "#fixtures/testing/command.ts";
import { aCodOrder } from "#fixtures/testing/cod-order.ts";
import { useDepositKit, minute } from "#fixtures/testing/deposits.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { emailsOf } from "#fixtures/testing/order-money.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

const deposit = 120_000;
const day = 24 * 60 * minute;

for (const engine of engines)
  describe(`requests for deposits, on ${engine.name}`, () => {
    const kit = useDepositKit(engine);
    const act = (action: string, body?: unknown) =>
      kit.owner.call<ActionResult>("POST", `/orders/${kit.orderId}/${action}`, body);
    const undo = (token: string | undefined) => kit.owner.call("POST", `/undo/${token}`);

    test("SO10: a part of a deposit that is reported after the expiry is returned when it is read", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.here.later(day + minute);
      kit.ago = 10 * minute;
      await kit.transfer(deposit - 20_000);
      kit.ago = 0;
      expect(await kit.money()).toMatchObject({
        ...{ status: "pending", payments: ["cod pending", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      // one of the whole total still pays the order
      await kit.transfer(kit.total);
      expect(await kit.money()).toMatchObject({ method: "bacs", paid: true, refunds: ["requested overpayment"] });
    });

    test("OD11, SO10: the effects of a status name a part of the deposit only if it is returned with the status", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.transfer(50_000);
      const namesPart = async (to: string) =>
        (await kit.owner.call("GET", `/orders/${kit.orderId}/effects?to=${to}`)).text.includes("50.000");
      const statuses = ["processing", "on-hold", "completed", "cancelled"];
      expect(await Promise.all(statuses.map(namesPart))).toEqual([false, false, true, true]);
      const set = (status: string) => kit.here.merchant.put(orderPath(kit.orderId), { status });
      await set("processing");
      expect((await kit.money()).refunds).toEqual([]);
      await set("completed");
      expect((await kit.money()).refunds).toEqual(["requested overpayment"]);
    });

    test("SO10: a request that is withdrawn or expires leaves the order as it was; a later transfer is returned, one made in time counts", async () => {
      const { body } = await kit.request(kit.orderId, deposit);
      await kit.transfer(50_000);
      expect((await kit.withdraw(kit.orderId)).status).toBe(200);
      expect((await kit.withdraw(kit.orderId)).status, "again").toBe(409);
      expect(await kit.page(body.url)).toMatchObject({ state: "closed", deposit: { state: "withdrawn" } });
      await kit.transfer(deposit);
      expect(await kit.money()).toMatchObject({
        ...{ status: "pending", payments: ["cod pending", "bacs to_refund", "bacs to_refund"] },
        refunds: ["requested overpayment", "requested overpayment"],
      });
      expect(await kit.shown()).toMatchObject({ due: kit.total, paid: 0, deposit: { state: "withdrawn" } });

      await kit.place();
      const again = (await kit.request(kit.orderId, deposit)).body;
      await kit.here.later(day + minute);
      await kit.signIn();
      expect((await kit.shown())?.deposit?.state).toBe("expired");
      expect(await kit.page(again.url)).toMatchObject({ state: "closed", deposit: { state: "expired" } });
      await kit.transfer(deposit);
      const late = await kit.money();
      expect(late).toMatchObject({ status: "pending", refunds: ["requested overpayment"] });
      expect(late.notes.filter((note) => /đặt cọc/.test(note))).toHaveLength(2);
      // made in time, reported after it; a new request counts too
      await kit.place();
      await kit.request(kit.orderId, deposit);
      await kit.here.later(day + minute);
      kit.ago = 10 * minute;
      await kit.transfer(deposit);
      kit.ago = 0;
      expect(await kit.atDoor()).toBe(kit.total - deposit);
      await kit.place();
      await kit.signIn();
      await kit.request(kit.orderId, deposit);
      await kit.withdraw(kit.orderId);
      await kit.request(kit.orderId, 150_000);
      await kit.transfer(150_000);
      expect(await kit.atDoor()).toBe(kit.total - 150_000);
      const { body: timeline } = await kit.owner.call<{ text: string }[]>("GET", `/orders/${kit.orderId}/timeline`);
      expect(JSON.stringify(timeline)).toMatch(/Hương đã yêu cầu đặt cọc/);
    });

    test("SO10: withdrawn, cancelled or booked while the deposit arrives: the courier collects what is not paid, and the rest is returned", async () => {
      const acts = {
        withdraw: () => kit.withdraw(kit.orderId),
        cancel: () => kit.here.merchant.put(orderPath(kit.orderId), { status: "cancelled" }),
        confirm: () => kit.here.merchant.put(orderPath(kit.orderId), { status: "processing" }),
      };
      for (const [name, act] of Object.entries(acts)) {
        await kit.place();
        await kit.request(kit.orderId, deposit);
        await Promise.all([act(), kit.send(deposit)]);
        await kit.here.later(minute);
        const { status, payments, refunds } = await kit.money();
        const counts = payments.includes("bacs succeeded");
        expect([counts, refunds.length], name).toEqual(counts ? [true, 0] : [false, 1]);
        if (status === "processing") expect(await kit.atDoor(), name).toBe(counts ? kit.total - deposit : kit.total);
        if (status === "cancelled") expect(counts).toBe(false);
        expect(status, name).toBe(
          { withdraw: counts ? "processing" : "pending", cancel: "cancelled", confirm: "processing" }[name],
        );
      }
    });

    test("SO10: a cancellation that ends a deposit cannot be undone, and takes effect at once; other actions can", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      expect(await kit.atDoor()).toBe(kit.total - deposit);
      const cancelled = await act("cancel", { reason: "customer" });
      expect([cancelled.status, cancelled.body.order.status, cancelled.body.undo]).toEqual([200, "cancelled", null]);
      await kit.here.later(0);
      expect(await kit.money()).toMatchObject({
        ...{ payments: ["cod cancelled", "bacs to_refund"], refunds: ["requested overpayment"] },
      });
      expect(kit.here.atCarrier(kit.orderId)).toMatchObject([{ status: "cancel" }]);

      await kit.place();
      await kit.request(kit.orderId, deposit);
      const declined = await act("calls", { outcome: "declined" });
      expect([declined.body.order.status, declined.body.undo]).toEqual(["cancelled", null]);
      expect((await kit.shown())?.deposit?.state).toBe("withdrawn");

      await kit.place();
      await kit.request(kit.orderId, deposit);
      const confirmed = await act("confirm");
      expect((await undo(confirmed.body.undo?.token)).status, "it still waits").toBe(200);
      expect((await kit.shown())?.deposit?.state).toBe("waiting");
      await kit.withdraw(kit.orderId);
      const later = await act("cancel", { reason: "customer" });
      expect((await undo(later.body.undo?.token)).status, "withdrawn before").toBe(200);
      expect((await kit.money()).status).toBe("pending");
    });

    test("SO10: parts of a deposit add up after the order is confirmed, and are returned with the request", async () => {
      const part = 80_000;
      const paid = { payments: ["cod pending", "bacs succeeded"], refunds: [] };
      const { body } = await kit.request(kit.orderId, deposit);
      await kit.here.move(kit.orderId, "processing");
      await kit.transfer(part);
      expect(await kit.page(body.url)).toMatchObject({ state: "waiting", received: part, missing: deposit - part });
      expect([(await kit.money()).refunds, await kit.atDoor()]).toEqual([[], kit.total]);
      await kit.transfer(deposit - part);
      expect([await kit.money(), await kit.atDoor()]).toMatchObject([paid, kit.total - deposit]);

      await kit.place();
      await kit.request(kit.orderId, deposit);
      await kit.transfer(part);
      await kit.here.move(kit.orderId, "processing");
      expect((await kit.money()).refunds).toEqual([]);
      await kit.transfer(deposit - part);
      expect([await kit.money(), await kit.atDoor()]).toMatchObject([paid, kit.total - deposit]);

      const ends = {
        withdrawn: () => kit.withdraw(kit.orderId),
        "another method": () => kit.here.merchant.put(orderPath(kit.orderId), { payment_method: "bacs" }),
        cancelled: () => kit.here.move(kit.orderId, "cancelled"),
        expired: () => kit.here.later(day + minute),
      };
      for (const [name, end] of Object.entries(ends)) {
        await kit.place();
        await kit.request(kit.orderId, deposit);
        await kit.here.move(kit.orderId, "processing");
        await kit.transfer(part);
        await end();
        await kit.here.later(minute);
        const { payments, refunds } = await kit.money();
        expect([payments.at(-1), refunds], name).toEqual(["bacs to_refund", ["requested overpayment"]]);
      }
    });

    test("SO10: an order whose parcel came back and that is sent again can have a deposit", async () => {
      await kit.here.move(kit.orderId, "processing");
      const [first] = await kit.here.parcelsOf(kit.orderId);
      const back = ["picked", "delivering", "delivery_fail", "waiting_to_return", "returning"];
      for (const step of back) await kit.here.advance(first?.code ?? "", step);
      await kit.here.move(kit.orderId, "pending");
      const { status, body } = await kit.request(kit.orderId, deposit);
      expect(status).toBe(200);
      expect(await kit.page(body.url), "it is on its way back").toMatchObject({ state: "closed", pay_to: null });
      await kit.here.advance(first?.code ?? "", "returned");
      expect(await kit.page(body.url)).toMatchObject({ state: "waiting", missing: deposit });
      expect(await kit.record()).toMatchObject({ amount: deposit, state: "waiting" });
      await kit.transfer(deposit);
      expect(await kit.money()).toMatchObject({ status: "processing", refunds: [] });
      expect((await kit.owner.call("POST", `/orders/${kit.orderId}/parcels`)).status).toBe(201);
      await kit.here.later(minute);
      expect(await kit.atDoor()).toBe(kit.total - deposit);
    });

    test("SO10: an order is confirmed automatically or has a deposit, however close both are", async () => {
      // no earlier order of this phone number came back
      const placed = () => kit.here.placed({ billing: { ...aCodOrder().billing, phone: "0987000113" } });
      await kit.here.move(await placed(), "completed");
      const alone = await placed();
      const ids: number[] = [];
      for (const _ of [1, 2, 3, 4, 5, 6]) ids.unshift(await placed());
      await command(kit.here.shop, "settings set auto_confirm_delivered 1");
      const [, ...requests] = await Promise.all([
        kit.here.later(2 * minute),
        ...ids.map((id) => kit.request(id, deposit)),
      ]);
      await command(kit.here.shop, "settings set auto_confirm_delivered 0");
      expect(await kit.here.statusOf(alone)).toBe("processing");
      for (const [index, { status }] of requests.entries())
        expect([status, await kit.here.statusOf(ids[index] ?? 0)]).toEqual(
          status === 200 ? [200, "pending"] : [409, "processing"],
        );
    });

    test("SO10: the customer cancels the order with its deposit, which is returned", async () => {
      await kit.request(kit.orderId, deposit);
      await kit.transfer(deposit);
      const { self_service: service } = await kit.here.record(kit.orderId);
      expect(service.actions).toContain("cancel");
      const { status } = await kit.here.shopper.post(`/wp-json/lianne-orders/v1/orders/${kit.orderId}/cancel`, {
        version: service.version,
      });
      expect(status).toBe(200);
      await kit.here.later(minute);
      expect(await kit.money()).toMatchObject({ status: "cancelled", payments: ["cod cancelled", "bacs to_refund"] });
      expect(await kit.record()).toBeNull();
    });

    test("SO10: a deposit is from 1 đồng to less than the total, of a cash order that is not confirmed, by staff that edits orders", async () => {
      for (const amount of [0, kit.total, kit.total + 1, -1, 1.5, "x", null, 1e15, {}]) {
        const { status, body } = await kit.request(kit.orderId, amount);
        expect([status, Object.keys(body.data.params ?? {})], String(amount)).toEqual([400, ["amount"]]);
      }
      const path = `/orders/${kit.orderId}/payment-link`;
      const call = (body: unknown) => kit.owner.call<{ data: { params?: object } }>("POST", path, body);
      expect((await call({ deposit: "maybe" })).body.data.params).toHaveProperty("deposit");
      expect((await call({ amount: 5 })).body.data.params).toHaveProperty("amount");
      expect((await call([])).status).toBe(400);
      expect((await call({ deposit: true, amount: deposit, x: "x".repeat(2_000_000) })).status).toBe(413);
      expect((await kit.request(kit.orderId, 1)).body.deposit).toEqual({ amount: 1, rest: kit.total - 1 });
      expect((await kit.request(kit.orderId)).body.deposit?.amount, "the usual share").toBe(120_000);
      expect((await kit.request(kit.orderId, deposit)).status, "the same").toBe(200);
      expect((await emailsOf(kit.here.shop, kit.orderId)).deposit_requested, "the same amount is emailed once").toBe(2);
      await kit.withdraw(kit.orderId);
      const { staff } = (await kit.owner.session()).body;
      const entries = await kit.here.shop.db.all<{ actor: string; operation: string }>(sql`
        select actor, operation from audit where object = 'deposit' and object_id = ${String(kit.orderId)} order by id`);
      expect(entries).toEqual(
        ["added", "changed", "changed"].map((operation) => ({ actor: `staff:${staff.id}`, operation })),
      );
      await kit.owner.call("PUT", "/roles/own", { name: "Xem đơn", permissions: ["today.view", "orders.view"] });
      const { browser: viewer } = await staffMember(kit.here.shop, "own");
      expect([
        (await kit.request(kit.orderId, deposit, viewer)).status,
        (await kit.withdraw(kit.orderId, viewer)).status,
      ]).toEqual([403, 403]);
      expect([(await kit.request(99_999_999, deposit)).status, (await kit.withdraw(99_999_999)).status]).toEqual([
        404, 404,
      ]);
      const url = `/wp-json/lianne-admin/v1/orders/${kit.orderId}`;
      for (const visitor of [kit.here.shop.client(), kit.here.shopper])
        expect([
          (await visitor.post(`${url}/payment-link`, { deposit: true, amount: deposit })).status,
          (await visitor.call("DELETE", `${url}/deposit`)).status,
        ]).toEqual([401, 401]);
      await kit.here.move(kit.orderId, "processing");
      const { status, body } = await kit.request(kit.orderId, deposit);
      expect([status, body.code, body.data.state]).toEqual([409, "lianne_invalid_state", "processing"]);
    });
  });
