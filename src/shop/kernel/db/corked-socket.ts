import { Socket } from "node:net";

/**
 * Sends at once what is written before the work at hand is over. The driver writes each statement by itself, and each writing is
 * a call of the operating system, and may be a turn of the database's: of an order's CPU they took a sixth.
 */
export class CorkedSocket extends Socket {
  #gathering = false;

  override cork(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    super.cork();
    process.nextTick(() => {
      this.#gathering = false;
      super.uncork();
    });
  }

  /** Whoever has written his part is not the last. */
  override uncork(): void {}

  override write(...what: unknown[]): boolean {
    this.cork();
    return Reflect.apply(super.write, this, what);
  }
}
