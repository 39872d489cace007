import { stripVTControlCharacters } from "node:util";

/** What a person needs to find a failed test and its reason, without the rest of the output. */
export interface Failure {
  name: string;
  /** the runner's own words, the first ones first */
  error: string;
}

/** what a report of a hundred lines has room for */
const roomInLines = 80;
const fewestLines = 3;

const firstLines = (text: string, count: number): string[] =>
  stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, count);

/** The failed tests by name, each with the beginning of its error: the more of them, the less of each. */
export function describeFailures(failures: readonly Failure[]): string {
  const lines = Math.max(fewestLines, Math.floor(roomInLines / Math.max(1, failures.length)) - 1);
  return failures
    .flatMap(({ name, error }) => [`✗ ${name}`, ...firstLines(error, lines).map((line) => `    ${line}`)])
    .join("\n");
}

/** The end of what a program said, for one that named no test. */
export const lastLines = (output: string): string => firstLines(output, Infinity).slice(-20).join("\n");
