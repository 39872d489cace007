import type { Problem } from "#contract/problem.ts";
import type { Translate } from "./translate.ts";

/**
 * One message for the user about a failed call: the server's own if there is one (it is in the page's language),
 * otherwise ours for the kind of failure.
 */
export function problemMessage(t: Translate, failed: { status: number; network: boolean; problem: Problem }): string {
  if (failed.network) return t("errors.network");
  if (failed.status >= 500) return t("errors.server");
  if (failed.problem.message) return failed.problem.message;
  return failed.status === 429 ? t("errors.rate_limited") : t("errors.unexpected");
}
