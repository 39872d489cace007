import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What one fault took. Times in milliseconds. */
interface Toll {
  /** from the fault's end until each shop had taken an order */
  backMs: number;
  /** the longest time, the fault's own included, in which no customer was served at any shop */
  waitMs: number;
}

/** What went on while nothing was lost. */
export interface Trade {
  ground: string;
  seed: string;
  /** that the customers were told of, all of which are there */
  orders: number;
  /** calls without an answer, which were tried again */
  cutOff: number;
  priceChanges: number;
  looks: number;
}

/** where a long run writes what it has shown */
const folder = process.env.CHAOS_RESULTS;
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What the faults of a run took, by their kind. */
export class Tolls {
  readonly #byFault = new Map<string, Toll[]>();

  note(fault: string, toll: Toll): void {
    this.#byFault.set(fault, [...(this.#byFault.get(fault) ?? []), toll]);
  }

  get count(): number {
    return [...this.#byFault.values()].reduce((sum, tolls) => sum + tolls.length, 0);
  }

  /** Says it, as a table in Markdown. Only a run that has lost nothing comes so far. */
  async tell({ ground, seed, orders, cutOff, priceChanges, looks }: Trade): Promise<void> {
    const rows = [...this.#byFault].map(([fault, tolls]) => {
      const most = (of: (toll: Toll) => number): string => seconds(Math.max(...tolls.map(of)));
      return `| ${fault} | ${tolls.length} | ${most(({ waitMs }) => waitMs)} | ${most(({ backMs }) => backMs)} |`;
    });
    const told = [
      `${ground}, ${new Date().toISOString().slice(0, 10)}, seed \`${seed}\`: ${this.count} faults, 0 losses. ${orders} orders acknowledged, all of them there`,
      `once; ${cutOff} calls that got no answer and were tried again; ${priceChanges} changes of a price, ${looks} looks at it, none too old.`,
      "",
      "| fault | times | longest without any sale, s | longest until every shop sold again, s |",
      "| --- | ---: | ---: | ---: |",
      ...rows,
      "",
    ].join("\n");
    console.info(told);
    if (folder) await writeFile(join(folder, `chaos-${ground.toLowerCase()}.md`), told);
  }
}
