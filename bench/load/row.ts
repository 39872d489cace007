import type { Measured } from "./run-load.ts";

export type Engine = "PostgreSQL" | "PGlite";

/** What is asked of a figure. */
export interface Target {
  /** in words: "at least 0.7 of the floor" */
  said: string;
  holds: boolean;
}

/** One line of the report: what was driven, beside its floor where it has one. */
export interface LoadRow {
  group: string;
  name: string;
  engine: Engine;
  shop: Measured;
  floor: Measured | null;
  /** requests a second to the floor's */
  ratio: number | null;
  targets: Target[];
}

/** One line with one figure. */
export interface FigureRow {
  group: string;
  name: string;
  engine: Engine;
  value: number;
  unit: string;
  targets: Target[];
}

export type Row = LoadRow | FigureRow;

export const atLeast = (value: number, least: number, what: string): Target => ({
  said: `at least ${least} ${what}`.trim(),
  holds: value >= least,
});
export const atMost = (value: number, most: number, what: string): Target => ({
  said: `at most ${most} ${what}`.trim(),
  holds: value <= most,
});

/** A load's line; targets are made of what was measured. */
export function loadRow(
  what: Pick<LoadRow, "group" | "name" | "engine">,
  { shop, floor = null }: { shop: Measured; floor?: Measured | null },
  targets: (shop: Measured, ratio: number) => Target[] = () => [],
): LoadRow {
  const ratio = floor && shop.perSecond / floor.perSecond;
  return { ...what, shop, floor, ratio, targets: targets(shop, ratio ?? Number.NaN) };
}

/** A number as it is read: three figures and no more. */
export const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** What a figure of the shop's is to the same figure of its floor; "" without one. */
export const besideFloor = ({ shop, floor }: LoadRow, of: "perSecond" | "cpuPerRequest" | "p99" | "rss"): string =>
  floor && floor[of] > 0 ? (shop[of] / floor[of]).toFixed(2) : "";
