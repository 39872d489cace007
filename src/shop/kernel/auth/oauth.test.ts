import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { type KeyProbe, openKeyProbe } from "#fixtures/testing/key-probe.ts";
import { type SignOptions, signedHeader, signedPath } from "#fixtures/testing/sign-oauth.ts";
import { sql } from "#shop/kernel/db/database.ts";
import type { KeyPair } from "./merchant-keys.ts";
import { revokeMerchantKey } from "./merchant-keys.ts";

const things = "http://localhost:3000/wp-json/wc/v3/things";
const invalid = "woocommerce_rest_authentication_error";

for (const engine of engines)
  describe(`OAuth 1.0a on ${engine.name}`, () => {
    let probe: KeyProbe;
    let key: KeyPair & { id: number };
    const nowSeconds = () => Math.floor(probe.shop.clock.now().getTime() / 1000);
    const options = (own: Partial<SignOptions> = {}): SignOptions => ({
      url: things,
      key: key.consumerKey,
      secret: key.consumerSecret,
      timestamp: nowSeconds(),
      ...own,
    });
    const get = (own: Partial<SignOptions> = {}) => probe.call("GET", signedPath(options(own)));
    const errorResponse = (message: string, code = invalid) => ({
      status: 401,
      body: expect.objectContaining({ code, message }),
    });

    beforeAll(async () => {
      probe = await openKeyProbe(engine);
    });
    beforeEach(async () => {
      key = await probe.makeKey();
    });

    test.each(["HMAC-SHA1", "HMAC-SHA256"] as const)("%s in the query authenticates over http", async (algorithm) => {
      const response = await get({ algorithm });
      expect(response).toMatchObject({ status: 200, body: { kind: "merchant", actor: `merchant:${key.id}` } });
    });

    test("a signature in the header works too, with any realm", async () => {
      const response = await probe.call("GET", "/wp-json/wc/v3/things", { authorization: signedHeader(options()) });
      expect(response).toMatchObject({ status: 200, body: { kind: "merchant" } });
    });

    test.each([
      ["signs of RFC 3986", "?search=nh%E1%BA%ABn%20b%E1%BA%A1c!'()*~&slug="],
      ["a plus for a space", "?search=nhan+bac"],
      ["lists with indexes", "?include%5B0%5D=4&include%5B1%5D=5"],
      ["a name twice", "?status=b&status=a"],
    ])("parameters with %s are signed", async (_name, query) => {
      expect((await get({ url: `${things}${query}` })).status).toBe(200);
    });

    test("a list without indexes is signed with the indexes that PHP adds", async () => {
      const signedAs: SignOptions["signedAs"] = (pairs) =>
        pairs.map(([name, value], index) => [name.replace("[]", `[${index}]`), value]);
      expect((await get({ url: `${things}?include[]=4&include[]=5`, signedAs })).status).toBe(200);
    });

    test("a form body is part of the signature", async () => {
      const nested = [
        ["billing[first_name]", "Ngọc"],
        ["line_items[0][product_id]", "143"],
        ["line_items[0][meta_data][0][key]", "(gift)"],
      ] as const;
      const form = [["name", "Nhẫn bạc"] as const, ["tags[0]", "mới"] as const, ...nested];
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const path = () => signedPath(options({ method: "POST", form }));
      const body = new URLSearchParams(form.map(([name, value]) => [name, value])).toString();
      expect((await probe.call("POST", path(), headers, body)).status).toBe(200);
      const changed = await probe.call("POST", path(), headers, body.replace("name=", "name=x"));
      expect(changed).toMatchObject(errorResponse("Invalid signature - provided signature does not match."));
    });

    test("a method override may be signed as either method", async () => {
      const url = `${things}/1?_method=PUT`;
      for (const method of ["POST", "PUT"]) {
        expect((await probe.call("POST", signedPath(options({ method, url })), {}, { name: "x" })).status).toBe(200);
      }
      const response = await probe.call("POST", signedPath(options({ method: "GET", url })), {}, { name: "x" });
      expect(response).toMatchObject(errorResponse("Invalid signature - provided signature does not match."));
    });

    test("a JSON body is not part of the signature", async () => {
      const response = await probe.call(
        "PUT",
        signedPath(options({ method: "PUT", url: `${things}/1` })),
        {},
        { name: "x" },
      );
      expect(response.status).toBe(200);
    });

    test("demo mode accepts any loopback name, but no other host", async () => {
      const url = things.replace("localhost:3000", "127.0.0.1:4321");
      const host = { host: "127.0.0.1:4321" };
      expect((await probe.call("GET", signedPath(options({ url })), host)).status).toBe(200);
      const elsewhere = signedPath(options({ url: things.replace("localhost:3000", "shop.example") }));
      expect((await probe.call("GET", elsewhere, { host: "shop.example" })).status).toBe(401);
    });

    const without = (path: string, ...names: string[]): string => {
      const [start, query] = path.split("?");
      const left = (query ?? "").split("&").filter((pair) => !names.includes(pair.split("=")[0] ?? ""));
      return `${start}?${left.join("&")}`;
    };

    test("missing parameters are named in order; without any of the five the request is anonymous", async () => {
      const path = signedPath(options());
      const missing = "woocommerce_rest_authentication_missing_parameter";
      expect(await probe.call("GET", without(path, "oauth_nonce"))).toMatchObject(
        errorResponse("Missing OAuth parameter oauth_nonce", missing),
      );
      expect(await probe.call("GET", without(path, "oauth_nonce", "oauth_signature", "oauth_timestamp"))).toMatchObject(
        errorResponse("Missing OAuth parameters oauth_timestamp, oauth_nonce, oauth_signature", missing),
      );
      expect(await probe.call("GET", "/wp-json/wc/v3/things?oauth_version=1.0")).toMatchObject(
        errorResponse("Sorry, you cannot list resources.", "woocommerce_rest_cannot_view"),
      );
    });

    test("each invalid parameter is rejected in WooCommerce's order, before the route is checked", async () => {
      const nope = "http://localhost:3000/wp-json/wc/v3/nope";
      const late = nowSeconds() - 901;
      const unknown = { url: nope, key: `ck_${"0".repeat(40)}`, secret: "wrong", timestamp: late };
      expect(await get(unknown)).toMatchObject(errorResponse("Consumer key is invalid."));
      const method = signedPath(options({ url: nope, timestamp: late })).replace("HMAC-SHA256", "PLAINTEXT");
      expect(await probe.call("GET", method)).toMatchObject(
        errorResponse("Invalid signature - signature method is invalid."),
      );
      const wrongSecret = await get({ url: nope, secret: "cs_wrong", timestamp: late });
      expect(wrongSecret).toMatchObject(errorResponse("Invalid signature - provided signature does not match."));
      for (const timestamp of [late, nowSeconds() + 902, "soon"])
        expect(await get({ url: nope, timestamp })).toMatchObject(errorResponse("Invalid timestamp."));
      for (const timestamp of [nowSeconds() - 898, nowSeconds() + 899])
        expect((await get({ url: nope, timestamp })).status).toBe(404);
    });

    test("a nonce is accepted once per key, and stored only if everything else is valid", async () => {
      const nonce = "once";
      expect((await get({ nonce, secret: "wrong" })).status).toBe(401);
      expect(await get({ nonce, timestamp: 1 })).toMatchObject(errorResponse("Invalid timestamp."));
      expect((await get({ nonce })).status).toBe(200);
      const used = errorResponse("Invalid nonce - nonce has already been used.");
      expect(await get({ nonce })).toMatchObject(used);
      expect(await get({ nonce, timestamp: nowSeconds() - 60, url: `${things}/7` })).toMatchObject(used);
      expect((await get({ nonce: "another, in the same second" })).status).toBe(200);
      key = await probe.makeKey();
      expect((await get({ nonce })).status).toBe(200);
    });

    test("of concurrent identical requests only one succeeds", async () => {
      const path = signedPath(options());
      const responses = await Promise.all([1, 2, 3].map(() => probe.call("GET", path)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    test("revoked and unknown keys are rejected alike", async () => {
      await probe.shop.db.transaction((tx) => revokeMerchantKey(tx, key.id, probe.shop.clock.now()));
      expect(await get()).toMatchObject(errorResponse("Consumer key is invalid."));
    });

    test("nonces are deleted only after their timestamps have expired", async () => {
      const count = async () =>
        (await probe.shop.db.all(sql`select 1 from oauth_nonce where key_id = ${key.id}`)).length;
      const ahead = signedPath(options({ timestamp: nowSeconds() + 890, nonce: "ahead" }));
      expect((await probe.call("GET", ahead)).status).toBe(200);
      expect((await get({ nonce: "now" })).status).toBe(200);
      probe.shop.clock.advance(16 * 60_000);
      await probe.shop.runJobs();
      expect(await count()).toBe(1);
      expect(await probe.call("GET", ahead)).toMatchObject(
        errorResponse("Invalid nonce - nonce has already been used."),
      );
      expect((await get({ nonce: "now" })).status).toBe(200);
      probe.shop.clock.advance(31 * 60_000);
      await probe.shop.runJobs();
      expect(await count()).toBe(0);
    });
  });
