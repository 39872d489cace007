import { isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { Cart } from "#contract/cart.ts";
import type { StoreResult, StoreClient } from "#contract/client.ts";
import type { PromisedDelivery } from "./use-order-promise.ts";
import type { OrderAmounts, PlaceCodOrder, StoreOrder } from "#contract/order.ts";
import type { CreatePayment, PaymentCreated } from "#contract/payment.ts";
import type { Problem } from "#contract/problem.ts";

const pauseMs = 1000;
const retries = 2;

/** The server responded that the gateway timed out: an immediate retry would only prolong the wait. */
const gatewayIsDown = (result: StoreResult<unknown>): boolean =>
  !result.ok && result.problem.code === "payment_gateway_unreachable";

/** Only network errors and 5xx are retried. */
const worthRetrying = (result: StoreResult<unknown>): boolean =>
  !result.ok && (result.network || result.status >= 500) && !gatewayIsDown(result);

/** Retries at most twice, after 1 s and then 2 s, under the same idempotency key. */
async function withRetries<T>(call: () => Promise<StoreResult<T>>): Promise<StoreResult<T>> {
  for (let attempt = 1; ; attempt++) {
    const result = await call();
    if (!worthRetrying(result) || attempt > retries) return result;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
  }
}

export type SubmitFailure =
  | { kind: "exhausted"; network: boolean }
  /** the order exists and awaits payment; `message` explains it in the page's language */
  | { kind: "gateway-down"; message: string }
  /** `fields`: messages by the server's field names; `lines`: it is about ordered lines */
  | { kind: "refused"; message: string; fields: Readonly<Record<string, string>>; lines: boolean }
  /** the order comes to other amounts than the page displayed; `message` names the old and the new one */
  | { kind: "amounts-changed"; amounts: OrderAmounts; message: string }
  /** a line has left the cart or has another quantity; with the cart as it is */
  | { kind: "cart-changed"; cart: Cart; message: string }
  /** the order would arrive later than the page displayed */
  | { kind: "promise-later"; days: PromisedDelivery; message: string }
  | { kind: "logged-out"; message: string }
  /** no payment was opened, without a reason */
  | { kind: "not-created" }
  | { kind: "unexpected" }
  | { kind: "no-url" };
export type Submitted =
  | { kind: "placed"; orderId: number }
  | { kind: "redirect"; orderId: number; url: string }
  | { kind: "failed"; failure: SubmitFailure };

const failed = (failure: SubmitFailure): Submitted => ({ kind: "failed", failure });

/** Messages from WooCommerce's `messages` field, which is HTML: its list items as plain text. */
function htmlMessages(problem: object): string {
  const html = "messages" in problem && typeof problem.messages === "string" ? problem.messages : "";
  if (!html) return "";
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const items = [...parsed.querySelectorAll("li")].map((item) => item.textContent?.trim() ?? "").filter(Boolean);
  return (items.length > 0 ? items : [parsed.body.textContent?.trim() ?? ""]).join(" ");
}

/** `data.details[parameter].data.fields` of a rejected order: a message for each invalid field. */
function fieldsOf({ data }: Problem): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const detail of Object.values(data.details ?? {})) {
    const more = (detail?.data as { fields?: Record<string, string> } | null | undefined)?.fields;
    Object.assign(fields, more);
  }
  return fields;
}

/** Whether `data.details[parameter].data.lines` lists rejected lines. */
const isAboutLines = ({ data }: Problem): boolean =>
  Object.values(data.details ?? {}).some((detail) => (detail.data as { lines?: unknown } | null)?.lines !== undefined);

function failureOf(result: Extract<StoreResult<unknown>, { ok: false }>): SubmitFailure {
  const { problem, status } = result;
  if (worthRetrying(result)) return { kind: "exhausted", network: result.network };
  if (gatewayIsDown(result)) return { kind: "gateway-down", message: problem.message };
  if (problem.code === "unexpected_response") return { kind: "unexpected" };
  if (problem.code === "lianne_order_changed") {
    const { cart, ...amounts } = problem.data as Partial<OrderAmounts & { cart: Cart }>;
    if (cart) return { kind: "cart-changed", cart, message: problem.message };
    const { lines, shipping_total, total } = amounts;
    if (lines && shipping_total !== undefined && total !== undefined)
      return {
        kind: "amounts-changed",
        amounts: { ...amounts, lines, shipping_total, total },
        message: problem.message,
      };
  }
  if (problem.code === "lianne_promise_changed") {
    const { promised_from: from, promised_by: by } = problem.data as { promised_from?: string; promised_by?: string };
    if (from && by) return { kind: "promise-later", days: { from, by }, message: problem.message };
  }
  if (status === 401) return { kind: "logged-out", message: problem.message };
  const message = htmlMessages(problem) || problem.message;
  return { kind: "refused", message, fields: fieldsOf(problem), lines: isAboutLines(problem) };
}

/** Sends a cash order. @param key idempotency key, the same for all retries */
export async function submitCod(store: StoreClient, body: PlaceCodOrder, key: string): Promise<Submitted> {
  const result = await withRetries<StoreOrder>(() => store.placeCodOrder(body, key));
  if (!result.ok) return failed(failureOf(result));
  return typeof result.data.id === "number"
    ? { kind: "placed", orderId: result.data.id }
    : failed({ kind: "unexpected" });
}

/** Creates an online payment; the caller redirects to `url`. */
export async function submitOnline(store: StoreClient, body: CreatePayment, key: string): Promise<Submitted> {
  const { payment_method: method } = body;
  if (!isOnlineMethod(method)) return failed({ kind: "unexpected" });
  const result = await withRetries<PaymentCreated>(() => store.createPayment(method, body, key));
  if (!result.ok) return failed(failureOf(result));
  const { success, message, order_id, payment_url, redirect_url } = result.data;
  if (typeof success !== "boolean") return failed({ kind: "unexpected" });
  if (!success) {
    const reason = htmlMessages(result.data) || message;
    return failed(reason ? { kind: "refused", message: reason, fields: {}, lines: false } : { kind: "not-created" });
  }
  const url = payment_url || redirect_url;
  return url ? { kind: "redirect", orderId: order_id, url } : failed({ kind: "no-url" });
}
