import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./class-names.ts";

interface StateProps {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** Empty state with a suggestion what to do. */
export function EmptyState({ title, text, icon, className, children }: StateProps & { children?: ReactNode }) {
  return (
    <div className={classes("flex flex-col items-center gap-3 px-4 py-16 text-center", className)}>
      {icon && <span className="text-champagne">{icon}</span>}
      <p className="font-display text-xl text-balance">{title}</p>
      {text && <p className="max-w-md text-sm text-balance text-taupe">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

interface ErrorStateProps extends StateProps {
  retryLabel: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Failed loading with a retry button. It stays until the retry succeeds. */
export function ErrorState({ title, text, icon, className, retryLabel, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className={classes("flex flex-col items-center gap-3 px-4 py-12 text-center", className)}>
      {icon && <span className="text-danger">{icon}</span>}
      <p className="font-medium">{title}</p>
      {text && <p className="max-w-md text-sm text-taupe">{text}</p>}
      <Button look="secondary" size="small" onClick={onRetry} busy={busy} className="mt-2">
        {retryLabel}
      </Button>
    </div>
  );
}
