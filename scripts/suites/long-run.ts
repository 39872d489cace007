import { run, stopCommandsOnExit } from "./run.ts";

/** Runs one folder's tests in their long form and shows their output. @param size environment variables that set how long, unless the caller's environment sets them */
export async function longRun(
  folder: string,
  size: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<void> {
  stopCommandsOnExit();
  const { ok } = await run("vitest", ["run", folder], { loud: true, env: { ...size, ...process.env }, timeoutMs });
  process.exitCode = ok ? 0 : 1;
}
