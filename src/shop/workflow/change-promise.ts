import type { z } from "zod";
import { allowsNewPromise } from "#contract/backoffice/allowed-actions.ts";
import type { ChangePromise, UndoToken } from "#contract/backoffice/order-actions.ts";
import type { CalendarDay } from "#contract/calendar-days.ts";
import { formatDay } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { changePromise, promisableDays } from "#shop/delivery-promise/index.ts";
import { type Acting, type ActionOptions, lockedState } from "./change-order.ts";
import { noPromise, orderNotFound, promiseNotAllowed } from "./order-errors.ts";
import { storeUndo, takeSnapshot, withOwnJobs } from "./undo-token.ts";

/** `29/11/2026`, as screens show a day. */
const asWritten = (days: Record<string, CalendarDay>): Record<string, string> =>
  Object.fromEntries(Object.entries(days).map(([name, day]) => [name, formatDay(day)]));

/** @throws HttpError 400 for a day in the past or more than a year ahead */
export function requirePromisable(day: CalendarDay, { lang, now }: { lang: Language; now: Date }): void {
  const { first, last } = promisableDays(now);
  if (day < first || day > last)
    throw invalidParam("day", t(lang, "workflow_errors.promise_day", asWritten({ first, last })));
}

/**
 * Promises an order for another day, for a reason; its email waits until the change can no longer be undone.
 * @throws HttpError 400 for the day, also if it is the promised one, 404, 409 for an order that has ended or has no promise, 412
 */
export async function changeOrderPromise(
  tx: Tx,
  orderId: number,
  {
    promise: { day, reason },
    acting,
    ...options
  }: {
    promise: z.output<typeof ChangePromise>;
    acting: Acting & { staffId: number };
  } & Pick<ActionOptions, "requireVersion">,
): Promise<UndoToken> {
  const { lang, now, staffId } = acting;
  requirePromisable(day, acting);
  const { status } = await lockedState(tx, orderId, { lang, ...options });
  if (!allowsNewPromise(status)) throw promiseNotAllowed(lang, status);
  const before = await takeSnapshot(tx, orderId);
  if (!before) throw orderNotFound(lang);
  const { result: promise, actionId } = await withOwnJobs(tx, () =>
    changePromise(tx, orderId, { day, reason, staffId, now }),
  );
  if (!promise) throw noPromise(lang, status);
  if (promise === "same day")
    throw invalidParam("day", t(lang, "workflow_errors.promise_same_day", asWritten({ day, ...promisableDays(now) })));
  return storeUndo(tx, {
    ...{ staffId, orderId, action: "promise", before: { ...before, promise }, after: status, actionId, now },
  });
}
