import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuthResponse, CheckAuth, User } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/custom-auth/v1/profile";

for (const engine of engines)
  describe(`the profile on ${engine.name}`, () => {
    let shop: TestShop;
    let customer: Visitor;
    let user: User;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    beforeEach(async () => {
      customer = shop.client();
      const { password: _password, ...registered } = await customer.register();
      user = registered;
    });
    const saved = async (): Promise<User | null> =>
      (await customer.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;

    test("changes the sent fields, leaves the rest, and returns the user", async () => {
      const address = {
        address: "12 Hàng Bạc",
        city: "Hà Nội",
        district: "Quận Hoàn Kiếm",
        ward: "Phường Hàng Bạc",
        province_id: 201,
        district_id: 1482,
        ward_code: "11007",
        postcode: "11000",
      };
      const response = await customer.put<AuthResponse>(path, {
        firstName: "Minh-Anh",
        phone: "0912 345 678",
        ...address,
      });
      expect(response.body).toEqual({
        success: true,
        message: "Cập nhật thông tin thành công!",
        user: { ...user, firstName: "Minh-Anh", phone: "+84912345678", ...address },
      });
      expect(await saved()).toEqual(response.body.user);
      const english = await customer.put<AuthResponse>(`${path}?lang=en`, {
        province_id: null,
        ward_code: null,
        ward: "",
      });
      expect(english.body.user).toMatchObject({ province_id: null, district_id: 1482, ward_code: null, ward: "" });
      expect(english.body.message).toBe("Your information has been updated!");
    });

    test("an empty change changes nothing", async () => {
      expect((await customer.put<AuthResponse>(path, {})).body.user).toEqual(user);
    });

    test("belongs to the session's customer, regardless of the body", async () => {
      const stranger = shop.client();
      const other = await stranger.register();
      const response = await customer.put<AuthResponse>(path, {
        id: other.id,
        username: "somebody_else",
        firstName: "Changed",
        password_hash: "x",
      });
      expect(response.body.user).toEqual({ ...user, firstName: "Changed" });
      const theirs = (await stranger.get<CheckAuth>("/wp-json/custom-auth/v1/check-auth")).body.user;
      expect(theirs?.firstName).toBe(other.firstName);
    });

    test("one's own email in capitals is changed at once, without a password or an email", async () => {
      const own = await customer.put<AuthResponse>(path, { email: user.email.toUpperCase() });
      expect(own.body.user).toMatchObject({ email: user.email.toUpperCase(), pending_email: null });
      const sent = await shop.db.all(sql`
        select from outbox where payload ->> 'template' like 'email_change%' and payload -> 'values' ->> 'username' = ${user.username}`);
      expect(sent).toEqual([]);
    });

    test("rejects a guest and another origin", async () => {
      const visitor = await shop.client().put<Problem>(path, { firstName: "Nobody" });
      expect(visitor.status).toBe(401);
      expect(visitor.body.code).toBe("not_logged_in");
      expect((await customer.put(path, { firstName: "Evil" }, { origin: "https://evil.example" })).status).toBe(403);
      expect(await saved()).toEqual(user);
    });

    test.each([
      ["email", "no address"],
      ["email", null],
      ["phone", "0212345678"],
      ["phone", ""],
      ["phone", 912345678],
      ["firstName", "1"],
      ["lastName", ""],
      ["lastName", "<script>"],
      ["address", "x".repeat(301)],
      ["address", ["x"]],
      ["province_id", 1.5],
      ["province_id", -1],
      ["district_id", 99_999_999_999],
      ["district_id", "abc"],
      ["ward_code", "x".repeat(21)],
      ["postcode", "1234"],
      ["postcode", "abcde"],
    ])("rejects a wrong %s: %j", async (field, value) => {
      const response = await customer.put<Problem>(path, { [field]: value });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body.data.params ?? {})).toEqual([field]);
      expect(await saved()).toEqual(user);
    });

    test.each([
      ["null", null, 200],
      ["a list", [], 400],
      ["a text", "x", 400],
      ["a NUL", { address: "a\u0000b" }, 400],
    ])("handles %s as a body without an internal error", async (_name, body, status) => {
      const json = { "content-type": "application/json" };
      expect((await customer.call("PUT", path, JSON.stringify(body), json)).status).toBe(status);
      expect(await saved()).toEqual(user);
    });
  });
