import type { SeededRandom } from "../kit/seeded-random.ts";

/** Statuses that are allowed during an outage: 503 of the shop, and 502 of a proxy without a shop behind it. */
export const unavailableStatuses: ReadonlySet<number> = new Set([502, 503]);

/** It is unknown whether the request was carried out. */
export class NoResponseError extends Error {}

/** A process of the shop, or a load balancer in front of several. */
export interface Shop {
  url: string;
}

/** The shops that customers use, at random, as behind a load balancer. */
export interface ShopPool {
  shops: readonly Shop[];
  chance: SeededRandom;
}

/**
 * Sends a request to a random shop.
 * @throws NoResponseError after a broken connection, or if a shop is temporarily unavailable; any other response is returned
 */
export async function requestAny<ShopResponse extends { status: number }>(
  { shops, chance }: ShopPool,
  send: (url: string) => Promise<ShopResponse>,
): Promise<ShopResponse> {
  const { url } = chance.of(shops);
  const response = await send(url).catch((error: unknown) => {
    throw new NoResponseError("the connection broke", { cause: error });
  });
  if (unavailableStatuses.has(response.status)) throw new NoResponseError(`the shop responded with ${response.status}`);
  return response;
}
