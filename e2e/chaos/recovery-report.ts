import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The measurements of one fault, in milliseconds. */
interface FaultMeasurement {
  /** from the end of the fault until each shop had accepted an order */
  recoveryMs: number;
  /** the longest time, including the fault itself, in which no shop served a customer */
  maxWaitMs: number;
}

/** The totals of a run in which nothing was lost. */
export interface RunTotals {
  engine: string;
  seed: string;
  /** acknowledged orders, all of which are in the database */
  orders: number;
  /** requests that got no response and were retried */
  lostResponses: number;
  priceChanges: number;
  priceReads: number;
}

/** where a long run stores its results */
const folder = process.env.CHAOS_RESULTS;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The measurements of a run, by fault. */
export class RecoveryReport {
  readonly #byFault = new Map<string, FaultMeasurement[]>();

  add(fault: string, measurement: FaultMeasurement): void {
    this.#byFault.set(fault, [...(this.#byFault.get(fault) ?? []), measurement]);
  }

  get count(): number {
    return [...this.#byFault.values()].reduce((sum, measurements) => sum + measurements.length, 0);
  }

  /** Prints the report as a table in Markdown. Only called for runs that lost nothing. */
  async print({ engine, seed, orders, lostResponses, priceChanges, priceReads }: RunTotals): Promise<void> {
    const rows = [...this.#byFault].map(([fault, measurements]) => {
      const maxSeconds = (of: (measurement: FaultMeasurement) => number): string =>
        seconds(Math.max(...measurements.map(of)));
      return `| ${fault} | ${measurements.length} | ${maxSeconds(({ maxWaitMs }) => maxWaitMs)} | ${maxSeconds(({ recoveryMs }) => recoveryMs)} |`;
    });
    const text = [
      `${engine}, ${new Date().toISOString().slice(0, 10)}, seed \`${seed}\`: ${this.count} faults, 0 losses. ${orders} orders acknowledged, all of them stored`,
      `once; ${lostResponses} requests without a response, which were retried; ${priceChanges} changes of a price, ${priceReads} reads of it, none out of date.`,
      "",
      "| fault | times | longest without any sale, s | longest until every shop accepted an order, s |",
      "| --- | ---: | ---: | ---: |",
      ...rows,
      "",
    ].join("\n");
    console.info(text);
    if (folder) await writeFile(join(folder, `chaos-${engine.toLowerCase()}.md`), text);
  }
}
