import type { Logger } from "pino";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import type { Db, Reader } from "#shop/kernel/db/database.ts";
import type { AdmissionController } from "#shop/kernel/load/admission-control.ts";
import type { RateLimits } from "#shop/kernel/load/rate-limits.ts";
import type { ResponseCache } from "#shop/kernel/cache/response-cache.ts";

/** What every domain's routes are given. */
export interface AppContext {
  config: Config;
  db: Db;
  /** reads that may be a moment old and are the same for everybody: what the catalogue shows, and never what is bought */
  reads: Reader;
  cache: ResponseCache;
  clock: Clock;
  log: Logger;
  limits: RateLimits;
  /** lets in what costs something, the urgent first */
  gate: AdmissionController;
}
