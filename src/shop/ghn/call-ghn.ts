import { z } from "zod";
import { lenient, WholeNumber } from "#contract/lenient.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";

export type GhnSettings = NonNullable<Config["ghn"]>;

/** GHN rejected a valid request; the message is GHN's own. */
export class GhnRejectedError extends Error {
  /** GHN's error code: "PHONE_INVALID", "" if there is none */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const Envelope = z.object({
  code: WholeNumber,
  message: z.string().catch(""),
  message_display: lenient(z.string()),
  code_message: z.string().catch(""),
  // without `optional` a missing key would be invalid
  data: z.unknown().optional(),
});

export interface GhnCall<Schema extends z.ZodType> {
  /** a GET if absent */
  body?: Record<string, unknown> | undefined;
  data: Schema;
  timeoutMs: number;
  /** more than one for idempotent requests */
  tries?: number;
  /** for idempotent requests: one retry after a connection reset */
  retryOnConnectionReset?: boolean;
}

/** An invalid token and a rate limit do not concern the request itself: they are retried, like timeouts. */
const isInconclusive = (status: number): boolean => status >= 500 || status === 401 || status === 429;

/**
 * Sends a request to GHN. Both status and code must indicate success, and an unreadable response counts as none.
 * @throws UpstreamUnavailableError, GhnRejectedError
 */
export async function callGhn<Schema extends z.ZodType>(
  { apiUrl, token, shopId }: GhnSettings,
  path: string,
  { body, data, timeoutMs, tries = 1, retryOnConnectionReset = false }: GhnCall<Schema>,
): Promise<z.output<Schema>> {
  const { status, body: responseBody } = await fetchJson(`${apiUrl}/${path}`, {
    service: "ghn",
    headers: { token, ...(shopId === null ? {} : { shopid: String(shopId) }) },
    ...(body ? { method: "POST", body } : {}),
    timeoutMs,
    tries,
    retryOnConnectionReset,
  });
  const envelope = Envelope.safeParse(responseBody);
  if (!envelope.success || isInconclusive(status) || isInconclusive(envelope.data.code))
    throw new UpstreamUnavailableError(`GHN returned HTTP ${status} for ${path}`);
  const { code, message, message_display: shown, code_message: reason } = envelope.data;
  if (status !== 200 || code !== 200) throw new GhnRejectedError(shown || message || `${status}`, reason);
  const parsed = data.safeParse(envelope.data.data);
  if (!parsed.success)
    throw new UpstreamUnavailableError(`GHN returned an invalid response for ${path}`, { cause: parsed.error });
  return parsed.data;
}
