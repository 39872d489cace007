import { beforeAll, describe, expect, test } from "vitest";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { OverloadedError } from "#shop/kernel/load/admission-control.ts";
import { passwordChecks } from "#shop/kernel/observability/metrics.ts";
import { verifyPassword, hashPassword } from "#shop/kernel/auth/passwords.ts";

const login = "/wp-json/custom-auth/v1/login";

/** Number of passwords hashed by a task. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const count = async () => (await passwordChecks.get()).values[0]?.value ?? 0;
  const before = await count();
  await work();
  return (await count()) - before;
}

describe("password hashing, the most expensive task that an anonymous request can trigger", () => {
  let shop: TestShop;
  const person = aPerson();
  beforeAll(async () => {
    const [engine] = engines;
    if (!engine) throw new Error("no database");
    shop = await openShop(engine, { seed: false, env: { RATE_LIMITS: "on" } });
    await shop.client({ address: "10.8.0.1" }).post("/wp-json/custom-auth/v1/register", person);
    await verifyPassword(null, "so that nobody's own hash is there");
  });
  const attempt = (username: string, password: string, address: string) =>
    shop.client({ address }).post(login, { username, password });

  test("is the same work for an unknown name as for a wrong password", async () => {
    expect(await hashesOf(() => attempt(person.username, "a wrong guess", "10.8.0.2"))).toBe(1);
    expect(await hashesOf(() => attempt("nobody_at_all", "a wrong guess", "10.8.0.2"))).toBe(1);
  });

  test("is not done for requests over a limit, nor for impossible passwords", async () => {
    for (let turn = 0; turn < 10; turn++) await attempt("tried_often", "guess", `10.8.1.${turn}`);
    const over = () => attempt("tried_often", "guess", "10.8.2.1");
    expect(await hashesOf(async () => expect((await over()).status).toBe(429))).toBe(0);
    const long = () => attempt(person.username, "x".repeat(201), "10.8.2.2");
    expect(await hashesOf(async () => expect((await long()).status).toBe(400))).toBe(0);
    const register = () =>
      shop
        .client({ address: "10.8.2.3" })
        .post("/wp-json/custom-auth/v1/register", { ...aPerson(), email: person.email });
    expect(await hashesOf(async () => expect((await register()).status).toBe(400))).toBe(0);
  });

  test("has a concurrency limit and a bounded queue", async () => {
    const stored = await hashPassword("right");
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(stored, "right")));
    const done = all.filter((one) => one.status === "fulfilled");
    expect(done.length).toBe(34);
    for (const one of all) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(OverloadedError);
    expect(await verifyPassword(stored, "right")).toBe(true);
  });
});
