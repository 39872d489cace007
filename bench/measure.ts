import { seededRandom } from "#fixtures/generate/seeded-random.ts";

export interface MeasuredResponse {
  ms: number;
  status: number;
  body: string;
}

/** Times of two requests that were measured in turn, in milliseconds. */
export interface Comparison {
  base: number[];
  other: number[];
}

export interface Summary {
  /** medians in milliseconds */
  base: number;
  other: number;
  /** of the medians: other to base */
  ratio: number;
  /** the 95 % confidence interval of the ratio, by bootstrap */
  low: number;
  high: number;
}

/** The number of rows in a response: of a list, or of its products; 1 for a single object. */
function rowsOf(body: string): number {
  const parsed = JSON.parse(body) as { products?: unknown[] } | unknown[];
  const rows = Array.isArray(parsed) ? parsed : parsed.products;
  return rows?.length ?? 1;
}

/**
 * Sends both requests in turn, so that other work on the machine affects both.
 * @throws if a response is wrong, or if the numbers of rows differ: less work is not more speed
 */
export async function compare(
  rounds: number,
  base: (round: number) => Promise<MeasuredResponse>,
  other: (round: number) => Promise<MeasuredResponse>,
): Promise<Comparison> {
  const times: Comparison = { base: [], other: [] };
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round++) {
    const both = [
      { send: base, into: times.base },
      { send: other, into: times.other },
    ];
    const rows = new Set<number>();
    // the order alternates, too
    for (const { send, into } of round % 2 === 0 ? both : both.reverse()) {
      const { ms, status, body } = await send(round + warmUp);
      if (status !== 200) throw new Error(`${status}: ${body.slice(0, 500)}`);
      rows.add(rowsOf(body));
      if (round >= 0) into.push(ms);
    }
    if (rows.size > 1) throw new Error(`The rows of both differ in number: ${[...rows].join(" and ")}.`);
  }
  return times;
}

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - (sorted.length % 2 === 0 ? 1 : 0)]];
  return (upper + lower) / 2;
};

const resamplings = 500;

/** Medians, their ratio, and its confidence interval: a bootstrap with a fixed seed. */
export function summarise({ base, other }: Comparison): Summary {
  const random = seededRandom(base.length);
  const resampled = (numbers: readonly number[]): number =>
    median(numbers.map(() => numbers[Math.floor(random() * numbers.length)] ?? 0));
  const ratios = Array.from({ length: resamplings }, () => resampled(other) / resampled(base)).sort((a, b) => a - b);
  const at = (share: number): number => ratios[Math.floor(share * resamplings)] ?? Number.NaN;
  const medians = { base: median(base), other: median(other) };
  return { ...medians, ratio: medians.other / medians.base, low: at(0.025), high: at(0.975) };
}
