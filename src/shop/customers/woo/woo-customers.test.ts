import { beforeAll, describe, expect, test } from "vitest";
import { aPerson } from "#fixtures/testing/a-person.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/customers";
interface Body {
  id: number;
  code?: string;
  username: string;
  billing: Record<string, string>;
  [field: string]: unknown;
}

for (const engine of engines)
  describe(`customers of wc/v3 on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object) => merchant.post<Body>(path, body);
    const billing = {
      first_name: "John",
      last_name: "Doe",
      company: "Acme",
      address_1: "969 Market",
      address_2: "",
      city: "San Francisco",
      state: "CA",
      postcode: "94103",
      country: "US",
      email: "john.doe@example.com",
      phone: "(555) 555-5555",
    };

    test("are created with what a WooCommerce client sends, and read in WooCommerce's format", async () => {
      const made = await create({
        email: "john.doe@example.com",
        first_name: "John",
        last_name: "Doe",
        username: "john.doe",
        billing,
        shipping: { city: "San Francisco" },
        meta_data: [{ key: "erp", value: { id: 7 } }],
      });
      expect(made).toMatchObject({
        status: 201,
        body: {
          username: "john.doe",
          role: "customer",
          billing,
          shipping: { city: "San Francisco", address_1: "", phone: "" },
          is_paying_customer: false,
          avatar_url: "",
          meta_data: [{ id: 1, key: "erp", value: { id: 7 } }],
          date_created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
        },
      });
      expect(made.header("location")).toBe(`https://shop.example${path}/${made.body.id}`);
      expect(made.text).not.toContain("password");
      expect((await merchant.get<Body>(`${path}/${made.body.id}`)).body).toEqual(made.body);
      const only = await merchant.get<object>(`${path}/${made.body.id}?_fields=id,email`);
      expect(Object.keys(only.body).sort()).toEqual(["_links", "email", "id"]);
    });

    test("get a unique username from their email if none is given", async () => {
      const made = [];
      for (const domain of ["a.vn", "b.vn", "c.vn"])
        made.push((await create({ email: `mai@${domain}` })).body.username);
      expect(made).toEqual(["mai", "mai2", "mai3"]);
    });

    test("with a taken email or username are rejected by name", async () => {
      await create({ email: "once@example.com", username: "once" });
      expect(await create({ email: "ONCE@example.com" })).toMatchObject({
        status: 400,
        body: { code: "registration-error-email-exists" },
      });
      expect(await create({ email: "twice@example.com", username: "Once" })).toMatchObject({
        status: 400,
        body: { code: "registration-error-username-exists" },
      });
      const same = { email: "race@example.com" };
      const responses = await Promise.all([create(same), create(same), create(same)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      for (const body of [
        {},
        { email: "no" },
        { email: "a@b.vn", password: "short" },
        { email: "a@b.vn", billing: 1 },
      ]) {
        expect((await create(body)).status).toBe(400);
      }
    });

    test("are changed field by field; a new password ends every session", async () => {
      const visitor = shop.client();
      const person = aPerson();
      await visitor.post("/wp-json/custom-auth/v1/register", person);
      const { id } = await visitor.login(person.username, person.password);
      const one = `${path}/${id}`;
      const changed = await merchant.put<Body>(one, { first_name: "Hoa", billing: { company: "Sen" } });
      expect(changed).toMatchObject({
        status: 200,
        body: { first_name: "Hoa", last_name: person.last_name, billing: { company: "Sen", email: person.email } },
      });
      expect((await merchant.put<Body>(one, { billing: { city: "Huế" } })).body.billing).toMatchObject({
        company: "Sen",
        city: "Huế",
      });
      await visitor.put("/wp-json/custom-auth/v1/profile", { city: "Hà Nội" });
      expect((await merchant.get<Body>(one)).body.billing).toMatchObject({ company: "Sen", city: "Hà Nội" });
      expect(await merchant.put(one, { username: "other" })).toMatchObject({
        status: 400,
        body: { code: "woocommerce_rest_customer_invalid_argument" },
      });
      await create({ email: "somebody@example.com" });
      expect(await merchant.put(one, { email: "Somebody@example.com" })).toMatchObject({
        status: 400,
        body: { code: "registration-error-email-exists" },
      });
      await merchant.put(one, { password: "a new password" });
      expect((await visitor.api.checkAuth()).ok && (await visitor.api.checkAuth())).toMatchObject({
        data: { success: false },
      });
      await visitor.login(person.username, "a new password");
    });

    test("are deleted permanently, and their orders stay", async () => {
      const { body } = await create({ email: "leaver@example.com" });
      const one = `${path}/${body.id}`;
      expect(await merchant.delete(one)).toMatchObject({
        status: 501,
        body: { code: "woocommerce_rest_trash_not_supported" },
      });
      expect(await merchant.delete(one, { force: true })).toMatchObject({ status: 200, body: { id: body.id } });
      expect(await merchant.get(one)).toMatchObject({ status: 404, body: { code: "woocommerce_rest_invalid_id" } });
      expect(await merchant.put(one, {})).toMatchObject({ status: 400, body: { code: "woocommerce_rest_invalid_id" } });
      const demo = await shop.db.one<{ id: number }>(
        sql`select customer_id id from orders where customer_id is not null limit 1`,
      );
      const orders = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::integer n from orders`))?.n;
      const before = await orders();
      expect((await merchant.delete(`${path}/${demo?.id}?force=true`)).status).toBe(200);
      expect(await orders()).toBe(before);
    });

    test("are listed, searched and paged", async () => {
      for (const name of ["anh", "binh", "chi"])
        await create({ email: `${name}@list.vn`, first_name: name, last_name: "Lê" });
      const names = async (query: string) =>
        (await merchant.get<Body[]>(`${path}?${query}`)).body.map(({ username }) => username);
      expect(await names("search=list.vn")).toEqual(["anh", "binh", "chi"]);
      expect(await names("search=list.vn&order=desc")).toEqual(["chi", "binh", "anh"]);
      expect(await names("email=BINH@list.vn")).toEqual(["binh"]);
      expect(await names("search=chi%20l%C3%AA")).toEqual(["chi"]);
      expect(await names("search=%25")).toEqual([]);
      const page = await merchant.get<Body[]>(`${path}?search=list.vn&per_page=2&page=2&orderby=id`);
      expect(page.body).toHaveLength(1);
      expect([page.header("x-wp-total"), page.header("x-wp-totalpages")]).toEqual(["3", "2"]);
      expect(page.header("link")).toContain('rel="prev"');
      expect(await names("search=list.vn&role=administrator")).toEqual([]);
      expect(await names("search=list.vn&role=all")).toHaveLength(3);
      for (const query of ["orderby=password", "role=nobody"])
        expect((await merchant.get(`${path}?${query}`)).status, query).toBe(400);
    });

    test("require a merchant's key", async () => {
      const { body } = await create({ email: "private@example.com" });
      const [reader, writer] = [await merchantOf(shop, "read"), await merchantOf(shop, "write")];
      const guest = shop.client({ headers: { authorization: null } });
      const customer = shop.client();
      const me = await customer.register();
      for (const at of [path, `${path}/${body.id}`, `${path}/${me.id}`]) {
        expect((await guest.get(at)).status).toBe(401);
        expect((await customer.get(at)).status).toBe(403);
        expect((await writer.get(at)).status).toBe(401);
        expect((await reader.get(at)).status).toBe(200);
      }
      expect((await reader.post(path, { email: "x@y.vn" })).status).toBe(401);
      expect((await reader.delete(`${path}/${body.id}?force=true`)).status).toBe(401);
      expect((await customer.post(path, { email: "x@y.vn" })).status).toBe(403);
      expect((await customer.put(`${path}/${me.id}`, { first_name: "X" })).status).toBe(403);
    });
  });
