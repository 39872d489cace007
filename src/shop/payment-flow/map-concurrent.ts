import type { Logger } from "pino";

const concurrency = 8;

/**
 * Runs the work for each item with limited concurrency, so that one slow gateway does not block the others. A failure is
 * logged and does not stop the rest.
 */
export async function mapConcurrent<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  log: Logger,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await work(item).catch((error: unknown) => log.error({ err: error }, "polling a payment failed; it is retried"));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
