import { beforeAll, test } from "vitest";
import { embeddedGround } from "./test-cluster.ts";
import { buildStorefront, buildTimeoutMs, howMany, runFaults, timeoutMs, title } from "./fault-runner.ts";

beforeAll(buildStorefront, buildTimeoutMs);

test(`on PGlite, ${title}`, async () => runFaults(await embeddedGround(), Math.ceil(howMany / 3)), timeoutMs);
