import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import type { Row } from "./row.ts";
import type { Pace } from "./run-load.ts";

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** A line of the report as it is told while it is measured. */
export function lineOf(row: Row): string {
  const head = `${row.engine} · ${row.group} · ${row.name}: `;
  const targets = row.targets.map(({ said, holds }) => `${said} ${holds ? "holds" : "MISSED"}`).join("; ");
  if ("value" in row) return `${head}${figure(row.value)} ${row.unit} — ${targets}`;
  const { shop, floor, ratio } = row;
  const beside =
    floor && ratio !== null
      ? ` = ${ratio.toFixed(2)} of ${figure(floor.perSecond)} (p99 ${floor.p99} ms, ${figure(floor.cpuPerRequest)} µs CPU)`
      : "";
  const trips = shop.roundTrips === null ? "" : `, ${shop.roundTrips.toFixed(2)} round trips`;
  return `${head}${figure(shop.perSecond)}/s${beside}, p50 ${shop.p50} ms, p99 ${shop.p99} ms, ${figure(shop.cpuPerRequest)} µs CPU (${figure(shop.cpuShare)} core, generator ${figure(shop.loadShare)})${trips}, ${figure(shop.rss / 1e6)} MB — ${targets}`;
}

export interface Finished {
  rows: readonly Row[];
  sizes: { products: number; orders: number };
  pace: Pace;
  short: boolean;
  kept: boolean;
}

const folder = join(import.meta.dirname, "../results");

export async function writeRun({ rows, kept, ...how }: Finished): Promise<void> {
  if (!kept) return;
  await mkdir(folder, { recursive: true });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}`;
  await writeFile(
    join(folder, "speed.json"),
    `${JSON.stringify({ machine, at: new Date().toISOString(), ...how, rows }, null, 2)}\n`,
  );
}
