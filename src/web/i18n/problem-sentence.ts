import type { Problem } from "#contract/problem.ts";
import type { Translate } from "./translate.ts";

/**
 * One sentence for a person about a call that failed: the server's own where it has one (it answers in the page's
 * language), else ours for the kind of failure.
 */
export function problemSentence(t: Translate, failed: { status: number; network: boolean; problem: Problem }): string {
  if (failed.network) return t("errors.network");
  if (failed.status >= 500) return t("errors.server");
  if (failed.problem.message) return failed.problem.message;
  return failed.status === 429 ? t("errors.rate_limited") : t("errors.unexpected");
}
