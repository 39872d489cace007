import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { anEmail, type GuestShop, guestOrdersApi, openGuestShop } from "#fixtures/testing/guest-shop.ts";
import { rowHashes } from "#fixtures/testing/row-hashes.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";

for (const engine of engines)
  describe(`requests about orders of guests that are refused or sent twice, on ${engine.name}`, () => {
    let kit: GuestShop;
    beforeAll(async () => {
      kit = await openGuestShop(engine);
    });
    beforeEach(() => kit.reset());

    const send = (by: Visitor, path: string, body: object = {}) =>
      by.post<Problem & { account?: string | null }>(`${guestOrdersApi}/${path}`, body);
    const ownerOf = async (id: number) =>
      kit.shop.db.one<{ customerId: number | null; claims: number }>(sql`
        select o.customer_id "customerId", (select count(*)::integer from order_note n
          where n.order_id = o.id and n.note = ${t("vi", "order_notes.claimed")}) claims
        from orders o where o.id = ${id}`);

    test("GU07, GU10, GU13, GU15: a malformed request is a 400 that names the field, and writes nothing", async () => {
      const browser = await kit.guest();
      const { id: order_id } = await kit.place(browser);
      const customer = kit.someone();
      await customer.register();
      const token = "0".repeat(32);
      const password = "a ring of silver";
      const cases: [path: string, by: Visitor, body: object, fields: string[]][] = [
        ...["link", "confirm", "claim"].flatMap((path): [string, Visitor, object, string[]][] => [
          [path, customer, {}, ["order_id", "token"]],
          [path, customer, { order_id: 0, token }, ["order_id"]],
          [path, customer, { order_id: 1.5, token }, ["order_id"]],
          [path, customer, { order_id: "x", token }, ["order_id"]],
          [path, customer, { order_id: 2 ** 31, token }, ["order_id"]],
          [path, customer, { order_id, token: "0".repeat(201) }, ["token"]],
          [path, customer, { order_id, token: 1 }, ["token"]],
        ]),
        ["claim", customer, { order_id, token, confirmed: "yes" }, ["confirmed"]],
        ["lookup", browser, {}, ["contact", "order_number"]],
        ["lookup", browser, { order_number: "1".repeat(21), contact: "a@example.com" }, ["order_number"]],
        ["lookup", browser, { order_number: String(order_id), contact: "x".repeat(255) }, ["contact"]],
        ["save", browser, {}, ["order_id", "password"]],
        ["save", browser, { order_id: -1, password }, ["order_id"]],
        ["save", browser, { order_id, password: "x".repeat(1_000) }, ["password"]],
      ];
      const before = await rowHashes(kit.shop);
      for (const [path, by, body, fields] of cases) {
        const { status, body: problem } = await send(by, path, body);
        const named = Object.keys(problem.data.params ?? {}).toSorted();
        expect([path, status, named], JSON.stringify(body).slice(0, 100)).toEqual([path, 400, fields]);
      }
      expect(await rowHashes(kit.shop)).toEqual(before);
    });

    test("GU21: while orders without an account are off, none is saved or counted for an account", async () => {
      const browser = await kit.guest();
      const { id: order_id } = await kit.place(browser);
      const customer = kit.someone();
      await customer.register();
      await command(kit.shop, "settings set guest_checkout off");
      const responses = [
        await send(browser, "save", { order_id, password: "a ring of silver" }),
        await send(customer, "claimable"),
        await customer.get<Problem>(`${guestOrdersApi}/claimable`),
      ];
      expect(responses.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, "rest_no_route"]));
      expect(await ownerOf(order_id)).toEqual({ customerId: null, claims: 0 });
    });

    test("GU14: a browser that saves its order twice at the same moment gets one account, and the order one owner", async () => {
      const email = anEmail("twice");
      const browser = await kit.guest();
      const { id: order_id } = await kit.place(browser, { email });
      const save = () => send(browser, "save", { order_id, password: "a ring of silver" });
      const both = await Promise.all([save(), save()]);
      expect(both.filter(({ body }) => typeof body.account === "string")).toHaveLength(1);
      // the other one is offered the link by email, or has no such order any more
      expect(both.filter(({ status, body }) => status === 404 || body.account === null)).toHaveLength(1);
      const accounts = await kit.shop.db.all<{ id: number }>(sql`select id from customer where email = ${email}`);
      expect(accounts).toHaveLength(1);
      expect(await ownerOf(order_id)).toEqual({ customerId: accounts[0]?.id, claims: 1 });
      await kit.shop.runJobs();
      const [offered] = kit.linksIn(email).filter(({ kind }) => kind === "order-claim");
      const other = kit.someone();
      await other.register();
      if (offered) expect((await send(other, "claim", { ...offered, confirmed: true })).status).toBe(409);
      expect(await ownerOf(order_id)).toEqual({ customerId: accounts[0]?.id, claims: 1 });
    });

    test("GU16: orders of an email that are added twice at the same moment are added once", async () => {
      const customer = kit.someone();
      const { id: customerId, email } = await customer.register();
      await kit.shop.db.transaction((tx) =>
        tx.run(sql`update customer set email_confirmed_at = now(), email_owned_at = now() where id = ${customerId}`),
      );
      const orders = [await kit.place(await kit.guest(), { email }), await kit.place(await kit.guest(), { email })];
      const both = await Promise.all([send(customer, "claimable"), send(customer, "claimable")]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.code).toBe("order_claimed");
      for (const { id } of orders) expect(await ownerOf(id)).toEqual({ customerId, claims: 1 });
    });
  });
