import { beforeAll, test } from "vitest";
import { embeddedClusterDatabase } from "./test-cluster.ts";
import { buildStorefront, buildTimeoutMs, faultCount, runFaults, timeoutMs, title } from "./fault-runner.ts";

beforeAll(buildStorefront, buildTimeoutMs);

test(
  `on PGlite, ${title}`,
  async () => runFaults(await embeddedClusterDatabase(), Math.ceil(faultCount / 3)),
  timeoutMs,
);
