import { beforeAll, describe, expect, test } from "vitest";
import type { OrderContact, OrderItem } from "#contract/backoffice/manual-orders.ts";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openPayingShop, type PayingShop } from "#fixtures/testing/gateways.ts";
import {
  aManualOrder,
  caller,
  lineErrorsOf,
  location,
  manualOrderCalls,
  oneHoops,
  pickup,
} from "#fixtures/testing/manual-order.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { ledgerOf, stockOf } from "#fixtures/testing/merchant-order.ts";
import { setStatus, setStock, variationsOf } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`the form of orders by phone on ${engine.name}`, () => {
    let shop: PayingShop;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openPayingShop(engine, { env: httpsEnv });
      staff = (await staffMember(shop, "staff")).browser;
      await setStock(shop, hoops.id, 100);
    });

    const { create, created, quote, link } = manualOrderCalls(() => staff);
    const items = (query: string, by = staff) => by.call<OrderItem[]>("GET", `/order-items?${query}`);
    const contacts = (phone: string, by = staff) =>
      by.call<OrderContact[] & Problem>("GET", `/order-contacts?phone=${encodeURIComponent(phone)}`);
    test("OL09: items are found by scan and by words of name, option and SKU", async () => {
      const [simple] = (await items(`code=${encodeURIComponent((await skuOf(hoops.id)) ?? "")}`)).body;
      expect(simple).toMatchObject({ product_id: hoops.id, variation_id: null, price: hoops.price });
      const [variable] = await shop.db.all<{ id: number; sku: string; name: string }>(sql`
        select p.id, p.sku, p.name ->> 'vi' "name" from product p where p.type = 'variable' and p.status = 'publish' order by p.id limit 1`);
      if (!variable) throw new Error("no variable product");
      const variations = await variationsOf(shop, variable.id);
      const found = (await items(`search=${encodeURIComponent(variable.name)}`)).body;
      const ofProduct = found.filter(({ product_id }) => product_id === variable.id);
      expect(ofProduct.length).toBe(Math.min(variations.length, 40));
      const option = ofProduct[0]?.option.split(" ")[0] ?? "";
      const narrowed = (await items(`search=${encodeURIComponent(`${option} ${variable.name}`)}`)).body;
      expect(narrowed.length).toBeGreaterThan(0);
      expect(narrowed.every(({ name, option: own }) => `${name} ${own}`.includes(option))).toBe(true);
      expect([(await items("search=")).body, (await items("code=nothing-like-it")).body]).toEqual([[], []]);
      await setStatus(shop, hoops.id, "draft");
      expect((await items(`code=${encodeURIComponent((await skuOf(hoops.id)) ?? "")}`)).body).toEqual([]);
      const unpublished = await create();
      expect([unpublished.status, lineErrorsOf(unpublished.body)[0]?.code]).toEqual([400, "not_found"]);
      await setStatus(shop, hoops.id, "publish");
    });
    const skuOf = async (id: number) =>
      (await shop.db.one<{ sku: string }>(sql`select sku from product where id = ${id}`))?.sku;

    test("OL09: the customer is found by phone number in any notation, with earlier addresses and the account", async () => {
      const phone = "0987 111 222";
      expect((await contacts(phone)).body).toEqual([]);
      const own = { ...caller, phone };
      await created(aManualOrder({ billing: own }));
      await created(aManualOrder({ billing: own }));
      await created(aManualOrder({ billing: { ...own, address_1: "5 Lý Tự Trọng" } }));
      await created(aManualOrder({ billing: { ...own, phone: "0987 111 223" } }));
      const found = (await contacts("+84987111222")).body;
      expect(found.map(({ address_1 }) => address_1)).toEqual(["5 Lý Tự Trọng", "12 Hàng Bạc"]);
      expect(found[0]).toMatchObject({ customer_id: null, first_name: "Mai", location });
      const customer = shop.client();
      const { id } = await customer.register();
      await shop.db.write(sql`update customer set phone = '+84987111222' where id = ${id} returning id`);
      const account = (await contacts(phone)).body.find(({ customer_id }) => customer_id === id);
      expect(account).toMatchObject({ last_order_at: null, location: null });
      const { browser: owner } = await staffMember(shop);
      const clerk = { name: "Trực quầy", permissions: ["orders.edit"] };
      expect((await owner.call("PUT", "/roles/own", clerk)).status).toBe(200);
      const withoutCustomers = await contacts(phone, (await staffMember(shop, "own")).browser);
      expect(withoutCustomers.body.map(({ customer_id }) => customer_id)).toEqual([null, null]);
      const order = await created(aManualOrder({ customer_id: id, billing: own }));
      expect(order.customer_id).toBe(id);
      const unknown = await create(aManualOrder({ customer_id: 99_999_999 }));
      expect([unknown.status, Object.keys(unknown.body.data.params ?? {})]).toEqual([400, ["customer_id"]]);
      const wrong = await contacts("12");
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["phone"]]);
    });

    test("OL09, AD15: an earlier address has its new names first and the old ones in brackets", async () => {
      const phone = "0987111444";
      const labels = async () => (await contacts(phone)).body.map(({ address_label }) => address_label);
      await created(aManualOrder({ billing: { ...caller, phone } }));
      const oldNames = "12 Hàng Bạc, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh";
      expect(await labels()).toEqual([oldNames]);
      await command(shop, "settings set address_form search");
      await expect
        .poll(async () => (await shop.client().get("/wp-json/custom/v1/address-units?scheme=new2")).status)
        .toBe(200);
      const shopper = shop.client();
      await shopper.register();
      const { billing } = aCodOrder();
      for (const address_choice of [{ old: "27007", new: "27007" }, { new: "26740" }])
        expect(
          await submit(
            shopper,
            aCodOrder({ billing: { ...billing, phone, address_2: "", city: "", state: "" }, address_choice }),
          ),
        ).toMatchObject({ status: 201 });
      expect(await labels()).toEqual([
        `${billing.address_1}, Phường Sài Gòn, TP. Hồ Chí Minh`,
        `${billing.address_1}, Phường Tân Sơn, TP. Hồ Chí Minh (cũ: P. 15, Q. Tân Bình)`,
        oldNames,
      ]);
      await command(shop, "settings unset address_form");
    });

    test("OL09: what is missing or wrong is named, and nothing is stored", async () => {
      const before = [await stockOf(shop, hoops.id), await orderCount()];
      const twice = [...oneHoops, ...oneHoops];
      const cases: [object, number, string][] = [
        [{ line_items: [] }, 400, "line_items"],
        [{ line_items: twice }, 400, "line_items"],
        [{ line_items: [{ product_id: hoops.id, quantity: 0 }] }, 400, "line_items"],
        [{ line_items: [{ product_id: hoops.id, quantity: 1, price: -1 }] }, 400, "line_items"],
        [{ line_items: [{ product_id: 99_999_999, quantity: 1 }] }, 400, "line_items"],
        [{ location: null }, 400, "location"],
        [{ location: { ...location, ward_code: "x" } }, 400, "location"],
        [{ billing: { ...caller, address_1: "" } }, 400, "billing"],
        [{ billing: { ...caller, phone: "12" } }, 400, "billing"],
        [{ payment: "bank_transfer" }, 400, "payment"],
        [{ expected_total: "many" }, 400, "expected_total"],
      ];
      for (const [own, status, field] of cases) {
        const response = await create(aManualOrder(own));
        expect([field, response.status, Object.keys(response.body.data.params ?? {})]).toEqual([
          field,
          status,
          [field],
        ]);
      }
      const wrongWard = (await quote({ line_items: oneHoops, location: { ...location, ward_code: "x" } })).body;
      expect([wrongWard.shipping_total, wrongWard.location_problem !== null]).toEqual([null, true]);
      expect([await stockOf(shop, hoops.id), await orderCount()]).toEqual(before);
    });
    const orderCount = async () =>
      (await shop.db.one<{ count: number }>(sql`select count(*)::integer count from orders`))?.count;

    test("OL09, RO01: packers, accountants and customers create no orders", async () => {
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(shop, role);
        const refused = [
          await create(aManualOrder(), { by: browser }),
          await quote({ line_items: oneHoops }, browser),
          await items("search=bac", browser),
          await contacts("0901234567", browser),
          await link(10_001, browser),
        ];
        for (const { status, body } of refused)
          expect([status, (body as Problem).data.permission]).toEqual([403, "orders.edit"]);
      }
      const customer = shop.client();
      await customer.register();
      expect((await customer.post("/wp-json/lianne-admin/v1/orders", aManualOrder())).status).toBe(401);
    });

    test("OL09: quotes, searches and orders beyond the limits are a 400 that names the field", async () => {
      const many = Array.from({ length: 101 }, (_, at) => ({ product_id: at + 1, quantity: 1 }));
      const fieldsOf = ({ status, body }: { status: number; body: unknown }) => [
        status,
        ...Object.keys((body as Problem).data.params ?? {}),
      ];
      const before = await orderCount();
      for (const line_items of [
        many,
        "x",
        [{ product_id: 0, quantity: 1 }],
        [{ product_id: hoops.id, quantity: 1.5 }],
      ]) {
        expect(fieldsOf(await quote({ line_items }))).toEqual([400, "line_items"]);
        expect(fieldsOf(await create(aManualOrder({ line_items })))).toEqual([400, "line_items"]);
      }
      expect(fieldsOf(await quote({ location: { ...location, ward_code: "x".repeat(21) } }))).toEqual([
        400,
        "location",
      ]);
      expect(fieldsOf(await items(`code=${"x".repeat(201)}`))).toEqual([400, "code"]);
      expect(fieldsOf(await items(`search=${"x".repeat(201)}`))).toEqual([400, "search"]);
      expect((await items(`search=${encodeURIComponent("%_\\'\"")}`)).body).toEqual([]);
      for (const phone of ["", "0".repeat(41)]) expect(fieldsOf(await contacts(phone))).toEqual([400, "phone"]);
      const wrong: [object, string][] = [
        [{ price_reason: "x".repeat(501) }, "price_reason"],
        [{ customer_note: "x".repeat(2001) }, "customer_note"],
        [{ handed_over: true }, "handed_over"],
        [{ customer_id: 0 }, "customer_id"],
      ];
      for (const [own, field] of wrong) expect(fieldsOf(await create(aManualOrder(own)))).toEqual([400, field]);
      expect(await orderCount()).toBe(before);
    });

    test("OL09: links that are created at the same moment, and one Idempotency-Key with another body, make one payment", async () => {
      const key = aKey();
      const order = aManualOrder({ payment: "payment_link" });
      const { body } = await create(order, { key });
      const reused = await create({ ...order, customer_note: "khác" }, { key });
      expect([reused.status, reused.body.code]).toEqual([422, "lianne_idempotency_reused"]);
      shop.clock.advance(16 * 60_000); // the link of the first attempt has expired
      const { browser: other } = await staffMember(shop);
      const links = await Promise.all([link(body.id), link(body.id, other), link(body.id)]);
      expect(links.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(links.map(({ body: made }) => made.url)).size).toBe(1);
      expect((await ledgerOf(shop, body.id)).map(({ status }) => status).slice(1)).toHaveLength(1);
    });

    test("OL09: a shop without VNPay offers no link", async () => {
      const { body } = await quote({ line_items: oneHoops, location });
      expect(body.payments).toEqual(["cash_on_delivery", "payment_link", "cash_at_counter"]);
      const cheap = [{ product_id: hoops.id, quantity: 1, price: 1_000 }];
      const small = await quote({ line_items: cheap, ...pickup });
      expect(small.body.payments, "below VNPay's minimum").toEqual(["cash_on_delivery", "cash_at_counter"]);
      const refused = await create(
        aManualOrder({ line_items: cheap, ...pickup, price_reason: "Hàng lỗi", payment: "payment_link" }),
      );
      expect(refused.status).toBe(400);
    });
  });
