import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../fixtures/testing/postgres-server.ts";

export { freePort };

const startsWithinMs = 110_000;
const askAgainMs = 50;

/** The shop as a process of its own, started as a merchant starts it, that can be killed and started again. */
export class ShopProcess {
  readonly url: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #program: string;
  readonly #preload: readonly string[];
  #child: ChildProcess | undefined;
  #said = "";

  /**
   * @param program from the root of the repository: the shop alone, or the demonstration around it
   * @param preload a module that is run in the shop's process before it, and hears what it is told
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

  /** Starts it, and waits until it says that it is ready. @throws with what it said when it ended instead */
  async start(): Promise<void> {
    this.#said = "";
    const child = spawn(process.execPath, [...this.#preload, this.#program], {
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe", ...(this.#preload.length > 0 ? (["ipc"] as const) : [])],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#said += text;
      });
    }
    const deadline = Date.now() + startsWithinMs;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error(`The shop did not start:\n${this.#said}`);
      }
      await pause(askAgainMs);
    }
  }

  /** What it has said so far, on both streams. */
  get said(): string {
    return this.#said;
  }

  /** Tells the preloaded module. */
  tell(message: { clockIsOffByMs: number }): void {
    this.#child?.send?.(message);
  }

  /** As a power cut ends it: nothing is finished, nothing is closed. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** As a merchant ends it. @returns its exit code and what it had said */
  async stop(): Promise<{ code: number | null; said: string }> {
    const code = await this.#end("SIGTERM");
    return { code, said: this.#said };
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    child.kill(signal);
    await once(child, "close");
    return child.exitCode;
  }

  /** Whether it says so just now. */
  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`);
      await answer.text();
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}
