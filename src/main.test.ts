import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { writeImage } from "#fixtures/testing/templates.ts";
import { testAll } from "#fixtures/testing/test-all.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { startShop } from "./main.ts";

/** a database is created from nothing, on a machine of any speed */
const firstStartMs = 120_000;

test("the default is a demonstration on port 3000, with its own database in data/", () => {
  const read = (environment: NodeJS.ProcessEnv) => readConfig(environment, () => "x".repeat(32));
  const unset = { mode: "demo", port: 3000, publicUrl: "http://localhost:3000", databaseUrl: null, dataDir: "data" };
  expect(read({})).toMatchObject({ ...unset, rateLimits: true, ghn: null, vnpay: null, paypal: null });
  const own = read({ PORT: "4000", DATABASE_URL: "postgresql://localhost/shop" });
  expect(own).toMatchObject({ port: 4000, databaseUrl: "postgresql://localhost/shop" });
});

describe("a shop that takes real money", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "lianne-live-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const live = (own: NodeJS.ProcessEnv) => ({ SHOP_MODE: "live", DATA_DIR: dataDir, LOG_LEVEL: "silent", ...own });
  const noStorefront = async (): Promise<void> => {};

  test("does not start without its secrets or with a simulator's, names them all, and has made nothing", async () => {
    const environment = live({
      ...{ GHN_TOKEN: "demonstration", PAYPAL_CLIENT_ID: "demonstration", PAYPAL_CLIENT_SECRET: "x" },
      ...{ VNPAY_TMN_CODE: "LOCALSIM", VNPAY_HASH_SECRET: "x" },
    });
    const refused = startShop({ environment, storefront: noStorefront });
    for (const name of ["APP_SECRET", "PUBLIC_URL", "VNPAY_PAY_URL", "VNPAY_API_URL"])
      await expect(refused).rejects.toThrow(`${name}: set`);
    for (const name of ["GHN_TOKEN", "VNPAY_TMN_CODE", "PAYPAL_CLIENT_ID"])
      await expect(refused).rejects.toThrow(new RegExp(`${name}: ".*" belongs to the simulator`));
    expect(existsSync(join(dataDir, "pg"))).toBe(false);
  });

  test(
    "opens without a catalogue, customers and gateways, and with its limits on",
    async () => {
      // by default src/data-of-live-shops.test.ts alone creates a database from nothing
      if (!testAll) await writeImage(inject("pgliteImages").empty, dataDir);
      const environment = live({
        ...{ APP_SECRET: "a secret of this test, long enough", PUBLIC_URL: "https://shop.example" },
        ...{ HOST: "127.0.0.1", PORT: "0", RATE_LIMITS: "off" },
      });
      const shop = await startShop({ environment, storefront: noStorefront });
      const request = async (path: string, body?: object): Promise<Record<string, unknown>> => {
        const sent = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
        return (await fetch(`${shop.url}/wp-json/${path}`, body ? sent : {})).json() as Promise<
          Record<string, unknown>
        >;
      };
      expect((await request("custom-lang/v1/content/vi")).payment_methods).toEqual(["cod"]);
      const { username, password } = demoAccount;
      expect(await request("custom-auth/v1/login", { username, password })).toMatchObject({
        success: false,
        user: null,
      });
      expect(await request("custom-search/v1/products?keyword=nhan")).toMatchObject({ products: [] });
      expect(shop.config).toMatchObject({ rateLimits: true, ghn: null, vnpay: null, paypal: null, mail: null });
      await shop.stop();
    },
    firstStartMs,
  );
});
