import { isDatabaseAway } from "./database-away.ts";

interface Waiting<Asked, Found> {
  asked: Asked;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/** Finds what several have asked, in their order. */
type AskAll<Asked, Found> = (asked: readonly Asked[]) => Promise<readonly Found[]>;

/**
 * Asks for many by one statement. The first is asked for at once; who comes while that is under way is asked for together when it is
 * answered, so that the more want something, the less each of them costs. Nobody is answered by a statement that began before
 * they asked.
 */
export class Together<Asked, Found> {
  readonly #askAll: AskAll<Asked, Found>;
  readonly #kindOf: (asked: Asked) => string;
  /** of kinds that are asked for now: who waits for the statement that is under way */
  readonly #lines = new Map<string, Waiting<Asked, Found>[]>();

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
      if (line) line.push(waiting);
      else {
        this.#lines.set(kind, []);
        void this.#answer(kind, [waiting]);
      }
    });
  }

  async #answer(kind: string, those: readonly Waiting<Asked, Found>[]): Promise<void> {
    try {
      const found = await this.#askAll(those.map(({ asked }) => asked));
      this.#next(kind);
      for (const [index, { resolve }] of those.entries()) resolve(found[index] as Found);
    } catch (error) {
      this.#next(kind);
      if (those.length === 1 || isDatabaseAway(error)) for (const { reject } of those) reject(error);
      // what one of them has asked may be what the database refuses: the others are no worse for it
      else for (const { asked, resolve, reject } of those) this.#alone(asked).then(resolve, reject);
    }
  }

  async #alone(asked: Asked): Promise<Found> {
    const [found] = await this.#askAll([asked]);
    return found as Found;
  }

  #next(kind: string): void {
    const line = this.#lines.get(kind) ?? [];
    if (line.length === 0) this.#lines.delete(kind);
    else {
      this.#lines.set(kind, []);
      void this.#answer(kind, line);
    }
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
