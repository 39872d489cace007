import type { FormEventHandler, ReactNode, Ref } from "react";
import type { StoreResult } from "#contract/client.ts";
import { toast } from "#design/toast.ts";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import type { AuthField } from "./auth-rules.ts";
import type { SendFailure } from "./use-auth-form.ts";

const wireNames: Record<string, AuthField> = { first_name: "firstName", last_name: "lastName" };

/**
 * An error stays above the form, and is shown as a toast too unless `quiet`. `rejected` is for a 4xx, `failed` for network errors and
 * 5xx.
 */
export function useFailureReport({ quiet = false } = {}) {
  const t = useTexts();
  return (result: Extract<StoreResult<unknown>, { ok: false }>, rejected: TextKey, failed: TextKey): SendFailure => {
    const ours = result.network || result.status >= 500;
    if (!quiet) toast("error", t(ours ? failed : rejected));
    const fields = Object.fromEntries(
      Object.entries(fieldMessages(result)).map(([name, message]) => [wireNames[name] ?? name, message]),
    );
    return { message: ours ? t(failed) : problemMessage(t, result, rejected), fields };
  };
}

interface AuthFormFrameProps {
  children: ReactNode;
  onSubmit: FormEventHandler;
  ref?: Ref<HTMLFormElement>;
}

export function AuthFormFrame({ children, onSubmit, ref }: AuthFormFrameProps) {
  return (
    <form ref={ref} noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {children}
    </form>
  );
}
