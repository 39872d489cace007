import { ErrorState } from "#design/page-states.tsx";
import { useTexts } from "./texts-provider.tsx";
import type { TextKey } from "./translate.ts";

interface LoadFailedProps {
  title: string;
  /** the failed call; null if the failure is of another kind */
  failure: { network: boolean } | null;
  /** the message for a call without a response */
  network?: TextKey;
  onRetry: () => void;
  busy?: boolean;
}

/** The error state of a screen whose data failed to load; it mentions a lost connection if that is the cause. */
export function LoadFailed({ title, failure, network = "errors.network", onRetry, busy = false }: LoadFailedProps) {
  const t = useTexts();
  return (
    <ErrorState
      title={title}
      text={failure?.network && t(network)}
      retryLabel={t("common.retry")}
      onRetry={onRetry}
      busy={busy}
    />
  );
}
