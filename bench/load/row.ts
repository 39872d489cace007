import type { Measured } from "./run-load.ts";

export type Engine = "PostgreSQL" | "PGlite";

/** A limit that a figure has to meet. */
export interface Target {
  /** as text: "at least 0.7 of the floor" */
  text: string;
  holds: boolean;
}

/** One row of the report: a load, next to its baseline if it has one. */
export interface LoadRow {
  group: string;
  name: string;
  engine: Engine;
  shop: Measured;
  floor: Measured | null;
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
  { shop, floor = null }: { shop: Measured; floor?: Measured | null },
  targets: (shop: Measured, ratio: number) => Target[] = () => [],
): LoadRow {
  const ratio = floor && shop.perSecond / floor.perSecond;
  return { ...what, shop, floor, ratio, targets: targets(shop, ratio ?? Number.NaN) };
}

/** A number with three significant digits. */
export const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** The ratio of a figure of the shop to that of its baseline; "" without one. */
export const ratioToFloor = ({ shop, floor }: LoadRow, of: "perSecond" | "cpuPerRequest" | "p99" | "rss"): string =>
  floor && floor[of] > 0 ? (shop[of] / floor[of]).toFixed(2) : "";
