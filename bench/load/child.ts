import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";

/** The resources that a process has used so far: CPU in microseconds, resident memory in bytes. */
export interface Usage {
  cpuMicros: number;
  rss: number;
}

interface ChildMessage {
  id: number;
  result?: unknown;
  error?: string;
}

/** A child process of this folder that responds to requests by IPC. */
export interface Child {
  readonly pid: number;
  request<Result>(question: string, about?: unknown): Promise<Result>;
  stop(): Promise<void>;
}

const hasTaskset = spawnSync("taskset", ["--version"]).status === 0;
/** The load generator and the servers each have a CPU core of their own, where taskset is available. */
export const cores = hasTaskset && cpus().length > 1 ? { load: 0, server: 1 } : null;

function begin(file: string, core: number | null, env: NodeJS.ProcessEnv): ChildProcess {
  const path = join(import.meta.dirname, file);
  const options = { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit", "ipc"] as const };
  return core === null
    ? fork(path, { ...options, stdio: [...options.stdio] })
    : spawn("taskset", ["-c", String(core), process.execPath, path], { ...options, stdio: [...options.stdio] });
}

/** Starts a child process of this folder, pinned to a core. */
export function startChild(file: string, on: "load" | "server", env: NodeJS.ProcessEnv = {}): Child {
  const child = begin(file, cores?.[on] ?? null, env);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let ids = 0;
  child.on("message", ({ id, result, error }: ChildMessage) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(`${file}: ${error}`));
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} exited before it responded`));
  });
  return {
    pid: child.pid ?? 0,
    request: <Result>(question: string, about?: unknown) => {
      const pending = Promise.withResolvers<Result>();
      waiting.set(++ids, pending as PromiseWithResolvers<unknown>);
      child.send({ id: ids, question, about });
      return pending.promise;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** In the child process: responds to requests by IPC, and exits when its parent does. */
export function handleRequests(handlers: Record<string, (about: never) => unknown>): void {
  process.on("message", async ({ id, question, about }: { id: number; question: string; about: never }) => {
    try {
      process.send?.({ id, result: await handlers[question]?.(about) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once("disconnect", () => process.exit());
}

/** The resources that this process has used so far. */
export function ownUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system, rss: process.memoryUsage.rss() };
}
