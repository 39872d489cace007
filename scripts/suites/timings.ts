import { mkdir, readFile, writeFile } from "node:fs/promises";

/** How long the tests of one file took. */
export interface FileTiming {
  file: string;
  seconds: number;
}

/** Timings of the last run of each suite. */
const storedIn = "build/timings.json";
const howManySlow = 10;

const slowestFirst = (timings: readonly FileTiming[]): FileTiming[] =>
  timings.toSorted((one, other) => other.seconds - one.seconds);

/** Stores the timings by suite in build/timings.json; suites that did not run keep the ones of their last run. */
export async function storeTimings(bySuite: Readonly<Record<string, readonly FileTiming[]>>): Promise<void> {
  const stored = await readFile(storedIn, "utf8").then(
    (text) => JSON.parse(text) as Record<string, FileTiming[]>,
    () => ({}),
  );
  const sorted = Object.entries(bySuite).map(([suite, timings]) => [suite, slowestFirst(timings)] as const);
  await mkdir("build", { recursive: true });
  await writeFile(storedIn, `${JSON.stringify({ ...stored, ...Object.fromEntries(sorted) }, null, 2)}\n`);
}

export const describeSlowest = (timings: readonly FileTiming[]): string =>
  slowestFirst(timings)
    .slice(0, howManySlow)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`)
    .join("\n");
