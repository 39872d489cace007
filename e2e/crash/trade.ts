import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { Customer } from "./customer.ts";
import { Milestones } from "./milestones.ts";
import { readStorefrontKey } from "./remote-visitor.ts";
import type { ShopProcess } from "./shop-process.ts";
import type { Piece } from "./wanted.ts";

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
  const [doors, till] = [new Doors(), new Milestones()];
  const key = await readStorefrontKey(shop.url);
  const people = Array.from({ length: customers }, () => new Customer(shop.url, key, doors));
  for (const person of people) await person.register();

  let over = false;
  const trading = Promise.all(people.map((person) => person.shop(pieces, () => over, till.up)));
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
