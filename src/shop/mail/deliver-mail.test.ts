import { createServer } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { queueMail } from "./queue-mail.ts";

interface Row {
  id: number;
  done: boolean;
  failed: boolean;
  handedOver: boolean;
  error: string | null;
}

/** Upper limit of the pause between two attempts. */
const quarter = 15 * 60_000 + 1;

let emailCount = 0;

for (const engine of engines)
  describe(`sending emails on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { seed: false, env: mailbox.env });
    });
    afterEach(() => mailbox.recover());

    /** Queues an email to a new recipient. @returns the address */
    async function enqueue(template: "welcome" | "password_reset" = "welcome", to?: string): Promise<string> {
      const address = to ?? `reader-${++emailCount}@example.com`;
      const values = { name: "Ngọc", username: "ngoc", url: "http://localhost:3000/" };
      await shop.db.transaction((tx) => queueMail(tx, { template, to: address, lang: "vi", values }));
      return address;
    }
    const rowOf = async (to: string): Promise<Row | undefined> =>
      shop.db.one<Row>(sql`
        select id, done_at is not null done, failed_at is not null failed, smtp_data_at is not null "handedOver",
          last_error error from outbox where payload ->> 'to' = ${to}`);
    async function later(ms: number): Promise<void> {
      shop.clock.advance(ms);
      await shop.runJobs();
    }

    test("an email is sent once, by any process that runs jobs, and however often", async () => {
      const to = await enqueue();
      await Promise.all([shop.runJobs(), shop.runJobs()]);
      await later(10 * 60_000);
      expect(mailbox.emailTo(to).subject).toBe("Chào mừng bạn đến với Lianne");
      expect(await rowOf(to)).toMatchObject({ done: true, failed: false, error: null });
    });

    test("an address is a single recipient, even if it could be parsed as two", async () => {
      const local = `a,b-${++emailCount}`;
      await enqueue("welcome", `${local}@example.com`);
      await shop.runJobs();
      expect(mailbox.emailTo(local).to).toEqual([`"${local}"@example.com`]);
    });

    test.each(["busy", "busy_after_data"] as const)("retries when the server is %s", async (fault) => {
      const to = await enqueue();
      mailbox.setFault({ fault, to, times: 2 });
      await shop.runJobs();
      expect(mailbox.emails(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({
        done: false,
        failed: false,
        handedOver: false,
        error: expect.stringContaining("451"),
      });
      await later(quarter);
      await later(quarter);
      expect(mailbox.emailTo(to).to).toEqual([to]);
      expect(await rowOf(to)).toMatchObject({ done: true, error: null });
      expect(shop.takeLoggedErrors()).toHaveLength(2);
    });

    test.each(["reject", "reject_after_data"] as const)(
      "does not retry after a permanent rejection (%s)",
      async (fault) => {
        const to = await enqueue();
        mailbox.setFault({ fault, to });
        await shop.runJobs();
        mailbox.recover();
        await later(60 * 60_000);
        expect(mailbox.emails(to)).toEqual([]);
        expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringMatching(/rejected the email.*55/) });
        expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "a job failed permanently" }]);
      },
    );

    test("an email that may have been sent is not sent again", async () => {
      const to = await enqueue();
      mailbox.setFault({ fault: "disconnect", to, times: 1 });
      await shop.runJobs();
      await later(60 * 60_000);
      expect(mailbox.emails(to)).toHaveLength(1);
      expect(await rowOf(to)).toMatchObject({
        failed: true,
        handedOver: true,
        error: expect.stringContaining("may have been sent"),
      });
      expect(shop.takeLoggedErrors()).toHaveLength(1);
    });

    test("an email in transmission when the process died is left to the merchant", async () => {
      const to = await enqueue();
      const taken = sql`update outbox set attempts = 1, smtp_data_at = now(), run_after = now() + interval '5 minutes'
        where payload ->> 'to' = ${to}`;
      await shop.db.transaction((tx) => tx.run(taken));
      await later(6 * 60_000);
      expect(mailbox.emails(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringContaining("jobs retry") });
      shop.takeLoggedErrors();
    });

    test("an expired password reset link is not sent", async () => {
      const to = await enqueue("password_reset");
      await later(61 * 60_000);
      expect(mailbox.emails(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringContaining("its link has expired") });
      shop.takeLoggedErrors();
    });

    test("an unreachable server loses nothing, and is not tried for each email", async () => {
      const port = await deadPort();
      const lonely = await openShop(engine, {
        seed: false,
        env: { ...mailbox.env, SMTP_URL: `smtp://127.0.0.1:${port}` },
      });
      const queue = (to: string) =>
        lonely.db.transaction((tx) =>
          queueMail(tx, { template: "welcome", to, lang: "en", values: { name: "An", username: "an" } }),
        );
      await queue("one@example.com");
      await queue("two@example.com");
      await lonely.runJobs();
      const rows = await lonely.db.all(sql`
        select failed_at is null and done_at is null waits, run_after > created_at later from outbox`);
      expect(rows).toEqual([
        { waits: true, later: true },
        { waits: true, later: true },
      ]);
      expect(lonely.takeLoggedErrors()).toHaveLength(1);
      await lonely.close();
    });

    test("without a mail server emails wait in the outbox", async () => {
      const quiet = await openShop(engine, { seed: false });
      await quiet.db.transaction((tx) =>
        queueMail(tx, { template: "welcome", to: "a@example.com", lang: "vi", values: { name: "A", username: "a" } }),
      );
      await quiet.runJobs();
      expect(await quiet.db.all(sql`select attempts from outbox where done_at is null`)).toEqual([{ attempts: 0 }]);
      await quiet.close();
    });
  });

/** A port without a listener. */
const deadPort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 1));
    });
  });
