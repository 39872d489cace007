import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { Customer, type Piece } from "./customer.ts";
import type { ShopProcess } from "./shop-process.ts";

const customers = 3;
/** orders between two kills, at least and at most */
const [fewest, most] = [2, 9];
/** how long after an acknowledgement the kill comes: anywhere within an order's making */
const longestMomentMs = 40;

/** Opens and shuts as the shop comes and goes. */
class Doors {
  up: Promise<void> = Promise.resolve();
  open = (): void => {};
  shut(): void {
    this.up = new Promise((done) => {
      this.open = done;
    });
  }
}

/** Counts acknowledged orders for whoever waits for some more. */
class Till {
  #count = 0;
  #waiting: { at: number; done: () => void }[] = [];
  readonly ring = (): void => {
    this.#count++;
    for (const { at, done } of this.#waiting) if (at <= this.#count) done();
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#count);
  };
  further(orders: number): Promise<void> {
    return new Promise((done) => this.#waiting.push({ at: this.#count + orders, done }));
  }
}

async function readStorefrontKey(url: string): Promise<string> {
  const page = await (await fetch(`${url}/`)).text();
  const key = /<meta name="storefront-key" content="(ck_[0-9a-f]{40}:cs_[0-9a-f]{40})"/.exec(page)?.[1];
  if (!key) throw new Error("the page carries no storefront key");
  return key;
}

/** Each customer still sees the newest order that they were told of, as they wanted it. */
async function expectRemembered(people: readonly Customer[]): Promise<void> {
  for (const person of people) {
    const told = person.acknowledged.at(-1);
    if (!told) continue;
    const { status, body } = await person.look(told.id);
    expect({ status, pieces: body.line_items?.reduce((sum, line) => sum + line.quantity, 0) }).toEqual({
      status: 200,
      pieces: told.wanted.reduce((sum, { quantity }) => sum + quantity, 0),
    });
  }
}

/**
 * Lets customers order at once while the shop is killed at random moments and started again, and stops it properly at
 * the end. @returns the customers, with what each was told
 */
export async function trade(shop: ShopProcess, pieces: readonly Piece[], kills: number): Promise<Customer[]> {
  await shop.start();
  const [doors, till] = [new Doors(), new Till()];
  const key = await readStorefrontKey(shop.url);
  const people = Array.from({ length: customers }, () => new Customer(shop.url, key, doors));
  for (const person of people) await person.register();

  let over = false;
  const trading = Promise.all(people.map((person) => person.shop(pieces, () => over, till.ring)));
  // a customer who is refused ends the waiting too
  const further = (orders: number) => Promise.race([till.further(orders), trading]);
  for (let left = kills; left > 0; left--) {
    await further(randomInt(fewest, most + 1));
    await pause(Math.random() * longestMomentMs);
    doors.shut();
    await shop.kill();
    await shop.start();
    await expectRemembered(people);
    doors.open();
  }
  await further(fewest);
  over = true;
  await trading;
  expect(await shop.stop()).toEqual({ code: 0, said: "" });
  return people;
}
