// The load generator: autocannon, in a process of its own, with a look at every body.

import { createRequire } from "node:module";
import autocannon from "autocannon";
import { answerQuestions, ownUsage } from "./child.ts";
import { flood } from "./open-loop-load.ts";
import { buyers, type Expected, type Load, type Look, readers, shoppers } from "./loads.ts";

interface Queue {
  peek(): { body: string } | undefined;
  addBody(data: Buffer): void;
}
const queue = createRequire(import.meta.url)("autocannon/lib/pipelinedRequestsQueue.js") as { prototype: Queue };
// a byte a letter: a compressed body is no text, and half a letter at the end of a piece is none either
queue.prototype.addBody = function addBody(data: Buffer): void {
  const request = this.peek();
  if (request) request.body += data.toString("latin1");
};

/** What one run has shown. Times in milliseconds. */
export interface Drive {
  seconds: number;
  requests: number;
  p50: number;
  p99: number;
  max: number;
  /** answers that were none, or not as they should be, and what the first of them was */
  errors: number;
  wrong: string;
  cpuMicros: number;
}

/** A body that is one of those expected, to the byte. */
function lookAt(expected: readonly Expected[]): Look {
  const known = new Map<number, string[]>();
  for (const { body } of expected) {
    const text = Buffer.from(body, "base64").toString("latin1");
    known.set(text.length, [...(known.get(text.length) ?? []), text]);
  }
  return (body) => known.get(String(body).length)?.includes(String(body)) ?? false;
}

async function drive({ url, seconds, connections, kind, ...load }: Load): Promise<Drive> {
  let wrong = "";
  let bad = 0;
  const complain = (what: string): void => {
    bad++;
    wrong ||= what.slice(0, 500);
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
    wrong:
      wrong ||
      (errors > 0 ? `${result.errors} broken, ${result.non2xx} refused, ${result.mismatches} other bodies` : ""),
    cpuMicros: ownUsage().cpuMicros - before.cpuMicros,
  };
}

answerQuestions({ drive, flood });
process.once("SIGTERM", () => process.exit());
