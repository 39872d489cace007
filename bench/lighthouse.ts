// npm run lighthouse: a first visit on a phone, measured by Lighthouse. See bench/README.md.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBackOffice } from "./back-office.ts";
import { installedChromium } from "../e2e/kit/chromium.ts";
import { startDemonstration } from "../e2e/kit/running-shop.ts";
import { stopCommandsOnExit, run } from "../scripts/suites/run.ts";

/** Installed on first use: it is a quarter of the size of all other packages, and few people need it. */
const lighthouse = "lighthouse@13.5.0";
const folder = "build/lighthouse";
const pages = {
  home: "/",
  listing: "/products/category/rings",
  product: "/product-detail/101/nhan-bac-solitaire-cz",
  support: "/support",
};
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const minScores = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
const maxShift = 0.02;
const maxBlockedMs = 100;
/** limits of the Largest Contentful Paint; the support page has none */
const latestMs: Record<string, number> = { home: 1800, listing: 1800, product: 1800 };
const maxFirstViewKb = 350;

interface Report {
  categories: Record<(typeof categories)[number], { score: number }>;
  audits: Record<string, { numericValue?: number; details?: { items?: Transfer[] } }>;
  environment: { benchmarkIndex: number };
}

interface Transfer {
  resourceType?: string;
  priority?: string;
  transferSize?: number;
}

/** The results of one visit: scores out of 100, times in milliseconds. */
interface Visit {
  scores: Record<(typeof categories)[number], number>;
  lcp: number;
  tbt: number;
  shift: number;
  /** transferred kilobytes, without images below the fold, which a browser loads last */
  firstView: number;
  /** Lighthouse's benchmark index of this machine: its fourfold CPU throttling assumes 1500 to 2000 */
  processor: number;
}

async function visit(url: string, chromium: string, path: string): Promise<Visit> {
  const { ok, output } = await run(
    "npm",
    [
      ...[
        "exec",
        "--yes",
        `--package=${lighthouse}`,
        "--",
        "lighthouse",
        url,
        "--quiet",
        "--no-enable-error-reporting",
      ],
      ...["--output=json", "--output=html", `--output-path=${path}`, "--chrome-flags=--headless --no-sandbox"],
      ...["--only-categories", categories.join(","), `--throttling.cpuSlowdownMultiplier=${values.slowdown}`],
    ],
    { env: { ...process.env, CHROME_PATH: chromium } },
  );
  if (!ok) throw new Error(`Lighthouse could not visit ${url}:\n${output}`);
  const {
    categories: found,
    audits,
    environment,
  } = JSON.parse(await readFile(`${path}.report.json`, "utf8")) as Report;
  const number = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const sent = audits["network-requests"]?.details?.items ?? [];
  const seen = sent.filter(({ resourceType, priority }) => resourceType !== "Image" || priority !== "Low");
  const score = (category: (typeof categories)[number]) => Math.round(found[category].score * 100);
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    lcp: number("largest-contentful-paint"),
    tbt: number("total-blocking-time"),
    shift: number("cumulative-layout-shift"),
    firstView: seen.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
    processor: environment.benchmarkIndex,
  };
}

/** The visit with the median performance; the number of visits is odd. */
const middle = (visits: readonly Visit[]): Visit | undefined =>
  visits.toSorted((one, other) => one.scores.performance - other.scores.performance)[visits.length >> 1];

const holds = (name: string, { scores, shift, lcp, tbt, firstView }: Visit): boolean =>
  categories.every((category) => scores[category] >= minScores[category]) &&
  shift <= maxShift &&
  tbt < maxBlockedMs &&
  lcp < (latestMs[name] ?? Number.POSITIVE_INFINITY) &&
  firstView <= maxFirstViewKb;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    slowdown: { type: "string", default: "4" },
    "back-office": { type: "boolean", default: false },
  },
});
const chromium = installedChromium();
if (!chromium) throw new Error("Lighthouse needs Chromium: install it, or set CHROMIUM_PATH to one.");
stopCommandsOnExit();
if (values["back-office"]) {
  const holding = await measureBackOffice(chromium, { runs: Number(values.runs), slowdown: Number(values.slowdown) });
  process.exit(holding ? 0 : 1);
}
await mkdir(folder, { recursive: true });
const shop = await startDemonstration("PGlite");
const rows: string[] = [];
try {
  for (const [name, path] of Object.entries(pages)) {
    // fills the cache: work that is done once for all visitors is not measured
    await fetch(`${shop.url}${path}`);
    const visits: Visit[] = [];
    for (let number = 1; number <= Number(values.runs); number++) {
      console.log(`${name}, visit ${number} of ${values.runs} …`);
      visits.push(await visit(`${shop.url}${path}`, chromium, join(folder, `${name}-${number}`)));
    }
    const found = middle(visits);
    if (!found) continue;
    const scores = categories.map((category) => found.scores[category]);
    const times = [`${(found.lcp / 1000).toFixed(1)} s`, `${Math.round(found.tbt)} ms`, found.shift.toFixed(3)];
    const size = [`${Math.round(found.firstView)} kB`, Math.round(found.processor)];
    rows.push(`| ${[name, ...scores, ...times, ...size, holds(name, found) ? "holds" : "**missed**"].join(" | ")} |`);
    if (!holds(name, found)) process.exitCode = 1;
  }
} finally {
  await shop.close();
}
console.log(`
| page | ${categories.join(" | ")} | LCP | TBT | CLS | first view | processor | |
| --- | ${categories.map(() => "---: | ").join("")}---: | ---: | ---: | ---: | ---: | --- |
${rows.join("\n")}

The full reports are in ${folder}.`);
