import type { BenchmarkRun } from "./benchmark-run.ts";
import { ratioToBaseline, type FigureRow, figure, type LoadRow, type Target } from "./row.ts";

const plain = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

const style = `
  :root { --ink: #2b2622; --quiet: #7a7068; --line: #e4ddd5; --shop: #8a9a7b; --baseline: #cfc6ba; --missed: #b3503c }
  body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); max-width: 1080px; margin: 2rem auto; padding: 0 1rem }
  h1, h2 { font-weight: 500 } h2 { margin-top: 2.5rem }
  p.quiet, td.quiet { color: var(--quiet) }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
  th, td { text-align: right; padding: .3rem .5rem; border-bottom: 1px solid var(--line); font-weight: 400 }
  th { color: var(--quiet) } th:first-child, td:first-child, td:last-child, th:last-child { text-align: left }
  svg { width: 100%; height: auto; margin: .5rem 0 1rem } text { font: 12px system-ui, sans-serif; fill: var(--ink) }
  .missed { color: var(--missed) }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #ece6df; --quiet: #a79d93; --line: #443d37; --baseline: #5d554d } body { background: #1f1b18 }
  }`;

const [nameWidth, barWidth, rowHeight] = [330, 560, 40];

/** Two bars for each load: the requests per second of the shop, and of its baseline. */
function chartOf(rows: readonly LoadRow[]): string {
  const max = Math.max(...rows.flatMap(({ shop, baseline }) => [shop.perSecond, baseline?.perSecond ?? 0]));
  const width = (perSecond: number): number => (perSecond / max) * barWidth;
  const bars = rows.map(({ name, engine, shop, baseline, ratio, targets }, index) => {
    const y = index * rowHeight;
    const colour = targets.every(({ holds }) => holds) ? "var(--shop)" : "var(--missed)";
    const label = `${figure(shop.perSecond)}/s${ratio === null ? "" : ` · ${ratio.toFixed(2)} of the baseline`}`;
    return `
      <text x="${nameWidth - 8}" y="${y + 18}" text-anchor="end">${plain(`${name}, ${engine}`)}</text>
      <rect x="${nameWidth}" y="${y + 4}" width="${width(shop.perSecond)}" height="14" fill="${colour}"/>
      ${baseline ? `<rect x="${nameWidth}" y="${y + 20}" width="${width(baseline.perSecond)}" height="8" fill="var(--baseline)"/>` : ""}
      <text x="${nameWidth + width(shop.perSecond) + 6}" y="${y + 16}">${label}</text>`;
  });
  const height = rows.length * rowHeight;
  return `<svg viewBox="0 0 ${nameWidth + barWidth + 190} ${height}" role="img" aria-label="Requests a second">${bars.join("")}</svg>`;
}

const describeTargets = (targets: readonly Target[]): string =>
  targets
    .map(
      ({ text: label, holds }) => `<span class="${holds ? "" : "missed"}">${plain(label)}${holds ? "" : " ✗"}</span>`,
    )
    .join("; ");

function loadTable(rows: readonly LoadRow[]): string {
  const lines = rows.map((row) => {
    const { shop, name, engine } = row;
    const cells = [
      ...[
        figure(shop.perSecond),
        ratioToBaseline(row, "perSecond"),
        shop.p50,
        shop.p99,
        ratioToBaseline(row, "p99"),
        shop.errors,
      ],
      ...[figure(shop.cpuPerRequest), ratioToBaseline(row, "cpuPerRequest"), shop.roundTrips?.toFixed(1) ?? ""],
      ...[figure(shop.rss / 1e6), ratioToBaseline(row, "rss")],
    ];
    const numbers = cells.map((cell) => `<td>${cell}</td>`).join("");
    return `<tr><td>${plain(name)}, ${engine}</td>${numbers}<td>${describeTargets(row.targets)}</td></tr>`;
  });
  return `<table><thead><tr><th>what</th><th>a second</th><th>÷ baseline</th><th>p50, ms</th><th>p99, ms</th><th>÷ baseline</th>
    <th>errors</th><th>CPU, µs</th><th>÷ baseline</th><th>round trips</th><th>MB</th><th>÷ baseline</th><th>target</th></tr></thead>
    <tbody>${lines.join("")}</tbody></table>`;
}

const figureTable = (rows: readonly FigureRow[]): string =>
  `<table><thead><tr><th>what</th><th>measured</th><th>target</th></tr></thead><tbody>${rows
    .map(
      ({ name, engine, value, unit, targets }) =>
        `<tr><td>${plain(name)}, ${engine}</td><td>${figure(value)} ${unit}</td><td>${describeTargets(targets)}</td></tr>`,
    )
    .join("")}</tbody></table>`;

/** The run as a self-contained HTML page. */
export function pageOf({ rows, machine, at, sizes, pace }: BenchmarkRun): string {
  const groups = [...new Set(rows.map(({ group }) => group))].map((group) => {
    const of = rows.filter((row) => row.group === group);
    const loads = of.filter((row) => "shop" in row);
    const figures = of.filter((row) => "value" in row);
    return `<h2>${plain(group)}</h2>
      ${loads.length > 0 ? chartOf(loads) + loadTable(loads) : ""}${figures.length > 0 ? figureTable(figures) : ""}`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The shop's speed relative to its baselines</title><style>${style}</style>
<h1>The shop's speed relative to its baselines</h1>
<p class="quiet">${at.slice(0, 10)}, ${plain(machine)}. ${sizes.products} products, ${sizes.orders} past orders, 32 connections,
${pace.rounds} rounds of ${pace.seconds} s each in turn. The thin bar is the baseline: <code>node:http</code> sending the same bytes,
or Fastify with one indexed SELECT of the same products. Red: a target is missed.</p>
${groups.join("\n")}
</html>
`;
}
