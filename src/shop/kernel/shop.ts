import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db, Reader } from "./database.ts";
import type { AdmissionController } from "./gate.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { ResponseCache } from "./response-cache.ts";

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
