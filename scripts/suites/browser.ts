import { readFile, rm } from "node:fs/promises";
import { findChromium } from "./chromium.ts";
import { run } from "./run.ts";
import { judged, oneFailed, type Tally } from "./tally.ts";

const report = "build/tests/playwright.json";

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** Tests in a browser, against the shop as it is started by `npm start`. */
export async function browser(): Promise<Tally> {
  let chromium: string;
  try {
    chromium = await findChromium();
  } catch (error) {
    console.log((error as Error).message);
    return oneFailed;
  }
  await rm(report, { force: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { well } = await run("playwright", ["test", "--reporter=list,json", "--forbid-only"], { loud: true, env });
  const stats = await readFile(report, "utf8").then(
    (text) => (JSON.parse(text) as Report).stats,
    () => ({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }),
  );
  const tally = { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
  return judged(tally, well);
}
