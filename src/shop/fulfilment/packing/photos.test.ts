import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";

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
  });
