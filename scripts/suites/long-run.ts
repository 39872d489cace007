import { endTogether, run } from "./run.ts";

/** Runs one folder's tests for long, and says what they say. @param size what makes the run long, unless the caller's own says otherwise */
export async function longRun(
  folder: string,
  size: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<void> {
  endTogether();
  const { well } = await run("vitest", ["run", folder], { loud: true, env: { ...size, ...process.env }, timeoutMs });
  process.exitCode = well ? 0 : 1;
}
