import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";

const login = "/wp-json/custom-auth/v1/login";
const register = "/wp-json/custom-auth/v1/register";
const request = "/wp-json/custom/v1/request-password-reset";
const reset = "/wp-json/custom/v1/reset-password";
const newsletter = "/wp-json/custom/v1/newsletter";
const minute = 60_000;

for (const engine of engines)
  describe(`rate limits on ${engine.name}`, () => {
    let shop: TestShop;
    // each test uses its own addresses and accounts
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false, env: { RATE_LIMITS: "on" } });
    });
    const from = (address: string) => shop.client({ address });
    /** @returns how many requests passed before the first 429, and that response */
    const untilRefused = async (call: (turn: number) => Promise<{ status: number }>, maxTurns = 40) => {
      for (let turn = 0; turn < maxTurns; turn++) if ((await call(turn)).status === 429) return turn;
      return maxTurns;
    };

    test("login stops after ten attempts at one account, from any address, and opens again after 15 minutes", async () => {
      const person = aPerson();
      await from("10.0.0.1").post(register, person);
      const names = [person.username, person.email, person.username.toUpperCase()];
      const wrong = (turn: number) =>
        from(`10.0.1.${turn}`).post(login, { username: names[turn % 3], password: "guess" });
      expect(await untilRefused(wrong)).toBe(10);
      const refused = await from("10.0.2.1").post<Problem>(login, person);
      expect(refused.status).toBe(429);
      expect(Number(refused.header("retry-after"))).toBeGreaterThan(14 * 60);
      expect(refused.body).toMatchObject({
        code: "rate_limited",
        message: "Bạn thao tác hơi nhanh. Vui lòng chờ một chút rồi thử lại.",
        data: { status: 429 },
      });
      const english = await from("10.0.2.2").post<Problem>(`${login}?lang=en`, person);
      expect(english.body.message).toBe("That was a little fast. Please wait a moment and try again.");
      shop.clock.advance(15 * minute);
      await from("10.0.2.1").login(person.username, person.password);
    });

    test("all addresses of one IPv6 network count as one, and so does an IPv4 address in any notation", async () => {
      const send = (address: string) => from(address).post(request, { email: "nobody@example.com" });
      const addresses = ["2001:db8:0:7::1", "2001:db8::7:1:2:3:4", "2001:0db8:0:7:ffff::", "2001:db8:0:7:1:2:3:4"];
      expect(await untilRefused((turn) => send(addresses[turn % 4] ?? ""))).toBe(5);
      expect((await from("2001:db8:0:8::1").post(request, { email: "other@example.com" })).status).toBe(200);
      const either = (turn: number) =>
        from(["10.0.7.1", "::ffff:10.0.7.1", "::ffff:a00:701"][turn % 3] ?? "").post(request, {
          email: `${turn}@example.com`,
        });
      expect(await untilRefused(either)).toBe(5);
    });

    test("carrier requests stop after 300 a minute, quotes and lists together", async () => {
      const stranger = from("10.0.6.1");
      const send = (turn: number) =>
        stranger.get(
          turn % 2 === 0
            ? `/shiip/public-api/master-data/ward?district_id=${turn + 1}`
            : `/wp-json/ghn/v1/shipping-cost?district_id=${turn + 1}&ward_code=1`,
        );
      expect(await untilRefused(send, 310)).toBe(300);
      expect((await from("10.0.6.2").get("/shiip/public-api/master-data/ward?district_id=1")).status).toBe(200);
      shop.clock.advance(minute);
      expect((await send(0)).status).toBe(200);
    });

    test("login stops after ten attempts at an account that does not exist, as well", async () => {
      expect(
        await untilRefused((turn) => from(`10.1.0.${turn}`).post(login, { username: "No_Body", password: "guess" })),
      ).toBe(10);
    });

    test("login stops after thirty attempts from one address", async () => {
      const guess = (turn: number) => from("10.2.0.1").post(login, { username: `name_${turn}`, password: "guess" });
      expect(await untilRefused(guess)).toBe(30);
      expect((await from("10.2.0.2").post(login, { username: "name_1", password: "guess" })).status).toBe(200);
    });

    test("registration stops after ten an hour from one address", async () => {
      expect(await untilRefused(() => from("10.3.0.1").post(register, {}))).toBe(10);
      expect((await from("10.3.0.2").post(register, aPerson())).status).toBe(200);
      shop.clock.advance(60 * minute);
      expect((await from("10.3.0.1").post(register, aPerson())).status).toBe(200);
    });

    test("reset requests stop after five an hour from one address, and for one account", async () => {
      const sendReset = (turn: number) => from("10.4.0.1").post(request, { email: `a${turn}@example.com` });
      expect(await untilRefused(sendReset)).toBe(5);
      const same = (turn: number) => from(`10.4.1.${turn}`).post(request, { email: "One@example.com" });
      expect(await untilRefused(same)).toBe(5);
    });

    test("guessing reset keys stops after five an hour", async () => {
      const form = { key: "guess", login: "name", password: "long enough", RePassword: "long enough" };
      expect(await untilRefused(() => from("10.5.0.1").post(reset, form))).toBe(5);
    });

    test("newsletter requests stop after ten an hour from one address, and for one account", async () => {
      expect(await untilRefused(() => from("10.6.0.1").post(newsletter, { email: "a@example.com" }))).toBe(10);
      const person = aPerson();
      await from("10.6.0.2").post(register, person);
      const subscribe = async (turn: number) => {
        const customer = from(`10.6.1.${turn}`);
        if (turn === 0) await customer.login(person.username, person.password);
        for (const [name, value] of customer.cookies) session.set(name, value);
        for (const [name, value] of session) customer.cookies.set(name, value);
        return customer.post(newsletter, { email: `b${turn}@example.com` });
      };
      const session = new Map<string, string>();
      expect(await untilRefused(subscribe)).toBe(10);
    });
  });
