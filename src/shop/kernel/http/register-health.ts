import type { FastifyInstance } from "fastify";
import type { Db } from "#shop/kernel/db/database.ts";
import { isDatabaseReady } from "#shop/kernel/db/readiness.ts";

/** The endpoints by which a load balancer checks the process. */
export function registerHealth(http: FastifyInstance, db: Db): void {
  http.get("/healthz", async () => ({ status: "ok" }));
  http.get("/readyz", async (_request, reply) => {
    if (await isDatabaseReady(db)) return { status: "ready" };
    return reply.code(503).send({ status: "waiting for the database" });
  });
}
