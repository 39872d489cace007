import type { Row } from "./row.ts";
import type { Pace } from "./run-load.ts";

export interface BenchmarkResult {
  rows: readonly Row[];
  sizes: { products: number; orders: number };
  pace: Pace;
  short: boolean;
}

export interface BenchmarkRun extends BenchmarkResult {
  machine: string;
  /** time of the run, in UTC */
  at: string;
}
