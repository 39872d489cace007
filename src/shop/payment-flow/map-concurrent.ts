import type { AppContextWithGateways } from "./app-context-with-gateways.ts";

const atOnce = 8;

/** Does something for each, a few at a time, so that one gateway's silence does not keep the others waiting. One failure is no other's. */
export async function mapConcurrent<Item>(
  { log }: AppContextWithGateways,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      await work(item).catch((error: unknown) =>
        log.error({ err: error }, "a payment could not be followed; it is tried again"),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
