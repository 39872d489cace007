import { beforeAll, describe, expect, test } from "vitest";
import type { OrdersFile } from "#contract/backoffice/bulk-orders.ts";
import type { FilterOptions, OrderRow } from "#contract/backoffice/order-list.ts";
import { providedViewNames, providedViews } from "#contract/list-rules.ts";
import type { SavedView } from "#contract/backoffice/saved-views.ts";
import type { BackgroundTaskDetail } from "#contract/backoffice/tasks.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { newStaffEmail, staffMember, StaffVisitor } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`bulk actions and views of orders on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      await shop.db.write(sql`update orders set status = 'trash' returning id`);
      merchant = await merchantOf(shop);
      await setStock(shop, hoops.id, 500);
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
    });

    const place = async (own: object = {}) =>
      (await orderOf(merchant, { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }], ...own }))
        .id;
    const statusOf = async (id: number) => (await merchant.get<{ status: string }>(orderPath(id))).body.status;
    const bulk = async (body: object, browser = owner) => {
      const started = await browser.call<{ task: number }>("POST", "/orders/bulk", body);
      expect([started.status, started.text]).toEqual([202, expect.any(String)]);
      await shop.runJobs();
      return (await browser.call<BackgroundTaskDetail>("GET", `/tasks/${started.body.task}`)).body;
    };
    const allIds = async (query: string) =>
      (await owner.call<OrderRow[]>("GET", `/orders?${query}`)).body.map(({ id }) => id);

    test("OL05, GR12: confirms the orders that allow it, and reports the reason for the others", async () => {
      const ids = [await place(), await place({ status: "completed" }), await place()];
      const task = await bulk({ action: "confirm", ids }, staff);
      expect(task).toMatchObject({ state: "done", action: "confirm", processed: 3, failed: 1 });
      expect(task.results.map(({ ok }) => ok)).toEqual([true, false, true]);
      expect(task.results[1]?.message).toContain("Chờ xác nhận");
      expect(await Promise.all(ids.map(statusOf))).toEqual(["processing", "completed", "processing"]);
      // a failed record can be retried by itself
      const again = await bulk({ action: "confirm", ids: [ids[1]] }, staff);
      expect(again).toMatchObject({ total: 1, failed: 1 });
    });

    test("GR10, GR12: an order that changed since the list has loaded it is left as it is, with that reason", async () => {
      const [same, changed] = [await place(), await place()];
      const rows = (await owner.call<OrderRow[]>("GET", "/orders?per_page=100")).body;
      const versions = Object.fromEntries(rows.map(({ id, version }) => [id, version]));
      await merchant.put(orderPath(changed), { customer_note: "đổi cỡ" });
      const task = await bulk({ action: "confirm", ids: [same, changed], versions });
      expect(task.results).toEqual([
        { id: same, ok: true, message: null },
        { id: changed, ok: false, message: expect.stringContaining("đã thay đổi sau khi bạn mở") },
      ]);
      expect([await statusOf(same), await statusOf(changed)]).toEqual(["processing", "pending"]);
      const wrong = { action: "confirm", ids: [same], versions: { x: "1" } };
      expect((await owner.call<Problem>("POST", "/orders/bulk", wrong)).body.data.params).toHaveProperty("versions");
    });

    test("OL05: confirms an order whose items are out of stock only while there is stock", async () => {
      const cancelled = await place();
      await merchant.put(orderPath(cancelled), { status: "cancelled" });
      const task = await bulk({ action: "confirm", ids: [cancelled] });
      expect([task.failed, await statusOf(cancelled)]).toEqual([1, "cancelled"]);
    });

    test("OL05: holds and cancels with a reason, and adds a private note", async () => {
      const [first, second] = [await place(), await place()];
      await bulk({ action: "hold", reason: "chờ khách xem lại", ids: [first] });
      await bulk({ action: "cancel", reason: "customer", ids: [second] });
      await bulk({ action: "add_note", note: "Gói kỹ", ids: [first, second] });
      expect([await statusOf(first), await statusOf(second)]).toEqual(["on-hold", "cancelled"]);
      const events = await shop.db.all<{ reason: string; actor: string }>(sql`
        select reason, actor from order_event where order_id in (${first}, ${second}) and to_status in ('on-hold', 'cancelled')
        order by id`);
      expect(events).toEqual([
        { reason: "chờ khách xem lại", actor: expect.stringMatching(/^staff:\d+$/) },
        { reason: "customer", actor: expect.stringMatching(/^staff:\d+$/) },
      ]);
      const notes = await shop.db.all<{ note: string; author: string; hidden: boolean }>(sql`
        select note, author, customer_note "hidden" from order_note where order_id = ${first} and note = 'Gói kỹ'`);
      expect(notes).toEqual([{ note: "Gói kỹ", author: "Hương", hidden: false }]);
    });

    test("OL05: an action on all matching orders takes the list's filters", async () => {
      const province = "Hải Phòng";
      const shipping = { address_1: "1 Lê Lợi", city: province };
      const matching = [await place({ shipping }), await place({ shipping })];
      const other = await place();
      const query = `stage=to_confirm&province=${encodeURIComponent(province)}&page=2`;
      const task = await bulk({ action: "confirm", query });
      expect([task.total, task.failed]).toEqual([2, 0]);
      expect(await Promise.all([...matching, other].map(statusOf))).toEqual(["processing", "processing", "pending"]);
      const none = await owner.call<Problem>("POST", "/orders/bulk", { action: "confirm", query });
      expect([none.status, none.body.data.params]).toEqual([400, { ids: "Hãy chọn ít nhất một mục." }]);
    });

    test("OL05: books a parcel only for orders that are sent", async () => {
      const pickup = await place({ status: "processing" });
      const task = await bulk({ action: "book_parcels", ids: [pickup] });
      expect(task.results).toEqual([{ id: pickup, ok: false, message: "Đơn này không gửi qua đơn vị vận chuyển." }]);
    });

    test.each([
      [{ action: "hold", ids: [1] }, "reason"],
      [{ action: "cancel", ids: [1] }, "reason"],
      [{ action: "cancel", reason: "boredom", ids: [1] }, "reason"],
      [{ action: "cancel", reason: "other", ids: [1] }, "note"],
      [{ action: "add_note", ids: [1] }, "note"],
      [{ action: "confirm" }, "ids"],
      [{ action: "burn", ids: [1] }, "action"],
      [{ action: "confirm", query: "stage=lost" }, "stage"],
    ])("OL05: rejects %j, and names the field", async (body, field) => {
      const { status, body: problem } = await owner.call<Problem>("POST", "/orders/bulk", body);
      expect([status, Object.keys(problem.data.params ?? {})]).toEqual([400, [field]]);
    });

    test("OL05: exports orders as CSV for roles that may, after a recent authentication", async () => {
      const id = await place({
        customer_note: "=HYPERLINK(1)",
        billing: { first_name: "An", last_name: 'Lê "Bé"', phone: "0901234567" },
      });
      const { status, body } = await owner.call<OrdersFile>("POST", "/orders/export", { ids: [id] });
      expect([status, body.orders, body.name]).toEqual([
        200,
        1,
        expect.stringMatching(/^orders-\d{4}-\d\d-\d\d\.csv$/),
      ]);
      const [heading, row, end] = body.content.split("\r\n");
      expect(heading).toMatch(/^\uFEFFSố đơn,Ngày,/);
      expect(row).toContain(`${id},`);
      expect(row).toContain('"Lê ""Bé"" An",0901234567');
      expect(row).toContain("'=HYPERLINK(1)");
      expect(end).toBe("");
      const log = await owner.call<{ operation: string; entity: string }[]>("GET", `/log?entity=order:${id}`);
      expect(log.body[0]).toMatchObject({ operation: "exported", entity: "order" });
      const denied = await staff.call<Problem>("POST", "/orders/export", { ids: [id] });
      expect([denied.status, denied.body.data.permission]).toEqual([403, "exports.create"]);
      shop.clock.advance(hourMs);
      const late = await owner.call<Problem>("POST", "/orders/export", { ids: [id] });
      expect([late.status, late.body.code]).toEqual([403, "lianne_reauthentication_required"]);
    });

    test("OL04: the shop provides eight views, whose filters the list accepts", async () => {
      expect(providedViewNames).toHaveLength(8);
      for (const query of Object.values(providedViews))
        expect((await owner.call("GET", `/orders?${query}`)).status, query).toBe(200);
    });

    test("OL04: a view is saved, reordered, made the default, and deleted by its owner", async () => {
      const save = async (name: string, own: object = {}) =>
        (await staff.call<SavedView>("POST", "/views", { name, query: "stage=to_pack&gift=true", ...own })).body;
      const list = async (browser = staff) => (await browser.call<SavedView[]>("GET", "/views?of=orders")).body;
      const first = await save("Quà cần gói", { columns: ["total", "stage"], is_default: true });
      expect(first).toEqual({
        ...{
          id: expect.any(Number),
          name: "Quà cần gói",
          query: "stage=to_pack&gift=true",
          columns: ["total", "stage"],
        },
        ...{ shared: false, position: 0, is_default: true, own: true },
      });
      const second = await save("Khác", { is_default: true });
      const third = await save("Nữa");
      expect((await list()).map(({ id, is_default }) => [id, is_default])).toEqual([
        [first.id, false],
        [second.id, true],
        [third.id, false],
      ]);
      await staff.call("PUT", `/views/${third.id}`, { position: 0, name: "Đầu" });
      expect((await list()).map(({ name, position }) => [name, position])).toEqual([
        ["Đầu", 0],
        ["Quà cần gói", 1],
        ["Khác", 2],
      ]);
      expect(await list(owner)).toEqual([]);
      for (const [method, body] of [["PUT", { name: "x" }], ["DELETE"]] as const)
        expect((await owner.call("PUT" === method ? "PUT" : "DELETE", `/views/${first.id}`, body)).status).toBe(404);
      expect((await staff.call("DELETE", `/views/${second.id}`)).status).toBe(200);
      expect((await list()).map(({ id }) => id)).toEqual([third.id, first.id]);
    });

    test("OL04: owners share a view with all staff members, other roles do not", async () => {
      const view = { name: "Cho mọi người", query: "day=today", shared: true };
      const denied = await staff.call<Problem>("POST", "/views", view);
      expect([denied.status, denied.body.code]).toEqual([403, "lianne_forbidden"]);
      const { body } = await owner.call<SavedView>("POST", "/views", view);
      expect((await staff.call<SavedView[]>("GET", "/views")).body).toContainEqual({ ...body, own: false });
      // each person has a default of their own, also one that another person shares
      const setDefault = (isDefault: boolean) =>
        staff.call<SavedView>("PUT", `/views/${body.id}`, { is_default: isDefault });
      expect((await setDefault(true)).body).toEqual({ ...body, own: false, is_default: true });
      const defaultsOf = async (browser: StaffVisitor) =>
        (await browser.call<SavedView[]>("GET", "/views")).body
          .filter(({ is_default }) => is_default)
          .map(({ id }) => id);
      expect([await defaultsOf(staff), await defaultsOf(owner)]).toEqual([[body.id], []]);
      expect((await setDefault(false)).body.is_default).toBe(false);
      expect(await defaultsOf(staff)).toEqual([]);
      const renamed = await staff.call("PUT", `/views/${body.id}`, { is_default: true, name: "Của tôi" });
      expect([renamed.status, await defaultsOf(staff)], "only its account changes it").toEqual([404, []]);
      const { browser: packer } = await staffMember(shop, "packer");
      expect((await packer.call("GET", "/views")).status).toBe(403);
      const wrong = await owner.call<Problem>("POST", "/views", { name: "x", query: "<script>" });
      expect([wrong.status, Object.keys(wrong.body.data.params ?? {})]).toEqual([400, ["query"]]);
    });

    test("OL04: a shared view is shared only as long as its account is an owner's", async () => {
      const email = newStaffEmail("owner");
      const { browser } = await staffMember(shop, "owner", email);
      const view = { name: "Của chủ cũ", query: "day=today", shared: true };
      const { body } = await browser.call<SavedView>("POST", "/views", view);
      const namesOf = async (by: StaffVisitor) =>
        (await by.call<SavedView[]>("GET", "/views")).body.map(({ name, shared }) => [name, shared]);
      expect(await namesOf(staff)).toContainEqual([view.name, true]);
      const { id } = (await browser.call<{ staff: { id: number } }>("GET", "/session")).body.staff;
      const { browser: other } = await staffMember(shop);
      expect((await other.call("PUT", `/staff/${id}`, { role: "staff" })).status).toBe(200);
      expect((await namesOf(staff)).map(([name]) => name)).not.toContain(view.name);
      const demoted = new StaffVisitor(shop);
      await demoted.signIn(email);
      expect(await namesOf(demoted)).toContainEqual([view.name, false]);
      expect((await demoted.call("DELETE", `/views/${body.id}`)).status).toBe(200);
    });

    test("OL03: the filters offer the values that orders have", async () => {
      await place({ shipping: { address_1: "2 Lê Lợi", city: "Cần Thơ" } });
      const { body } = await owner.call<FilterOptions>("GET", "/order-filters");
      expect(body.provinces).toContain("Cần Thơ");
      expect(body.payment_methods).toContain("cod");
      expect(body.packers.map(({ name }) => name)).toContain("Hương");
      expect(body.categories.length).toBeGreaterThan(0);
      expect(new Set(body.provinces).size).toBe(body.provinces.length);
      expect(await allIds(`created_by=${body.created_by[0]}`)).not.toEqual([]);
    });
  });
