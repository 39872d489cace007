import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SkippedPrice, PriceChangeEntry, PriceChangeResult } from "#contract/backoffice/prices.ts";
import type { Problem } from "#contract/problem.ts";
import type { z } from "zod";
import { aCodOrder, hoops, pearls, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`changes of many prices on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      staff = (await staffMember(shop, "staff")).browser;
      await setStock(shop, hoops.id, 100);
    });
    const products = "/wp-json/wc/v3/products";
    const ids = [hoops.id, pearls.id];
    const setPrice = (id: number, price: number) =>
      merchant.put(`${products}/${id}`, { regular_price: String(price), sale_price: "" });
    beforeEach(async () => {
      await setPrice(hoops.id, 390_000);
      await setPrice(pearls.id, 790_000);
    });

    const change = (own: object = {}, browser = owner) =>
      browser.call<PriceChangeResult & Problem>("POST", "/price-changes", {
        ...{ filter: { ids }, rule: { on: "regular", by: "percent", value: -10 }, dry_run: false },
        ...own,
      });
    const priceOf = async (id: number) =>
      (await merchant.get<{ price: string; regular_price: string; sale_price: string }>(`${products}/${id}`)).body;
    const regular = async () => Promise.all(ids.map(async (id) => Number((await priceOf(id)).regular_price)));
    const entryOf = async (id: number | null) =>
      (await owner.call<PriceChangeEntry[]>("GET", "/price-changes")).body.find((one) => one.id === id);
    const undo = (id: number | null) => owner.call<PriceChangeEntry & Problem>("POST", `/price-changes/${id}/undo`);

    test("PR18: the preview lists each price with its difference, writes nothing, and names the unchanged ones", async () => {
      const { body } = await change({ dry_run: true, exclude: [pearls.id] });
      expect(body).toMatchObject({ id: null, task: null, unchanged: 1 });
      expect(body.lines).toMatchObject([
        {
          id: hoops.id,
          product_id: hoops.id,
          difference: -39_000,
          before: { regular: 390_000 },
          after: { regular: 351_000 },
        },
      ]);
      expect(await regular()).toEqual([390_000, 790_000]);
    });

    test("PR18: a filter by category matches all variations of its products", async () => {
      const row = await shop.db.one<{ category: number; variations: number }>(sql`
        select pc.category_id category, count(v.id)::integer variations from product_category pc
          join product p on p.id = pc.product_id and p.status <> 'trash'
          join variation v on v.product_id = p.id and v.status <> 'trash' and v.regular_price is not null
        group by 1 order by 1 limit 1`);
      const { body } = await change({ filter: { category_id: row?.category }, dry_run: true });
      expect(body.lines.filter(({ id, product_id }) => id !== product_id).length).toBe(row?.variations);
    });

    test("PR18: a search matches words without accents", async () => {
      const { body } = await change({ filter: { search: "NHAN bac" }, dry_run: true });
      expect(body.lines.length).toBeGreaterThan(0);
      for (const { name } of body.lines) expect(name).toMatch(/nhẫn bạc/i);
      expect((await change({ filter: { search: "%%%" }, dry_run: true })).body.lines).toEqual([]);
    });

    test("PR18: margins and the warning about costs require costs.view", async () => {
      await shop.db.write(sql`
        insert into stock_detail (stock_id, unit_cost) select stock_id, 380000 from product where id = ${hoops.id}
        on conflict (stock_id) do update set unit_cost = excluded.unit_cost`);
      const [mine] = (await change({ dry_run: true })).body.lines;
      expect([mine?.margin, mine?.warnings]).toEqual([-8.3, ["below_cost"]]);
      const [theirs] = (await change({ dry_run: true }, staff)).body.lines;
      expect([theirs?.margin, theirs?.warnings]).toEqual([null, []]);
    });

    test("PR18: warns about prices that rise by a rule that lowers them, and the history names the filter", async () => {
      await merchant.put(`${products}/${hoops.id}`, { sale_price: "300000" });
      const own = { rule: { on: "sale", by: "percent", of: "regular", value: -10 } };
      const { lines } = (await change({ ...own, dry_run: true })).body;
      expect(lines.map(({ id, difference, warnings }) => [id, difference, warnings.includes("raised")])).toEqual([
        [hoops.id, 51_000, true],
        [pearls.id, -79_000, false],
      ]);
      const up = await change({ rule: { on: "regular", by: "percent", value: 10 }, dry_run: true });
      expect(up.body.lines.map(({ warnings }) => warnings.includes("raised"))).toEqual([false, false]);
      const row = await shop.db.one<{ id: number; name: string }>(sql`
        select c.id, c.name ->> 'vi' "name" from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = ${hoops.id} order by c.id limit 1`);
      const filter = { category_id: row?.id, ids: [hoops.id], search: "bạc" };
      const started = await change({ ...own, filter });
      expect([started.status, (await entryOf(started.body.id))?.filter]).toEqual([
        200,
        { category: row?.name, search: "bạc", on_sale: null, ids: 1 },
      ]);
      await shop.runJobs();
    });

    test("PR19: a change runs as one background task, and is undone as a whole", async () => {
      const { body } = await change();
      expect([body.id, body.task]).toEqual([expect.any(Number), expect.any(Number)]);
      expect([await regular(), (await entryOf(body.id))?.undoable]).toEqual([[390_000, 790_000], false]);
      await shop.runJobs();
      expect(await regular()).toEqual([351_000, 711_000]);
      expect(await entryOf(body.id)).toMatchObject({
        ...{ state: "done", by: "Hương", rule: { on: "regular", by: "percent", value: -10 } },
        counts: { applied: 2, skipped: 0 },
      });
      expect((await undo(body.id)).body.state).toBe("undoing");
      expect((await undo(body.id)).status).toBe(409);
      await shop.runJobs();
      expect(await regular()).toEqual([390_000, 790_000]);
      expect(await entryOf(body.id)).toMatchObject({ state: "undone", counts: { restored: 2, not_restored: 0 } });
      expect((await undo(body.id)).status).toBe(409);
      const second = (await change()).body;
      await shop.runJobs();
      const history = await owner.call<PriceChangeEntry[]>("GET", "/price-changes?per_page=1&page=2");
      expect([history.body.map(({ id }) => id), Number(history.header("x-wp-total")) > 1]).toEqual([[body.id], true]);
      await undo(second.id);
      await shop.runJobs();
    });

    test("PR19: a price that was changed since stays when the change is undone, and is listed", async () => {
      const { body } = await change();
      await shop.runJobs();
      await setPrice(pearls.id, 650_000);
      await undo(body.id);
      await shop.runJobs();
      expect(await regular()).toEqual([390_000, 650_000]);
      const skipped = await owner.call<z.infer<typeof SkippedPrice>[]>("GET", `/price-changes/${body.id}/skipped`);
      expect(skipped.body).toMatchObject([{ id: pearls.id, state: "not_restored", after: { regular: 711_000 } }]);
    });

    test("PR19: a price that changed between start and task is skipped and listed", async () => {
      const { body } = await change();
      await setPrice(hoops.id, 400_000);
      await shop.runJobs();
      expect(await regular()).toEqual([400_000, 711_000]);
      expect((await entryOf(body.id))?.counts).toMatchObject({ applied: 1, skipped: 1 });
    });

    test("PR18: a price that changed since the preview rejects the change", async () => {
      const { preview } = (await change({ dry_run: true })).body;
      await setPrice(hoops.id, 400_000);
      const { status, body } = await change({ preview });
      expect([status, body.code]).toEqual([409, "lianne_preview_outdated"]);
      // an excluded line does not make the others unseen
      const excluded = await change({ preview, exclude: [pearls.id] });
      expect([excluded.status, excluded.body.code]).toEqual([409, "lianne_preview_outdated"]);
      expect(await regular()).toEqual([400_000, 790_000]);
      const seen = (await change({ dry_run: true })).body;
      expect((await change({ preview: seen.preview, exclude: [pearls.id] })).status).toBe(200);
      await shop.runJobs();
      expect(await regular()).toEqual([360_000, 790_000]);
      const none = await change({ rule: { on: "sale", by: "end" } });
      expect([none.status, none.body.data.params]).toEqual([400, { rule: expect.any(String) }]);
    });

    test("PR18: a sale is set with its dates, and ended", async () => {
      const from = new Date(shop.clock.now().getTime() - 60_000).toISOString();
      await change({
        rule: { on: "sale", by: "percent", value: -20, round: "9000", from, until: "2040-01-01T00:00:00Z" },
      });
      await shop.runJobs();
      expect(await priceOf(hoops.id)).toMatchObject({ price: "309000", regular_price: "390000", sale_price: "309000" });
      await change({ rule: { on: "sale", by: "end" } });
      await shop.runJobs();
      expect(await priceOf(hoops.id)).toMatchObject({ price: "390000", sale_price: "" });
    });

    test("PR18: the ends of a sale are compared as times, in any zone", async () => {
      const sale = (from: string, until: string) =>
        change({ rule: { on: "sale", by: "percent", value: -20, from, until }, dry_run: true });
      // the other way round by their texts
      expect((await sale("2040-01-01T08:30:00+07:00", "2040-01-01T02:00:00Z")).status).toBe(200);
      for (const until of ["2040-01-01T07:30:00+07:00", "2040-01-01T08:00:00+07:00"]) {
        const ended = await sale("2040-01-01T01:00:00Z", until);
        expect([ended.status, ended.body.data.params], until).toEqual([
          400,
          { rule: expect.stringContaining("rule[until]") },
        ]);
      }
    });

    test("PR19: a change whose chunk failed can be undone: what it has written is restored", async () => {
      const { body } = await change();
      // one product in a chunk of its own, which cannot be written
      await shop.db.write(sql`
        update price_change_line set chunk = 2 where price_change_id = ${body.id} and item_id = ${pearls.id} returning 1`);
      await shop.db.write(sql`
        update background_task set payload = jsonb_set(payload, '{records}', '[1, 2]'), total = 2 where id = ${body.task} returning id`);
      await shop.db.script(`
        create function fail_chunk() returns trigger language plpgsql as $$
          begin if new.id = ${pearls.id} then raise exception 'a defect'; end if; return new; end $$;
        create trigger fail_chunk before update on product for each row execute function fail_chunk();`);
      await shop.runJobs();
      await shop.db.script("drop trigger fail_chunk on product; drop function fail_chunk()");
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "a record of a background task failed unexpectedly" }]);
      expect(await regular()).toEqual([351_000, 790_000]);
      expect(await entryOf(body.id)).toMatchObject({
        ...{ state: "running", undoable: true, counts: { applied: 1, planned: 1 } },
      });
      const undone = await undo(body.id);
      expect([undone.status, undone.body.state]).toEqual([200, "undoing"]);
      await shop.runJobs();
      expect(await regular()).toEqual([390_000, 790_000]);
      expect(await entryOf(body.id)).toMatchObject({ state: "undone", counts: { restored: 1, planned: 1 } });
      expect((await undo(body.id)).status).toBe(409);
    });

    test("PR19: an undo whose chunk failed can be started again", async () => {
      const { body } = await change();
      await shop.runJobs();
      await undo(body.id);
      await shop.db.write(sql`
        update background_task set state = 'failed' where kind = 'price_change_undo' and state = 'queued' returning id`);
      await shop.runJobs();
      expect(await regular()).toEqual([351_000, 711_000]);
      expect((await undo(body.id)).body.state).toBe("undoing");
      await shop.runJobs();
      expect(await regular()).toEqual([390_000, 790_000]);
    });

    test("PR19: an order at the same time gets the old price or the new one, completely", async () => {
      const visitor = shop.client();
      await visitor.register();
      const buy = () =>
        submit<{ id: number }>(visitor, aCodOrder({ line_items: [{ product_id: hoops.id, quantity: 1 }] }));
      await change();
      const [, ...orders] = await Promise.all([shop.runJobs(), buy(), buy(), buy()]);
      for (const { status, body } of orders) {
        expect(status).toBe(201);
        const order = await merchant.get<{ line_items: { total: string }[] }>(orderPath(body.id));
        expect(["390000", "351000"]).toContain(order.body.line_items[0]?.total);
      }
      expect((await regular())[0]).toBe(351_000);
    });

    test("PR19: an edit at the same time as the undo is never overwritten", async () => {
      const { body } = await change();
      await shop.runJobs();
      await undo(body.id);
      await Promise.all([shop.runJobs(), setPrice(pearls.id, 600_000)]);
      expect(await regular()).toEqual([390_000, 600_000]);
    });

    test("PR18: packers and accountants cannot change prices", async () => {
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(shop, role);
        const { status, body } = await change({ dry_run: true }, browser);
        expect([status, body.data.permission]).toEqual([403, "prices.edit"]);
      }
    });
  });
