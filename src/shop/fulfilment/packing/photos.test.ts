import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { PackQueue } from "#contract/backoffice/packing.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`packing photos on ${engine.name}`, () => {
    let here: ShippingShop;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    test("SC08 a packing photo is a JPEG, PNG or WebP by its content, and no decompression bomb", async () => {
      const { orderId: id } = await here.booked({ line_items: [{ product_id: hoops.id, quantity: 1 }] });
      const image = (width: number, height: number) =>
        sharp({ create: { width, height, channels: 3, background: "#888888" } });
      const fieldsOf = ({ data }: Problem) => (data?.params ?? {}) as Record<string, string>;
      const send = async (bytes: Buffer) => {
        const { status, body } = await packer.call<Problem>("POST", `/pack/orders/${id}/photos`, bytes, {
          "content-type": "image/jpeg",
        });
        return [status, fieldsOf(body).body];
      };
      for (const format of ["jpeg", "png", "webp"] as const)
        expect(await send(await image(60, 40).toFormat(format).toBuffer())).toEqual([201, undefined]);
      const other = "Ảnh phải là JPEG, PNG hoặc WebP.";
      for (const format of ["gif", "tiff", "avif"] as const)
        expect(await send(await image(60, 40).toFormat(format).toBuffer()), format).toEqual([400, other]);
      const vector = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>";
      for (const bytes of [Buffer.from(vector), Buffer.from("%PDF-1.7"), Buffer.alloc(0)])
        expect(await send(bytes)).toEqual([400, other]);
      // 150 MB of pixels in a file of 200 kB
      expect(await send(await image(8_000, 6_251).png().toBuffer())).toEqual([400, "Không đọc được ảnh."]);
      const typed = await packer.call<Problem>("POST", `/pack/orders/${id}/photos`, vector, {
        "content-type": "image/svg+xml",
      });
      expect(typed.status).toBe(415);
    });

    test("PK09 a photo has the time at which it was taken, neither before the order waited to be packed nor in the future", async () => {
      const { orderId: id } = await here.booked({ line_items: [{ product_id: hoops.id, quantity: 1 }] });
      const queue = (await packer.call<PackQueue>("GET", "/pack/queue")).body;
      const since = new Date(queue.orders.find((one) => one.id === id)?.since ?? "").getTime();
      here.shop.clock.advance(2 * hourMs);
      const now = here.shop.clock.now().getTime();
      const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#888888" } })
        .jpeg()
        .toBuffer();
      const send = (query: string) =>
        packer.call<{ at: string } & Problem>("POST", `/pack/orders/${id}/photos${query}`, bytes, {
          "content-type": "image/jpeg",
        });
      const timeOf = async (taken: number) => {
        const { body } = await send(`?taken_at=${new Date(taken).toISOString()}`);
        return new Date(body.at).getTime();
      };
      expect(await timeOf(since + hourMs)).toBe(since + hourMs);
      expect(await timeOf(since - hourMs)).toBe(since);
      // at the upload, and without a time as well
      for (const at of [await timeOf(now + hourMs), new Date((await send("")).body.at).getTime()]) {
        expect(at).toBeGreaterThanOrEqual(now);
        expect(at).toBeLessThanOrEqual(here.shop.clock.now().getTime());
      }
      // a claim for a parcel contains the photos since it was recorded
      const recorded = new Date(since + hourMs);
      await here.shop.db.write(sql`update parcel set created_at = ${recorded} where order_id = ${id} returning id`);
      expect(await timeOf(since)).toBe(recorded.getTime());
      const wrong = await send("?taken_at=yesterday");
      expect([wrong.status, Object.keys((wrong.body.data?.params ?? {}) as object)]).toEqual([400, ["taken_at"]]);
    });
  });
