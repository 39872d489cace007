import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Done } from "#contract/customer.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { staffMember } from "#fixtures/testing/staff.ts";
import { tablesWith } from "#fixtures/testing/traces.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const dataPath = "/wp-json/custom-auth/v1/personal-data";
const deletePath = "/wp-json/custom-auth/v1/delete-account";
/** Creates a person with unique data. */
let people = 0;
const personWithUniqueData = () => {
  const email = String.fromCharCode(97 + people++);
  return {
    first_name: `Ngânhàng${email}`,
    last_name: `Bímật${email}`,
    address_1: `12 Đường Riêngtư${email}`,
    email: `rieng.tu.${email}@example.com`,
    phone: `09871234${50 + people}`,
    wish: `loichuc${email}`,
  };
};

interface Copy {
  customer: number;
  profile: { email: string; username: string };
  orders: { number: number; billing: { email: string }; items: unknown[]; note: string }[];
  wishlist: { product_id: number }[];
  cart: { product_id: number }[];
  newsletter: { email: string }[];
  sessions: unknown[];
  letters: { about: string }[];
  handled: { by: string; happened: string }[];
}

describe.each(engines)("a customer's data, on $name", (engine) => {
  let shop: TestShop;
  let mailbox: TestMailbox;
  let customer: Visitor;
  let place: ReturnType<typeof personWithUniqueData>;
  let person: { id: number; username: string; email: string; password: string };
  beforeAll(async () => {
    mailbox = await openMailbox();
    shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
  });
  beforeEach(async () => {
    customer = shop.client();
    place = personWithUniqueData();
    person = await customer.register({ first_name: place.first_name, last_name: place.last_name, phone: place.phone });
  });

  const anOrder = async (): Promise<number> => {
    const { billing } = aCodOrder();
    const { wish, ...named } = place;
    const order = aCodOrder({ billing: { ...billing, ...named }, customer_note: `gửi kèm ${wish}` });
    return (await submit(customer, order)).body.id;
  };
  const move = (order: number, to: string) =>
    command(shop, `orders set-status ${order} ${to} --reason ${place.first_name}`);
  const copy = () => customer.get<Copy>(dataPath);
  const end = (password: string, headers = {}) => customer.post<Problem & Done>(deletePath, { password }, headers);
  const isThere = async () => (await shop.db.one(sql`select from customer where id = ${person.id}`)) !== undefined;

  /** Every table with a row that contains the person's data. */
  const tracesLeft = (): Promise<string[]> => {
    const { first_name, last_name, address_1, email, phone, wish } = place;
    return tablesWith(shop.db, [first_name, last_name, address_1, email, phone.slice(1), person.email, wish]);
  };

  test("can be exported completely, by the customer only", async () => {
    await customer.post("/wp-json/custom-favorites/v1/add", { product_id: 145 });
    await customer.post("/wp-json/custom-cart/v1/add", { product_id: 145 });
    await customer.post("/wp-json/custom/v1/newsletter", { email: person.email });
    const order = await anOrder();
    const { status, body, header } = await copy();
    expect(status).toBe(200);
    expect(header("content-disposition")).toBe(`attachment; filename="lianne-${person.id}.json"`);
    expect(header("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      customer: person.id,
      profile: { email: person.email, username: person.username },
      orders: [
        { number: order, billing: { email: place.email }, note: `gửi kèm ${place.wish}`, items: [{ quantity: 1 }] },
      ],
      wishlist: [{ product_id: 145 }],
      newsletter: [{ email: person.email }],
      sessions: [{}],
      letters: expect.arrayContaining([expect.objectContaining({ about: "welcome" })]),
    });
    expect(JSON.stringify(body)).not.toMatch(/password_hash|argon2|token/);
    expect((await copy()).body.handled).toEqual([
      expect.objectContaining({ by: `customer:${person.id}`, happened: "exported" }),
    ]);
    const other = shop.client();
    await other.register();
    expect(JSON.stringify((await other.get(`${dataPath}?customer_id=${person.id}`)).body)).not.toContain(
      place.last_name,
    );
    expect((await shop.client().get(dataPath)).status).toBe(401);
    const requests = await command(shop, `users export ${person.email.toUpperCase()}`);
    expect(JSON.parse(requests.out)).toMatchObject({ customer: person.id, orders: [{ number: order }] });
    expect(await command(shop, "users export nobody")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("no customer"),
    });
  });

  test("is deleted with the account; orders stay anonymised", async () => {
    const order = await anOrder();
    const merchant = await merchantOf(shop);
    const orderPath = `/wp-json/wc/v3/orders/${order}`;
    await merchant.put(orderPath, {
      meta_data: [
        { key: "erp", value: 7 },
        { key: "gift", value: place.wish },
      ],
    });
    await merchant.post(`${orderPath}/notes`, { note: `Gọi chị ${place.first_name}`, customer_note: true });
    await customer.post("/wp-json/custom-favorites/v1/add", { product_id: 145 });
    await customer.post("/wp-json/custom/v1/newsletter", { email: person.email });
    await move(order, "completed");
    await merchant.post(`${orderPath}/refunds`, { amount: "1000", reason: place.wish, api_refund: false });
    const { browser: accountant } = await staffMember(shop, "accountant");
    const owner = (await staffMember(shop)).browser;
    const request = async () => {
      const refund = { amount: "2000", reason: place.wish, api_refund: false };
      const made = await accountant.call<{ id: number }>("POST", `/orders/${order}/refund-requests`, refund);
      return made.body.id;
    };
    const rejected = await owner.call("POST", `/refund-requests/${await request()}/reject`, { note: place.first_name });
    expect(rejected.status).toBe(200);
    const open = await request();
    await shop.runJobs();
    const elsewhere = shop.client();
    await elsewhere.login(person.username, person.password);
    const before = (await merchant.get<{ total: string; line_items: unknown[]; date_paid: string }>(orderPath)).body;

    mailbox.clear();
    expect(await end(person.password)).toMatchObject({ status: 200, body: { success: true } });
    expect((await elsewhere.get(dataPath)).status, "every session is over").toBe(401);
    expect((await end(person.password)).status, "twice is once").toBe(401);
    await shop.runJobs();
    const email = mailbox.emailTo(person.email);
    expect(email.subject).toContain("đã được xóa");
    // the confirmation email is deleted with the others of its age
    shop.clock.advance(31 * 24 * 60 * 60_000);
    await shop.runJobs();
    expect(await tracesLeft()).toEqual([]);
    shop.takeLoggedErrors();
    const requests = await shop.db.all(sql`
      select state, reason, note, id = ${open} "wasOpen" from refund_request where order_id = ${order} order by id`);
    expect(requests).toEqual([
      { state: "rejected", reason: "", note: "", wasOpen: false },
      { state: "rejected", reason: "", note: "", wasOpen: true },
    ]);

    const after = (await merchant.get<Record<string, unknown>>(orderPath)).body;
    expect(after).toMatchObject({
      customer_id: 0,
      status: "completed",
      total: before.total,
      date_paid: before.date_paid,
      line_items: before.line_items,
      billing: { first_name: "", phone: "", city: "Thành phố Hồ Chí Minh", country: "VN" },
      meta_data: expect.arrayContaining([expect.objectContaining({ key: "erp", value: 7 })]),
    });
    const again = shop.client();
    expect((await again.register({ email: person.email, username: person.username })).id).not.toBe(person.id);
    const log = await command(shop, `audit list --of customer:${person.id}`);
    expect(log.out).toMatch(new RegExp(`customer:${person.id} +delete my account +removed`));
  });

  test("cannot be deleted while an order is open, by any caller, with its numbers in the response", async () => {
    const order = await anOrder();
    for (const status of ["processing", "on-hold"]) {
      await move(order, status);
      const refused = await end(person.password);
      expect(refused).toMatchObject({ status: 409, body: { code: "orders_under_way" } });
      expect(refused.body.message).toContain(`#${order}`);
      expect(await command(shop, `users delete ${person.id}`)).toMatchObject({
        exit: 1,
        err: expect.stringContaining(String(order)),
      });
    }
    await move(order, "cancelled");
    // a pending refund, and a shipment in transit
    const trouble = async (sign: ReturnType<typeof sql>, over: ReturnType<typeof sql>): Promise<void> => {
      await shop.db.write(sign);
      expect((await end(person.password)).status).toBe(409);
      await shop.db.write(over);
    };
    await trouble(
      sql`insert into payment (order_id, attempt, method, reference, status, amount) values (${order}, 99, 'vnpay_visa', ${`${order}-99`}, 'to_refund', 1000)`,
      sql`update payment set status = 'refunded' where reference = ${`${order}-99`}`,
    );
    await trouble(
      sql`insert into parcel (order_id, client_order_code, status, next_poll_at) values (${order}, ${`P${order}`}, 'delivering', now())`,
      sql`update parcel set next_poll_at = null, status = 'delivered' where order_id = ${order}`,
    );
    expect(await isThere()).toBe(true);
    expect(await command(shop, `users delete ${person.username}`)).toMatchObject({
      exit: 0,
      out: expect.stringContaining("1 order is retained"),
    });
    expect(await command(shop, `users delete ${person.id}`)).toMatchObject({
      exit: 1,
      err: expect.stringContaining("no customer"),
    });
  });

  test("is found by the command only if the text names one customer: a username may consist of another's id", async () => {
    const other = shop.client();
    const namesake = await other.register({ username: String(person.id) });
    for (const line of [`users export ${person.id}`, `users delete ${person.id}`]) {
      const refused = await command(shop, line);
      expect(refused).toMatchObject({ exit: 1, out: "" });
      expect(refused.err).toContain(`customer ${person.id} (${person.username}) and customer ${namesake.id}`);
      expect(refused.err).toMatch(/--id .* --username/);
    }
    expect(await command(shop, `users delete --id --username ${person.id}`)).toMatchObject({ exit: 1 });
    const byId = await command(shop, `users export --id ${person.id}`);
    expect(JSON.parse(byId.out)).toMatchObject({ customer: person.id });
    const byName = await command(shop, `users export --username ${person.id}`);
    expect(JSON.parse(byName.out)).toMatchObject({ customer: namesake.id });
    expect(await command(shop, `users delete --username ${person.id}`)).toMatchObject({
      exit: 0,
      out: expect.stringContaining(`Customer ${namesake.id} `),
    });
    expect(await isThere()).toBe(true);
  });

  test("can be deleted only with the password, a session, and from the shop's own origin", async () => {
    const wrong = await end("not the password");
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: "rest_invalid_param", data: { params: { password: "Mật khẩu không đúng" } } },
    });
    for (const body of [{}, { password: "" }, { password: 1 }, { password: "x".repeat(201) }, []])
      expect((await customer.post(deletePath, body)).status).toBe(400);
    expect((await end(person.password, { origin: "https://evil.example" })).status).toBe(403);
    expect((await shop.client().post(deletePath, { password: person.password })).status).toBe(401);
    expect(await isThere()).toBe(true);
  });

  test("has a rate limit for exports, and one shared with the login for passwords", async () => {
    const limited = await openShop(engine, { seed: false, env: { RATE_LIMITS: "on" } });
    const eager = limited.client({ address: "10.8.0.1" });
    const { password, username } = await eager.register();
    for (let guess = 0; guess < 9; guess++)
      expect((await eager.post(deletePath, { password: "guess" })).status).toBe(400);
    expect((await eager.get(dataPath)).status).toBe(200);
    expect((await eager.get(dataPath)).status, "by address").toBe(429);
    const elsewhere = limited.client({ address: "10.8.0.2" });
    const login = await elsewhere.post("/wp-json/custom-auth/v1/login", { username, password });
    expect(login.status, "by account: once to log in, nine guesses").toBe(429);
    await limited.close();
  });

  test("a concurrent login, order and deletion leave a consistent state", async () => {
    const [ended, ordered] = await Promise.all([end(person.password), submit(customer)]);
    const [account, order] = [await isThere(), ordered.status === 201];
    // depending on which was first: the order blocks the deletion, or the account is deleted and has no order
    expect([ended.status, account, order]).toEqual(account ? [409, true, true] : [200, false, false]);
    expect(await shop.db.all(sql`select from session where customer_id = ${person.id}`)).toHaveLength(account ? 1 : 0);
    shop.takeLoggedErrors();
  });
});
