import { beforeAll, describe, expect, test } from "vitest";
import type { EmailPreview, ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import { wooDates } from "#contract/dates.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const cod = hoops.price + 22_000;

for (const engine of engines)
  describe(`parcels of the back office on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    const list = async (query: string): Promise<ParcelEntry[]> =>
      (await owner.call<ParcelEntry[]>("GET", `/parcels?${query}`)).body;
    const parcelOf = async (orderId: number): Promise<ParcelEntry> => {
      const [parcel] = await list(`order_id=${orderId}&view=all`);
      if (!parcel) throw new Error(`order ${orderId} has no parcel`);
      return parcel;
    };
    const post = <Body = ParcelEntry & Problem>(path: string, body: object = {}) =>
      owner.call<Body>("POST", path, body);

    test("PC01: the list has the shop's state next to the carrier's, COD amount, fee and steps, by filter", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "picked");
      await here.advance(code, "transporting");
      const parcel = await parcelOf(orderId);
      expect(parcel).toMatchObject({
        ...{ order_id: orderId, carrier: "ghn", code, status: "transporting", step: "in_transit", cod, fee: 22_000 },
        ...{ stale: false, expected_at: expect.any(String), recipient: { name: "Trần Thị Ngọc", phone: "0912345678" } },
      });
      expect(parcel.tracking_url).toContain(code);
      expect(parcel.steps.map(({ status }) => status)).toEqual(["waiting", "in_transit"]);
      const found = async (query: string) => (await list(query)).some(({ id }) => id === parcel.id);
      for (const query of [`search=${code.toLowerCase()}`, `search=${orderId}`, `step=in_transit&search=${orderId}`])
        expect(await found(query), query).toBe(true);
      for (const query of [`carrier=ghn&search=${code}`, `cod=true&search=${code}`, `search=LIANNE-${orderId}`])
        expect(await found(query), query).toBe(true);
      for (const query of ["view=returns", "view=problems", "view=stale", "step=delivered&view=all", "carrier=Viettel"])
        expect(await found(query), query).toBe(false);
      expect(await found(`cod=false&search=${code}`)).toBe(false);
      const expected = wooDates(new Date(parcel.expected_at ?? "")).local.slice(0, 10);
      const since = wooDates(new Date(parcel.since)).local.slice(0, 10);
      const dayAfter = (date: string) => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
      const own = `search=${code}`;
      for (const query of [
        ...["min_fee=22000&max_fee=22000", `min_cod=${cod}&max_cod=${cod}`, `since_from=${since}&since_to=${since}`],
        `expected_from=${expected}&expected_to=${expected}`,
      ])
        expect(await found(`${query}&${own}`), query).toBe(true);
      for (const query of [
        ...["min_fee=22001", "max_fee=21999", `since_from=${dayAfter(since)}`, `expected_from=${dayAfter(expected)}`],
        ...["since_to=2020-01-01", "expected_to=2020-01-01", `min_cod=${cod + 1}`, `max_cod=${cod - 1}`],
      ])
        expect(await found(`${query}&${own}`), query).toBe(false);
      for (const name of ["since_from", "since_to", "expected_from", "expected_to", "min_fee", "max_fee", "min_cod"]) {
        const { status, body } = await owner.call<Problem>("GET", `/parcels?${name}=x`);
        expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, [name]]);
      }
      const response = await owner.call("GET", `/parcels?view=all&per_page=1&search=${code}`);
      expect(response.header("x-wp-total")).toBe("1");
    });

    test("PC01: a parcel without an update of the carrier for 48 hours is marked", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "picked");
      here.shop.clock.advance(48 * hourMs - minuteMs);
      // the session has ended
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
      expect((await parcelOf(orderId)).stale).toBe(false);
      here.shop.clock.advance(minuteMs);
      expect((await parcelOf(orderId)).stale).toBe(true);
      expect((await list("view=stale")).map(({ order_id }) => order_id)).toContain(orderId);
      // a poll without news is no update
      expect((await post(`/parcels/${(await parcelOf(orderId)).id}/poll`)).status).toBe(200);
      expect((await parcelOf(orderId)).stale).toBe(true);
      await here.advance(code, "delivering");
      expect((await parcelOf(orderId)).stale).toBe(false);
    });

    test("PC02: an order has one parcel under way, also if two requests book it at once", async () => {
      const { orderId } = await here.booked();
      const busy = await post(`/orders/${orderId}/parcels`);
      expect([busy.status, busy.body.code]).toEqual([409, "lianne_shipment_in_transit"]);
      const { id } = await parcelOf(orderId);
      expect((await post(`/parcels/${id}/cancel`)).body.cancel_requested).toBe(true);
      expect((await post(`/parcels/${id}/cancel`)).status).toBe(409);
      await here.shop.runJobs();
      expect(await parcelOf(orderId)).toMatchObject({ step: "cancelled", actions: expect.arrayContaining(["book"]) });
      const both = await Promise.all([post(`/orders/${orderId}/parcels`), post(`/parcels/${id}/rebook`)]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
      await here.shop.runJobs();
      expect(await here.parcelsOf(orderId)).toMatchObject([{ status: "cancel" }, { status: "ready_to_pick", cod }]);
      expect(here.atCarrier(orderId)).toHaveLength(2);
    });

    test("PC02: a rejection has the carrier's own words and the usual remedy, and can be booked again", async () => {
      const orderId = await here.placed();
      await here.shop.db.write(sql`
        update orders set shipping = shipping || '{"phone": "123"}', billing = billing || '{"phone": "123"}' where id = ${orderId}`);
      await here.move(orderId, "processing");
      expect(await parcelOf(orderId)).toMatchObject({
        ...{ status: "refused", failure: "Số điện thoại không hợp lệ", remedy: "phone" },
        ...{ stage: "delivery_problem", actions: expect.arrayContaining(["book", "track"]) },
      });
      const { id } = await parcelOf(orderId);
      const rejected = await post(`/parcels/${id}/rebook`);
      expect([rejected.status, rejected.body.code]).toEqual([502, "lianne_carrier_error"]);
      expect(rejected.body.data).toMatchObject({ carrier_message: "Số điện thoại không hợp lệ", remedy: "phone" });
      await here.shop.db.write(sql`
        update orders set shipping = shipping || '{"phone": "0912345678"}' where id = ${orderId}`);
      const booked = await post(`/parcels/${id}/rebook`);
      expect([booked.status, booked.body.status]).toEqual([201, "ready_to_pick"]);
    });

    test("PC02: without a response of the carrier the parcel is booked later", async () => {
      const { orderId } = await here.booked();
      const { id } = await parcelOf(orderId);
      await post(`/parcels/${id}/cancel`);
      await here.shop.runJobs();
      here.ghn.setFaults({ status: 500 });
      const waiting = await post(`/orders/${orderId}/parcels`);
      expect([waiting.status, waiting.body.status]).toEqual([201, "to_book"]);
      const poll = await post(`/parcels/${id}/poll`);
      expect([poll.status, poll.body.code]).toEqual([502, "lianne_carrier_error"]);
      here.ghn.setFaults();
      await here.later(2 * minuteMs);
      expect((await parcelOf(orderId)).status).toBe("ready_to_pick");
    });

    test("PC02: the status is requested now, and what the carrier never had is 409", async () => {
      const { orderId, code } = await here.booked();
      const { id } = await parcelOf(orderId);
      here.ghn.setFaults({ notifications: "missing" });
      here.ghn.advance(code, "picked");
      const polled = await post(`/parcels/${id}/poll`);
      expect([polled.status, polled.body.status]).toEqual([200, "picked"]);
      here.ghn.setFaults();
      const late = await post(`/parcels/${id}/cancel`);
      expect([late.status, late.body.code]).toEqual([409, "lianne_shipment_in_transit"]);
      const pending = await here.placed();
      for (const path of [`/orders/${pending + 1000}/parcels`, "/parcels/99999999/poll", "/parcels/99999999/cancel"])
        expect((await post(path)).status, path).toBe(404);
      await here.move(pending, "cancelled");
      const closed = await post(`/orders/${pending}/parcels`);
      expect([closed.status, closed.body.code]).toEqual([409, "lianne_invalid_state"]);
    });

    test("PC03: a typed code is recorded with its carrier; one that a parcel has is rejected with its order", async () => {
      const orders = [await here.placed(), await here.placed()] as const;
      const track = (orderId: number, code: string, notify = true) =>
        post(`/orders/${orderId}/parcels/track`, { code, carrier: "Viettel Post", notify });
      const preview = await owner.call<EmailPreview>(
        "GET",
        `/orders/${orders[0]}/parcels/email?code=VTP1&carrier=Viettel%20Post`,
      );
      expect(preview.body).toMatchObject({
        to: "ngoc@example.com",
        subject: expect.stringContaining(String(orders[0])),
      });
      expect(preview.body.text).toMatch(/Viettel Post[\s\S]*VTP1/);
      const recorded = await track(orders[0], "VTP1");
      expect(recorded.body).toMatchObject({ code: "VTP1", carrier: "Viettel Post", step: "in_transit" });
      const taken = await track(orders[1], "VTP1");
      expect(taken.status).toBe(400);
      expect(taken.body.data.params).toMatchObject({ code: expect.stringContaining(String(orders[0])) });
      expect((await track(orders[1], "VTP2", false)).status).toBe(201);
      expect(await here.emailCount(orders[0], "order_shipped")).toBe(1);
      expect(await here.emailCount(orders[1], "order_shipped")).toBe(0);
      const race = await Promise.all([track(orders[0], "VTP3"), track(orders[1], "VTP3")]);
      expect(race.map(({ status }) => status).sort()).toEqual([201, 400]);
      expect((await track(orders[1], "")).status).toBe(400);
      expect((await track(99_999_999, "VTP4")).status).toBe(404);
    });

    test("PC04: after a failed delivery the carrier's reason is shown; another attempt or the return is requested", async () => {
      const [again, back] = [await here.booked(), await here.booked()];
      for (const { code } of [again, back]) {
        await here.advance(code, "picked");
        await here.advance(code, "delivering");
        await here.advance(code, "delivery_fail");
      }
      const failed = await parcelOf(again.orderId);
      expect(failed).toMatchObject({
        ...{ reason: "Không liên lạc được với người nhận", step: "failed_try", stage: "delivery_problem" },
        ...{ actions: expect.arrayContaining(["deliver_again", "return_to_shop"]) },
      });
      expect((await list("view=problems")).map(({ order_id }) => order_id)).toContain(again.orderId);
      const retried = await post(`/parcels/${failed.id}/deliver-again`);
      expect([retried.status, retried.body.status]).toEqual([200, "storing"]);
      const returned = await post(`/parcels/${(await parcelOf(back.orderId)).id}/return-to-shop`);
      expect([returned.status, returned.body.step]).toEqual([200, "returning"]);
      await here.advance(again.code, "delivering");
      const rejected = await post(`/parcels/${failed.id}/deliver-again`);
      expect([rejected.status, rejected.body.code]).toEqual([502, "lianne_carrier_error"]);
      expect(rejected.body.data.carrier_message).toContain("delivering");
    });

    test("PC01: one parcel has its items, and everything that the carrier reported", async () => {
      const { orderId, code } = await here.booked();
      await here.advance(code, "picked");
      const { body } = await owner.call<ParcelDetail>("GET", `/parcels/${(await parcelOf(orderId)).id}`);
      expect(body.events.map(({ status }) => status)).toEqual(["ready_to_pick", "picked"]);
      expect(body).toMatchObject({ lines: [{ quantity: 1, held: 1 }], returned_items: [], refundable: 0 });
    });

    test("RO02: an accountant reads parcels, and changes none; a packer reads labels alone", async () => {
      const { orderId } = await here.booked();
      const { id } = await parcelOf(orderId);
      const { browser: accountant } = await staffMember(here.shop, "accountant");
      expect((await accountant.call("GET", `/parcels/${id}`)).status).toBe(200);
      for (const path of [`/orders/${orderId}/parcels`, `/parcels/${id}/cancel`, `/parcels/${id}/poll`]) {
        expect((await accountant.call("POST", path, {})).status, path).toBe(403);
        expect((await packer.call("POST", path, {})).status, path).toBe(403);
      }
      expect((await packer.call("GET", "/parcels")).status).toBe(403);
      expect((await packer.call("GET", `/labels?ids=${id}`)).status).toBe(200);
      expect((await accountant.call("GET", `/labels?ids=${id}`)).status).toBe(403);
    });
  });
