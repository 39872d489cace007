// The chaos test: each fault once, as in `npm test`, or with --full 200 of them: 150 on PostgreSQL and 50 on the embedded
// database. SEED repeats a run.
import { longRun } from "./suites/long-run.ts";

const full = process.argv.includes("--full");
await longRun("e2e/chaos", full ? { CHAOS_FAULTS: "150" } : {}, 4 * 60 * 60_000);
