import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, ShopProcess } from "./kit/shop-process.ts";
import { expect, test } from "./kit/test.ts";

/** A shop with its rate limits on, which the other tests' shop has off. */
async function withLimits(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lianne-limits-"));
  const environment = { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir };
  const shop = new ShopProcess(environment, await freePort(), { program: "demo.ts" });
  try {
    await shop.start();
    await work(shop.url);
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test("the search page over the rate limit is 429 with Retry-After, in both languages", { tag: "@all" }, async () => {
  test.setTimeout(180_000);
  const limit = 120;
  await withLimits(async (url) => {
    const search = (number: number, lang = "vi") =>
      fetch(`${url}/search?keyword=n${number}&lang=${lang}`, { headers: { accept: "text/html" } });
    await expect(async () => {
      for (let number = 0; number <= limit; number++) await (await search(number)).text();
      expect((await search(limit + 1)).status).toBe(429);
    }).toPass();
    for (const [lang, message] of [
      ["vi", "Bạn thao tác hơi nhanh"],
      ["en", "That was a little fast"],
    ] as const) {
      const response = await search(limit + 2, lang);
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("cache-control")).toContain("no-store");
      expect(await response.text()).toContain(message);
    }
  });
});
