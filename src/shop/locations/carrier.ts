import { z } from "zod";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { callGhn, GhnRefused } from "./call-ghn.ts";

/** The carrier said no, or nothing that can be read. `refused` is true when it understood and declined. */
export class CarrierFailed extends Error {
  readonly refused: boolean;
  constructor(message: string, { refused = false, cause }: { refused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

/** how long a carrier that did not answer is left alone, so that shoppers do not wait for it one after another */
const restMs = 30 * secondMs;
const restingUntil = new WeakMap<AppContext, number>();

export interface CarrierCall {
  body?: Record<string, unknown>;
  timeoutMs?: number;
  /** nobody needs the answer: without one the carrier is not left alone */
  optional?: boolean;
}

/**
 * Asks GHN with the shop's token. A call without a body is a GET.
 * @returns the envelope's `data` @throws CarrierFailed, at once without a token or while the carrier is resting
 */
export async function askCarrier(
  shop: AppContext,
  path: string,
  { body, timeoutMs = 4_000, optional = false }: CarrierCall = {},
): Promise<unknown> {
  const { config, clock, log } = shop;
  if (!config.ghn) throw new CarrierFailed("no carrier is set up");
  if (clock.now().getTime() < (restingUntil.get(shop) ?? 0)) throw new CarrierFailed("the carrier is resting");
  try {
    return await callGhn(config.ghn, path, { body, data: z.unknown(), timeoutMs, againWhenCut: true });
  } catch (error) {
    if (error instanceof GhnRefused)
      throw new CarrierFailed(`the carrier refuses: ${error.message}`, { refused: true, cause: error });
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    if (!optional) {
      restingUntil.set(shop, clock.now().getTime() + restMs);
      log.warn({ err: error, path: path.split("?")[0] }, "the carrier does not answer");
    }
    throw new CarrierFailed("the carrier does not answer", { cause: error });
  }
}
