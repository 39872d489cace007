import { expect } from "vitest";
import { readStorefrontKey } from "../kit/remote-visitor.ts";
import { BasketKeeper } from "./cart-monitor.ts";
import type { Counter } from "./shop-pool.ts";
import { Customer } from "./customer.ts";
import { Milestones } from "./milestones.ts";
import type { SaleItem } from "./requested-faults.ts";

const customers = 3;

/** A gate that customers wait at between two orders while it is closed. */
class Doors {
  isOpen = true;
  #opened: Promise<void> = Promise.resolve();
  open = (): void => {};
  shut(): void {
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
export class Crowd {
  readonly people: readonly Customer[];
  readonly #basket: BasketKeeper;
  readonly #items: readonly SaleItem[];
  readonly #doors = new Doors();
  readonly #orders = new Milestones();
  #atRest = 0;
  #resting = Promise.withResolvers<void>();
  #over = false;
  #trading: Promise<unknown> = Promise.resolve();

  private constructor(people: readonly Customer[], basket: BasketKeeper, items: readonly SaleItem[]) {
    this.people = people;
    this.#basket = basket;
    this.#items = items;
  }

  /** @param counter its shops have to be running */
  static async gather(counter: Counter, items: readonly SaleItem[]): Promise<Crowd> {
    const key = await readStorefrontKey(counter.shops[0]?.url ?? "");
    const people = Array.from({ length: customers }, () => new Customer(counter, key));
    for (const person of people) await person.register();
    return new Crowd(people, await BasketKeeper.begin(counter, key, items), items);
  }

  /** Starts the load. */
  begin(): void {
    const order = (person: Customer) => async () => {
      await person.order(this.#items);
      return true;
    };
    const work = [...this.people.map(order), () => this.#basket.change()];
    this.#trading = Promise.all(work.map((turn) => this.#repeat(turn)));
    // an error is reported by the next call that waits
    this.#trading.catch(() => {});
  }

  /** @param turn returns whether the request was served */
  async #repeat(turn: () => Promise<boolean>): Promise<void> {
    while (!this.#over) {
      if (!this.#doors.isOpen) {
        if (++this.#atRest === this.people.length + 1) this.#resting.resolve();
        await this.#doors.opened;
        this.#atRest--;
        continue;
      }
      if (await turn()) this.#orders.up();
    }
  }

  /** Resolves when this many more orders and changes are done. @throws if a request was refused */
  further = (orders: number): Promise<unknown> => this.during(this.#orders.further(orders));

  /** Waits for a promise while the load goes on. @throws if a request was refused */
  during = (awaited: Promise<unknown>): Promise<unknown> => Promise.race([awaited, this.#trading]);

  /** Pauses the load: lets all requests in progress end, and starts no new ones until the callback is done. */
  async still<T>(meanwhile: () => Promise<T>): Promise<T> {
    this.#resting = Promise.withResolvers();
    this.#doors.shut();
    try {
      await this.during(this.#resting.promise);
      return await meanwhile();
    } finally {
      this.#orders.goOn();
      this.#doors.open();
    }
  }

  /** The longest time in milliseconds between two served requests since the last call of this method. */
  takeMaxWait = (): number => this.#orders.takeMax();

  /** Checks that each customer still sees their last acknowledged order. */
  async expectRemembered(): Promise<void> {
    for (const person of this.people) {
      const last = person.acknowledged.at(-1);
      if (!last) continue;
      const { status, body } = await person.look(last.id);
      expect({ status, items: body.line_items?.reduce((sum, line) => sum + line.quantity, 0) }).toEqual({
        status: 200,
        items: last.wanted.reduce((sum, { quantity }) => sum + quantity, 0),
      });
    }
    await this.#basket.expectStored();
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#trading;
  }

  get acknowledged() {
    return this.people.flatMap((person) => person.acknowledged);
  }

  get cutOff(): number {
    return this.people.reduce((sum, person) => sum + person.cutOff, 0);
  }
}
