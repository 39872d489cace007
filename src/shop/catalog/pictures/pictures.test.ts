import { access, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { resolveImages } from "./import-images.ts";

const path = "/wp-json/wc/v3/pictures";
const ring = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer();

for (const engine of engines)
  describe(`images from merchants on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let elsewhere: string;
    const files = new Map<string, Buffer>();
    const server = createServer((request, response) => {
      const file = files.get(request.url ?? "");
      response.writeHead(file ? 200 : 404).end(file);
    });

    beforeAll(async () => {
      server.listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      elsewhere = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      shop = await openShop(engine, { env: { ...httpsEnv, ALLOWED_PRIVATE_HOSTS: elsewhere } });
      merchant = await merchantOf(shop);
    });
    afterAll(() => server.close());

    const upload = (bytes: Buffer, headers: Record<string, string> = {}) =>
      merchant.post<{ id: number; src: string; name: string; widths: number[]; code: string; message: string }>(
        path,
        bytes,
        { "content-type": "image/png", ...headers },
      );
    const count = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::integer n from picture`))?.n;

    test("uploaded as a file are resized, named and stored once", async () => {
      const bytes = await ring("#c0a060");
      const first = await upload(bytes, { "content-disposition": 'attachment; filename="nhẫn vàng.png"' });
      expect(first).toMatchObject({ status: 201, body: { widths: [160, 320, 400] } });
      expect(first.header("location")).toBe(first.body.src);
      const file = new URL(first.body.src).pathname.replace("/media/", "");
      await access(join(shop.shop.config.dataDir, "media", file));
      expect((await upload(bytes)).body.id).toBe(first.body.id);
    });

    test("are published without metadata and without bytes after the image's end, a JPEG too", async () => {
      const place = "10.7769N 106.7009E";
      const photograph = await sharp(await ring("#80a0c0"))
        .withExif({ IFD0: { Artist: place, ImageDescription: place }, IFD3: { GPSAreaInformation: place } })
        .jpeg()
        .toBuffer();
      expect(photograph.includes(place)).toBe(true);
      const trailing = "bytes after the end of the image";
      const stored = await upload(Buffer.concat([photograph, Buffer.from(trailing)]), { "content-type": "image/jpeg" });
      expect(stored.status).toBe(201);
      const folder = join(shop.shop.config.dataDir, new URL(stored.body.src).pathname, "..");
      const names = await readdir(folder);
      expect(names).toHaveLength(6);
      for (const name of names) {
        const published = await readFile(join(folder, name));
        const { format, exif, xmp, iptc } = await sharp(published).metadata();
        expect({ exif, xmp, iptc }, name).toEqual({});
        expect(["heif", "webp"]).toContain(format);
        expect(published.includes(place) || published.includes(trailing), name).toBe(false);
      }
    });

    test("are recognised by content, regardless of their name", async () => {
      const before = await count();
      const page = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
      for (const bytes of [page, Buffer.from("<script>"), Buffer.alloc(0), (await ring("#112233")).subarray(0, 90)]) {
        expect(await upload(bytes)).toMatchObject({ status: 400 });
      }
      expect(await upload(Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413 });
      expect(await merchant.post(path, { picture: 1 })).toMatchObject({ status: 400 });
      expect(await upload(page, { "content-type": "image/svg+xml" })).toMatchObject({ status: 415 });
      expect(await count()).toBe(before);
    });

    const solid = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: "#d0c0a0" } });

    test("are rejected with the limit if they have too many pixels, or a side that WebP cannot have", async () => {
      const before = await count();
      for (const [width, height] of [
        [100, 16_384],
        [16_384, 100],
      ] as const) {
        for (const bytes of [await solid(width, height).png().toBuffer(), await solid(width, height).jpeg().toBuffer()])
          expect(await upload(bytes)).toMatchObject({
            status: 400,
            body: { message: expect.stringContaining(`${width} x ${height} pixels; no side may have more than 16383`) },
          });
      }
      // 150 MB of pixels in a file of 200 kB
      expect(await upload(await solid(8_000, 6_251).png().toBuffer())).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("50 megapixels") },
      });
      expect(await count()).toBe(before);
      expect(await upload(await solid(10, 16_383).png().toBuffer())).toMatchObject({ status: 201 });
    });

    test("are published as the first frame, if they are animated with any number of frames", async () => {
      const [side, frames] = [50, 400];
      // each frame in a shade of its own, since equal ones would become one
      const data = Buffer.concat(
        Array.from({ length: frames }, (_, frame) => Buffer.alloc(side * side * 3, (frame * 7) % 256)),
      );
      const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
      const animation = sharp(data, { raw });
      for (const bytes of [
        await animation.webp({ effort: 0 }).toBuffer(),
        await animation.gif({ effort: 1 }).toBuffer(),
      ]) {
        expect((await sharp(bytes).metadata()).pages).toBe(frames);
        const stored = await upload(bytes);
        expect(stored).toMatchObject({ status: 201, body: { widths: [side] } });
        const folder = join(shop.shop.config.dataDir, new URL(stored.body.src).pathname, "..");
        expect(await sharp(await readFile(join(folder, `${side}.webp`))).metadata()).toMatchObject({
          width: side,
          height: side,
        });
      }
    });

    test("are rejected if the file is truncated", async () => {
      const before = await count();
      for (const format of ["png", "jpeg", "webp", "avif", "gif"] as const) {
        const whole = await solid(300, 200).toFormat(format).toBuffer();
        for (const part of [0.5, 0.9, 0.99])
          expect(await upload(whole.subarray(0, Math.floor(whole.length * part))), `${format} ${part}`).toMatchObject({
            status: 400,
            body: { message: expect.stringMatching(/damaged|not a picture/) },
          });
      }
      expect(await count()).toBe(before);
    });

    test("require a merchant's key with write permission", async () => {
      const bytes = await ring("#445566");
      const before = await count();
      const type = { "content-type": "image/png" };
      expect(await shop.client().post(path, bytes, type)).toMatchObject({ status: 403 });
      expect(await shop.client({ headers: { authorization: null } }).post(path, bytes, type)).toMatchObject({
        status: 401,
      });
      const reader = await merchantOf(shop, "read");
      expect(await reader.post(path, bytes, type)).toMatchObject({ status: 401 });
      expect(await count()).toBe(before);
    });

    test("are fetched by URL, once, and in order", async () => {
      files.set("/a.png", await ring("#aa0000")).set("/b.png", await ring("#00bb00"));
      const [a, b] = [`http://${elsewhere}/a.png`, `http://${elsewhere}/b.png?x=1`];
      const [one, two, again] = await resolveImages(shop.shop, [{ src: a }, { src: b.split("?")[0] }, { src: a }]);
      expect(one).toBe(again);
      expect(two).not.toBe(one);
      const row = await shop.db.one<{ hash: string }>(sql`select hash from picture where id = ${one ?? 0}`);
      const own = `https://shop.example/media/${row?.hash}/320.webp`;
      expect(await resolveImages(shop.shop, [{ id: two }, { src: own }])).toEqual([two, one]);
    });

    test("that cannot be loaded are rejected by name", async () => {
      files.set("/page.html", Buffer.from("<html>"));
      const refusals: [object, string][] = [
        [{ src: `http://${elsewhere}/missing.png` }, "woocommerce_product_image_upload_error"],
        [{ src: `http://${elsewhere}/page.html` }, "woocommerce_product_image_upload_error"],
        [{ src: "http://169.254.169.254/latest" }, "woocommerce_product_image_upload_error"],
        [{ src: "/media/0123456789abcdef/320.webp" }, "woocommerce_product_image_upload_error"],
        [{ src: "not an address" }, "woocommerce_product_image_upload_error"],
        [{ id: 2_000_000_000 }, "woocommerce_product_invalid_image_id"],
        [{}, "woocommerce_product_image_upload_error"],
      ];
      for (const [named, code] of refusals) {
        await expect(resolveImages(shop.shop, [named])).rejects.toMatchObject({ status: 400, code });
      }
      // the image exists, on a host that is not allowed
      const unnamed = `http://${elsewhere.replace("127.0.0.1", "localhost")}/a.png`;
      const fetched = resolveImages(shop.shop, [{ src: unnamed }]);
      await expect(fetched).rejects.toThrow("not on the public internet");
    });
  });
