import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../fixtures/testing/postgres-server.ts";
import { recordingArguments } from "../../fixtures/testing/recording-arguments.ts";

export { freePort };

/** Where processes of the shop store compiled code, as in production: scripts/test.ts sets it. */
export const compileCache: NodeJS.ProcessEnv = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};

const startsWithinMs = 110_000;
const pollMs = 50;

/** The shop as a separate process, started as in production, that can be killed and restarted. */
export class ShopProcess {
  readonly url: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #program: string;
  readonly #preload: readonly string[];
  #child: ChildProcess | undefined;
  #output = "";

  /**
   * @param program path from the root of the repository: of the shop alone, or of the demonstration around it
   * @param preload a module that runs in the shop's process before the shop, and receives messages
   */
  constructor(
    environment: NodeJS.ProcessEnv,
    port: number,
    { program = "src/main.ts", preload }: { program?: "src/main.ts" | "demo.ts"; preload?: string } = {},
  ) {
    this.#program = join(import.meta.dirname, "../..", program);
    this.#preload = preload ? ["--import", preload] : [];
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = {
      ...environment,
      PORT: String(port),
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
  }

  /** Starts it, and waits until it is ready. @throws with its output if it ends instead */
  async start(): Promise<void> {
    this.#output = "";
    const child = spawn(process.execPath, [...recordingArguments, ...this.#preload, this.#program], {
      env: { ...compileCache, ...this.#environment },
      stdio: ["ignore", "pipe", "pipe", ...(this.#preload.length > 0 ? (["ipc"] as const) : [])],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
    const deadline = Date.now() + startsWithinMs;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error(`The shop did not start:\n${this.#output}`);
      }
      await pause(pollMs);
    }
  }

  /** Its stdout and stderr so far. */
  get output(): string {
    return this.#output;
  }

  /** Sends a message to the preloaded module. */
  send(message: { clockIsOffByMs: number }): void {
    this.#child?.send?.(message);
  }

  /** SIGKILL, like a power cut: nothing is finished or closed. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** SIGTERM. @returns its exit code and its output */
  async stop(): Promise<{ code: number | null; output: string }> {
    const code = await this.#end("SIGTERM");
    return { code, output: this.#output };
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, "close");
    return child.exitCode;
  }

  /** Whether it currently reports that it is ready. */
  async isReady(): Promise<boolean> {
    try {
      const response = await fetch(`${this.url}/readyz`);
      await response.text();
      return response.status === 200;
    } catch {
      return false;
    }
  }
}
