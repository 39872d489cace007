import { type ChildProcess, spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

export interface RunResult {
  /** exited by itself with code 0, before the timeout */
  ok: boolean;
  /** stdout and stderr */
  output: string;
}

export interface RunOptions {
  /** true: the output also goes to the terminal as it comes */
  loud?: boolean;
  /** true: runs at a lower CPU priority than other suites */
  lowPriority?: boolean;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

const running = new Set<ChildProcess>();
const graceMs = 10_000;

/** Each command leads its own process group, so that a signal reaches the processes that it started. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // the process has just exited
  }
}

/** Passes a signal that ends this process on to the commands it runs. */
export function stopCommandsOnExit(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      for (const child of running) signalGroup(child, signal);
      process.exit(1);
    });
  }
}

/** Runs a command of the installed packages (found through PATH) until it exits. */
export function run(
  command: string,
  args: readonly string[],
  { loud = false, lowPriority = false, env = process.env, timeoutMs = 60 * 60_000 }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    if (lowPriority && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = "";
    const append = (text: string) => {
      if (loud) process.stdout.write(text);
      output += text;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", append);
    const timer = setTimeout(() => {
      append(`\nStopped: ${command} was still running after ${timeoutMs / 60_000} minutes.\n`);
      signalGroup(child, "SIGTERM");
      setTimeout(() => signalGroup(child, "SIGKILL"), graceMs).unref();
    }, timeoutMs);
    const end = (ok: boolean) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ ok, output });
    };
    child.once("error", (error) => {
      output += error.message;
      end(false);
    });
    child.once("close", (code) => end(code === 0));
  });
}
