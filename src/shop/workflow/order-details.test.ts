import { beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "#contract/backoffice/order-actions.ts";
import type { PhoneRecord, StatusEffects } from "#contract/backoffice/order-details.ts";
import { presenceMs } from "#contract/backoffice/order-rules.ts";
import type { TimelineEntry } from "#contract/order-workflow.ts";
import type { Problem } from "#contract/problem.ts";
import type { OrderNote } from "#contract/woo/order-note.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { aCodOrder, benNgheOfCarrier, hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { orderOf, orderPath } from "#fixtures/testing/merchant-order.ts";
import { openShippingShop, type ShippingShop } from "#fixtures/testing/shipping-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`details of orders on ${engine.name}`, () => {
    let here: ShippingShop;
    let owner: StaffVisitor;
    let clerk: StaffVisitor;
    let packer: StaffVisitor;
    beforeAll(async () => {
      here = await openShippingShop(engine);
      owner = (await staffMember(here.shop)).browser;
      clerk = (await staffMember(here.shop, "staff")).browser;
      packer = (await staffMember(here.shop, "packer")).browser;
    });

    const timeline = async (id: number, browser = owner, lang = "vi") =>
      (await browser.call<TimelineEntry[]>("GET", `/orders/${id}/timeline?lang=${lang}`)).body;
    const messages = async (id: number, kind: TimelineEntry["kind"], lang?: string) =>
      (await timeline(id, owner, lang)).filter((entry) => entry.kind === kind).map(({ message }) => message);
    const page = (path: string, browser = owner, site = "same-origin") =>
      browser.call<Problem>("GET", path, undefined, { "x-wp-nonce": null, "sec-fetch-site": site });

    test("OD02: the timeline has every event in plain words, with its actor", async () => {
      const { orderId: id, code } = await here.booked();
      await owner.call("POST", `/orders/${id}/hold`, { reason: "khách đi vắng" });
      await owner.call("POST", `/orders/${id}/restore`);
      await owner.request("PUT", orderPath(id), {
        shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "30000" }],
      });
      await owner.call("POST", "/prints", { ids: [id], kind: "packing", size: "a6" });
      await owner.request("POST", `${orderPath(id)}/notes`, { note: "gọi trước khi giao" });
      await here.advance(code, "picked");
      const entries = await timeline(id);
      const kinds = new Set(entries.map(({ kind }) => kind));
      for (const kind of ["status", "edit", "parcel", "email", "print", "note"]) expect(kinds, kind).toContain(kind);
      expect(await messages(id, "status")).toEqual([
        "Tạm giữ → Đang xử lý",
        "Đang xử lý → Tạm giữ · khách đi vắng",
        "Chờ xử lý → Đang xử lý",
        "Khách đặt trên web, tiếng Việt",
      ]);
      expect((await messages(id, "edit"))[0]).toContain("tổng: 412.000\u00a0₫ → ");
      expect(await messages(id, "parcel")).toContain(`${code} · đang vận chuyển`);
      expect(await messages(id, "print", "en")).toEqual(["Packing slip printed (A6)"]);
      expect((await messages(id, "email"))[0]).toMatch(/^Email “.+” tới .+@.+ đang chờ gửi$/);
      const held = entries.find(({ message }) => message.includes("khách đi vắng"));
      expect(held?.actor).toEqual({ kind: "staff", name: "Hương" });
      expect(entries.map(({ at }) => at)).toEqual(
        entries
          .map(({ at }) => at)
          .sort()
          .reverse(),
      );
    });

    test("OD05: the timeline distinguishes the three ways of confirming", async () => {
      const [called, uncalled, automatic] = [await here.placed(), await here.placed(), await here.placed()];
      await owner.call("POST", `/orders/${called}/calls`, { outcome: "agreed" });
      await owner.call("POST", `/orders/${uncalled}/confirm`);
      await owner.call("POST", `/orders/${automatic}/calls`, { outcome: "agreed" });
      expect((await messages(called, "status"))[0]).toContain("khách đồng ý qua điện thoại");
      expect((await messages(uncalled, "status"))[0]).toContain("xác nhận không gọi");
      expect((await messages(called, "call"))[0]).toBe("Gọi: khách đồng ý");
    });

    test("OD05: orders of known phone numbers are confirmed automatically, as the settings allow", async () => {
      const phone = "0987 000 111";
      const order = (own: object = {}) =>
        orderOf(here.merchant, {
          ...{
            payment_method: "cod",
            billing: { first_name: "An", phone },
            line_items: [{ product_id: hoops.id, quantity: 1 }],
          },
          ...own,
        });
      for (const _ of [1, 2]) await here.move((await order()).id, "completed");
      const { id } = await order();
      const expensive = await order({ line_items: [{ product_id: hoops.id, quantity: 5 }] });
      const unknown = await order({ billing: { first_name: "An", phone: "0987 000 112" } });
      await here.later(2 * minuteMs);
      expect(await here.statusOf(id), "off by default").toBe("pending");
      expect((await command(here.shop, "settings set auto_confirm_delivered 2")).exit).toBe(0);
      await here.later(2 * minuteMs);
      expect([await here.statusOf(id), await here.statusOf(expensive.id), await here.statusOf(unknown.id)]).toEqual([
        "processing",
        "pending",
        "pending",
      ]);
      expect((await messages(id, "status"))[0]).toContain("xác nhận tự động");
      const undone = await owner.request("PUT", orderPath(id), { status: "pending" });
      await here.later(2 * minuteMs);
      expect([undone.status, await here.statusOf(id)], "a staff member decided").toEqual([200, "pending"]);
      await command(here.shop, "settings set auto_confirm_delivered 0");
    });

    test("OD04: the shop's own records about a phone number", async () => {
      const phone = "0977 123 456";
      const order = async (name: string) =>
        (
          await orderOf(here.merchant, {
            ...{ payment_method: "cod", line_items: [{ product_id: hoops.id, quantity: 1 }] },
            billing: { first_name: name, last_name: "Lê", phone },
            shipping: { first_name: name, address_1: `${name} 1`, city: "Hà Nội" },
          })
        ).id;
      await here.move(await order("Thu"), "completed");
      const refused = await order("Thu");
      await here.move(refused, "processing");
      await here.shop.db.write(sql`
        insert into parcel (order_id, client_order_code, status, updated_at) values (${refused}, 'refused-1', 'returned', '2026-09-03')`);
      await here.move(await order("Thu"), "cancelled");
      await order("Mai");
      const { body } = await owner.call<PhoneRecord>("GET", "/phones/+84977123456");
      expect(body).toMatchObject({
        ...{ orders: 4, delivered: 1, refused: 1, cancelled: 1, open: 1, names: ["Lê Mai", "Lê Thu"] },
        last_refused_at: "2026-09-03T00:00:00.000Z",
        addresses: ["Mai 1, Hà Nội", "Thu 1, Hà Nội"],
      });
      expect((await owner.call<PhoneRecord>("GET", "/phones/0900999888")).body.orders).toBe(0);
      expect((await owner.call("GET", "/phones/123")).status).toBe(400);
      expect((await packer.call("GET", "/phones/0977123456")).status).toBe(403);
    });

    test("OD10: staff members with the same order open see each other, for 30 s", async () => {
      const id = await here.placed();
      const report = async (browser: StaffVisitor) =>
        (await browser.call<{ others: string[] }>("PUT", `/orders/${id}/presence`)).body.others;
      expect(await report(owner)).toEqual([]);
      expect(await report(clerk)).toEqual(["Hương"]);
      expect(await report(owner)).toEqual(["Hương"]);
      here.shop.clock.advance(presenceMs + 1);
      expect(await report(owner)).toEqual([]);
      expect((await packer.call("PUT", `/orders/${id}/presence`)).status).toBe(403);
    });

    test("OD16: notes are private, for packing or to the customer, pinned and deleted by their authors and owners", async () => {
      const id = await here.placed();
      const notes = `${orderPath(id)}/notes`;
      const add = async (body: object, browser = clerk) => (await browser.request<OrderNote>("POST", notes, body)).body;
      const own = await add({ note: "gói kỹ", for_packing: true });
      const fromOwner = await add({ note: "khách quen" }, owner);
      expect(own).toMatchObject({ author: "Hương", for_packing: true, pinned: false, customer_note: false });
      const pinned = await clerk.call<OrderNote>("PUT", `/orders/${id}/notes/${fromOwner.id}`, { pinned: true });
      expect([pinned.status, pinned.body.pinned]).toEqual([200, true]);
      const entries = (await timeline(id, clerk)).filter(({ kind }) => kind === "note");
      expect(
        entries.map(({ message, detail }) => [message, detail?.deletable, detail?.pinned, detail?.for_packing]),
      ).toEqual([
        ["khách quen", false, true, false],
        ["gói kỹ", true, false, true],
      ]);
      const remove = (note: number, browser: StaffVisitor) => browser.request("DELETE", `${notes}/${note}?force=true`);
      expect((await remove(fromOwner.id, clerk)).status).toBe(403);
      expect([(await remove(own.id, clerk)).status, (await remove(fromOwner.id, owner)).status]).toEqual([200, 200]);
      const written = await add({ note: "Chúng tôi gửi <sớm>\ncho bạn", customer_note: true });
      expect([written.customer_note, await here.emailCount(id, "order_note")]).toEqual([true, 1]);
      const preview = await page(`/orders/${id}/emails/customer_note/preview?note=${encodeURIComponent("gửi <sớm>")}`);
      expect(preview.text).toContain("gửi &lt;sớm&gt;");
      expect(preview.header("content-security-policy")).toContain("frame-ancestors 'self'");
    });

    test("OD17: emails that fit the order's state can be previewed and sent again, also to another address", async () => {
      const id = await here.placed();
      const actions = `${orderPath(id)}/actions`;
      const list = async () =>
        (await owner.request<{ id: string; title: string }[]>("GET", `${actions}/email_templates?lang=vi`)).body;
      expect(await list()).toMatchObject([{ id: "customer_invoice", title: "Xác nhận đơn hàng" }]);
      const send = (body: object, browser = owner) => browser.request<Problem>("POST", `${actions}/send_email`, body);
      const invoice = { template_id: "customer_invoice" };
      expect((await send(invoice)).body).toEqual({ message: expect.stringContaining("customer_invoice") });
      const unfit = await send({ template_id: "customer_cancelled_order" });
      expect([unfit.status, unfit.body.code]).toEqual([400, "woocommerce_rest_invalid_email_template"]);
      const email = "mai@example.com";
      const unclear = await send({ ...invoice, email });
      expect([unclear.status, unclear.body.code]).toEqual([400, "woocommerce_rest_order_billing_email_exists"]);
      expect((await send({ ...invoice, email, this_email_only: true })).status).toBe(200);
      expect((await owner.request<WooOrder>("GET", orderPath(id))).body.billing.email).not.toBe(email);
      expect((await send({ ...invoice, email, force_email_update: true })).status).toBe(200);
      expect((await owner.request<WooOrder>("GET", orderPath(id))).body.billing.email).toBe(email);
      const recipients = await here.shop.db.all<{ to: string }>(sql`
        select payload ->> 'to' "to" from outbox where kind = 'mail' and payload -> 'values' ->> 'order_number' = ${String(id)} order by id`);
      expect(recipients.slice(2).map(({ to }) => to)).toEqual([email, email]);
      const preview = await page(`/orders/${id}/emails/customer_invoice/preview`);
      expect([preview.status, preview.text]).toEqual([200, expect.stringContaining(String(id))]);
      expect((await page(`/orders/${id}/emails/customer_refunded_order/preview`)).status).toBe(404);
      await owner.call("POST", `/orders/${id}/cancel`, { reason: "out_of_stock" });
      expect((await list()).map((one) => one.id)).toEqual(["customer_cancelled_order"]);
      expect((await page(`/orders/${id}/emails/customer_cancelled_order/preview`)).text).toContain("đã hết hàng");
      expect(
        (await owner.request("POST", `${actions}/send_order_details`, {})).status,
        "not of a cancelled order",
      ).toBe(400);
      const { body } = await owner.request<{ slug: string; name: string }[]>(
        "GET",
        "/wp-json/wc/v3/orders/statuses?lang=en",
      );
      expect(body.find(({ slug }) => slug === "on-hold")?.name).toBe("On hold");
      const { browser: accountant } = await staffMember(here.shop, "accountant");
      expect((await send(invoice, accountant)).status).toBe(403);
    });

    test("OD11, OD20: the effects of a status are stated before it is set", async () => {
      const effects = async (id: number, to: string) =>
        (await owner.call<StatusEffects>("GET", `/orders/${id}/effects?to=${to}&lang=vi`)).body.effects.map(
          ({ kind, message }) => [kind, message],
        );
      const { orderId: id, code } = await here.booked();
      const cancelled = new Map((await effects(id, "cancelled")) as [string, string][]);
      expect(cancelled.get("stock")).toMatch(/^Trả về kho: 1 × /);
      expect(cancelled.get("money")).toBe("Không thu 412.000\u00a0₫ tiền mặt nữa.");
      expect(cancelled.get("parcel")).toContain(code);
      expect(cancelled.get("email")).toContain("@");
      expect(await effects(id, "completed")).toContainEqual(["money", "Ghi nhận đã thu 412.000\u00a0₫ tiền mặt."]);
      const set = (body: object, browser = owner) =>
        browser.call<ActionResult & Problem>("POST", `/orders/${id}/status`, body);
      expect((await set({ status: "completed" })).status, "a reason is required").toBe(400);
      const done = await set({ status: "completed", reason: "khách đã nhận tại cửa hàng" });
      expect([done.body.order.status, done.body.undo]).toEqual(["completed", null]);
      expect((await messages(id, "status"))[0]).toBe("Đang xử lý → Hoàn thành · khách đã nhận tại cửa hàng");
      expect(await effects(id, "refunded")).toContainEqual([
        "money",
        "Ghi nhận đã hoàn 412.000\u00a0₫ ngoài cổng thanh toán. Không có khoản nào tự chuyển cho khách.",
      ]);
      expect((await set({ status: "trash", reason: "x" }, packer)).status).toBe(403);
    });

    test("SP04: an order with its timeline takes at most four round trips", async () => {
      const id = await here.placed({ ...aCodOrder({ ward: benNgheOfCarrier }) });
      const { db } = here.shop;
      const { all, one } = db;
      const reads: string[] = [];
      const record =
        <Row>(read: (statement: Sql) => Promise<Row>) =>
        (statement: Sql) => {
          if (!statement.sql.includes("staff_session")) reads.push(statement.sql);
          return read.call(db, statement);
        };
      Object.assign(db, { all: record(all), one: record(one) });
      try {
        await owner.request("GET", orderPath(id));
        await owner.call("GET", `/orders/${id}/timeline`);
      } finally {
        Object.assign(db, { all, one });
      }
      expect(reads.length).toBeLessThanOrEqual(4);
    });
  });
