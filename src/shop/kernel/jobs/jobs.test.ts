import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { enqueue, PermanentJobError, JobRunner, type OutboxHandler, RescheduleJob, sweepOutbox } from "./jobs.ts";

const soon = <Value>(value: () => Value) => expect.poll(value, { interval: 20 });

for (const engine of bothEngines)
  describe(`the job runner on ${engine.name}`, () => {
    let shop: TestShop;
    let runner: JobRunner;
    let done: unknown[];
    let begun: number;
    let rounds: number;
    /** resolved by the test to let the hanging webhook respond */
    let silent: PromiseWithResolvers<void>;

    beforeEach(async () => {
      shop = await openShop(engine, { seed: false });
      done = [];
      begun = 0;
      rounds = 0;
      silent = Promise.withResolvers();
      const write: OutboxHandler = async (payload) => void done.push(payload);
      const call: OutboxHandler = async (payload) => {
        begun++;
        if ((payload as { to: string }).to === "nobody") await silent.promise;
        done.push(payload);
      };
      const permanent: OutboxHandler = async () => Promise.reject(new PermanentJobError("the address is unknown"));
      const postponed: OutboxHandler = async () => {
        throw new RescheduleJob(new Date(shop.clock.now().getTime() + dayMs), "the road is closed");
      };
      const handlers = { email: write, call, permanent, mail: permanent, postponed };
      const { clock, log } = shop.shop;
      const round = { name: "round", everyMs: minuteMs, run: async () => void rounds++ };
      const recurring = [round];
      runner = new JobRunner({ db: shop.db, clock, log, handlers, partitions: { call: "to" }, recurring, pollMs: 10 });
    });
    afterEach(async () => {
      silent.resolve();
      await runner.stop();
    });
    const enqueueJob = (kind: string, payload: object) =>
      shop.db.transaction((tx) => enqueue(tx, kind, payload, { runAfter: shop.clock.now() }));

    test("runs other partitions while a webhook hangs", async () => {
      await enqueueJob("call", { to: "nobody", turn: 1 });
      await enqueueJob("call", { to: "nobody", turn: 2 });
      runner.start();
      await enqueueJob("email", { turn: 3 });
      await soon(() => done).toEqual([{ turn: 3 }]);
      // jobs enqueued while that call hangs are not delayed either, not even another webhook
      await enqueueJob("email", { turn: 4 });
      await soon(() => done).toEqual([{ turn: 3 }, { turn: 4 }]);
      await enqueueJob("call", { to: "somebody", turn: 5 });
      await soon(() => done).toEqual([{ turn: 3 }, { turn: 4 }, { to: "somebody", turn: 5 }]);
      silent.resolve();
      await soon(() => done.slice(3)).toEqual([1, 2].map((turn) => ({ to: "nobody", turn })));
    });

    test("sweepOutbox deletes jobs done a month ago, and failed emails, but no pending or other failed jobs", async () => {
      const kinds = async () =>
        (await shop.db.all<{ kind: string }>(sql`select kind from outbox`)).map(({ kind }) => kind);
      for (const kind of ["email", "mail", "permanent"]) await enqueueJob(kind, {});
      await runner.runDue();
      await enqueueJob("not ours", {});
      const sweep = (days: number) =>
        shop.db.transaction((tx) => sweepOutbox(tx, new Date(shop.clock.now().getTime() + days * dayMs)));
      expect([await sweep(29), await kinds()]).toEqual([0, expect.arrayContaining(["email", "mail", "not ours"])]);
      expect([await sweep(31), (await kinds()).sort()]).toEqual([2, ["not ours", "permanent"]]);
      expect(shop.takeLoggedErrors()).toHaveLength(2);
    });

    test("runs recurring jobs on schedule, even after a clock that was a day ahead is corrected", async () => {
      const roundsAfter = async (ms: number) => {
        shop.clock.advance(ms);
        await runner.runDue();
        return rounds;
      };
      expect([await roundsAfter(0), await roundsAfter(1_000), await roundsAfter(minuteMs)]).toEqual([1, 1, 2]);
      expect([await roundsAfter(dayMs), await roundsAfter(-dayMs), await roundsAfter(1_000)]).toEqual([3, 4, 4]);
    });

    const rowOf = (kind: string) =>
      shop.db.one(sql`
        select failed_at is not null failed, last_error error, run_after > now() later from outbox where kind = ${kind}`);

    test("PermanentJobError fails a job at once, RescheduleJob stores the reason", async () => {
      await enqueueJob("permanent", {});
      await enqueueJob("postponed", {});
      await runner.runDue();
      expect(await rowOf("permanent")).toMatchObject({ failed: true, error: "Error: the address is unknown" });
      expect(await rowOf("postponed")).toEqual({ failed: false, error: "the road is closed", later: true });
      expect(shop.takeLoggedErrors()).toMatchObject([{ msg: "a job failed permanently" }]);
    });

    test("claims the job of a killed process again: at once on PGlite, after the lease on a server", async () => {
      await enqueueJob("email", { turn: 1 });
      const taken = sql`update outbox set attempts = 1, run_after = now() + interval '5 minutes'`;
      await shop.db.transaction((tx) => tx.run(taken));
      runner.start();
      if (engine.name === "PostgreSQL") {
        await runner.runDue();
        expect(done).toEqual([]);
        shop.clock.advance(6 * 60_000);
      }
      await soon(() => done).toEqual([{ turn: 1 }]);
    });

    test("stop waits for the running job and starts no other", async () => {
      await enqueueJob("call", { to: "nobody", turn: 1 });
      await enqueueJob("call", { to: "nobody", turn: 2 });
      runner.start();
      await soon(() => begun).toBe(1);
      const stopped = runner.stop();
      silent.resolve();
      await stopped;
      expect(done).toEqual([{ to: "nobody", turn: 1 }]);
    });
  });
