import { beforeAll, inject, test } from "vitest";
import { serverClusterDatabase } from "./test-cluster.ts";
import { buildStorefront, buildTimeoutMs, faultCount, runFaults, timeoutMs, title } from "./fault-runner.ts";

// a separate file: PGlite runs in the test's process, and would block the event loop of the proxies between shop and
// server
beforeAll(buildStorefront, buildTimeoutMs);

test.runIf(inject("postgres"))(
  `on PostgreSQL, ${title}`,
  async () => runFaults(await serverClusterDatabase(), faultCount),
  timeoutMs,
);
