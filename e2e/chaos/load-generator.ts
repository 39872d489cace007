import { expect } from "vitest";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { CartMonitor } from "./cart-monitor.ts";
import type { ShopPool } from "./shop-pool.ts";
import { Customer } from "./customer.ts";
import { EventCounter } from "./event-counter.ts";
import type { SaleItem } from "./sale-items.ts";

const customerCount = 3;

/** Pauses customers between two orders while it is closed. */
class PauseSwitch {
  isOpen = true;
  #opened: Promise<void> = Promise.resolve();
  open = (): void => {};
  close(): void {
    this.isOpen = false;
    this.#opened = new Promise((done) => {
      this.open = () => {
        this.isOpen = true;
        done();
      };
    });
  }
  get opened(): Promise<void> {
    return this.#opened;
  }
}

/** The load: customers placing orders and a guest changing a cart repeatedly, all at once, at any of the shops. */
export class LoadGenerator {
  readonly customers: readonly Customer[];
  readonly #cart: CartMonitor;
  readonly #items: readonly SaleItem[];
  readonly #pause = new PauseSwitch();
  readonly #orders = new EventCounter();
  #pausedCount = 0;
  #allPaused = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(customers: readonly Customer[], cart: CartMonitor, items: readonly SaleItem[]) {
    this.customers = customers;
    this.#cart = cart;
    this.#items = items;
  }

  /** @param pool its shops have to be running */
  static async create(pool: ShopPool, items: readonly SaleItem[]): Promise<LoadGenerator> {
    const key = await readStorefrontKey(pool.shops[0]?.url ?? "");
    const customers = Array.from({ length: customerCount }, () => new Customer(pool, key));
    for (const customer of customers) await customer.register();
    return new LoadGenerator(customers, await CartMonitor.start(pool, key, items), items);
  }

  /** Starts the load. */
  start(): void {
    const order = (customer: Customer) => async () => {
      await customer.order(this.#items);
      return true;
    };
    const work = [...this.customers.map(order), () => this.#cart.change()];
    this.#running = Promise.all(work.map((task) => this.#repeat(task)));
    // an error is reported by the next call that waits
    this.#running.catch(() => {});
  }

  /** @param task returns whether the request was served */
  async #repeat(task: () => Promise<boolean>): Promise<void> {
    while (!this.#isStopped) {
      if (!this.#pause.isOpen) {
        if (++this.#pausedCount === this.customers.length + 1) this.#allPaused.resolve();
        await this.#pause.opened;
        this.#pausedCount--;
        continue;
      }
      if (await task()) this.#orders.increment();
    }
  }

  /** Resolves when this many more orders and changes are done. @throws if a request was refused */
  completeOrders = (orders: number): Promise<unknown> => this.waitFor(this.#orders.reachedAfter(orders));

  /** Waits for a promise while the load goes on. @throws if a request was refused */
  waitFor = (awaited: Promise<unknown>): Promise<unknown> => Promise.race([awaited, this.#running]);

  /** Pauses the load: lets all requests in progress end, and starts no new ones until the callback is done. */
  async whilePaused<T>(work: () => Promise<T>): Promise<T> {
    this.#allPaused = Promise.withResolvers();
    this.#pause.close();
    try {
      await this.waitFor(this.#allPaused.promise);
      return await work();
    } finally {
      this.#orders.restartTimer();
      this.#pause.open();
    }
  }

  /** The longest time in milliseconds between two served requests since the last call of this method. */
  takeMaxWaitMs = (): number => this.#orders.takeMaxMs();

  /** Checks that each customer still sees their last acknowledged order. */
  async expectOrdersVisible(): Promise<void> {
    for (const customer of this.customers) {
      const last = customer.acknowledged.at(-1);
      if (!last) continue;
      const { status, body } = await customer.readOrder(last.id);
      expect({ status, items: body.line_items?.reduce((sum, line) => sum + line.quantity, 0) }).toEqual({
        status: 200,
        items: last.requested.reduce((sum, { quantity }) => sum + quantity, 0),
      });
    }
    await this.#cart.expectStored();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  get acknowledged() {
    return this.customers.flatMap((customer) => customer.acknowledged);
  }

  get lostResponses(): number {
    return this.customers.reduce((sum, customer) => sum + customer.lostResponses, 0);
  }
}
