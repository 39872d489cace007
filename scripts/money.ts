// The long run of the money scenario: 2,000 orders, or as many as ORDERS is set to. SEED repeats a run that failed.
import { longRun } from "./suites/long-run.ts";

await longRun("e2e/money", { ORDERS: "2000" }, 3 * 60 * 60_000);
