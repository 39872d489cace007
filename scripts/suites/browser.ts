import { readFile, rm } from "node:fs/promises";
import { findChromium } from "./chromium.ts";
import type { Failure } from "./failures.ts";
import { run } from "./run.ts";
import { judged, oneFailed, type Tally } from "./test-summary.ts";

const report = "build/tests/playwright.json";

interface Spec {
  title: string;
  file: string;
  line: number;
  tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
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

const nothing: Report = { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, suites: [], errors: [] };

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

/** Tests in a browser, against the shop as it is started by `npm start`. */
export async function browser(): Promise<Tally> {
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.log((error as Error).message);
    return oneFailed("browser", (error as Error).message);
  }
  await rm(report, { force: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const ended = await run("playwright", ["test", "--reporter=list,json", "--forbid-only"], { loud: true, env });
  const found = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => nothing,
  );
  const { expected, unexpected, flaky, skipped } = found.stats;
  const tally = { passed: expected, failed: unexpected + flaky, skipped, failures: failuresOf(found) };
  return judged("browser", tally, { ...ended, output: messages(found.errors) || ended.output });
}
