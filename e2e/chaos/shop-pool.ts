import type { SeededRandom } from "../kit/seeded-random.ts";

/** What an outage may answer, beside nothing: the shop that it cannot just now, and a proxy that there is no shop. */
export const cannotNow: ReadonlySet<number> = new Set([502, 503]);

/** Nothing is known of what became of what was asked. */
export class NoAnswer extends Error {}

/** A process of the shop's, or what stands before several. */
export interface Shop {
  url: string;
}

/** Where customers are served: any of the shops, as behind a load balancer. */
export interface Counter {
  shops: readonly Shop[];
  chance: SeededRandom;
}

/**
 * Asks any of the shops.
 * @throws NoAnswer for a broken connection and for a shop that cannot just now; anything else goes back to whoever asked
 */
export async function askAny<Answer extends { status: number }>(
  { shops, chance }: Counter,
  ask: (url: string) => Promise<Answer>,
): Promise<Answer> {
  const { url } = chance.of(shops);
  const answer = await ask(url).catch((error: unknown) => {
    throw new NoAnswer("the connection broke", { cause: error });
  });
  if (cannotNow.has(answer.status)) throw new NoAnswer(`the shop answered ${answer.status}`);
  return answer;
}
