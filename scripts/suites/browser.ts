import { readFile, rm } from "node:fs/promises";
import { findChromium } from "./chromium.ts";
import type { Failure } from "./failures.ts";
import { run } from "./run.ts";
import { checkRunner, oneFailed, type TestSummary } from "./test-summary.ts";
import type { FileTiming } from "./timings.ts";

const report = "build/tests/playwright.json";

interface Spec {
  title: string;
  file: string;
  line: number;
  tests: {
    projectName: string;
    status: string;
    results: { duration: number; errors: { message?: string }[] }[];
  }[];
}

interface Suite {
  specs: Spec[];
  suites?: Suite[];
}

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: Suite[];
  /** outside of any test */
  errors: { message?: string }[];
}

const emptyReport: Report = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [], errors: [] };

const messages = (errors: Report["errors"]): string => errors.map(({ message }) => message ?? "").join("\n");

const specsOf = (suites: readonly Suite[]): Spec[] =>
  suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)]);

const failuresOf = ({ suites }: Report): Failure[] =>
  specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => ({
        name: `browser: [${projectName}] ${file}:${line} › ${title}`,
        error: messages(results.flatMap(({ errors }) => errors)),
      })),
  );

/** The sum of the durations of each file's tests, which may have run side by side. */
function timingsOf({ suites }: Report): FileTiming[] {
  const seconds = new Map<string, number>();
  for (const { file, tests } of specsOf(suites)) {
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000));
    seconds.set(
      file,
      durations.reduce((total, duration) => total + duration, seconds.get(file) ?? 0),
    );
  }
  return [...seconds].map(([file, total]) => ({ file: `e2e/${file}`, seconds: total }));
}

/** Tests in a browser, against the shop as `npm start` starts it. */
export async function browser(): Promise<TestSummary> {
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.log((error as Error).message);
    return oneFailed("browser", (error as Error).message);
  }
  await rm(report, { force: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const result = await run("playwright", ["test", "--reporter=list,json", "--forbid-only"], { loud: true, env });
  const found = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => emptyReport,
  );
  const { expected, unexpected, flaky, skipped } = found.stats;
  const failures = failuresOf(found);
  const summary = { passed: expected, failed: unexpected + flaky, skipped, failures, timings: timingsOf(found) };
  return checkRunner("browser", summary, { ...result, output: messages(found.errors) || result.output });
}
