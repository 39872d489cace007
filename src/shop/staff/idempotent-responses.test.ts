import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import { aKey } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, newStaffEmail, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const race = Array.from({ length: 20 });

describe.each(engines)("GR08: the Idempotency-Key of the back office, on $name", (engine) => {
  let shop: TestShop;
  let owner: StaffVisitor;
  beforeAll(async () => {
    shop = await openShop(engine, { seed: false, env: liveEnv });
  });
  /** A new owner for each test: the limits count by account. */
  const newOwner = async () => {
    owner = (await staffMember(shop)).browser;
    return owner;
  };

  const someone = () => ({ email: newStaffEmail(), name: "Lan", role: "staff" });
  const invite = (body: object, key: string, by = owner) =>
    by.call<StaffEntry & Problem>("POST", "/staff", body, { "idempotency-key": key });
  const accountsOf = async (email: string) =>
    shop.db.all<{ id: number }>(sql`select id from staff where email = ${email}`);

  test("of 20 equal requests at the same time one is processed, and all get its response", async () => {
    await newOwner();
    const [person, key] = [someone(), aKey()];
    const responses = await Promise.all(race.map(() => invite(person, key)));
    const [account] = await accountsOf(person.email);
    for (const { status, body } of responses)
      expect([status, body]).toMatchObject([201, { id: account?.id, email: person.email, state: "pending" }]);
    const emails = await shop.db.all(sql`
      select from outbox where kind = 'mail' and payload ->> 'to' = ${person.email}`);
    const entries = await shop.db.all(sql`
      select from audit where object = 'staff' and object_id = ${String(account?.id)} and operation = 'added'`);
    expect([emails.length, entries.length]).toEqual([1, 1]);
  });

  test("a repeated key returns the first response with its status for 24 hours, errors too", async () => {
    await newOwner();
    const [person, key, other] = [someone(), aKey(), aKey()];
    const first = await invite(person, key);
    const taken = await invite(person, other);
    expect([first.status, taken.status]).toEqual([201, 400]);
    shop.clock.advance(5 * minuteMs);
    const repeated = await invite(person, key);
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    await shop.db.write(sql`delete from staff where email = ${person.email} returning id`);
    const repeatedError = await invite(person, other);
    expect([repeatedError.status, repeatedError.body.data.params]).toEqual([400, taken.body.data.params]);
    expect(await accountsOf(person.email)).toEqual([]);

    shop.clock.advance(dayMs);
    await shop.runJobs();
    expect(await shop.db.all(sql`select from idempotent_response`)).toEqual([]);
    expect((await invite(person, key, await newOwner())).status).toBe(201);
  });

  test("a key of another request is rejected; one of another account is another key", async () => {
    await newOwner();
    const [person, key] = [someone(), aKey()];
    const { body } = await invite(person, key);
    const reused = { status: 422, body: { code: "lianne_idempotency_reused" } };
    expect(await invite(someone(), key)).toMatchObject(reused);
    const resend = await owner.call("POST", `/invitations/${body.id}/resend`, undefined, { "idempotency-key": key });
    expect(resend).toMatchObject(reused);
    const second = await staffMember(shop);
    expect((await invite(someone(), key, second.browser)).status).toBe(201);
    for (const malformed of ["", "a b", "é", "x".repeat(201)])
      expect((await invite(someone(), malformed)).body.data.params, malformed).toHaveProperty("Idempotency-Key");
  });

  test("the file of an upload belongs to its key: another file is another request", async () => {
    await newOwner();
    const key = aKey();
    const photo = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer();
    const upload = (file: Buffer) =>
      owner.request<{ id: number; code: string }>("POST", "/wp-json/wc/v3/pictures", file, {
        ...{ "idempotency-key": key, "content-type": "image/png" },
      });
    const first = await upload(await photo("#c0a060"));
    expect(first.status, first.text).toBe(201);
    const [again, other] = [await upload(await photo("#c0a060")), await upload(await photo("#60a0c0"))];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect([other.status, other.body.code]).toEqual([422, "lianne_idempotency_reused"]);
  });

  test("a rejected request does not use up the key: no permission, too many, invalid input", async () => {
    await newOwner();
    const { browser: packer } = await staffMember(shop, "packer");
    const key = aKey();
    expect((await invite(someone(), key, packer)).status).toBe(403);
    expect((await invite({ email: "x" }, key)).status).toBe(400);
    for (let sent = 0; sent < 10; sent++) expect((await invite(someone(), aKey())).status).toBe(201);
    const person = someone();
    expect((await invite(person, key)).status).toBe(429);
    shop.clock.advance(hourMs);
    expect((await invite(person, key)).body.code).toBe("lianne_reauthentication_required");
    await owner.call("POST", "/session/reauthenticate", { password: "năm chiếc nhẫn bạc", code: owner.code() });
    await owner.session();
    expect((await invite(person, key)).status).toBe(201);
  });

  test("after the loss of its process a request is processed again only if it has written nothing", async () => {
    await newOwner();
    const [person, key] = [someone(), aKey()];
    await invite(person, key);
    await shop.db.write(sql`update idempotent_response set response_encrypted = null where key = ${key} returning key`);
    shop.clock.advance(6 * minuteMs);
    const lost = await invite(person, key);
    expect([lost.status, lost.body.code]).toEqual([409, "lianne_idempotency_pending"]);
    await shop.db.write(sql`update idempotent_response set has_written = false where key = ${key} returning key`);
    const again = await invite(person, key);
    expect([again.status, again.body.data.params], "processed").toMatchObject([400, { email: expect.any(String) }]);
  });

  test("stored responses are encrypted: new recovery codes are returned again, and not readable in the database", async () => {
    await newOwner();
    const key = { "idempotency-key": aKey() };
    const create = () => owner.call<{ codes: string[] }>("POST", "/recovery-codes", undefined, key);
    const { codes } = (await create()).body;
    expect((await create()).body.codes).toEqual(codes);
    const stored = await shop.db.all(sql`select encode(response_encrypted, 'escape') text from idempotent_response`);
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(codes[0]);
  });
});
