import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { ApiError } from "#web/api/query-client.ts";
import { currentOwner, revalidateSession, userKey } from "#web/api/session.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A dialog in which customers change an own order. It stays mounted, so that what was entered survives closing it. */
export interface OwnDialogProps {
  order: OrderRecord;
  open: boolean;
  onClose: () => void;
}

interface OwnChange<T> {
  busy: boolean;
  failure: string | null;
  /** messages by field of the request */
  fields: Readonly<Record<string, string>>;
  /** the order is not as it was shown: it has been loaded again */
  outdated: boolean;
  send: (call: () => Promise<StoreResult<T>>, done: (data: T) => void) => Promise<void>;
  reset: () => void;
}

interface ChangeFailure {
  message: string;
  fields: Readonly<Record<string, string>>;
  outdated: boolean;
}

/** Sends a change of an own order, then loads the customer's orders again. A failed one can be sent again. */
export function useOwnChange<T>(): OwnChange<T> {
  const t = useTexts();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ChangeFailure | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: userKey(currentOwner(), "orders") });
  const send: OwnChange<T>["send"] = async (call, done) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const result = await call();
    setBusy(false);
    if (result.ok) {
      done(result.data);
      return reload();
    }
    if (result.status === 401) revalidateSession();
    const { params } = result.problem.data;
    const outdated = result.problem.code === "lianne_state";
    setFailure({
      message: problemMessage(t, new ApiError(result)),
      fields: params && !Array.isArray(params) ? params : {},
      outdated,
    });
    if (outdated) await reload();
  };
  return {
    busy,
    failure: failure?.message ?? null,
    fields: failure?.fields ?? {},
    outdated: failure?.outdated ?? false,
    send,
    reset: () => setFailure(null),
  };
}
