import { z } from "zod";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { callGhn, GhnRejectedError } from "./call-ghn.ts";

/** The request failed or its response is unreadable. `isRejection` is true if the carrier understood and rejected it. */
export class CarrierError extends Error {
  readonly isRejection: boolean;
  constructor(message: string, { isRejection = false, cause }: { isRejection?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRejection = isRejection;
  }
}

/** back-off after a failure, so that shoppers do not wait for an unavailable carrier one after another */
const backOffMs = 30 * secondMs;
const backOffUntil = new WeakMap<AppContext, number>();

export interface CarrierCall {
  body?: Record<string, unknown>;
  timeoutMs?: number;
  /** the response is optional: a failure starts no back-off */
  optional?: boolean;
}

/**
 * Sends a request to GHN with the shop's token. Without a body it is a GET.
 * @returns the envelope's `data` @throws CarrierError, immediately without a token or during the back-off
 */
export async function requestCarrier(
  shop: AppContext,
  path: string,
  { body, timeoutMs = 4_000, optional = false }: CarrierCall = {},
): Promise<unknown> {
  const { config, clock, log } = shop;
  if (!config.ghn) throw new CarrierError("no carrier is configured");
  if (clock.now().getTime() < (backOffUntil.get(shop) ?? 0))
    throw new CarrierError("carrier calls are suspended after a failure (back-off)");
  try {
    return await callGhn(config.ghn, path, { body, data: z.unknown(), timeoutMs, retryOnConnectionReset: true });
  } catch (error) {
    if (error instanceof GhnRejectedError)
      throw new CarrierError(`carrier rejected the request: ${error.message}`, { isRejection: true, cause: error });
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    if (!optional) {
      backOffUntil.set(shop, clock.now().getTime() + backOffMs);
      log.warn({ err: error, path: path.split("?")[0] }, "carrier did not respond");
    }
    throw new CarrierError("carrier did not respond", { cause: error });
  }
}
