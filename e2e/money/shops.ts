import type { SeededRandom } from "../kit/seeded-random.ts";
import { ShopProcess } from "../kit/shop-process.ts";

/** Several processes of the shop on one database, any of which may be down. */
export class Shops {
  readonly #processes: readonly ShopProcess[];
  readonly #alive = new Set<ShopProcess>();
  #up: Promise<void> = Promise.resolve();
  #open = (): void => {};

  constructor(environments: readonly { environment: NodeJS.ProcessEnv; port: number }[]) {
    this.#processes = environments.map(({ environment, port }) => new ShopProcess(environment, port));
    this.#close();
  }

  /** The URL of a random running process. Waits until there is one. */
  async address(chance: SeededRandom): Promise<string> {
    while (this.#alive.size === 0) await this.#up;
    return chance.of([...this.#alive]).url;
  }

  /** The URL of a random process, running or not. */
  anyAddress(chance: SeededRandom): string {
    return chance.of(this.#processes).url;
  }

  async start(): Promise<void> {
    const [first, ...others] = this.#processes;
    // the first one runs the migrations
    if (first) await this.#start(first);
    await Promise.all(others.map((shop) => this.#start(shop)));
  }

  /** Kills a random process, sometimes all of them, and restarts it after a while. */
  async kill(chance: SeededRandom, whileDown: () => Promise<void>): Promise<void> {
    const targets = chance.is(0.25) ? this.#processes : [chance.of(this.#processes)];
    for (const shop of targets) this.#alive.delete(shop);
    if (this.#alive.size === 0) this.#close();
    await Promise.all(targets.map((shop) => shop.kill()));
    if (this.#alive.size === 0) await whileDown();
    for (const shop of targets) await this.#start(shop);
  }

  /** Stops them with SIGTERM. @returns their exit codes */
  async stop(): Promise<(number | null)[]> {
    this.#alive.clear();
    this.#close();
    return Promise.all(this.#processes.map(async (shop) => (await shop.stop()).code));
  }

  async killAll(): Promise<void> {
    this.#alive.clear();
    await Promise.all(this.#processes.map((shop) => shop.kill()));
  }

  /** The end of their output, for the report of a failure. */
  get output(): string {
    return this.#processes.map(({ output, url }) => `${url}:\n${output.slice(-4_000)}`).join("\n");
  }

  async #start(shop: ShopProcess): Promise<void> {
    await shop.start();
    this.#alive.add(shop);
    this.#open();
  }

  #close(): void {
    this.#up = new Promise((done) => {
      this.#open = done;
    });
  }
}
