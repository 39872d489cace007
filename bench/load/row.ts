import type { Measured } from "./run-load.ts";

export type Engine = "PostgreSQL" | "PGlite";

/** A limit that a figure has to meet. */
export interface Target {
  /** as text: "at least 0.7 of the baseline" */
  text: string;
  holds: boolean;
}

/** One row of the report: a load, next to its baseline if it has one. */
export interface LoadRow {
  group: string;
  name: string;
  engine: Engine;
  shop: Measured;
  baseline: Measured | null;
  /** requests per second, relative to the baseline */
  ratio: number | null;
  targets: Target[];
}

/** One row with a single figure. */
export interface FigureRow {
  group: string;
  name: string;
  engine: Engine;
  value: number;
  unit: string;
  targets: Target[];
}

export type Row = LoadRow | FigureRow;

export const minimum = (value: number, min: number, what: string): Target => ({
  text: `at least ${min} ${what}`.trim(),
  holds: value >= min,
});
export const maximum = (value: number, max: number, what: string): Target => ({
  text: `at most ${max} ${what}`.trim(),
  holds: value <= max,
});

/** The row of a load; its targets are checked against the measurement. */
export function loadRow(
  what: Pick<LoadRow, "group" | "name" | "engine">,
  { shop, baseline = null }: { shop: Measured; baseline?: Measured | null },
  targets: (shop: Measured, ratio: number) => Target[] = () => [],
): LoadRow {
  const ratio = baseline && shop.perSecond / baseline.perSecond;
  return { ...what, shop, baseline, ratio, targets: targets(shop, ratio ?? Number.NaN) };
}

/** A number with three significant digits. */
export const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** The ratio of a figure of the shop to that of its baseline; "" without one. */
export const ratioToBaseline = (
  { shop, baseline }: LoadRow,
  of: "perSecond" | "cpuPerRequest" | "p99" | "rss",
): string => (baseline && baseline[of] > 0 ? (shop[of] / baseline[of]).toFixed(2) : "");
