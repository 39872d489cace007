// The chaos test: each fault once, as in `npm test -- --all`, or with --full 200 of them: 150 on PostgreSQL and 50 on the embedded
// database, with the results stored in bench/results. SEED repeats a run.
import { join } from "node:path";
import { longRun } from "./suites/long-run.ts";

const full = process.argv.includes("--full");
const results = join(import.meta.dirname, "../bench/results");
await longRun("e2e/chaos", full ? { CHAOS_FAULTS: "150", CHAOS_RESULTS: results } : { TEST_ALL: "1" }, 4 * 60 * 60_000);
