import { beforeAll, describe, expect, test } from "vitest";
import { type BackgroundTask, type BackgroundTaskDetail, maxTaskRecords } from "#contract/backoffice/tasks.ts";
import { bulkPermissions } from "#contract/backoffice/bulk-actions.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { newStaffEmail, type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { DatabaseUnavailableError } from "#shop/kernel/db/database-unavailable.ts";
import { PermanentJobError } from "#shop/kernel/jobs/jobs.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { backgroundTaskHandler, sweepTasks, type RecordTaskKind } from "./index.ts";

for (const engine of engines)
  describe(`background tasks on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let orders: number[];
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      const order = { payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }] };
      orders = [];
      for (let place = 0; place < 3; place++) orders.push((await orderOf(merchant, order)).id);
    });

    const start = async (ids: readonly number[], browser = owner) => {
      const { status, body } = await browser.call<{ task: number }>("POST", "/orders/bulk", {
        ...{ action: "add_note", note: "Kiểm đá", ids },
      });
      expect(status).toBe(202);
      return body.task;
    };
    const read = async (id: number, browser = owner) =>
      (await browser.call<BackgroundTaskDetail>("GET", `/tasks/${id}`)).body;
    const notesOf = async (id: number) =>
      (await shop.db.all<{ note: string }>(sql`select note from order_note where order_id = ${id}`)).length;

    /** Runs one task with a kind of the test, as the job runner does. */
    const runWith = (id: number, run: RecordTaskKind["run"]) =>
      backgroundTaskHandler(shop.shop, { orders_bulk: { run } } as Parameters<typeof backgroundTaskHandler>[1])(
        { task: id },
        { id: 1, enqueuedAt: shop.clock.now(), isLastAttempt: false },
      );

    test("OL06, GR12: runs a bulk action as one task, with a result for each record", async () => {
      const [first = 0, second = 0] = orders;
      const id = await start([first, 99_999_999, second, first]);
      expect(await read(id)).toMatchObject({ state: "queued", total: 3, processed: 0, failed: 0, results: [] });
      await shop.runJobs();
      expect(await read(id)).toMatchObject({
        ...{ kind: "orders_bulk", action: "add_note", state: "done", by: "Hương", total: 3, processed: 3, failed: 1 },
        finished_at: expect.any(String),
        results: [
          { id: first, ok: true, message: null },
          { id: 99_999_999, ok: false, message: expect.any(String) },
          { id: second, ok: true, message: null },
        ],
      });
      expect([await notesOf(first), await notesOf(second)]).toEqual([1, 1]);
      const { body } = await owner.call<{ actor: { name: string }; action: string }[]>("GET", `/log?entity=order_note`);
      expect(body).toHaveLength(2);
      expect(body[0]).toMatchObject({ actor: { name: "Hương" }, action: expect.stringContaining("orders/bulk") });
    });

    test("OL06: continues at the next record after its process died, and processes none twice", async () => {
      const id = await start(orders);
      const ran: number[] = [];
      const dies = async (_tx: Tx, record: number) => {
        if (ran.length === 1) throw new DatabaseUnavailableError("the connection was lost");
        ran.push(record);
      };
      await expect(runWith(id, dies)).rejects.toThrow("the connection was lost");
      expect(await read(id)).toMatchObject({ state: "running", processed: 1 });
      await runWith(id, async (_tx, record) => void ran.push(record));
      expect(ran).toEqual(orders);
      expect(await read(id)).toMatchObject({ state: "done", processed: 3, failed: 0 });
      await runWith(id, async (_tx, record) => void ran.push(record));
      expect(ran).toEqual(orders);
    });

    test("OL06: each record has a transaction of its own: a failed one leaves nothing, the others stay", async () => {
      const id = await start(orders);
      const [, second = 0] = orders;
      await runWith(id, async (tx, record) => {
        await tx.run(sql`update orders set customer_note = ${`task ${id}`} where id = ${record}`);
        if (record === second) throw new HttpError(409, "lianne_invalid_state", "Đơn đã đóng.");
      });
      const rows = await shop.db.all<{ id: number }>(sql`
        select id from orders where customer_note = ${`task ${id}`} order by id`);
      expect(rows.map((row) => row.id)).toEqual(orders.filter((one) => one !== second));
      expect((await read(id)).results[1]).toEqual({ id: second, ok: false, message: "Đơn đã đóng." });
    });

    test("GR12: an unexpected error fails its record only, and is logged", async () => {
      const id = await start(orders);
      await runWith(id, async (_tx, record) => {
        if (record === orders[0]) throw new Error("a defect");
      });
      expect(await read(id)).toMatchObject({ state: "done", failed: 1 });
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "a record of a background task failed unexpectedly" }]);
    });

    test("OL06: two processes that run one task process each record once", async () => {
      const id = await start(orders);
      const ran: number[] = [];
      const work = async (_tx: Tx, record: number) => void ran.push(record);
      await Promise.all([runWith(id, work), runWith(id, work)]);
      expect(ran.sort()).toEqual([...orders].sort());
      expect(await read(id)).toMatchObject({ state: "done", processed: 3 });
    });

    test("OL06: a stopped task processes no further record, and cannot be stopped again", async () => {
      const id = await start(orders);
      await expect(
        runWith(id, async (_tx, record) => {
          if (record === orders[1]) throw new DatabaseUnavailableError("away");
        }),
      ).rejects.toThrow("away");
      const stopped = await owner.call<BackgroundTask>("POST", `/tasks/${id}/stop`);
      expect(stopped).toMatchObject({ status: 200, body: { state: "stopped", processed: 1, total: 3 } });
      await shop.runJobs();
      expect(await read(id)).toMatchObject({ state: "stopped", processed: 1 });
      const again = await owner.call<Problem>("POST", `/tasks/${id}/stop`);
      expect([again.status, again.body.code, again.body.data.state]).toEqual([409, "lianne_invalid_state", "stopped"]);
    });

    test("SC10: a task stops after the record in progress when its account is closed, and is not left running when it is deleted", async () => {
      const startByOther = async () => {
        const email = newStaffEmail("staff");
        const { browser } = await staffMember(shop, "staff", email);
        return { email, id: await start(orders, browser) };
      };
      const closing = await startByOther();
      const ran: number[] = [];
      await runWith(closing.id, async (tx, record) => {
        ran.push(record);
        // in the transaction of the record: PGlite has one connection
        await tx.run(sql`update staff set closed_at = ${shop.clock.now()} where email = ${closing.email}`);
      });
      expect(ran).toEqual(orders.slice(0, 1));
      expect(await read(closing.id)).toMatchObject({ state: "stopped", processed: 1, finished_at: expect.any(String) });

      const deleted = await startByOther();
      await shop.db.write(sql`delete from staff where email = ${deleted.email} returning id`);
      const running = await startByOther();
      await shop.runJobs();
      expect(await read(deleted.id)).toMatchObject({ state: "stopped", processed: 0, by: null });
      expect(await read(running.id)).toMatchObject({ state: "done", processed: 3 });
      // of an earlier version, whose job has failed
      await shop.db.write(sql`
        update background_task set state = 'running', finished_at = null where id = ${deleted.id} returning id`);
      await shop.db.transaction((tx) => sweepTasks(tx, shop.clock.now()));
      expect(await read(deleted.id)).toMatchObject({ state: "stopped" });
    });

    test("OL06: a staff member reaches their own tasks, owners those of all", async () => {
      const staff = (await staffMember(shop, "staff")).browser;
      const own = await start([orders[0] ?? 0], staff);
      const others = await start([orders[0] ?? 0]);
      await shop.runJobs();
      expect((await staff.call<BackgroundTask[]>("GET", "/tasks")).body.map(({ id }) => id)).toEqual([own]);
      expect((await owner.call<BackgroundTask[]>("GET", "/tasks")).body.map(({ id }) => id)).toEqual(
        expect.arrayContaining([own, others]),
      );
      for (const [method, path] of [
        ["GET", `/tasks/${others}`],
        ["POST", `/tasks/${others}/stop`],
      ] as const) {
        const { status, body } = await staff.call<Problem>(method, path);
        expect([status, body.code]).toEqual([404, "rest_not_found"]);
      }
    });

    test("OL06: a task needs records, of which it accepts 500 at most", async () => {
      for (const [ids, message] of [
        [[], "Hãy chọn ít nhất một mục."],
        [
          Array.from({ length: maxTaskRecords + 1 }, (_item, place) => place + 1),
          "Một lần xử lý tối đa 500 mục; bạn đã chọn 501.",
        ],
      ] as const) {
        const { status, body } = await owner.call<Problem>("POST", "/orders/bulk", {
          ...{ action: "add_note", note: "x", ids },
        });
        expect([status, body.data.params]).toEqual([400, { ids: message }]);
      }
    });

    test("OL06: a bulk action requires its own permission", async () => {
      const { browser: accountant } = await staffMember(shop, "accountant");
      const { browser: packer } = await staffMember(shop, "packer");
      for (const action of ["add_note", "book_parcels"] as const)
        for (const [browser, permission] of [
          [accountant, bulkPermissions[action]],
          [packer, "orders.view"],
        ] as const) {
          const { status, body } = await browser.call<Problem>("POST", "/orders/bulk", {
            ...{ action, note: "x", ids: orders },
          });
          expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", permission]);
        }
    });

    test("a task of a kind that this version does not know fails", async () => {
      const id = await start([orders[0] ?? 0]);
      await shop.db.write(sql`update background_task set kind = 'not_known' where id = ${id} returning id`);
      const job = backgroundTaskHandler(shop.shop, {} as Parameters<typeof backgroundTaskHandler>[1]);
      await expect(job({ task: id }, { id: 1, enqueuedAt: shop.clock.now(), isLastAttempt: false })).rejects.toThrow(
        PermanentJobError,
      );
      expect(await shop.db.one(sql`select state from background_task where id = ${id}`)).toEqual({ state: "failed" });
      await shop.db.write(sql`delete from background_task where id = ${id} returning id`);
    });

    test("tasks are deleted a month after their end, unfinished ones are not", async () => {
      const open = await start([orders[0] ?? 0]);
      await shop.db.write(sql`
        update background_task set payload = payload || ${json({ swept: true })}::jsonb where id = ${open} returning id`);
      const now = shop.clock.now().getTime();
      const sweep = (days: number) =>
        shop.db.transaction((tx) => sweepTasks(tx, new Date(now + days * 24 * 60 * minuteMs)));
      expect([await sweep(29), (await sweep(31)) > 0]).toEqual([0, true]);
      expect(await read(open)).toMatchObject({ state: "queued" });
      await shop.runJobs();
    });
  });
