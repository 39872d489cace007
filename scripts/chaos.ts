// The chaos test: a dozen faults as in `npm test`, or with --full 200 of them. SEED repeats a run, CHAOS_FAULTS says how many.
import { longRun } from "./suites/long-run.ts";

const full = process.argv.includes("--full");
await longRun("e2e/chaos", full ? { CHAOS_FAULTS: "200" } : {}, 4 * 60 * 60_000);
