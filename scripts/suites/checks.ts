import { existsSync } from "node:fs";
import { run } from "./run.ts";
import { oneFailed, onePassed, type TestSummary } from "./test-summary.ts";

const sources = ["src", "simulators", "fixtures", "e2e", "bench", "scripts", "demo.ts", "shop.ts"].filter(existsSync);

/** The static checks, each a list of commands that must all succeed. */
const commands = {
  format: [["biome", "format", "."]],
  lint: [["biome", "lint", "--error-on-warnings", "."]],
  types: [
    ["react-router", "typegen"],
    // each checker infers the types of the shared schemas again, and the build runs on the other core
    ["tsc", "--noEmit", "--checkers", "1"],
  ],
  imports: [["depcruise", "--config", ".dependency-cruiser.mjs", ...sources]],
  unused: [["knip"]],
  build: [["node", "scripts/bootstrap.mjs", "build"]],
} as const;

/** Runs one check. Its output is shown when it fails. */
export const check = (name: keyof typeof commands) => async (): Promise<TestSummary> => {
  for (const [command, ...args] of commands[name]) {
    const { ok, output } = await run(command, args);
    if (ok) continue;
    console.log(output.trimEnd());
    return oneFailed(name, output);
  }
  return onePassed;
};
