// The long run of the money scenario: 2,000 orders, or as many as ORDERS says. SEED repeats a run that failed.
import { run, stopAll } from "./suites/run.ts";

const longestMs = 3 * 60 * 60_000;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    stopAll(signal);
    process.exit(1);
  });
}

const env = { ...process.env, ORDERS: process.env.ORDERS ?? "2000" };
const { well } = await run("vitest", ["run", "e2e/money"], { loud: true, env, timeoutMs: longestMs });
process.exitCode = well ? 0 : 1;
