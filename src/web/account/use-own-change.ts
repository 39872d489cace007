import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { StoreResult } from "#contract/client.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { currentOwner, revalidateSession, userKey } from "#web/api/session.ts";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A dialog in which customers change an own order. It stays mounted, so that what was entered survives closing it. */
export interface OwnDialogProps {
  order: OrderRecord;
  /** token of the link behind which the order is; absent in an account */
  link?: string | undefined;
  open: boolean;
  onClose: () => void;
}

interface ChangeFailure {
  message: string;
  /** messages by field of the request */
  fields: Readonly<Record<string, string>>;
}

interface OwnChange {
  busy: boolean;
  failure: ChangeFailure | null;
  /** @param done called with the result, after a successful call */
  send: <T>(call: () => Promise<StoreResult<T>>, done: (data: T) => void) => Promise<void>;
}

/** Codes of errors about an order that has changed meanwhile. */
const staleCodes: ReadonlySet<string> = new Set(["lianne_state", "order_not_waiting", "code_required"]);

/**
 * Sends a change of an own order, then loads the order again, also if it was not as displayed. A failed change can be sent again.
 * @param link token of the link behind which the order is: its page is loaded again, in an account the customer's orders
 */
export function useOwnChange(link?: string): OwnChange {
  const t = useTexts();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ChangeFailure | null>(null);
  const { revalidate } = useRevalidator();
  const reload = () =>
    link === undefined ? queries.invalidateQueries({ queryKey: userKey(currentOwner(), "orders") }) : revalidate();
  const send: OwnChange["send"] = async (call, done) => {
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
    setFailure({ message: problemMessage(t, result), fields: fieldMessages(result) });
    // the order is not as it was displayed
    if (staleCodes.has(result.problem.code)) await reload();
  };
  return { busy, failure, send };
}
