import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { type KeyProbe, openKeyProbe } from "#fixtures/testing/key-probe.ts";
import { signedPath } from "#fixtures/testing/sign-oauth.ts";
import { sql } from "#shop/kernel/db/database.ts";
import type { Seed } from "./command.ts";
import { run } from "./program.ts";

/** The output of a command, and its exit code. */
interface Done {
  exit: number;
  out: string;
  err: string;
}

for (const engine of engines)
  describe(`the merchant's commands on ${engine.name}`, () => {
    let probe: KeyProbe;
    beforeAll(async () => {
      probe = await openKeyProbe(engine);
    });

    async function shop(line: string, seed?: Seed): Promise<Done> {
      const out: string[] = [];
      const err: string[] = [];
      const context = {
        ...probe.shop.shop,
        seed,
        out: (text: string) => out.push(text),
        err: (text: string) => err.push(text),
      };
      return { exit: await run(line.split(" "), context), out: out.join("\n"), err: err.join("\n") };
    }
    const callWith = async (key: string, secret: string) => {
      const timestamp = Math.floor(probe.shop.clock.now().getTime() / 1000);
      const url = "http://localhost:3000/wp-json/wc/v3/things";
      return (await probe.call("GET", signedPath({ url, key, secret, timestamp }))).status;
    };

    test("keys create --json prints only the pair; the key works, is listed without its secret, and can be revoked", async () => {
      const made = await shop("keys create --description ERP --permissions read_write --json");
      expect(made).toMatchObject({ exit: 0, err: "" });
      const pair = JSON.parse(made.out) as { consumer_key: string; consumer_secret: string };
      expect(Object.keys(pair)).toEqual(["consumer_key", "consumer_secret"]);
      expect(pair.consumer_key).toMatch(/^ck_[0-9a-f]{40}$/);
      expect(pair.consumer_secret).toMatch(/^cs_[0-9a-f]{40}$/);
      expect(await callWith(pair.consumer_key, pair.consumer_secret)).toBe(200);

      const listed = await shop("keys list");
      expect(listed.out).toMatch(new RegExp(`ERP +read_write +…${pair.consumer_key.slice(-7)}`));
      expect(listed.out).not.toContain(pair.consumer_secret);
      const id = await probe.shop.db.one<{ id: number }>(sql`select max(id) "id" from merchant_key`);
      expect(await shop(`keys revoke ${id?.id}`)).toMatchObject({ exit: 0, out: `Key ${id?.id} is revoked.` });
      expect(await callWith(pair.consumer_key, pair.consumer_secret)).toBe(401);
      expect(await shop(`keys revoke ${id?.id}`)).toMatchObject({ exit: 1, out: "" });
    });

    test("keys create without --json notes that the secret is shown only once", async () => {
      const made = await shop("keys create --permissions read");
      expect(made.out).toMatch(
        /consumer key +ck_[0-9a-f]{40}\n +consumer secret +cs_[0-9a-f]{40}\nStore the secret now/,
      );
    });

    test("currency set changes the rate of the dollar, but not of the dong", async () => {
      expect(await shop("currency set usd 25500")).toEqual({ exit: 0, out: "1 USD = 25500 VND from now on.", err: "" });
      expect((await shop("currency list")).out).toMatch(/USD +25500 VND/);
      expect(await shop("currency set VND 2")).toMatchObject({ exit: 1, out: "" });
      expect(await shop("currency set EUR 28000")).toMatchObject({ exit: 1, out: "" });
    });

    test("empty lists print a message", async () => {
      expect(await shop("orders list")).toEqual({ exit: 0, out: "No such orders.", err: "" });
      expect(await shop("orders list --status on-hold")).toEqual({ exit: 0, out: "No such orders.", err: "" });
      expect(await shop("users list")).toEqual({ exit: 0, out: "No customers yet.", err: "" });
    });

    test("seed requires an empty database, and a program that includes the catalogue", async () => {
      expect(await shop("seed")).toMatchObject({ exit: 1, err: expect.stringContaining("Stop it, seed the database") });
      expect((await shop("seed", async () => null)).exit).toBe(0);
      const refused = await shop("seed", async () => "the database has rows in product already");
      expect(refused).toMatchObject({ exit: 1, err: expect.stringContaining("has rows in product already") });
    });

    test("migrate reports that the schema is up to date", async () => {
      expect(await shop("migrate")).toEqual({ exit: 0, out: "The database is up to date.", err: "" });
    });

    test.each([
      ["nonsense", "unknown command 'nonsense'"],
      ["keys create --permissions all", "--permissions is one of read, write, read_write; got all."],
      ["keys revoke x", "The key's id must be a whole number, 1 or more; got x."],
      ["keys revoke 999999", "There is no active key with the id 999999."],
      ["currency set USD 0", "must be a whole number, 1 or more; got 0."],
      ["currency set USD 2.5", "must be a whole number, 1 or more; got 2.5."],
      ["currency set", "missing required argument 'code'"],
      ["orders list --status wc-pending", "--status is one of pending,"],
      ["users list --limit -1", "--limit must be a whole number"],
    ])("%s is refused on the error stream", async (line, reason) => {
      expect(await shop(line)).toEqual({ exit: 1, out: "", err: expect.stringContaining(reason) });
    });
  });
