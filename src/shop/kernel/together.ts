import { isDatabaseAway } from "./database-away.ts";

interface Waiting<Asked, Found> {
  asked: Asked;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/** Those who wait for the statement that is under way. */
interface Line<Asked, Found> {
  waiting: Waiting<Asked, Found>[];
  sinceMs: number;
}

/** Finds what several have asked, in their order. */
type AskAll<Asked, Found> = (asked: readonly Asked[]) => Promise<readonly Found[]>;

/** A statement that takes longer has met with something, such as a connection that is dead: nobody waits for it who is not in it. */
export const patienceMs = 100;

/**
 * Asks for many by one statement. The first is asked for at once; who comes while that is under way is asked for together when it is
 * answered, so that the more want something, the less each of them costs. Nobody is answered by a statement that began before
 * they asked.
 */
export class Together<Asked, Found> {
  readonly #askAll: AskAll<Asked, Found>;
  readonly #kindOf: (asked: Asked) => string;
  /** of kinds that are asked for now */
  readonly #lines = new Map<string, Line<Asked, Found>>();

  /** @param kindOf what one statement can ask for together */
  constructor(askAll: AskAll<Asked, Found>, kindOf: (asked: Asked) => string = () => "") {
    this.#askAll = askAll;
    this.#kindOf = kindOf;
  }

  of(asked: Asked): Promise<Found> {
    return new Promise((resolve, reject) => {
      const kind = this.#kindOf(asked);
      const waiting = { asked, resolve, reject };
      const line = this.#lines.get(kind);
      if (!line) return this.#begin(kind, [waiting]);
      line.waiting.push(waiting);
      if (line.waiting.length === 1) this.#watch(kind, line);
    });
  }

  /** Who waits is asked for at the latest when the statement under way has had its time. */
  #watch(kind: string, line: Line<Asked, Found>): void {
    const leftMs = Math.max(0, line.sinceMs + patienceMs - performance.now());
    setTimeout(() => {
      if (this.#lines.get(kind) === line && line.waiting.length > 0) this.#begin(kind, line.waiting);
    }, leftMs).unref();
  }

  #begin(kind: string, those: readonly Waiting<Asked, Found>[]): void {
    const line = { waiting: [], sinceMs: performance.now() };
    this.#lines.set(kind, line);
    void this.#answer(those, () => this.#next(kind, line));
  }

  async #answer(those: readonly Waiting<Asked, Found>[], next: () => void): Promise<void> {
    try {
      const found = await this.#askAll(those.map(({ asked }) => asked));
      next();
      for (const [index, { resolve }] of those.entries()) resolve(found[index] as Found);
    } catch (error) {
      next();
      if (those.length === 1 || isDatabaseAway(error)) for (const { reject } of those) reject(error);
      // what one of them has asked may be what the database refuses: the others are no worse for it
      else for (const { asked, resolve, reject } of those) this.#alone(asked).then(resolve, reject);
    }
  }

  async #alone(asked: Asked): Promise<Found> {
    const [found] = await this.#askAll([asked]);
    return found as Found;
  }

  #next(kind: string, line: Line<Asked, Found>): void {
    if (this.#lines.get(kind) !== line) return; // it took so long that others have gone before
    if (line.waiting.length === 0) this.#lines.delete(kind);
    else this.#begin(kind, line.waiting);
  }
}

/** Asks once for all who ask the very same. @param nameOf what is asked, to the letter */
export const onceForAll = <Asked, Found>(
  ask: (asked: Asked) => Promise<Found>,
  nameOf: (asked: Asked) => string,
): Together<Asked, Found> =>
  new Together(async (all) => {
    const [one] = all;
    const found = await ask(one as Asked);
    return all.map(() => found);
  }, nameOf);
