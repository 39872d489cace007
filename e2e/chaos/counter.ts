import type { Chance } from "../kit/chance.ts";
import type { ShopProcess } from "../kit/shop-process.ts";

/** What an outage may answer: nothing, or that it cannot just now. */
const cannotNow = new Set([502, 503]);

/** Nothing is known of what became of what was asked. */
export class NoAnswer extends Error {}

/** Where customers are served: any of the shops, whichever a load balancer would send them to. */
export interface Counter {
  shops: readonly ShopProcess[];
  chance: Chance;
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
