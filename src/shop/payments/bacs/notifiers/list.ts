import type { z } from "zod";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { RetryLaterError } from "../notifier.ts";

/** entries of a page */
export const pageSize = 100;
/** more than a shop receives in two days */
export const maxPages = 50;

interface NotifierListPage {
  apiUrl: string;
  authorization: string;
  query: Record<string, string>;
}

/** Reads a page of a notifier's list. @throws UpstreamUnavailableError, RetryLaterError */
export async function readPage<T>(Page: z.ZodType<T>, { apiUrl, authorization, query }: NotifierListPage): Promise<T> {
  const { status, body, retryAfterMs } = await fetchJson(`${apiUrl}/transactions?${new URLSearchParams(query)}`, {
    service: "bank",
    headers: { authorization },
    timeoutMs: 10_000,
    tries: 1,
  });
  if (status === 429) throw new RetryLaterError(retryAfterMs ?? 10 * secondMs);
  const page = Page.safeParse(body);
  if (status !== 200 || !page.success)
    throw new UpstreamUnavailableError(`bank notifier: invalid response, HTTP ${status}`);
  return page.data;
}
