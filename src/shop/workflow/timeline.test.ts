import { beforeAll, describe, expect, test } from "vitest";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import { dong, formatDong } from "#contract/money.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { pearls } from "#fixtures/testing/cod-order.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { runAsActor } from "#shop/kernel/db/audit.ts";
import { json, sql } from "#shop/kernel/db/database.ts";

interface Variation {
  id: number;
  price: string;
  attributes: { option: string }[];
}

for (const engine of engines)
  describe(`actors in the timeline of an order on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
    });

    const entries = async (id: number, kind: TimelineEntry["kind"], lang = "vi") =>
      (await owner.call<TimelineEntry[]>("GET", `/orders/${id}/timeline?lang=${lang}`)).body.filter(
        (entry) => entry.kind === kind,
      );
    const actors = async (id: number, kind: TimelineEntry["kind"]) =>
      (await entries(id, kind)).map(({ actor }) => `${actor.kind}: ${actor.name}`);

    test("OD02: an edit of names and addresses shows the previous and the new values", async () => {
      const id = await here.placed();
      const before = (await owner.request<{ shipping: object; billing: object }>("GET", orderPath(id))).body;
      const edit = {
        shipping: { ...before.shipping, address_1: "14 Lê Lợi", phone: "0901234567" },
        billing: { ...before.billing, first_name: "Bình" },
        customer_note: "Gọi trước",
      };
      expect((await owner.request("PUT", orderPath(id), edit)).status).toBe(200);
      const [{ message } = { message: "" }] = await entries(id, "edit");
      const { address_1: street, phone } = { ...{ address_1: "", phone: "" }, ...before.shipping };
      const { first_name: name } = { ...{ first_name: "" }, ...before.billing };
      expect(message).toContain(`địa chỉ giao: ${[street, phone].join(", ")} → 14 Lê Lợi, 0901234567`);
      expect(message).toContain(`người đặt: ${name} → Bình`);
      expect(message).toContain("lời nhắn của khách: – → Gọi trước");
      expect(await here.shop.db.all(sql`select from order_contact_change where order_id = ${id}`)).toHaveLength(1);
      // the audit log has no personal data
      const logged = await here.shop.db.all<{ change: object }>(sql`
        select change from audit where object = 'order' and object_id = ${String(id)} and change ? 'shipping'`);
      expect(JSON.stringify(logged)).not.toContain("Lê Lợi");
    });

    test("OD02: of two edits in one transaction the timeline shows the first previous and the last new value of each field", async () => {
      const id = await here.placed();
      const { billing } = (await owner.request<{ billing: Record<string, string> }>("GET", orderPath(id))).body;
      const actor = { name: "staff:1", address: null, action: "test" };
      await runAsActor(actor, () =>
        here.shop.db.transaction(async (tx) => {
          for (const fields of [
            { phone: "0901000001", company: "Sen" },
            { phone: "0901000002", last_name: "Đỗ" },
          ])
            await tx.run(sql`update orders set billing = billing || ${json(fields)}::jsonb where id = ${id}`);
          await tx.run(sql`update orders set customer_note = 'Gọi trước' where id = ${id}`);
        }),
      );
      const [stored] = await here.shop.db.all<{ change: object }>(sql`
        select change from order_contact_change where order_id = ${id}`);
      expect(stored?.change).toEqual({
        billing: {
          phone: [billing.phone, "0901000002"],
          company: ["", "Sen"],
          last_name: [billing.last_name, "Đỗ"],
        },
        customer_note: ["", "Gọi trước"],
      });
      const messages = (await entries(id, "edit")).map(({ message }) => message);
      expect(messages, "one entry of the transaction").toHaveLength(1);
      for (const value of ["0901000002", "Sen", "Đỗ", "Gọi trước"]) expect(messages[0]).toContain(value);
      expect(messages[0]).not.toContain("0901000001");
    });

    test("OD02: of edits in one transaction that undo each other the timeline shows nothing", async () => {
      const id = await here.placed();
      const { billing } = (await owner.request<{ billing: Record<string, string> }>("GET", orderPath(id))).body;
      const change = (fields: object[], note: string) =>
        runAsActor({ name: "staff:1", address: null, action: "test" }, () =>
          here.shop.db.transaction(async (tx) => {
            await tx.run(sql`update orders set customer_note = 'Gọi trước' where id = ${id}`);
            for (const one of fields)
              await tx.run(sql`update orders set billing = billing || ${json(one)}::jsonb where id = ${id}`);
            await tx.run(sql`update orders set customer_note = ${note} where id = ${id}`);
          }),
        );
      const undone = [{ phone: "0901000009" }, { phone: billing.phone }];
      await change(undone, "");
      expect(await entries(id, "edit")).toEqual([]);
      await change([...undone, { first_name: "Bình" }], "");
      expect((await entries(id, "edit")).map(({ message }) => message)).toEqual([
        `Đã sửa: người đặt: ${billing.first_name} → Bình`,
      ]);
    });

    test("OD02: edits of lines by staff and by a key show what was added, removed and changed, with the previous values", async () => {
      const id = await here.placed();
      const { line_items, total } = (await here.merchant.get<WooOrder>(orderPath(id))).body;
      const [line] = line_items;
      const more = [
        { id: line?.id, quantity: 2 },
        { product_id: pearls.id, quantity: 3 },
      ];
      const edited = (await owner.request<WooOrder>("PUT", orderPath(id), { line_items: more })).body;
      const [first] = await entries(id, "edit");
      expect(first?.actor).toEqual({ kind: "staff", name: "Hương" });
      const pearlsName = edited.line_items.at(-1)?.name;
      expect(first?.message).toMatch(
        new RegExp(`^Đã sửa: ${line?.name}: số lượng 1 → 2; thêm ${pearlsName} × 3; tổng: .+ → .+$`),
      );
      const less = [
        { id: line?.id, quantity: 2, subtotal: "500000", total: "500000" },
        { id: edited.line_items.at(-1)?.id, quantity: 0 },
      ];
      expect((await here.merchant.put(orderPath(id), { line_items: less })).status).toBe(200);
      const [second] = await entries(id, "edit");
      expect(second?.actor.kind).toBe("api_client");
      const price = formatDong(dong(Number(line?.price)));
      expect(second?.message).toContain(
        `${line?.name}: giá ${price} → ${formatDong(dong(250_000))}; bỏ ${pearlsName} × 3`,
      );
      const english = (await entries(id, "edit", "en"))[0]?.message;
      expect(english).toContain(`price ${price} → ${formatDong(dong(250_000))}; removed`);
      // what a program sends as it has read it is no edit
      const read = (await here.merchant.get<WooOrder>(orderPath(id))).body;
      await here.merchant.put(orderPath(id), { line_items: read.line_items });
      expect(await entries(id, "edit")).toHaveLength(2);
      expect(total).not.toBe(read.total);
    });

    test("OD02: an edit of the option alone, which leaves the total as it is, shows the previous option", async () => {
      const variations = (await here.merchant.get<Variation[]>("/wp-json/wc/v3/products/101/variations")).body;
      const [one, other] = variations.filter(({ price }) => price === variations[0]?.price);
      await Promise.all([one, other].map((variation) => setStock(here.shop, variation?.id ?? 0, 10)));
      const id = await here.placed({ line_items: [{ product_id: 101, variation_id: one?.id, quantity: 1 }] });
      const [line] = (await here.merchant.get<WooOrder>(orderPath(id))).body.line_items;
      const change = [{ id: line?.id, product_id: 101, variation_id: other?.id, quantity: 1 }];
      expect((await owner.request("PUT", orderPath(id), { line_items: change })).status).toBe(200);
      const [{ message } = { message: "" }] = await entries(id, "edit");
      const sizeOf = (variation = one) => variation?.attributes.map(({ option }) => option).join(", ");
      expect(message).toBe(`Đã sửa: ${line?.parent_name}: mẫu ${sizeOf()} → ${sizeOf(other)}`);
    });

    test("OD02: a parcel booked or entered by hand has its staff member, the carrier's steps have the carrier", async () => {
      const { orderId: id, code } = await here.booked();
      await here.advance(code, "picked");
      expect(await actors(id, "parcel")).toContain("carrier: Đơn vị vận chuyển");
      const byHand = await here.placed();
      await owner.call("POST", `/orders/${byHand}/confirm`);
      const own = { code: `VTP${byHand}`, carrier: "Viettel Post", notify: false };
      expect((await owner.call("POST", `/orders/${byHand}/parcels/track`, own)).status).toBe(201);
      expect(await actors(byHand, "parcel")).toEqual(["staff: Hương", "staff: Hương"]);
    });

    test("OD02: cash that a staff member records as received has this person, collected cash has the carrier", async () => {
      const { orderId: id, code } = await here.booked();
      await here.advance(code, "delivered");
      expect(await actors(id, "payment")).toEqual(["carrier: Đơn vị vận chuyển"]);
      const atCounter = await here.placed();
      await owner.request("PUT", orderPath(atCounter), { set_paid: true });
      expect(await actors(atCounter, "payment")).toEqual(["staff: Hương"]);
    });
  });
