import { type ChildProcess, fork, spawn, spawnSync } from "node:child_process";
import { cpus } from "node:os";
import { join } from "node:path";

/** The resources that a process has used so far: CPU in microseconds, resident memory in bytes. */
export interface Usage {
  cpuMicros: number;
  rss: number;
}

interface Told {
  id: number;
  answer?: unknown;
  error?: string;
}

/** A child process of this folder that responds to requests by IPC. */
export interface Child {
  readonly pid: number;
  ask<Answer>(question: string, about?: unknown): Promise<Answer>;
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
  child.on("message", ({ id, answer, error }: Told) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(`${file}: ${error}`));
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended before it had answered`));
  });
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(question: string, about?: unknown) => {
      const asked = Promise.withResolvers<Answer>();
      waiting.set(++ids, asked as PromiseWithResolvers<unknown>);
      child.send({ id: ids, question, about });
      return asked.promise;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** In the child process: responds to requests by IPC, and exits when its parent does. */
export function answerQuestions(answers: Record<string, (about: never) => unknown>): void {
  process.on("message", async ({ id, question, about }: { id: number; question: string; about: never }) => {
    try {
      process.send?.({ id, answer: await answers[question]?.(about) });
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
