import { beforeAll, test } from "vitest";
import { embeddedGround } from "./arena.ts";
import { buildStorefront, buildTimeoutMs, howMany, sufferAll, timeoutMs, title } from "./suffering.ts";

beforeAll(buildStorefront, buildTimeoutMs);

test(`on PGlite, ${title}`, async () => sufferAll(await embeddedGround(), Math.ceil(howMany / 3)), timeoutMs);
