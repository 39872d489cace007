import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { type KeyProbe, openKeyProbe } from "#fixtures/testing/key-probe.ts";
import { signedPath } from "#fixtures/testing/sign-oauth.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { storefrontKey } from "./keys.ts";
import { type KeyPair, type Permissions, revokeMerchantKey } from "./merchant-keys.ts";

const things = "/wp-json/wc/v3/things";
const forwarded = { "x-forwarded-proto": "https" };
const basic = ({ consumerKey, consumerSecret }: KeyPair) => ({
  authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64")}`,
});
const inQuery = ({ consumerKey, consumerSecret }: KeyPair) =>
  `consumer_key=${consumerKey}&consumer_secret=${consumerSecret}`;
const anonymous = { status: 401, body: { code: "woocommerce_rest_cannot_view" } };
const secretInvalid = {
  status: 401,
  body: { code: "woocommerce_rest_authentication_error", message: "Consumer secret is invalid." },
};

for (const engine of engines)
  describe(`keys on ${engine.name}`, () => {
    let overHttp: KeyProbe;
    let overHttps: KeyProbe;
    beforeAll(async () => {
      overHttp = await openKeyProbe(engine);
      const env = { PUBLIC_URL: "https://shop.example", TRUSTED_PROXIES: "127.0.0.1" };
      overHttps = await openKeyProbe(engine, { env });
    });

    test("anonymous calls get 401 with the message of the attempted action", async () => {
      const tries = [
        ["GET", things, "cannot_view", "Sorry, you cannot list resources."],
        ["GET", `${things}/1`, "cannot_view", "Sorry, you cannot view this resource."],
        ["POST", things, "cannot_create", "Sorry, you are not allowed to create resources."],
        ["PUT", `${things}/1`, "cannot_edit", "Sorry, you are not allowed to edit this resource."],
        ["DELETE", `${things}/1`, "cannot_delete", "Sorry, you are not allowed to delete this resource."],
        ["POST", `${things}/batch`, "cannot_batch", "Sorry, you are not allowed to batch manipulate this resource."],
      ] as const;
      for (const [method, path, code, message] of tries) {
        const expected = { status: 401, body: { code: `woocommerce_rest_${code}`, message, data: { status: 401 } } };
        expect(await overHttp.call(method, path)).toMatchObject(expected);
      }
      expect((await overHttp.call("GET", "/wp-json/wc/v3/nope")).status).toBe(404);
    });

    test("a merchant's key and secret are ignored over http", async () => {
      const key = await overHttp.makeKey();
      expect(await overHttp.call("GET", things, basic(key))).toMatchObject(anonymous);
      expect(await overHttp.call("GET", `${things}?${inQuery(key)}`)).toMatchObject(anonymous);
      expect(await overHttp.call("GET", things, basic({ ...key, consumerSecret: "x" }))).toMatchObject(anonymous);
      // only a trusted proxy may claim https
      expect(await overHttp.call("GET", things, { ...basic(key), ...forwarded })).toMatchObject(anonymous);
      expect(await overHttps.call("GET", things, basic(await overHttps.makeKey()))).toMatchObject(anonymous);
    });

    test("over https they are accepted by Basic and in the query, which takes precedence", async () => {
      const [key, other] = [await overHttps.makeKey(), await overHttps.makeKey()];
      const by = (headers: Record<string, string>, query = "") =>
        overHttps.call("GET", `${things}${query}`, { ...headers, ...forwarded });
      const merchant = { status: 200, body: { kind: "merchant", actor: `merchant:${key.id}` } };
      expect(await by(basic(key))).toMatchObject(merchant);
      expect(await by({}, `?${inQuery(key)}`)).toMatchObject(merchant);
      expect(await by(basic(other), `?${inQuery(key)}`)).toMatchObject(merchant);
      expect(await by(basic({ ...key, consumerSecret: other.consumerSecret }))).toMatchObject(secretInvalid);
      expect(await by({}, `?${inQuery({ ...key, consumerSecret: "cs_x" })}`)).toMatchObject(secretInvalid);
      expect(await by(basic({ consumerKey: `ck_${"1".repeat(40)}`, consumerSecret: "cs_x" }))).toMatchObject(anonymous);
      expect(await by({ authorization: "Basic !!!" })).toMatchObject(anonymous);
    });

    test("OAuth signatures use the public URL, behind a proxy too", async () => {
      const key = await overHttps.makeKey();
      const timestamp = Math.floor(overHttps.shop.clock.now().getTime() / 1000);
      const sign = (url: string) =>
        signedPath({ url: `${url}${things}`, key: key.consumerKey, secret: key.consumerSecret, timestamp });
      const behind = { ...forwarded, host: "127.0.0.1:8080" };
      expect((await overHttps.call("GET", sign("https://shop.example"), behind)).status).toBe(200);
      expect((await overHttps.call("GET", sign("https://other.example"), behind)).status).toBe(401);
    });

    test("each permission allows only its methods, checked before the route", async () => {
      const tryMethod = async (
        permissions: Permissions,
        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS",
      ) => {
        const key = await overHttps.makeKey(permissions);
        const { status, body } = await overHttps.call(method, "/wp-json/wc/v3/nope", { ...basic(key), ...forwarded });
        return status === 404 ? "passed" : `${status} ${body.message}`;
      };
      for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
        expect(await tryMethod("read", method)).toBe("401 The API key provided does not have write permissions.");
        expect(await tryMethod("write", method)).toBe("passed");
        expect(await tryMethod("read_write", method)).toBe("passed");
      }
      expect(await tryMethod("write", "GET")).toBe("401 The API key provided does not have read permissions.");
      expect(await tryMethod("read", "GET")).toBe("passed");
      expect(await tryMethod("read_write", "GET")).toBe("passed");
      for (const permissions of ["read", "write"] as const)
        expect(await tryMethod(permissions, "OPTIONS")).toBe("passed");
    });

    test("an invalid key is reported before a malformed body", async () => {
      const key = await overHttps.makeKey("read");
      const headers = { ...basic(key), ...forwarded, "content-type": "application/json" };
      expect(await overHttps.call("POST", things, headers, "{not json")).toMatchObject({ status: 401 });
    });

    test("the storefront's key is accepted over http, without a merchant's permissions", async () => {
      const own = storefrontKey(overHttp.shop.shop.config.appSecret);
      expect(await overHttp.call("GET", things, basic(own))).toMatchObject({
        status: 200,
        body: { kind: "storefront" },
      });
      const secrets = "/wp-json/wc/v3/secrets";
      expect(await overHttp.call("GET", secrets, basic(own))).toMatchObject({
        status: 403,
        body: { code: "woocommerce_rest_cannot_view" },
      });
      expect((await overHttp.call("GET", secrets)).status).toBe(401);
      expect(await overHttp.call("GET", things, basic({ ...own, consumerSecret: "cs_x" }))).toMatchObject(
        secretInvalid,
      );
    });

    test("other namespaces ignore keys, even invalid ones", async () => {
      const key = await overHttps.makeKey("read");
      const bad = "/wp-json/custom/v1/things?oauth_consumer_key=x&oauth_nonce=&consumer_key=ck_x&consumer_secret=cs_x";
      const headers = { ...basic({ ...key, consumerSecret: "wrong" }), ...forwarded };
      for (const method of ["GET", "POST"] as const)
        expect(await overHttps.call(method, bad, headers)).toMatchObject({ status: 200, body: { kind: "anonymous" } });
    });

    test("a revoked key is anonymous", async () => {
      const key = await overHttps.makeKey();
      const revoke = () =>
        overHttps.shop.db.transaction((tx) => revokeMerchantKey(tx, key.id, overHttps.shop.clock.now()));
      expect(await revoke()).toBe(true);
      expect(await revoke()).toBe(false);
      expect(await overHttps.call("GET", things, { ...basic(key), ...forwarded })).toMatchObject(anonymous);
    });

    test("the database contains neither key nor secret in plain text", async () => {
      const key = await overHttp.makeKey();
      const row = await overHttp.shop.db.one<{ everything: string; ending: string }>(sql`
        select encode(secret_encrypted, 'escape') || encode(key_hash, 'escape') || description "everything",
               truncated_key "ending" from merchant_key where id = ${key.id}`);
      expect(row?.everything).not.toContain(key.consumerKey.slice(3));
      expect(row?.everything).not.toContain(key.consumerSecret.slice(3));
      expect(key.consumerKey.endsWith(row?.ending ?? "-")).toBe(true);
    });

    test("a secret encrypted under another APP_SECRET is a 500 that the log explains", async () => {
      const key = await overHttps.makeKey();
      await overHttps.shop.db.transaction((tx) =>
        tx.run(sql`update merchant_key set secret_encrypted = decode(repeat('00', 60), 'hex') where id = ${key.id}`),
      );
      expect((await overHttps.call("GET", things, { ...basic(key), ...forwarded })).status).toBe(500);
      expect(JSON.stringify(overHttps.shop.takeLoggedErrors())).toContain(
        "APP_SECRET is not the one it was made under",
      );
    });
  });
