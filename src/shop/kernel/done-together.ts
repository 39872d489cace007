import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseAway } from "./database-away.ts";
import { patienceMs } from "./together.ts";

/** so many go together at most: nobody is to wait for more than some milliseconds of others' work */
export const mostTogether = 32;
/** works under way at once, of those that have not met with something: while the database does one, another's answers are sent */
const mostUnderWay = 2;

interface Turn<Asked, Answer> {
  asked: Asked;
  told(answer: Answer): void;
  failed(error: unknown): void;
}

/**
 * Does what is asked at once together: one statement and one commit for many, as Together (together.ts) reads; and what writing
 * needs besides: so many at most, in nobody's name (see audit.ts, occasion.ts), and who may take their time apart from the rest.
 * Who asks while nothing is under way is not kept waiting, who asks meanwhile goes with the next, and at the latest when those under
 * way have had their time. Where a work fails, each is
 * done alone, so that one's failure is nobody else's; only a database that is away is away for all of them.
 * @param work answers in the order of what is asked; `undefined`, unless it is alone, to have that one done alone because it
 *   may take its time: nobody waits for it then
 */
export function doneTogether<Asked, Answer>(
  work: (asked: readonly Asked[], alone: boolean) => Promise<readonly (Answer | undefined)[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting: Turn<Asked, Answer>[] = [];
  const ofNobody = AsyncLocalStorage.snapshot();
  /** who work things off, and when each began what it is at */
  const underWay = new Set<{ sinceMs: number }>();
  let watching = false;

  const alone = async ({ asked, told, failed }: Turn<Asked, Answer>): Promise<void> => {
    try {
      const [answer] = await work([asked], true);
      if (answer === undefined) throw new Error("what was asked alone was not answered");
      told(answer);
    } catch (error) {
      failed(error);
    }
  };
  const all = async (turns: readonly Turn<Asked, Answer>[]): Promise<void> => {
    try {
      const answers = await work(
        turns.map(({ asked }) => asked),
        false,
      );
      for (const [place, turn] of turns.entries()) {
        const answer = answers[place];
        if (answer === undefined) void alone(turn);
        else turn.told(answer);
      }
    } catch (error) {
      for (const turn of turns)
        if (turns.length === 1 || isDatabaseAway(error)) turn.failed(error);
        else void alone(turn);
    }
  };
  const workOff = async (worker: { sinceMs: number }): Promise<void> => {
    while (waiting.length > 0) {
      worker.sinceMs = performance.now();
      await all(waiting.splice(0, mostTogether));
    }
    underWay.delete(worker);
  };
  const begin = (): void => {
    const worker = { sinceMs: performance.now() };
    underWay.add(worker);
    // whom one answer has set going ask in the same turn of the event loop
    ofNobody(setImmediate, () => void workOff(worker));
  };
  /** Begins unless there are enough at it; and sees to it that nobody waits for those that do not come back. */
  const look = (): void => {
    if (waiting.length === 0) return;
    const since = performance.now() - patienceMs;
    if ([...underWay].filter(({ sinceMs }) => sinceMs > since).length < mostUnderWay) begin();
    else if (!watching) {
      watching = true;
      const lookAgain = (): void => {
        watching = false;
        look();
      };
      ofNobody(setTimeout, lookAgain, patienceMs).unref();
    }
  };

  return (asked) =>
    new Promise((told, failed) => {
      waiting.push({ asked, told, failed });
      look();
    });
}
