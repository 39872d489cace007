import { beforeAll, describe, expect, test } from "vitest";
import type { DismissedJob, FailedJob, Jobs, RetriedJobs } from "#contract/backoffice/jobs.ts";
import type { Today } from "#contract/order-workflow.ts";
import type { LogEntry } from "#contract/backoffice/staff.ts";
import type { Problem } from "#contract/problem.ts";
import staffTexts from "#contract/texts/staff.vi.json" with { type: "json" };
import texts from "#contract/texts/vi.json" with { type: "json" };
import { hoops } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { orderOf } from "#fixtures/testing/merchant-order.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";

test("LG03: every email has a name for the list", () => {
  const sections = [texts.emails, staffTexts.emails].flatMap((emails) => Object.entries<object>(emails));
  const emails = sections.flatMap(([name, section]) => ("subject" in section ? [name] : []));
  expect(emails.length).toBeGreaterThan(30);
  expect(emails.filter((name) => !(name in staffTexts.email_names))).toEqual([]);
});

let recipients = 0;

for (const engine of engines)
  describe(`LG03: failed jobs on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let owner: StaffVisitor;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
      owner = (await staffMember(shop)).browser;
      await shop.runJobs();
    });

    const read = async (query = ""): Promise<Jobs> => (await owner.call<Jobs>("GET", `/jobs${query}`)).body;
    const countOnToday = async (): Promise<number> => {
      const { body } = await owner.call<Today>("GET", "/today");
      return body.queues.find(({ name }) => name === "failed_jobs")?.count ?? 0;
    };
    const jobTo = async (to: string): Promise<FailedJob> => {
      const job = (await read("?per_page=100")).failed.find(({ recipient }) => recipient === to);
      if (!job) throw new Error(`no failed email to ${to}`);
      return job;
    };

    /** An email that fails, about an order if there is one. @returns its recipient */
    async function failedEmail(
      fault: "reject" | "disconnect",
      { template = "welcome", order }: { template?: "welcome" | "order_received"; order?: number } = {},
    ): Promise<string> {
      const to = `reader-${++recipients}@example.com`;
      mailbox.setFault({ fault, to });
      const values = { name: "An", username: "an", ...(order ? { order_number: String(order) } : {}) };
      await shop.db.transaction((tx) => queueMail(tx, { template, to, lang: "vi", values }));
      await shop.runJobs();
      mailbox.recover();
      shop.takeLoggedErrors();
      return to;
    }
    const failedRow = async (kind: string, payload: object, error = "Error: boom\n at x"): Promise<number> => {
      const [row] = await shop.db.write<{ id: number }>(sql`
        insert into outbox (kind, payload, attempts, failed_at, last_error)
        values (${kind}, ${JSON.stringify(payload)}::jsonb, 8, ${shop.clock.now()}, ${error}) returning id`);
      return row?.id ?? 0;
    };

    test("LG03: a failed job is listed with what has not happened, the reason, its record, and how to handle it", async () => {
      const merchant = await merchantOf(shop);
      const order = await orderOf(merchant, {
        payment_method: "cod",
        line_items: [{ product_id: hoops.id, quantity: 1 }],
      });
      await shop.runJobs();
      const to = await failedEmail("reject", { template: "order_received", order: order.id });
      expect(await jobTo(to)).toMatchObject({
        kind: "mail",
        title: "Email “Xác nhận đơn hàng”",
        explanation: expect.stringMatching(/^Máy chủ email từ chối/),
        record: { entity: "order", id: String(order.id) },
        error: expect.stringMatching(/^The mail server rejected the email: /),
        ...{ maybe_sent: false, retryable: true, tries: 1 },
      });
      const webhook = await failedRow("webhook", { webhook: 1, topic: "product.updated", id: 101 });
      const unknown = await failedRow("a-later-kind", {});
      const { failed, kinds } = await read();
      expect(failed.find(({ id }) => id === webhook)).toMatchObject({
        record: { entity: "product", id: "101" },
        explanation: "Phần mềm đã nối chưa biết thay đổi này.",
        error: "boom",
        recipient: null,
      });
      expect(failed.find(({ id }) => id === unknown)).toMatchObject({
        ...{ title: "a-later-kind", explanation: "Việc này chưa được thực hiện.", record: null },
      });
      expect(kinds.find(({ kind }) => kind === "mail")).toMatchObject({ name: "Gửi email", failed: 1, waiting: 0 });
      const english = await owner.call<Jobs>("GET", "/jobs?lang=en");
      expect(english.body.failed.find(({ id }) => id === webhook)?.explanation).toMatch(/^The connected program/);
    });

    test("LG03, TD02: Today counts the jobs that the list has, and one that runs again leaves both", async () => {
      const to = await failedEmail("reject");
      const before = await countOnToday();
      const list = await owner.call<Jobs>("GET", "/jobs?per_page=1");
      expect([list.header("x-wp-total"), list.body.failed.length]).toEqual([String(before), 1]);
      const { id } = await jobTo(to);
      const retried = await owner.call<RetriedJobs>("POST", `/jobs/${id}/retry`, {});
      expect([retried.status, retried.body]).toEqual([200, { retried: 1, left: 0 }]);
      expect(await countOnToday()).toBe(before - 1);
      await shop.runJobs();
      expect(mailbox.emailTo(to).to).toEqual([to]);
      const again = await owner.call<Problem>("POST", `/jobs/${id}/retry`, {});
      expect([again.status, again.body.code, again.body.data.state]).toEqual([409, "lianne_invalid_state", "done"]);
      const log = await owner.call<LogEntry[]>("GET", `/log?entity=job:${id}`);
      expect(log.body).toMatchObject([{ operation: "done", actor: { kind: "staff", name: "Hương" } }]);
    });

    test("LG03: an email that may have been sent is marked, and is sent again once, after a confirmation", async () => {
      const to = await failedEmail("disconnect");
      const job = await jobTo(to);
      expect(job).toMatchObject({ maybe_sent: true, explanation: expect.stringContaining("có thể đã có email này") });
      const unconfirmed = await owner.call<Problem>("POST", `/jobs/${job.id}/retry`, {});
      expect([unconfirmed.status, unconfirmed.body.code]).toEqual([409, "lianne_maybe_sent"]);
      const all = await owner.call<RetriedJobs>("POST", "/jobs/retry?kind=mail");
      expect([all.status, all.body]).toEqual([200, { retried: expect.any(Number), left: 1 }]);
      expect((await jobTo(to)).id, "retrying all leaves it").toBe(job.id);
      const before = mailbox.emails(to).length;
      const confirmed = await Promise.all(
        [1, 2].map(() => owner.call("POST", `/jobs/${job.id}/retry`, { maybe_sent: true })),
      );
      expect(confirmed.map(({ status }) => status).sort()).toEqual([200, 409]);
      await shop.runJobs();
      expect(mailbox.emails(to)).toHaveLength(before + 1);
      shop.takeLoggedErrors();
    });

    test("LG03: an email whose link has expired is not offered again", async () => {
      const to = `reader-${++recipients}@example.com`;
      const values = { name: "An", username: "an", url: "http://localhost:3000/" };
      await shop.db.transaction((tx) => queueMail(tx, { template: "password_reset", to, lang: "vi", values }));
      shop.clock.advance(2 * hourMs);
      await shop.runJobs();
      shop.takeLoggedErrors();
      expect(await jobTo(to)).toMatchObject({
        retryable: false,
        explanation: expect.stringContaining("hết hạn"),
        error: "The email was not sent: its link has expired",
      });
    });

    test("LG03: a job is dismissed with a reason, restored, and deleted a month after it was dismissed", async () => {
      const id = await failedRow("webhook", { webhook: 1, topic: "order.updated", id: 1 });
      const before = await countOnToday();
      const path = `/jobs/${id}/dismiss`;
      for (const [body, wrong] of [
        [{}, "reason"],
        [{ reason: "" }, "reason"],
        [{ reason: "x".repeat(501) }, "reason"],
      ] as const) {
        const refused = await owner.call<Problem>("POST", path, body);
        expect([refused.status, Object.keys(refused.body.data.params ?? {})]).toEqual([400, [wrong]]);
      }
      const dismissed = await owner.call<DismissedJob>("POST", path, { reason: "Phần mềm đã bỏ" });
      expect([dismissed.status, dismissed.body]).toEqual([200, { id, dismissed_at: expect.any(String) }]);
      expect(await countOnToday()).toBe(before - 1);
      expect((await read("?per_page=100")).failed.map((job) => job.id)).not.toContain(id);
      expect((await command(shop, "jobs")).out).not.toMatch(new RegExp(`^${id} `, "m"));
      for (const again of ["dismiss", "retry"]) {
        const { status, body } = await owner.call<Problem>("POST", `/jobs/${id}/${again}`, { reason: "x" });
        expect([status, body.data.state], again).toEqual([409, "dismissed"]);
      }
      const restored = await owner.call<DismissedJob>("POST", `/jobs/${id}/restore`);
      expect([restored.status, restored.body]).toEqual([200, { id, dismissed_at: null }]);
      expect(await countOnToday()).toBe(before);
      const twice = await owner.call<Problem>("POST", `/jobs/${id}/restore`);
      expect([twice.status, twice.body.data.state]).toEqual([409, "failed"]);

      await owner.call("POST", path, { reason: "Phần mềm đã bỏ" });
      shop.clock.advance(31 * dayMs);
      await shop.runJobs();
      shop.takeLoggedErrors();
      expect(await shop.db.one(sql`select from outbox where id = ${id}`)).toBeUndefined();
    });
  });
