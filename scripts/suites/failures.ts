import { stripVTControlCharacters } from "node:util";

/** A failed test and its error, for the end of the output. */
export interface Failure {
  name: string;
  /** the runner's messages, the first ones first */
  error: string;
}

/** The failures are described in about as many lines. */
const maxLines = 80;
const minLinesEach = 3;

const firstLines = (text: string, count: number): string[] =>
  stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, count);

/** The failed tests by name, each with the beginning of its error: the more failures, the fewer lines each. */
export function describeFailures(failures: readonly Failure[]): string {
  const lines = Math.max(minLinesEach, Math.floor(maxLines / Math.max(1, failures.length)) - 1);
  return failures
    .flatMap(({ name, error }) => [`✗ ${name}`, ...firstLines(error, lines).map((line) => `    ${line}`)])
    .join("\n");
}

/** The last lines of a program's output, for one that named no failed test. */
export const lastLines = (output: string): string => firstLines(output, Infinity).slice(-20).join("\n");
