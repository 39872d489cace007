import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Summary } from "./measure.ts";

/** The measurement of one request, with its limit. */
export interface Result extends Summary {
  kind: "size" | "depth";
  name: string;
  /** of the ratio */
  limit: number;
}

export interface Report {
  few: number;
  many: number;
  rounds: number;
  machine: string;
  /** time of the run, in UTC */
  at: string;
  results: Result[];
}

const folder = join(import.meta.dirname, "results");
const ms = (time: number): string => time.toFixed(2);
const holds = ({ ratio, limit }: Result): boolean => ratio <= limit;

/** The results as two tables in Markdown. */
export function tableOf(results: readonly Result[], { few, many }: { few: number; many: number }): string {
  const table = (kind: Result["kind"], base: string, other: string): string[] => [
    `| request | ${base}, ms | ${other}, ms | ratio | 95 % bootstrap interval | limit | |`,
    "| --- | ---: | ---: | ---: | --- | ---: | --- |",
    ...results
      .filter((result) => result.kind === kind)
      .map((result) => {
        const spread = `${result.low.toFixed(2)} – ${result.high.toFixed(2)}`;
        const numbers = [ms(result.base), ms(result.other), result.ratio.toFixed(2), spread, result.limit.toFixed(1)];
        return `| ${result.name} | ${numbers.join(" | ")} | ${holds(result) ? "holds" : "**broken**"} |`;
      }),
  ];
  return [
    ...table("size", `${few} products`, `${many} products`),
    "",
    ...table("depth", "page 1", "that page"),
    "",
  ].join("\n");
}

/** Stores a complete run in bench/results: the numbers, a table and a chart. */
export async function writeReport(report: Report): Promise<void> {
  await mkdir(folder, { recursive: true });
  const head = [
    "# The catalogue's speed by its size",
    "",
    `Measured ${report.at.slice(0, 10)} on ${report.machine}: medians of ${report.rounds} uncached responses each and more, requested in turn.`,
    "",
    "![Ratios of the medians](catalogue.svg)",
    "",
  ].join("\n");
  await writeFile(join(folder, "catalogue.json"), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(folder, "catalogue.md"), `${head}\n${tableOf(report.results, report)}`);
  await writeFile(join(folder, "catalogue.svg"), pictureOf(report.results));
}

const [rowHeight, nameWidth, unit, max] = [22, 400, 200, 2.4];
const plain = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** A bar for each ratio, with a line at its limit. */
function pictureOf(results: readonly Result[]): string {
  const width = nameWidth + max * unit + 60;
  const rows = results.map((result, index) => {
    const y = index * rowHeight;
    const x = (ratio: number): number => nameWidth + Math.min(ratio, max) * unit;
    return [
      `<text x="${nameWidth - 8}" y="${y + 15}" text-anchor="end">${plain(result.name)}</text>`,
      `<rect x="${nameWidth}" y="${y + 4}" width="${x(result.ratio) - nameWidth}" height="14" fill="${holds(result) ? "#8a9a7b" : "#b3503c"}"/>`,
      `<path d="M${x(result.low)} ${y + 11}H${x(result.high)}" stroke="#2b2622"/>`,
      `<path d="M${x(result.limit)} ${y + 1}v20" stroke="#b3503c" stroke-width="2"/>`,
      `<text x="${x(Math.max(result.ratio, result.high, result.limit)) + 8}" y="${y + 15}">${result.ratio.toFixed(2)}</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${results.length * rowHeight}" font-family="sans-serif" font-size="12" fill="#2b2622">
<title>Ratios of the medians</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows.join("\n")}
</svg>
`;
}
