import type { SeededRandom } from "../kit/seeded-random.ts";

/** Statuses that are allowed during an outage: 503 of the shop, and 502 of a proxy without a shop behind it. */
export const cannotNow: ReadonlySet<number> = new Set([502, 503]);

/** It is unknown whether the request was carried out. */
export class NoAnswer extends Error {}

/** A process of the shop, or a load balancer in front of several. */
export interface Shop {
  url: string;
}

/** The shops that customers use, at random, as behind a load balancer. */
export interface Counter {
  shops: readonly Shop[];
  chance: SeededRandom;
}

/**
 * Sends a request to a random shop.
 * @throws NoAnswer after a broken connection, or if a shop is temporarily unavailable; any other response is returned
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
