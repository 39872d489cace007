import { type OrderAction, stagesOfAction } from "#contract/backoffice/allowed-actions.ts";
import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import type { Reader } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrder, lineName } from "#shop/orders/index.ts";

export const orderNotFound = (lang: Language): HttpError =>
  new HttpError(404, "rest_not_found", t(lang, "workflow_errors.no_order"));

/** 409: the order's stage does not allow the action; the message names those that do. */
export function stageNotAllowed(lang: Language, action: OrderAction | "call", stage: Stage): HttpError {
  const allowed = stagesOfAction[action === "call" ? "confirm" : action].map((one) => t(lang, `order_stages.${one}`));
  const values = { state: t(lang, `order_stages.${stage}`), allowed: allowed.join(", ") };
  return new HttpError(409, "lianne_invalid_state", t(lang, `workflow_errors.not_${action}`, values), {
    extra: { state: stage },
  });
}

const promiseConflict =
  (text: "not_promise" | "no_promise") =>
  (lang: Language, status: string): HttpError =>
    new HttpError(409, "lianne_invalid_state", t(lang, `workflow_errors.${text}`), { extra: { state: status } });
/** 409: the order is delivered or has ended. */
export const promiseNotAllowed = promiseConflict("not_promise");
/** 409: the order was never promised for a day. */
export const noPromise = promiseConflict("no_promise");

export const undoExpired = (lang: Language): HttpError =>
  new HttpError(410, "lianne_undo_expired", t(lang, "workflow_errors.undo_expired"));

/** 409: the order was changed after the action. */
export const undoOutdated = (lang: Language, status: string): HttpError =>
  new HttpError(409, "lianne_invalid_state", t(lang, "workflow_errors.undo_outdated"), { extra: { state: status } });

/** 400: the order cannot be reopened, since these lines are out of stock. */
export async function outOfStock(
  reader: Reader,
  orderId: number,
  { short, lang }: { short: readonly { stockId: number; available: number }[]; lang: Language },
): Promise<HttpError> {
  const left = new Map(short.map(({ stockId, available }) => [stockId, available]));
  const { lines = [] } = (await findOrder(reader, orderId)) ?? {};
  const missing = lines.flatMap((line) => {
    const available = line.stockId === null ? undefined : left.get(line.stockId);
    if (available === undefined) return [];
    const message = t(lang, "workflow_errors.line_out_of_stock", { name: lineName(line, lang), available });
    return [{ line_id: line.id, available, message }];
  });
  const message = missing.map((line) => line.message).join(" ");
  return new HttpError(400, "rest_invalid_param", message, {
    extra: {
      params: { line_items: message },
      details: { line_items: { code: "out_of_stock", message, data: { lines: missing } } },
    },
  });
}
