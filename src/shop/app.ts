import type { FastifyInstance } from "fastify";
import { authRoutes, newsletterRoutes, resetRoutes, sweepResets } from "./customers/index.ts";
import { minuteMs } from "./kernel/clock.ts";
import { sql } from "./kernel/database.ts";
import { createHttp } from "./kernel/http.ts";
import { JobRunner } from "./kernel/jobs.ts";
import { checkKeysFirst } from "./kernel/keys.ts";
import { sweepNonces } from "./kernel/oauth.ts";
import { noRoute, renderProblem } from "./kernel/problems.ts";
import { sweepSessions } from "./kernel/sessions.ts";
import type { Shop } from "./kernel/shop.ts";
import { locationRoutes } from "./locations/index.ts";

export interface ShopApp {
  http: FastifyInstance;
  jobs: JobRunner;
  /** Finishes what is in flight, then lets go of the database. */
  close(): Promise<void>;
}

/** Builds the store: every domain's routes on one server. Nothing listens and no job runs until it is asked to. */
export async function buildShop(shop: Shop): Promise<ShopApp> {
  const { db, cache, clock, log } = shop;
  const http = await createHttp(shop);
  checkKeysFirst(http, shop);
  const unfollow = await cache.follow(db, log);
  http.get("/healthz", async () => ({ status: "ok" }));
  http.get("/readyz", async (_request, reply) => {
    try {
      await db.one(sql`select 1`);
      return { status: "ready" };
    } catch {
      return reply.code(503).send({ status: "waiting for the database" });
    }
  });
  await http.register(locationRoutes(shop));
  await http.register(authRoutes(shop, { adoptVisitor: async () => {} }));
  await http.register(resetRoutes(shop));
  await http.register(newsletterRoutes(shop));
  http.all("/wp-json/*", async (request, reply) => renderProblem(noRoute(), request, reply));
  const jobs = new JobRunner({
    db,
    clock,
    log,
    handlers: {},
    recurring: [
      {
        name: "sweep-sessions",
        everyMs: 60 * minuteMs,
        run: async () => void (await db.transaction((tx) => sweepSessions(tx, clock.now()))),
      },
      {
        name: "sweep-password-resets",
        everyMs: 60 * minuteMs,
        run: async () => void (await db.transaction((tx) => sweepResets(tx, clock.now()))),
      },
      {
        name: "sweep-oauth-nonces",
        everyMs: 15 * minuteMs,
        run: async () => void (await db.transaction((tx) => sweepNonces(tx, clock.now()))),
      },
    ],
  });
  return {
    http,
    jobs,
    close: async () => {
      await jobs.stop();
      await http.close();
      await unfollow();
      await db.close();
    },
  };
}
