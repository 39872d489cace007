import { beforeAll, describe, expect, test } from "vitest";
import { maxBoxes } from "#contract/backoffice/packing-box-limits.ts";
import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

const velvet = {
  name: { vi: "Hộp nhung", en: "Velvet case" },
  size_cm: { length: 30, width: 25, height: 20 },
  weight_g: 700,
};

for (const engine of engines)
  describe(`boxes in which parcels are packed on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    const boxes = async (browser = packer) => (await browser.call<PackingBox[]>("GET", "/packing-boxes")).body;
    const add = (own: object = {}, browser = owner) =>
      browser.call<PackingBox & Problem>("POST", "/packing-boxes", { ...velvet, ...own });
    const change = (box: PackingBox, own: object, ifMatch = `"${box.version}"`) =>
      owner.call<PackingBox & Problem>(
        "PUT",
        `/packing-boxes/${box.id}`,
        { ...velvet, ...own },
        { "if-match": ifMatch },
      );
    const remove = ({ id, version }: PackingBox) =>
      owner.call<PackingBox & Problem>("DELETE", `/packing-boxes/${id}`, undefined, { "if-match": `"${version}"` });
    const parcelOf = async (id: number) => (await packer.call<PackOrder>("GET", `/pack/orders/${id}`)).body.parcel;
    const pack = (id: number, body: object) => packer.call<PackOrder & Problem>("PUT", `/pack/orders/${id}`, body);

    test("PK11: a shop begins with three boxes in both languages, the smallest first, which packers read", async () => {
      const list = await boxes();
      expect(list.map(({ size_cm, weight_g }) => [...Object.values(size_cm), weight_g])).toEqual([
        [10, 10, 5, 150],
        [24, 10, 5, 180],
        [22, 18, 10, 350],
      ]);
      for (const { name } of list) expect([name.vi, name.en].every((text) => text.length > 5)).toBe(true);
    });

    test("PK11: weight and dimensions are proposed from the items and the selected box, and can be typed", async () => {
      const { orderId: id } = await here.booked({ line_items: [{ product_id: hoops.id, quantity: 2 }] });
      const before = await parcelOf(id);
      expect(before).toMatchObject({ box_id: null, size_cm: { length: 10, width: 10, height: 5 }, label: true });
      const box = (await add()).body;
      const { parcel } = (await pack(id, { box_id: box.id })).body;
      expect(parcel).toMatchObject({ box_id: box.id, size_cm: velvet.size_cm, weight_g: before.items_g + 700 });
      await here.shop.runJobs();
      const [carrier] = here.atCarrier(id);
      expect(carrier, "the booked parcel is updated").toMatchObject({
        input: { ...velvet.size_cm, weight: before.items_g + 700 },
      });
      const typed = { weight_g: 912, size_cm: { length: 31, width: 26, height: 21 } };
      expect((await pack(id, typed)).body.parcel).toMatchObject({ ...typed, box_id: box.id });
      const without = (await pack(id, { box_id: null })).body.parcel;
      expect(without, "what was typed stays").toMatchObject({ ...typed, box_id: null });
      const unknown = await pack(id, { box_id: 999_999 });
      expect([unknown.status, Object.keys(unknown.body.data?.params ?? {})]).toEqual([400, ["box_id"]]);
      expect((await pack(id, { weight_g: 0 })).status).toBe(400);
      await remove(box);
    });

    test("PK11: a parcel that is booked after the box was selected has its size from the first request on", async () => {
      const id = await here.placed();
      await here.move(id, "processing");
      const box = (await add()).body;
      const [parcel] = await here.parcelsOf(id);
      await owner.call("POST", `/parcels/${parcel?.id}/cancel`);
      await here.later(60_000);
      await pack(id, { box_id: box.id });
      expect((await owner.call("POST", `/orders/${id}/parcels`)).status).toBeLessThan(300);
      await here.shop.runJobs();
      const booked = here.atCarrier(id).find(({ status }) => status !== "cancel");
      expect(booked).toMatchObject({ input: velvet.size_cm });
      await pack(id, { box_id: null });
      await here.shop.runJobs();
      const changed = here.atCarrier(id).find(({ status }) => status !== "cancel");
      expect(changed, "without the box").toMatchObject({ input: { length: 10, width: 10, height: 5 } });
      await pack(id, { box_id: box.id });
      await remove(box);
      expect((await parcelOf(id)).box_id, "a deleted box").toBeNull();
    });

    test("PK11: only roles with the shop's settings change boxes", async () => {
      const { browser: staff } = await staffMember(here.shop, "staff");
      const { browser: accountant } = await staffMember(here.shop, "accountant");
      for (const browser of [staff, packer]) {
        const { status, body } = await add({}, browser);
        expect([status, body.code, body.data?.permission]).toEqual([403, "lianne_forbidden", "settings.shop"]);
      }
      expect((await accountant.call("GET", "/packing-boxes")).status).toBe(403);
      expect((await here.shopper.get("/wp-json/lianne-admin/v1/packing-boxes")).status).toBe(401);
    });

    test.each([
      ["no name in English", { name: { vi: "Hộp", en: " " } }, "name"],
      ["a name of 61 characters", { name: { vi: "x".repeat(61), en: "Box" } }, "name"],
      ["a side of 0", { size_cm: { length: 0, width: 10, height: 5 } }, "size_cm"],
      ["a side of 201 cm", { size_cm: { length: 201, width: 10, height: 5 } }, "size_cm"],
      ["half a centimetre", { size_cm: { length: 10.5, width: 10, height: 5 } }, "size_cm"],
      ["a missing side", { size_cm: { length: 10, width: 10 } }, "size_cm"],
      ["a negative weight", { weight_g: -1 }, "weight_g"],
      ["a weight as text", { weight_g: "150" }, "weight_g"],
    ])("PK11: %s is rejected with the name of the field", async (_what, own, field) => {
      const { status, body } = await add(own);
      expect([status, Object.keys(body.data?.params ?? {})]).toEqual([400, [field]]);
    });

    test("PK11: a shop has at most 20 boxes, also when the last two are added at once", async () => {
      const known = await boxes();
      const added = [];
      for (let count = known.length; count < maxBoxes - 1; count++) added.push((await add()).body);
      const both = await Promise.all([add(), add()]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe("lianne_too_many_boxes");
      expect(await boxes()).toHaveLength(maxBoxes);
      for (const box of [...added, ...both.flatMap(({ status, body }) => (status === 201 ? [body] : []))])
        expect((await remove(box)).status).toBe(200);
      expect(await boxes()).toEqual(known);
    });

    test("PK11: a change needs the version that it is based on, and is in the log", async () => {
      const box = (await add()).body;
      const none = await owner.call<Problem>("PUT", `/packing-boxes/${box.id}`, velvet, { "if-match": null });
      expect([none.status, none.body.code]).toEqual([428, "lianne_version_required"]);
      const changed = await change(box, { weight_g: 710 });
      expect([changed.status, changed.body.weight_g]).toEqual([200, 710]);
      const late = await change(box, { weight_g: 720 });
      expect([late.status, late.body.data?.current]).toEqual([412, changed.body]);
      expect((await remove(box)).status).toBe(412);
      const log = (await owner.call<LogEntry[]>("GET", `/log?entity=packing_box:${box.id}`)).body;
      expect(log[0]?.change).toMatchObject({ weight_g: [700, 710] });
      expect((await remove(changed.body)).status).toBe(200);
      expect((await remove(changed.body)).status).toBe(404);
    });
  });
