import { beforeAll, inject, test } from "vitest";
import { serverGround } from "./test-cluster.ts";
import { buildStorefront, buildTimeoutMs, howMany, runFaults, timeoutMs, title } from "./fault-runner.ts";

// a separate file: PGlite runs in the test's process, and would block the event loop of the proxies between shop and
// server
beforeAll(buildStorefront, buildTimeoutMs);

test.runIf(inject("postgres"))(
  `on PostgreSQL, ${title}`,
  async () => runFaults(await serverGround(), howMany),
  timeoutMs,
);
