import { mkdir, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { pageOf } from "./page.ts";
import { ratioToBaseline, figure, type LoadRow, type Row, type Target } from "./row.ts";
import type { BenchmarkResult, BenchmarkRun } from "./benchmark-run.ts";

const targetsOf = (targets: readonly Target[]): string =>
  targets.map(({ text, holds }) => `${text}: ${holds ? "holds" : "**missed**"}`).join("; ");

/** A row of the report as one line, printed while the benchmark runs. */
export function lineOf(row: Row): string {
  const head = `${row.engine} · ${row.group} · ${row.name}: `;
  const targets = row.targets.length > 0 ? ` — ${targetsOf(row.targets).replaceAll("**", "")}` : "";
  if ("value" in row) return `${head}${figure(row.value)} ${row.unit}${targets}`;
  const { shop, baseline, ratio } = row;
  const comparison = baseline && ratio !== null ? ` = ${ratio.toFixed(2)} of ${figure(baseline.perSecond)}` : "";
  const trips = shop.roundTrips === null ? "" : `, ${shop.roundTrips.toFixed(2)} round trips`;
  const cpu = `${figure(shop.cpuPerRequest)} µs CPU${baseline ? ` (baseline ${figure(baseline.cpuPerRequest)})` : ""}`;
  return `${head}${figure(shop.perSecond)}/s${comparison}, p50 ${shop.p50} ms, p99 ${shop.p99} ms, ${cpu}${trips}, ${figure(shop.rss / 1e6)} MB${targets}`;
}

const folder = join(import.meta.dirname, "../results");

const loadLine = (row: LoadRow): string => {
  const { shop, engine, name, ratio, targets } = row;
  const cells = [
    ...[name, engine, figure(shop.perSecond), ratio === null ? "" : ratio.toFixed(2), shop.p50, shop.p99, shop.errors],
    ...[figure(shop.cpuPerRequest), ratioToBaseline(row, "cpuPerRequest"), shop.roundTrips?.toFixed(1) ?? ""],
    ...[figure(shop.rss / 1e6), targetsOf(targets)],
  ];
  return `| ${cells.join(" | ")} |`;
};

const loadHead = [
  "| what | on | a second | to its baseline | p50, ms | p99, ms | errors | CPU, µs | to its baseline | round trips | MB | target |",
  "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
];

/** The run as tables in Markdown, one for each group. */
export function tablesOf({ rows, machine, at, sizes, pace, short }: BenchmarkRun): string {
  const lines = [
    "# The shop's speed relative to its baselines",
    "",
    `Measured ${at.slice(0, 10)} on ${machine}, ${sizes.products} products, ${sizes.orders} past orders, 32 connections,`,
    `${pace.rounds} rounds of ${pace.seconds} s each in turn${short ? " (the short run)" : ""}.`,
  ];
  for (const group of new Set(rows.map((row) => row.group))) {
    const of = rows.filter((row) => row.group === group);
    const loads = of.filter((row) => "shop" in row);
    const figures = of.filter((row) => "value" in row);
    lines.push("", `## ${group}`, "");
    if (loads.length > 0) lines.push(...loadHead, ...loads.map(loadLine));
    if (loads.length > 0 && figures.length > 0) lines.push("");
    if (figures.length > 0) lines.push("| what | on | measured | target |", "| --- | --- | ---: | --- |");
    for (const { name, engine, value, unit, targets } of figures)
      lines.push(`| ${name} | ${engine} | ${figure(value)} ${unit} | ${targetsOf(targets)} |`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Stores a complete run: numbers and tables in bench/results, and a page with charts. @returns the path of that page
 */
export async function writeRun(finished: BenchmarkResult): Promise<string> {
  await mkdir(folder, { recursive: true });
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadavg()[0]?.toFixed(1)}`;
  const run: BenchmarkRun = { machine, at: new Date().toISOString(), ...finished };
  const page = join(import.meta.dirname, "../report.html");
  await writeFile(join(folder, "speed.json"), `${JSON.stringify(run, null, 2)}\n`);
  await writeFile(join(folder, "speed.md"), tablesOf(run));
  await writeFile(page, pageOf(run));
  return page;
}
