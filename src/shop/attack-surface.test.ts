import Fastify from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoints } from "#contract/endpoints/index.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { addressOf, sampleOf } from "#fixtures/testing/call-samples.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { addBodyParsers } from "#shop/kernel/request/body-parsers.ts";
import { openMail } from "#shop/mail/index.ts";

const login = "/wp-json/custom-auth/v1/login";
const [engine] = engines;
if (!engine) throw new Error("no database");

describe("a shop behind proxies", () => {
  const limited = { RATE_LIMITS: "on" };
  let direct: TestShop;
  let behind: TestShop;
  beforeAll(async () => {
    direct = await openShop(engine, { seed: false, env: limited });
    behind = await openShop(engine, { seed: false, env: { ...limited, TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8" } });
  });

  /** An address has thirty attempts; each here is for a different username, which has its own limit. */
  const triesOf = async (shop: TestShop, headers: (turn: number) => Record<string, string>, from = "127.0.0.1") => {
    const visitor = shop.client({ address: from });
    for (let turn = 0; turn < 31; turn++) {
      const name = `${from}-${Math.random()}`;
      const { status } = await visitor.post(login, { username: name, password: "guess" }, headers(turn));
      if (status === 429) return turn;
    }
    return 31;
  };

  test("takes the client address from trusted proxies, not from the client's own header", async () => {
    // the proxy appends its client's address to the client's own header
    expect(await triesOf(behind, (turn) => ({ "x-forwarded-for": `198.51.100.${turn}, 203.0.113.9` }))).toBe(30);
    expect(await triesOf(behind, () => ({ "x-forwarded-for": "203.0.113.10, 10.1.2.3" }))).toBe(30);
    expect(await triesOf(behind, (turn) => ({ "x-forwarded-for": `203.0.114.${turn}` }))).toBe(31);
    // a client that connects directly, past the proxy, is not trusted
    expect(await triesOf(behind, (turn) => ({ "x-forwarded-for": `198.51.100.${turn}` }), "192.0.2.7")).toBe(30);
  });

  test("trusts no forwarded header without configured proxies", async () => {
    expect(await triesOf(direct, (turn) => ({ "x-forwarded-for": `198.51.100.${turn}` }))).toBe(30);
  });
});

describe("input from a malicious client", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop(engine, { env: { ...httpsEnv, TRUSTED_PROXIES: "" } });
  });

  test("a forged Host header appears in no link, no email and no cached response", async () => {
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
      forwarded: "host=evil.example",
    };
    const visitor = shop.client({ headers });
    const person = aPerson();
    await visitor.post("/wp-json/custom-auth/v1/register", person, { host: "evil.example" });
    await visitor.post("/wp-json/custom/v1/request-password-reset", { email: person.email });
    const rows = await shop.db.all<{ payload: unknown }>(
      sql`select payload from outbox where kind = 'mail' order by id`,
    );
    const emails = rows.map(({ payload }) => openMail(shop.shop.config.appSecret, payload));
    expect(emails.map(({ template }) => template)).toEqual(["welcome", "password_reset"]);
    expect(JSON.stringify(emails)).not.toContain("evil.example");
    expect(JSON.stringify(emails)).toContain("https://shop.example/reset-password?");
    for (const path of [
      "/wp-json/",
      "/wp-json/wc/v3/products?per_page=2",
      "/wp-json/wc/v3/products/143",
      "/sitemap.xml",
      "/robots.txt",
      "/wp-json/custom-lang/v1/content/vi",
    ]) {
      const poisoned = await visitor.get(path);
      const next = await shop.client().get(path);
      for (const { text, header } of [poisoned, next]) {
        expect(text.length).toBeGreaterThan(10);
        expect(`${text} ${header("link")} ${header("location")}`, path).not.toContain("evil.example");
      }
    }
  });

  test.each([
    ["JSON", "application/json", '{"name":"x","__proto__":{"admin":true}}'],
    ["JSON, within", "application/json", '{"name":"x","own":[{"__proto__":{"admin":true}}]}'],
    ["JSON in disguise", "application/json", '{"name":"x","\\u005f_proto\\u005f_":{"admin":true}}'],
    ["a form", "application/x-www-form-urlencoded", "name=x&__proto__[admin]=true&own[0][__proto__][admin]=true"],
  ])("__proto__ in %s does not survive parsing", async (_case, type, payload) => {
    const app = Fastify();
    addBodyParsers(app);
    app.post("/", async ({ body }) => {
      const given = body as { own?: object[] };
      const copies: { admin?: boolean }[] = [given, ...(given.own ?? [])].map((one) => Object.assign({}, one));
      return { name: Object.keys(given)[0], admin: copies.some(({ admin }) => admin !== undefined) };
    });
    const response = await app.inject({ method: "POST", url: "/", payload, headers: { "content-type": type } });
    expect(response.json()).toEqual({ name: "name", admin: false });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    await app.close();
  });
});

test("a shop with an https URL sends Strict-Transport-Security on every response; another does not", async () => {
  const live = { SHOP_MODE: "live", PUBLIC_URL: "https://shop.example" };
  const secure = await openShop(engine, { seed: false, env: live });
  const plain = await openShop(engine, { seed: false });
  for (const path of ["/healthz", "/wp-json/", "/wp-json/nowhere"]) {
    expect((await secure.client().get(path)).header("strict-transport-security"), path).toBe("max-age=31536000");
    expect((await plain.client().get(path)).header("strict-transport-security"), path).toBeUndefined();
  }
  await secure.close();
  await plain.close();
});

test("no query parameter is open to SQL injection: a quote is treated as text, or rejected", async () => {
  const shop = await openShop(engine, { env: httpsEnv });
  const [merchant, customer] = [await merchantOf(shop), shop.client()];
  await customer.register();
  const failed: string[] = [];
  let requests = 0;
  for (const call of endpoints.filter(({ method }) => method === "GET")) {
    if (!call.query) continue;
    const { properties = {} } = z.toJSONSchema(call.query, { io: "input", unrepresentable: "any" });
    for (const name of Object.keys(properties)) {
      const caller = call.access === "customer" || call.access === "buyer" ? customer : merchant;
      const url = addressOf(call, { ...sampleOf(call).query, [name]: "'" });
      requests++;
      if ((await caller.get(url)).status >= 500) failed.push(url);
    }
  }
  expect(failed).toEqual([]);
  expect(requests).toBeGreaterThan(100);
  await shop.close();
});

test("the meta data of a product is limited in total size, even across several writes", async () => {
  const shop = await openShop(engine, { env: httpsEnv });
  const merchant = await merchantOf(shop);
  const write = (turn: number) =>
    merchant.put<{ code: string }>("/wp-json/wc/v3/products/143", {
      meta_data: [{ key: `fact ${turn}`, value: "x".repeat(30_000) }],
    });
  expect([(await write(1)).status, (await write(2)).status]).toEqual([200, 200]);
  const third = await write(3);
  expect([third.status, third.body.code]).toEqual([400, "rest_invalid_param"]);
  await shop.close();
});
