import { access, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket } from "#fixtures/testing/bucket.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { bucketOf } from "#shop/kernel/outbound/object-storage.ts";
import { fetchMediaFile, mediaFolder } from "./media-files.ts";

const [engine] = engines;
if (!engine) throw new Error("no database");
const pictures = "/wp-json/wc/v3/pictures";
const photo = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

let bucket: Awaited<ReturnType<typeof startBucket>>;
let shop: TestShop;
let merchant: Visitor;
beforeAll(async () => {
  bucket = await startBucket();
  shop = await openShop(engine, { seed: false, env: { ...httpsEnv, ...bucket.env } });
  merchant = await merchantOf(shop);
});
afterAll(() => bucket.close());
const upload = async (background: string) => {
  const { status, body, text } = await merchant.post<{ id: number; src: string }>(pictures, await photo(background), {
    "content-type": "image/png",
  });
  expect(status, text).toBe(201);
  return { id: body.id, file: new URL(body.src).pathname.replace("/media/", "") };
};

test("PR09 every size of an image is stored in the bucket, and a process without the file gets it from there", async () => {
  const { file } = await upload("#c0a060");
  const [hash = ""] = file.split("/");
  const media = mediaFolder(shop.shop.config.dataDir);
  const sizes = await readdir(join(media, hash));
  expect(sizes.length).toBeGreaterThan(1);
  await rm(join(media, hash), { recursive: true });
  for (const size of sizes) {
    await fetchMediaFile(shop.shop, `${hash}/${size}`);
    expect((await sharp(join(media, hash, size)).metadata()).width).toBe(Number.parseInt(size, 10));
  }
  await fetchMediaFile(shop.shop, `${hash}/77.webp`);
  await fetchMediaFile(shop.shop, "../secret.webp");
  expect(await exists(join(media, hash, "77.webp"))).toBe(false);
});

test("PR09 an address of no image of the shop causes no request to the bucket", async () => {
  const { file } = await upload("#6060c0");
  const [hash = "", name = ""] = file.split("/");
  const media = mediaFolder(shop.shop.config.dataDir);
  // objects that the bucket has, so that a request for them would succeed
  const { mediaBucket } = shop.shop.config;
  if (!mediaBucket) throw new Error("no bucket");
  const unknown = [`0123456789abcdef/${name}`, `${hash}/77.webp`];
  for (const key of unknown) {
    await bucketOf({ mediaBucket })?.put(key, Buffer.from("x"), "image/webp");
    await fetchMediaFile(shop.shop, key);
    expect(await exists(join(media, key)), key).toBe(false);
  }
});

test("PR09 an image that nothing shows is deleted with its files; one in use is not", async () => {
  const { id, file } = await upload("#60a0c0");
  const media = mediaFolder(shop.shop.config.dataDir);
  const product = await merchant.post<{ id: number }>("/wp-json/wc/v3/products", { name: "Nhẫn", images: [{ id }] });
  const used = await merchant.delete<{ code: string; data: { uses: number } }>(`${pictures}/${id}`);
  expect([used.status, used.body.code, used.body.data.uses]).toEqual([409, "lianne_picture_in_use", 1]);
  const unused = () => merchant.get<{ id: number; uses: number }[]>(`${pictures}?unused=true`);
  expect((await unused()).body.map((one) => one.id)).not.toContain(id);
  await merchant.delete(`/wp-json/wc/v3/products/${product.body.id}?force=true`);
  expect((await unused()).body.map((one) => one.id)).toContain(id);
  expect((await merchant.delete(`${pictures}/${id}`)).status).toBe(200);
  expect(await exists(join(media, file))).toBe(false);
  await fetchMediaFile(shop.shop, file);
  expect(await exists(join(media, file))).toBe(false);
  expect((await merchant.delete(`${pictures}/${id}`)).status).toBe(404);
});

test("a bucket without its keys is rejected at start", () => {
  const environment = { MEDIA_S3_BUCKET_URL: "https://s3.example/lianne" };
  expect(() => readConfig(environment, () => "x".repeat(40))).toThrow(/MEDIA_S3_ACCESS_KEY/);
});
