import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

/** A work that takes longer has met with something, such as a connection that is dead: nobody waits for it who is not in it. */
export const batchTimeoutMs = 100;
/** so many go together at most: nobody is to wait for more than some milliseconds of others' work */
export const maxBatchSize = 32;
/** Instead of an answer: this one may take its time, and is done alone, where nobody waits for it. */
export const RETRY_ALONE = Symbol("apart");

/** Asks what is then done together with what others ask. */
export type BatchedFunction<Asked, Answer> = (input: Asked) => Promise<Answer>;

/**
 * Does all that is asked, at once.
 * @param alone whether it is the only one, and nobody waits for it but who asked
 * @returns answers in the order of what is asked; {@link RETRY_ALONE} never to one that is alone
 */
type Work<Asked, Answer> = (
  input: readonly Asked[],
  alone: boolean,
) => Promise<readonly (Answer | typeof RETRY_ALONE)[]>;

interface PendingRequest<Asked, Answer> {
  input: Asked;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Those of one kind: who waits, and the works under way. */
class BatchQueue<Asked, Answer> {
  readonly #work: Work<Asked, Answer>;
  readonly #most: number;
  readonly #mostUnderWay: number;
  readonly #ended: () => void;
  readonly #waiting: PendingRequest<Asked, Answer>[] = [];
  /** who work things off, and when each began what it is at */
  readonly #underWay = new Set<{ sinceMs: number }>();
  #watching = false;

  /** @param ended hears when nobody is left, neither waiting nor under way */
  constructor(work: Work<Asked, Answer>, { most, inFlight }: { most: number; inFlight: number }, ended: () => void) {
    this.#work = work;
    this.#most = most;
    this.#mostUnderWay = inFlight;
    this.#ended = ended;
  }

  join(turn: PendingRequest<Asked, Answer>): void {
    this.#waiting.push(turn);
    this.#look();
  }

  /** Begins unless there are enough at it that come back. */
  #look(): void {
    if (this.#waiting.length === 0) return;
    if (this.#inTime().length < this.#mostUnderWay) this.#begin();
    else this.#watch();
  }

  /** How long those under way that may still come back have left. */
  #inTime(): number[] {
    const now = performance.now();
    return [...this.#underWay].map(({ sinceMs }) => sinceMs + batchTimeoutMs - now).filter((leftMs) => leftMs > 0);
  }

  /** Who waits is looked after at the latest when those under way have had their time. */
  #watch(): void {
    if (this.#watching || this.#waiting.length === 0) return;
    this.#watching = true;
    setTimeout(
      () => {
        this.#watching = false;
        this.#look();
      },
      Math.ceil(Math.min(batchTimeoutMs, ...this.#inTime())),
    ).unref();
  }

  #begin(): void {
    const worker = { sinceMs: performance.now() };
    this.#underWay.add(worker);
    // whom one answer has set going ask in the same turn of the event loop
    setImmediate(() => void this.#workOff(worker));
  }

  async #workOff(worker: { sinceMs: number }): Promise<void> {
    while (this.#waiting.length > 0) {
      worker.sinceMs = performance.now();
      const turns = this.#waiting.splice(0, this.#most);
      this.#watch(); // the rest: this one may not come back either
      await this.#all(turns);
    }
    this.#underWay.delete(worker);
    if (this.#underWay.size === 0) this.#ended();
  }

  async #all(turns: readonly PendingRequest<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#work(
        turns.map(({ input }) => input),
        false,
      );
      if (answers.length !== turns.length) throw new Error(`${turns.length} were asked, ${answers.length} answered`);
      for (const [place, turn] of turns.entries()) {
        const answer = answers[place] as Answer | typeof RETRY_ALONE;
        if (answer === RETRY_ALONE) void this.#alone(turn);
        else turn.resolve(answer);
      }
    } catch (error) {
      for (const turn of turns)
        if (turns.length === 1 || isDatabaseUnavailable(error)) turn.reject(error);
        else void this.#alone(turn);
    }
  }

  async #alone({ input, resolve, reject }: PendingRequest<Asked, Answer>): Promise<void> {
    try {
      const answers = await this.#work([input], true);
      const [answer] = answers;
      if (answers.length !== 1 || answer === RETRY_ALONE) throw new Error("what was asked alone was not answered");
      resolve(answer as Answer);
    } catch (error) {
      reject(error);
    }
  }
}

/**
 * Does what is asked at once together: one statement, and one commit, for many. Who asks while nothing is under way is not kept
 * waiting; who asks meanwhile goes with the next, and at the latest when those under way have had their time: the more there are, the
 * less each of them costs. Nobody is answered by a work that began before they asked. Where a work fails, each is done alone, so that one's
 * failure is nobody else's; only a database that is away is away for all of them. It is done in nobody's name (see audit.ts,
 * request-context.ts), since whoever comes first would lend theirs to the others.
 * @param most so many of what is asked at once, of one kind
 * @param underWay so many works at once, of those that have not met with something: where there are two, another's answers are sent
 *   while the database does one
 * @param kindOf what one work can do together
 */
export function createBatcher<Asked, Answer>(
  work: Work<Asked, Answer>,
  {
    most = maxBatchSize,
    inFlight = 1,
    kindOf = () => "",
  }: { most?: number; inFlight?: number; kindOf?: (input: Asked) => string } = {},
): BatchedFunction<Asked, Answer> {
  const lines = new Map<string, BatchQueue<Asked, Answer>>();
  const detachedContext = AsyncLocalStorage.snapshot();
  const lineOf = (kind: string): BatchQueue<Asked, Answer> => {
    const line = lines.get(kind) ?? new BatchQueue(work, { most, inFlight }, () => lines.delete(kind));
    lines.set(kind, line);
    return line;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      const line = lineOf(kindOf(input));
      detachedContext(() => line.join({ input, resolve, reject }));
    });
}

/** Asks once for all who ask the very same. @param keyOf what is asked, to the letter */
export const singleFlight = <Asked, Answer>(
  ask: (input: Asked) => Promise<Answer>,
  keyOf: (input: Asked) => string,
): BatchedFunction<Asked, Answer> =>
  createBatcher(
    async (all) => {
      const [one] = all;
      const found = await ask(one as Asked);
      return all.map(() => found);
    },
    { most: Number.POSITIVE_INFINITY, kindOf: keyOf },
  );
