import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket } from "#fixtures/testing/bucket.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { bucketOf } from "#shop/kernel/outbound/object-storage.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");

let bucket: Awaited<ReturnType<typeof startBucket>>;
let here: ShippingShop;
let packer: StaffVisitor;
beforeAll(async () => {
  bucket = await startBucket();
  here = await openShippingShop(engine, bucket.env);
  packer = (await staffMember(here.shop, "packer")).browser;
});
afterAll(() => bucket.close());

test("PK09 with a bucket every machine shows the photo of the open box, and erases it", async () => {
  const { config } = here.shop.shop;
  const stored = bucketOf(config);
  const { orderId: id } = await here.booked({ line_items: [{ product_id: hoops.id, quantity: 1 }] });
  const image = sharp({ create: { width: 60, height: 40, channels: 3, background: "#888888" } }).jpeg();
  const send = async () =>
    packer.call<{ id: number }>("POST", `/pack/orders/${id}/photos`, await image.toBuffer(), {
      "content-type": "image/jpeg",
    });
  const [first, second] = [await send(), await send()];
  const rows = await here.shop.db.all<{ file: string }>(sql`select file from packing_photo order by id`);
  const [{ file } = { file: "" }, { file: earlier } = { file: "" }] = rows;
  const folder = join(config.dataDir, "packing-photos");
  // no file of this machine: another one returns the same photo
  await expect(access(join(folder, file))).rejects.toThrow("ENOENT");
  const url = (photo: number) => `/wp-json/lianne-admin/v1/pack/orders/${id}/photos/${photo}`;
  const show = async (photo: number, browser = packer) =>
    (await browser.request("GET", url(photo), undefined, { "x-wp-nonce": null })).status;
  expect([first.status, second.status, await show(first.body.id)]).toEqual([201, 201, 200]);
  // one that was stored before there was a bucket
  await stored?.remove(`packing-photos/${earlier}`);
  expect(await show(second.body.id)).toBe(404);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, earlier), await image.toBuffer());
  expect(await show(second.body.id)).toBe(200);
  expect((await here.shopper.get(`/media/packing-photos/${file}`)).status).toBe(404);
  await here.later(91 * dayMs);
  expect(await stored?.has(`packing-photos/${file}`)).toBe(false);
  await expect(access(join(folder, earlier))).rejects.toThrow("ENOENT");
  const { browser } = await staffMember(here.shop, "packer");
  expect(await show(first.body.id, browser)).toBe(404);
});
