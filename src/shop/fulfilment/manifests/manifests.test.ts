import { beforeAll, describe, expect, test } from "vitest";
import type { Manifest, ManifestList } from "#contract/backoffice/manifests.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { scanDeadline } from "./mark-scan-overdue.ts";

const cod = hoops.price + 22_000;

test.each([
  ["2031-11-21T04:59:00Z", "2031-11-19T17:00:00Z"],
  ["2031-11-21T05:00:00Z", "2031-11-20T17:00:00Z"],
  ["2031-11-21T16:59:00Z", "2031-11-20T17:00:00Z"],
  ["2031-11-21T17:00:00Z", "2031-11-20T17:00:00Z"],
])("PK15: at %s a parcel handed over before %s should have been scanned", (now, deadline) => {
  expect(scanDeadline(new Date(now)).toISOString()).toBe(new Date(deadline).toISOString());
});

for (const engine of engines)
  describe(`manifests on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      await here.shop.db.write(sql`update orders set status = 'trash'`);
      // 15:00 in Vietnam
      here.shop.clock.set(new Date(startOfDay() + dayMs + 8 * hourMs));
      await signIn();
    });
    const startOfDay = () => Math.floor(here.shop.clock.now().getTime() / dayMs) * dayMs;
    const signIn = async () => {
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    };

    const pack = (orderId: number) =>
      here.shop.db.write(sql`
        insert into packing (order_id, state, at) values (${orderId}, 'packed', ${here.shop.clock.now()})`);
    const packed = async () => {
      const order = await here.booked();
      await pack(order.orderId);
      return order;
    };
    const stageOf = async (orderId: number) =>
      (await here.shop.db.all<{ stage: string }>(sql`select stage from order_workflow where order_id = ${orderId}`))[0]
        ?.stage;
    const open = async (carrier = "ghn") => (await packer.call<Manifest>("POST", "/manifests", { carrier })).body;
    const put = async (id: number, body: object) => (await packer.call<Manifest>("PUT", `/manifests/${id}`, body)).body;
    const close = (id: number, body: object = { driver: "Anh Tuấn" }) =>
      packer.call<Manifest & Problem>("POST", `/manifests/${id}/close`, body);
    const orderOf = (manifest: Manifest, orderId: number) =>
      manifest.parcels.find(({ order_id }) => order_id === orderId);

    test("PK14, PK15: parcels are scanned, a missing one is taken out, and closing hands the others over", async () => {
      const [one, other, missing] = [await packed(), await packed(), await packed()];
      const list = (await packer.call<ManifestList>("GET", "/manifests")).body;
      expect(list.waiting).toEqual([{ carrier: "ghn", parcels: 3 }]);
      const begun = await open();
      expect(begun).toMatchObject({
        number: expect.stringMatching(/^BG-\d{4}-1$/),
        state: "open",
        totals: { parcels: 3, seen: 0, cod: 3 * cod },
      });
      expect((await open()).id, "an open manifest is used").toBe(begun.id);
      await put(begun.id, { add: [one.code.toLowerCase()] });
      const scanned = await put(begun.id, { add: [String(other.orderId)] });
      expect(scanned).toMatchObject({ totals: { parcels: 3, seen: 2 }, rejected: [] });
      const early = await close(begun.id);
      expect([early.status, early.body.code]).toEqual([409, "lianne_parcels_not_ready"]);
      expect(early.body.data.parcels).toMatchObject([{ order_id: missing.orderId, problem: "not_seen" }]);
      const left = await put(begun.id, { remove: [orderOf(scanned, missing.orderId)?.parcel_id] });
      expect(left).toMatchObject({ totals: { parcels: 2, seen: 2 }, waiting: 1 });
      const unsigned = await close(begun.id, {});
      expect(unsigned.body.data.params).toHaveProperty("driver");
      const { status, body } = await close(begun.id);
      expect([status, body]).toMatchObject([
        200,
        { state: "closed", driver: "Anh Tuấn", closed_by: "Hương", totals: { parcels: 2, cod: 2 * cod } },
      ]);
      expect(await stageOf(one.orderId)).toBe("in_transit");
      expect(await stageOf(missing.orderId)).toBe("to_hand_over");
      expect((await packer.call<Problem>("PUT", `/manifests/${begun.id}`, { add: [missing.code] })).body.code).toBe(
        "lianne_invalid_state",
      );
      expect((await close(begun.id)).status).toBe(409);
      const next = await open();
      expect(next).toMatchObject({ number: begun.number.replace(/1$/, "2"), totals: { parcels: 1 } });
      await put(next.id, { add_all: true });
      const signature = [
        [
          [0, 0],
          [500, 1000],
        ],
      ];
      expect((await close(next.id, { signature })).body).toMatchObject({ state: "closed", signature });
    });

    test("OD02: the timeline names the staff member that handed the parcel over", async () => {
      const { orderId, code } = await packed();
      const manifest = await open();
      await put(manifest.id, { add_all: true });
      expect((await close(manifest.id)).status).toBe(200);
      const timeline = (await owner.call<TimelineEntry[]>("GET", `/orders/${orderId}/timeline`)).body;
      const [entry] = timeline.filter(({ kind }) => kind === "handover");
      expect(entry).toMatchObject({ actor: { kind: "staff", name: "Hương" } });
      expect(entry?.message).toContain(code);
    });

    test("PK14: what cannot be handed over is rejected with the reason", async () => {
      const ready = await packed();
      const manifest = await open();
      const unpacked = await here.booked();
      const cancelled = await packed();
      await here.move(cancelled.orderId, "cancelled");
      const [elsewhere, manual] = [await packed(), await packed()];
      const setCarrier = (orderId: number, carrier: string) =>
        here.shop.db.write(sql`update parcel set carrier = ${carrier} where order_id = ${orderId}`);
      await setCarrier(elsewhere.orderId, "Viettel Post");
      const other = await open("Viettel Post");
      expect(other.totals.parcels).toBe(1);
      await setCarrier(elsewhere.orderId, "ghn");
      await setCarrier(manual.orderId, "Viettel Post");
      const codes = ["NO-SUCH-CODE", unpacked.code, cancelled.code, manual.code, elsewhere.code];
      const { rejected, totals } = await put(manifest.id, { add: [ready.code, ...codes] });
      expect(rejected.map(({ code, problem }) => [code, problem])).toEqual([
        ["NO-SUCH-CODE", "unknown"],
        [unpacked.code, "not_packed"],
        [cancelled.code, "cancelled"],
        [manual.code, "other_carrier"],
        [elsewhere.code, "other_manifest"],
      ]);
      expect(rejected[2]).toMatchObject({ order_id: cancelled.orderId, cancelled_at: expect.any(String) });
      expect(totals).toMatchObject({ parcels: 1, seen: 1 });
      const unknown = await open("Unknown Post");
      expect(unknown).toMatchObject({ data: { params: { carrier: expect.stringContaining("Unknown Post") } } });
      await here.shop.db.write(sql`delete from manifest where closed_at is null`);
    });

    test("PK14: an order cancelled after its scan is marked, and keeps the manifest from closing", async () => {
      const [ready, cancelled] = [await packed(), await packed()];
      const manifest = await open();
      await put(manifest.id, { add_all: true });
      await here.move(cancelled.orderId, "cancelled");
      const { body } = await packer.call<Manifest>("GET", `/manifests/${manifest.id}`);
      expect(orderOf(body, cancelled.orderId)).toMatchObject({
        problem: "cancelled",
        cancelled_at: expect.any(String),
      });
      const failed = await close(manifest.id);
      expect(failed.body.data.parcels).toMatchObject([{ order_id: cancelled.orderId, problem: "cancelled" }]);
      expect(await stageOf(ready.orderId), "nothing was handed over").toBe("to_hand_over");
      await put(manifest.id, { remove: [orderOf(body, cancelled.orderId)?.parcel_id] });
      expect((await close(manifest.id)).status).toBe(200);
    });

    test("PK14: an order that is cancelled while the manifest closes is never both", async () => {
      for (let round = 0; round < 4; round++) {
        const { orderId } = await packed();
        const manifest = await open();
        await put(manifest.id, { add_all: true });
        const cancel = () => here.merchant.put(`/wp-json/wc/v3/orders/${orderId}`, { status: "cancelled" });
        const [closed] = await Promise.all([close(manifest.id), cancel()]);
        const [parcel] = await here.shop.db.all<{ handedOver: boolean }>(
          sql`select handed_over_at is not null "handedOver" from parcel where order_id = ${orderId}`,
        );
        if (closed.status === 200) expect(parcel?.handedOver).toBe(true);
        else {
          expect(closed.body.data.parcels).toMatchObject([{ problem: "cancelled" }]);
          expect(parcel?.handedOver).toBe(false);
          await here.shop.db.write(sql`delete from manifest where id = ${manifest.id}`);
        }
        await here.shop.runJobs();
      }
    });

    test("PK15: a manifest that is closed twice at once hands over once", async () => {
      const { orderId } = await packed();
      const manifest = await open();
      await put(manifest.id, { add_all: true });
      const both = await Promise.all([close(manifest.id), close(manifest.id, { driver: "Anh Hai" })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await stageOf(orderId)).toBe("in_transit");
    });

    test("PK14: two requests at once begin one manifest", async () => {
      await packed();
      const [one, other] = await Promise.all([open(), open()]);
      expect(one.id).toBe(other.id);
      await here.shop.db.write(sql`delete from manifest where id = ${one.id}`);
    });

    test("PK14, OD09: an order that is reopened leaves the open manifest, and its next box is scanned again", async () => {
      const { orderId, code } = await packed();
      const { id } = await open();
      expect(orderOf(await put(id, { add: [code] }), orderId)?.seen_at).toEqual(expect.any(String));
      const reopen = () => packer.call<Problem>("POST", `/pack/orders/${orderId}/reopen`, { reason: "thiếu thiệp" });
      expect((await reopen()).status).toBe(200);
      expect(orderOf((await packer.call<Manifest>("GET", `/manifests/${id}`)).body, orderId)).toBeUndefined();
      await pack(orderId);
      expect(orderOf(await open(), orderId)?.seen_at ?? null).toBeNull();
      await put(id, { add_all: true });
      expect((await close(id)).status).toBe(200);
      expect((await reopen()).status, "handed over").toBe(409);
    });

    test("PK15: a parcel without a scan by noon of the next day is a problem, with the manifest's number", async () => {
      const [silent, picked] = [await packed(), await packed()];
      const manifest = await open();
      await put(manifest.id, { add_all: true });
      await close(manifest.id);
      await here.advance(picked.code, "picked");
      here.ghn.setFaults({ notifications: "missing" });
      here.shop.clock.set(new Date(startOfDay() + dayMs + 4.5 * hourMs));
      await here.shop.runJobs();
      expect(await stageOf(silent.orderId)).toBe("in_transit");
      here.shop.clock.advance(hourMs);
      await here.shop.runJobs();
      await signIn();
      expect(await stageOf(silent.orderId)).toBe("delivery_problem");
      expect(await stageOf(picked.orderId)).toBe("in_transit");
      const problems = (await owner.call<ParcelEntry[]>("GET", "/parcels?view=problems")).body;
      expect(problems.find(({ order_id }) => order_id === silent.orderId)).toMatchObject({
        scan_overdue: true,
        manifest: { number: manifest.number },
      });
      const { body } = await packer.call<Manifest>("GET", `/manifests/${manifest.id}`);
      expect(orderOf(body, silent.orderId)?.scan_overdue).toBe(true);
      here.ghn.setFaults();
      await here.advance(silent.code, "picked");
      expect(await stageOf(silent.orderId)).toBe("in_transit");
    });

    test("RO03: a packer sees no price on a manifest but the COD amount, and nothing of the customer", async () => {
      await packed();
      const manifest = await open();
      const text = JSON.stringify(manifest);
      for (const hidden of ["Trần", "Ngọc", "0912345678", "Nguyễn Huệ", "example.com", String(hoops.price)])
        expect(text).not.toContain(hidden);
      expect(text).toContain(String(cod));
      const { browser: accountant } = await staffMember(here.shop, "accountant");
      for (const [method, path] of [
        ["GET", "/manifests"],
        ["POST", "/manifests"],
        ["POST", `/manifests/${manifest.id}/close`],
      ] as const) {
        const { status, body } = await accountant.call<Problem>(
          method,
          path,
          method === "GET" ? undefined : { carrier: "ghn", driver: "x" },
        );
        expect([status, body.data.permission], path).toEqual([403, "pack"]);
      }
      expect((await packer.call("GET", "/manifests/99999999")).status).toBe(404);
    });
  });
