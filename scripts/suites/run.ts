import { spawn } from "node:child_process";

export interface Ended {
  /** ended by itself with code 0, in time */
  well: boolean;
  /** what it said, where it was told to speak to us */
  output: string;
}

export interface RunOptions {
  /** true: what it says goes to the terminal at once, and not to us */
  loud?: boolean;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

const running = new Set<ReturnType<typeof spawn>>();

/** Passes a signal on to what is running; ours is to wait for its end. */
export function stopAll(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

/** Runs one of the packages' commands (found through PATH) to its end. */
export function run(
  command: string,
  args: readonly string[],
  { loud = false, env = process.env, timeoutMs = 10 * 60_000 }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: loud ? "inherit" : ["ignore", "pipe", "pipe"] });
    running.add(child);
    let output = "";
    const hear = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    const timer = setTimeout(() => {
      output += `\nStopped: it was still running after ${timeoutMs / 60_000} minutes.\n`;
      child.kill("SIGKILL");
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
