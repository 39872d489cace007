import { z } from "zod";
import { secondMs } from "#shop/kernel/clock.ts";
import { callOut, NoAnswer } from "#shop/kernel/outgoing.ts";
import type { Shop } from "#shop/kernel/shop.ts";

/** The carrier said no, or nothing that can be read. `refused` is true when it understood and declined. */
export class CarrierFailed extends Error {
  readonly refused: boolean;
  constructor(message: string, { refused = false, cause }: { refused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.refused = refused;
  }
}

const Envelope = z.object({ code: z.int(), message: z.string().default(""), data: z.unknown() });
/** how long a carrier that did not answer is left alone, so that shoppers do not wait for it one after another */
const restMs = 30 * secondMs;
const restingUntil = new WeakMap<Shop, number>();

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
  shop: Shop,
  path: string,
  { body, timeoutMs = 4_000, optional = false }: CarrierCall = {},
): Promise<unknown> {
  const { config, clock, log } = shop;
  if (!config.ghn) throw new CarrierFailed("no carrier is set up");
  if (clock.now().getTime() < (restingUntil.get(shop) ?? 0)) throw new CarrierFailed("the carrier is resting");
  const headers = {
    token: config.ghn.token,
    ...(config.ghn.shopId === null ? {} : { shopid: String(config.ghn.shopId) }),
  };
  const rest = (why: string, cause?: unknown): CarrierFailed => {
    if (optional) return new CarrierFailed(why, { cause });
    restingUntil.set(shop, clock.now().getTime() + restMs);
    log.warn({ err: cause, path: path.split("?")[0] }, why);
    return new CarrierFailed(why, { cause });
  };
  let answer: Awaited<ReturnType<typeof callOut>>;
  try {
    answer = await callOut(`${config.ghn.apiUrl}/${path}`, {
      headers,
      timeoutMs,
      tries: 1,
      ...(body ? { method: "POST", body } : {}),
    });
  } catch (error) {
    if (error instanceof NoAnswer) throw rest("the carrier does not answer", error);
    throw error;
  }
  const envelope = Envelope.safeParse(answer.body);
  if (answer.status >= 500 || answer.status === 401 || !envelope.success)
    throw rest(`the carrier answers ${answer.status}`);
  if (answer.status !== 200 || envelope.data.code !== 200)
    throw new CarrierFailed(`the carrier refuses: ${envelope.data.message}`, { refused: true });
  return envelope.data.data;
}
