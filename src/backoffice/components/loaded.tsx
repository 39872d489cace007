import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isPermission } from "#contract/permissions.ts";
import { Button } from "#design/button.tsx";
import { AlertIcon, OfflineIcon, ShieldIcon } from "#design/icons.tsx";
import { SkeletonText } from "#design/skeleton.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { permissionName } from "#backoffice/i18n/permission-name.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { failureText } from "./failure.tsx";
import { useCopy } from "./use-copy.ts";

interface StateCardProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  role?: "alert";
  children?: ReactNode;
}

/** A state in place of content: empty, failed, offline, no permission. */
export const StateCard = ({ icon, title, text, role, children }: StateCardProps) => (
  <div role={role} className="state-card card flex flex-col items-center gap-2 px-5 py-10 text-center">
    {icon && <span className="text-taupe">{icon}</span>}
    <p className="text-base font-medium text-balance">{title}</p>
    {text && <p className="max-w-md text-sm text-balance text-taupe">{text}</p>}
    {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
  </div>
);

/** Copies the request's id, by which the shop's log is searched. */
function RequestId({ id }: { id: string }) {
  const t = useTexts();
  const { copied, copy } = useCopy(id);
  return (
    <Button look="quiet" onClick={copy} className="break-all">
      {copied ? t("states.copied") : t("states.request_id", { id })}
    </Button>
  );
}

/** What a role may not do, and the person that can grant it. */
export function NoPermission({ permission }: { permission: string }) {
  const t = useTexts();
  return (
    <StateCard
      icon={<ShieldIcon size={28} />}
      title={t("states.no_permission")}
      text={t("states.no_permission_text", {
        permission: isPermission(permission) ? permissionName(t, permission) : permission,
      })}
    />
  );
}

function LoadFailure({ error, retry, busy }: { error: unknown; retry: () => void; busy: boolean }) {
  const t = useTexts();
  const failure = error instanceof CallError ? error : null;
  if (failure?.code === "lianne_forbidden")
    return <NoPermission permission={String(failure.problem.data.permission)} />;
  const offline = failure?.network ?? false;
  const text = failure ? failureText(t, failure) : t("failure.unexpected");
  return (
    <StateCard
      role="alert"
      icon={offline ? <OfflineIcon size={28} /> : <AlertIcon size={28} />}
      title={offline ? t("states.offline") : t("states.failed")}
      text={offline ? t("states.offline_text") : text}
    >
      <Button look="secondary" size="small" busy={busy} onClick={retry}>
        {t("actions.retry")}
      </Button>
      {failure?.requestId && <RequestId id={failure.requestId} />}
    </StateCard>
  );
}

interface LoadedProps<T> {
  query: UseQueryResult<ApiResponse<T>>;
  /** placeholders of the content's final size */
  skeleton?: ReactNode;
  /** in place of the content, if there is nothing to show */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/**
 * The states of a part that loads data: loading, empty, failed, offline and no permission. Data that was loaded before stays, with its time,
 * while a later request fails; a failure of one part leaves the rest of the screen.
 */
export function Loaded<T>({ query, skeleton, empty, isEmpty, children }: LoadedProps<T>) {
  const t = useTexts();
  const { data, error, isFetching, refetch, dataUpdatedAt } = query;
  if (!data) {
    if (error) return <LoadFailure error={error} retry={() => void refetch()} busy={isFetching} />;
    return (
      <div className="after-delay" aria-busy="true">
        <span className="sr-only" role="status">
          {t("states.loading")}
        </span>
        {skeleton ?? (
          <div className="state-card card p-5">
            <SkeletonText lines={4} />
          </div>
        )}
      </div>
    );
  }
  return (
    <>
      {/* in the margin above: a line that comes by itself must not move what is about to be tapped */}
      {error && (
        <p
          role="status"
          className="pointer-events-none absolute z-10 max-w-[calc(100%-2rem)] -translate-y-full rounded-xs bg-warning-tint px-1.5 text-xs text-warning"
        >
          {t("states.stale", { time: formatTime(t, new Date(dataUpdatedAt).toISOString()) })}
        </p>
      )}
      {empty && isEmpty?.(data.data) ? empty : children(data.data)}
    </>
  );
}
