import { createHash } from "node:crypto";

/** Repeatable random numbers: the same seed and name produce the same sequence. */
export class SeededRandom {
  #state: number;

  constructor(seed: string, name: string) {
    this.#state = createHash("sha256").update(`${seed}|${name}`).digest().readUInt32BE();
  }

  /** from 0 to below 1: mulberry32 */
  draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  is(probability: number): boolean {
    return this.draw() < probability;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.draw() * (max - min + 1));
  }

  of<T>(things: readonly T[]): T {
    return things[this.between(0, things.length - 1)] as T;
  }

  /** A random item, by weight. */
  weighted<T>(things: readonly (readonly [weight: number, thing: T])[]): T {
    let rest = this.draw() * things.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, thing] of things) {
      rest -= weight;
      if (rest < 0) return thing;
    }
    return (things.at(-1) as readonly [number, T])[1];
  }
}
