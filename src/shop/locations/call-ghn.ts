import { z } from "zod";
import type { Config } from "#shop/kernel/base/config.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";

export type GhnSettings = NonNullable<Config["ghn"]>;

/** GHN understood, and would not; the message is its own sentence. */
export class GhnRefused extends Error {
  /** its name for the reason: "PHONE_INVALID", "" where it gives none */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const Envelope = z.object({
  code: z.coerce.number().int(),
  message: z.string().catch(""),
  message_display: z.string().optional().catch(undefined),
  code_message: z.string().catch(""),
  data: z.unknown(),
});

export interface GhnCall<Schema extends z.ZodType> {
  /** none is a GET */
  body?: Record<string, unknown> | undefined;
  data: Schema;
  timeoutMs: number;
  /** more than one for what may be repeated */
  tries?: number;
  /** for what may be repeated: once more when the connection was cut */
  againWhenCut?: boolean;
}

/** A bad token and too many calls say nothing of the parcel: they are asked again, as silence is. */
const saysNothing = (status: number): boolean => status >= 500 || status === 401 || status === 429;

/**
 * Asks GHN. Status and code both count, and what cannot be read is no answer.
 * @throws NoAnswer, GhnRefused
 */
export async function callGhn<Schema extends z.ZodType>(
  { apiUrl, token, shopId }: GhnSettings,
  path: string,
  { body, data, timeoutMs, tries = 1, againWhenCut = false }: GhnCall<Schema>,
): Promise<z.output<Schema>> {
  const { status, body: answered } = await fetchJson(`${apiUrl}/${path}`, {
    service: "ghn",
    headers: { token, ...(shopId === null ? {} : { shopid: String(shopId) }) },
    ...(body ? { method: "POST", body } : {}),
    timeoutMs,
    tries,
    retryOnConnectionReset: againWhenCut,
  });
  const envelope = Envelope.safeParse(answered);
  if (!envelope.success || saysNothing(status) || saysNothing(envelope.data.code))
    throw new UpstreamUnavailableError(`GHN answers ${status} to ${path}`);
  const { code, message, message_display: shown, code_message: reason } = envelope.data;
  if (status !== 200 || code !== 200) throw new GhnRefused(shown || message || `${status}`, reason);
  const parsed = data.safeParse(envelope.data.data);
  if (!parsed.success)
    throw new UpstreamUnavailableError(`GHN answers ${path} with what cannot be read`, { cause: parsed.error });
  return parsed.data;
}
