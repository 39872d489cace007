// The long run of the crash test: the shop is killed 20 times on each database, or as often as CRASH_KILLS says.
import { run, stopAll } from "./suites/run.ts";

const longestMs = 60 * 60_000;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    stopAll(signal);
    process.exit(1);
  });
}

const env = { ...process.env, CRASH_KILLS: process.env.CRASH_KILLS ?? "20" };
const { well } = await run("vitest", ["run", "e2e/crash"], { loud: true, env, timeoutMs: longestMs });
process.exitCode = well ? 0 : 1;
