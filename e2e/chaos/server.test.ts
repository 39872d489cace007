import { beforeAll, inject, test } from "vitest";
import { serverGround } from "./test-cluster.ts";
import { buildStorefront, buildTimeoutMs, howMany, runFaults, timeoutMs, title } from "./fault-runner.ts";

// a file of its own: the embedded database at work in this process would keep the network between shop and server from moving
beforeAll(buildStorefront, buildTimeoutMs);

test.runIf(inject("postgres"))(
  `on PostgreSQL, ${title}`,
  async () => runFaults(await serverGround(), howMany),
  timeoutMs,
);
