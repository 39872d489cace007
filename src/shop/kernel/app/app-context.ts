import type { Logger } from "pino";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { Db, Reader } from "#shop/kernel/db/database.ts";
import type { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import type { RateLimits } from "#shop/kernel/limits/rate-limits.ts";
import type { ResponseCache } from "#shop/kernel/cache/response-cache.ts";

/** Dependencies that every domain's routes receive. */
export interface AppContext {
  config: Config;
  db: Db;
  /**
   * reads that may be slightly stale and are the same for every client (a replica, if there is one): for what the
   * catalogue shows, never for what is bought
   */
  reads: Reader;
  cache: ResponseCache;
  clock: Clock;
  log: Logger;
  limits: RateLimits;
  /** admission control of expensive requests, by priority */
  admission: AdmissionController;
}
