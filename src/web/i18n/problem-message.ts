import type { Problem } from "#contract/problem.ts";
import type { TextKey, Translate } from "./translate.ts";

interface Failed {
  status: number;
  /** the call got no response */
  network: boolean;
  problem: Problem;
}

/**
 * One message for the user about a failed call: the server's own if there is one (it is in the page's language),
 * otherwise ours for the kind of failure.
 * @param otherwise the message of the case, for an error response without a message
 */
export function problemMessage(t: Translate, failed: Failed, otherwise: TextKey = "errors.unexpected"): string {
  if (failed.network) return t("errors.network");
  if (failed.status >= 500) return t("errors.server");
  if (failed.problem.message) return failed.problem.message;
  return failed.status === 429 ? t("errors.rate_limited") : t(otherwise);
}

/** The messages of a failed call by field of the request. */
export function fieldMessages({ problem }: Pick<Failed, "problem">): Readonly<Record<string, string>> {
  const { params } = problem.data;
  return params && !Array.isArray(params) ? params : {};
}

/** Why something was not changed: the case's own message, and the lost connection if that is the cause. */
export const changeErrorMessage = (t: Translate, failed: Failed, broke: TextKey): string =>
  failed.network
    ? `${t(broke)}. ${t("errors.network")}`
    : failed.status >= 500
      ? t(broke)
      : problemMessage(t, failed, broke);
