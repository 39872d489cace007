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

/** A letter is never left alone for longer. */
const quarter = 15 * 60_000 + 1;

let letters = 0;

for (const engine of engines)
  describe(`sending letters on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { seed: false, env: mailbox.env });
    });
    afterEach(() => mailbox.recover());

    /** Asks for a letter to somebody new. @returns the address */
    async function ask(template: "welcome" | "password_reset" = "welcome", to?: string): Promise<string> {
      const address = to ?? `reader-${++letters}@example.com`;
      const values = { name: "Ngọc", username: "ngoc", url: "http://localhost:3000/" };
      await shop.db.transaction((tx) => queueMail(tx, { template, to: address, lang: "vi", values }));
      return address;
    }
    const rowOf = async (to: string): Promise<Row | undefined> =>
      shop.db.one<Row>(sql`
        select id, done_at is not null done, failed_at is not null failed, handed_over_at is not null "handedOver",
          last_error error from outbox where payload ->> 'to' = ${to}`);
    async function later(ms: number): Promise<void> {
      shop.clock.advance(ms);
      await shop.runJobs();
    }

    test("a letter is sent once, whoever looks for work and how often", async () => {
      const to = await ask();
      await Promise.all([shop.runJobs(), shop.runJobs()]);
      await later(10 * 60_000);
      expect(mailbox.letterTo(to).subject).toBe("Chào mừng bạn đến với Lianne");
      expect(await rowOf(to)).toMatchObject({ done: true, failed: false, error: null });
    });

    test("an address is one, even where it could be read as two", async () => {
      const local = `a,b-${++letters}`;
      await ask("welcome", `${local}@example.com`);
      await shop.runJobs();
      expect(mailbox.letterTo(local).to).toEqual([`"${local}"@example.com`]);
    });

    test.each(["busy", "busy after letter"] as const)("a server that is %s is asked again", async (fault) => {
      const to = await ask();
      mailbox.trouble({ fault, to, times: 2 });
      await shop.runJobs();
      expect(mailbox.letters(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({
        done: false,
        failed: false,
        handedOver: false,
        error: expect.stringContaining("451"),
      });
      await later(quarter);
      await later(quarter);
      expect(mailbox.letterTo(to).to).toEqual([to]);
      expect(await rowOf(to)).toMatchObject({ done: true, error: null });
      expect(shop.takeTroubles()).toHaveLength(2);
    });

    test.each(["refuse", "refuse letter"] as const)(
      "what is refused for good (%s) is not brought again",
      async (fault) => {
        const to = await ask();
        mailbox.trouble({ fault, to });
        await shop.runJobs();
        mailbox.recover();
        await later(60 * 60_000);
        expect(mailbox.letters(to)).toEqual([]);
        expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringMatching(/refused the letter.*55/) });
        expect(shop.takeTroubles()).toMatchObject([{ msg: "a job failed for good" }]);
      },
    );

    test("a letter that may have been sent is not sent again", async () => {
      const to = await ask();
      mailbox.trouble({ fault: "hang up", to, times: 1 });
      await shop.runJobs();
      await later(60 * 60_000);
      expect(mailbox.letters(to)).toHaveLength(1);
      expect(await rowOf(to)).toMatchObject({
        failed: true,
        handedOver: true,
        error: expect.stringContaining("may have been sent"),
      });
      expect(shop.takeTroubles()).toHaveLength(1);
    });

    test("a letter that was being handed over when the process died is left to the merchant", async () => {
      const to = await ask();
      const taken = sql`update outbox set attempts = 1, handed_over_at = now(), run_after = now() + interval '5 minutes'
        where payload ->> 'to' = ${to}`;
      await shop.db.transaction((tx) => tx.run(taken));
      await later(6 * 60_000);
      expect(mailbox.letters(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringContaining("jobs retry") });
      shop.takeTroubles();
    });

    test("a password's link that is over is not sent", async () => {
      const to = await ask("password_reset");
      await later(61 * 60_000);
      expect(mailbox.letters(to)).toEqual([]);
      expect(await rowOf(to)).toMatchObject({ failed: true, error: expect.stringContaining("its link is over") });
      shop.takeTroubles();
    });

    test("a server that is not there loses nothing, and is not asked for each letter", async () => {
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
      expect(lonely.takeTroubles()).toHaveLength(1);
      await lonely.close();
    });

    test("without a mail server letters wait as they are", async () => {
      const quiet = await openShop(engine, { seed: false });
      await quiet.db.transaction((tx) =>
        queueMail(tx, { template: "welcome", to: "a@example.com", lang: "vi", values: { name: "A", username: "a" } }),
      );
      await quiet.runJobs();
      expect(await quiet.db.all(sql`select attempts from outbox where done_at is null`)).toEqual([{ attempts: 0 }]);
      await quiet.close();
    });
  });

/** A port that nobody listens on. */
const deadPort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(typeof address === "object" && address ? address.port : 1));
    });
  });
