import { AsyncLocalStorage } from "node:async_hooks";
import { isDatabaseAway } from "./database-away.ts";

/** so many go together at most: nobody is to wait for more than some milliseconds of others' work */
export const mostTogether = 32;
/** works under way at once: while the database does one, another's answers are sent */
const mostUnderWay = 2;

interface Turn<Asked, Answer> {
  asked: Asked;
  told(answer: Answer): void;
  failed(error: unknown): void;
}

/**
 * Does what is asked at once together: one statement and one commit for many, as Together (together.ts) reads; and what writing
 * needs besides: so many at most, in nobody's name (see audit.ts, occasion.ts), and who may take their time apart from the rest.
 * Who asks while nothing is under way is not kept waiting, who asks meanwhile goes with the next. Where a work fails, each is
 * done alone, so that one's failure is nobody else's; only a database that is away is away for all of them.
 * @param work answers in the order of what is asked; `undefined`, unless it is alone, to have that one done alone because it
 *   may take its time: nobody waits for it then
 */
export function doneTogether<Asked, Answer>(
  work: (asked: readonly Asked[], alone: boolean) => Promise<readonly (Answer | undefined)[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting: Turn<Asked, Answer>[] = [];
  const ofNobody = AsyncLocalStorage.snapshot();
  let underWay = 0;

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
  const begin = async (): Promise<void> => {
    while (waiting.length > 0) await all(waiting.splice(0, mostTogether));
    underWay--;
  };

  return (asked) =>
    new Promise((told, failed) => {
      waiting.push({ asked, told, failed });
      if (underWay === mostUnderWay) return;
      underWay++;
      // whom one answer has set going ask in the same turn of the event loop
      ofNobody(setImmediate, () => void begin());
    });
}
