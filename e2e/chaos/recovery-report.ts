import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The measurements of one fault, in milliseconds. */
interface Toll {
  /** from the end of the fault until each shop had accepted an order */
  backMs: number;
  /** the longest time, including the fault itself, in which no shop served a customer */
  waitMs: number;
}

/** The totals of a run in which nothing was lost. */
export interface Trade {
  ground: string;
  seed: string;
  /** acknowledged orders, all of which are in the database */
  orders: number;
  /** requests that got no response and were retried */
  cutOff: number;
  priceChanges: number;
  looks: number;
}

/** where a long run stores its results */
const folder = process.env.CHAOS_RESULTS;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The measurements of a run, by fault. */
export class Tolls {
  readonly #byFault = new Map<string, Toll[]>();

  note(fault: string, toll: Toll): void {
    this.#byFault.set(fault, [...(this.#byFault.get(fault) ?? []), toll]);
  }

  get count(): number {
    return [...this.#byFault.values()].reduce((sum, tolls) => sum + tolls.length, 0);
  }

  /** Prints the report as a table in Markdown. Only called for runs that lost nothing. */
  async print({ ground, seed, orders, cutOff, priceChanges, looks }: Trade): Promise<void> {
    const rows = [...this.#byFault].map(([fault, tolls]) => {
      const maxSeconds = (of: (toll: Toll) => number): string => seconds(Math.max(...tolls.map(of)));
      return `| ${fault} | ${tolls.length} | ${maxSeconds(({ waitMs }) => waitMs)} | ${maxSeconds(({ backMs }) => backMs)} |`;
    });
    const text = [
      `${ground}, ${new Date().toISOString().slice(0, 10)}, seed \`${seed}\`: ${this.count} faults, 0 losses. ${orders} orders acknowledged, all of them there`,
      `once; ${cutOff} calls that got no answer and were tried again; ${priceChanges} changes of a price, ${looks} looks at it, none too old.`,
      "",
      "| fault | times | longest without any sale, s | longest until every shop sold again, s |",
      "| --- | ---: | ---: | ---: |",
      ...rows,
      "",
    ].join("\n");
    console.info(text);
    if (folder) await writeFile(join(folder, `chaos-${ground.toLowerCase()}.md`), text);
  }
}
