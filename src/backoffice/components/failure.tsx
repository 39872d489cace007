import { dong } from "#contract/money.ts";
import { Alert } from "#design/alert.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";

/** The cause of a failure, as text for the person. */
export function failureText(t: TextOf, error: CallError): string {
  if (error.network) return t("failure.network");
  const { limit } = error.problem.data;
  if (error.code === "lianne_forbidden" && typeof limit === "number")
    return t("failure.refund_limit", { limit: formatAmount(dong(limit)) });
  if (error.code === "lianne_forbidden")
    return t("failure.forbidden", { permission: String(error.problem.data.permission) });
  return error.message || t("failure.unexpected");
}

/** The failure of an action, next to its button, announced at once. Nothing without one. */
export function Failure({ error }: { error: CallError | null }) {
  const t = useTexts();
  return error && <Alert>{failureText(t, error)}</Alert>;
}
