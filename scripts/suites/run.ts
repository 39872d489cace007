import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

export interface Ended {
  /** ended by itself with code 0, in time */
  well: boolean;
  /** what it said, on both streams */
  output: string;
}

export interface RunOptions {
  /** true: what it says goes to the terminal at once, too */
  loud?: boolean;
  /** true: whatever else runs goes first */
  yields?: boolean;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

const running = new Set<ChildProcess>();
const graceMs = 10_000;

/** Each command leads a group of its own, so that what it has started ends with it. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // it has ended just now
  }
}

/** Whoever ends this process ends what it runs. */
export function endTogether(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      for (const child of running) signalGroup(child, signal);
      process.exit(1);
    });
  }
}

/** Runs one of the packages' commands (found through PATH) to its end. */
export function run(
  command: string,
  args: readonly string[],
  { loud = false, yields = false, env = process.env, timeoutMs = 15 * 60_000 }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = "";
    const hear = (text: string) => {
      if (loud) process.stdout.write(text);
      output += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
    const timer = setTimeout(() => {
      hear(`\nStopped: ${command} was still running after ${timeoutMs / 60_000} minutes.\n`);
      signalGroup(child, "SIGTERM");
      setTimeout(() => signalGroup(child, "SIGKILL"), graceMs).unref();
    }, timeoutMs);
    const end = (well: boolean) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ well, output });
    };
    child.once("error", (error) => {
      output += error.message;
      end(false);
    });
    child.once("close", (code) => end(code === 0));
  });
}
