import { beforeAll, test } from "vitest";
import { embeddedGround } from "./arena.ts";
import { buildStorefront, buildTimeoutMs, howMany, runFaults, timeoutMs, title } from "./suffering.ts";

beforeAll(buildStorefront, buildTimeoutMs);

test(`on PGlite, ${title}`, async () => runFaults(await embeddedGround(), Math.ceil(howMany / 3)), timeoutMs);
