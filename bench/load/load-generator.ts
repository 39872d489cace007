// The load generator: autocannon in a child process, with a check of every body.

import { createRequire } from "node:module";
import autocannon from "autocannon";
import { handleRequests, ownUsage } from "./child.ts";
import { driveMixedLoad } from "./mixed-load.ts";
import { buyers, type Expected, type Load, type Look, readers, shoppers } from "./loads.ts";

interface Queue {
  peek(): { body: string } | undefined;
  addBody(data: Buffer): void;
}
const queue = createRequire(import.meta.url)("autocannon/lib/pipelinedRequestsQueue.js") as { prototype: Queue };
// latin1, one character for each byte: a compressed body is not UTF-8, and a chunk may end within a character
queue.prototype.addBody = function addBody(data: Buffer): void {
  const request = this.peek();
  if (request) request.body += data.toString("latin1");
};

/** The results of one run. Times in milliseconds. */
export interface Drive {
  seconds: number;
  requests: number;
  p50: number;
  p99: number;
  max: number;
  /** number of wrong or missing responses, and a description of the first */
  errors: number;
  firstError: string;
  cpuMicros: number;
}

/** Accepts a body that equals one of the expected ones byte for byte. */
function lookAt(expected: readonly Expected[]): Look {
  const known = new Map<number, string[]>();
  for (const { body } of expected) {
    const text = Buffer.from(body, "base64").toString("latin1");
    known.set(text.length, [...(known.get(text.length) ?? []), text]);
  }
  return (body) => known.get(String(body).length)?.includes(String(body)) ?? false;
}

async function drive({ url, seconds, connections, kind, ...load }: Load): Promise<Drive> {
  let firstError = "";
  let bad = 0;
  const complain = (what: string): void => {
    bad++;
    firstError ||= what.slice(0, 500);
  };
  const before = ownUsage();
  const start = performance.now();
  const common = { url, connections, duration: seconds, excludeErrorStats: true };
  const run = autocannon(
    kind === "read"
      ? {
          ...common,
          setupClient: readers(load),
          ...(load.expected ? { verifyBody: lookAt(load.expected) } : {}),
        }
      : { ...common, setupClient: (kind === "cart" ? shoppers : buyers)(load, complain) },
  );
  const result = await run;
  const errors = result.errors + result.timeouts + result.non2xx + result.mismatches + bad;
  return {
    seconds: (performance.now() - start) / 1000,
    requests: result["2xx"],
    p50: result.latency.p50,
    p99: result.latency.p99,
    max: result.latency.max,
    errors,
    firstError:
      firstError ||
      (errors > 0 ? `${result.errors} broken, ${result.non2xx} refused, ${result.mismatches} other bodies` : ""),
    cpuMicros: ownUsage().cpuMicros - before.cpuMicros,
  };
}

handleRequests({ drive, driveMixedLoad });
process.once("SIGTERM", () => process.exit());
