// The long run of the crash test: the shop is killed 20 times on each database, or as often as CRASH_KILLS says.
import { longRun } from "./suites/long-run.ts";

await longRun("e2e/crash", { CRASH_KILLS: "20" }, 60 * 60_000);
