import { type SimulatorResponse, type SimulatorRequest, json } from "#simulators/shared/server.ts";
import { PaypalApiError } from "./errors.ts";
import { minorUnits } from "./money.ts";
import type { EventType } from "./notifications.ts";
import { readOrderInput } from "./order-input.ts";
import { captureResource, payerLink, refundResource, shortOrder, wholeOrder } from "./resources.ts";
import { type Capture, type Order, Store } from "./store.ts";

type Fields = Record<string, unknown>;
type SendWebhook = (order: Order, type: EventType, resource: Fields) => void;

interface Remembered {
  body: string;
  again: () => SimulatorResponse;
}

const captureEvents: Record<string, EventType> = {
  COMPLETED: "PAYMENT.CAPTURE.COMPLETED",
  PENDING: "PAYMENT.CAPTURE.PENDING",
  DECLINED: "PAYMENT.CAPTURE.DENIED",
};

/** JSON is required even for an empty body. @throws PaypalApiError */
function readJson({ headers, body }: SimulatorRequest): Fields {
  if (!headers["content-type"]?.startsWith("application/json")) throw new PaypalApiError(415, "UNSUPPORTED_MEDIA_TYPE");
  try {
    const parsed: unknown = JSON.parse(body === "" ? "{}" : body);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Fields;
  } catch {
    // checked below
  }
  throw new PaypalApiError(400, "MALFORMED_REQUEST_JSON");
}

/** PayPal's calls between servers, below `/v2/`. */
export class Api {
  readonly #origin: () => string;
  readonly #store: Store;
  readonly #sendWebhook: SendWebhook;
  readonly #remembered = new Map<string, Remembered>();

  constructor(origin: () => string, store: Store, sendWebhook: SendWebhook) {
    this.#origin = origin;
    this.#store = store;
    this.#sendWebhook = sendWebhook;
  }

  /** @throws PaypalApiError */
  respond(call: SimulatorRequest): SimulatorResponse {
    const [, kind = "", id = "", verb = ""] =
      /^\/v2\/(checkout\/orders|payments\/\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(call.url.pathname) ?? [];
    switch (`${call.method} ${kind}${id && "/id"}${verb && `/${verb}`}`) {
      case "POST checkout/orders":
        return this.#once(call, () => this.#create(call));
      case "GET checkout/orders/id":
        return json(200, wholeOrder(this.#origin(), this.#store.order(id)));
      case "POST checkout/orders/id/capture":
        return this.#once(call, () => this.#capture(call, id));
      case "GET payments/captures/id": {
        const { order, capture } = this.#store.ofCapture(id);
        return json(200, captureResource(this.#origin(), order, capture));
      }
      case "POST payments/captures/id/refund":
        return this.#once(call, () => this.#refund(call, id));
      case "GET payments/refunds/id":
        return this.#showRefund(id, 200);
      default:
        throw new PaypalApiError(404, "INVALID_RESOURCE_ID");
    }
  }

  /** The same request id has no second effect: it returns 200 with the result of the first. */
  #once(call: SimulatorRequest, work: () => () => SimulatorResponse): SimulatorResponse {
    const id = call.headers["paypal-request-id"];
    if (typeof id !== "string" || id === "") return work()();
    if (id.length > 108) throw new PaypalApiError(400, "INVALID_STRING_MAX_LENGTH", { field: "PayPal-Request-Id" });
    const name = `${call.url.pathname} ${id}`;
    const before = this.#remembered.get(name);
    if (before && before.body !== call.body) throw new PaypalApiError(422, "PAYPAL_REQUEST_ID_PREVIOUSLY_USED");
    if (before) return { ...before.again(), status: 200 };
    const again = work();
    this.#remembered.set(name, { body: call.body, again });
    return again();
  }

  #create(call: SimulatorRequest): () => SimulatorResponse {
    const input = readJson(call);
    if ("payment_source" in input && !call.headers["paypal-request-id"])
      throw new PaypalApiError(400, "PAYPAL_REQUEST_ID_REQUIRED");
    const order = this.#store.addOrder(readOrderInput(input));
    return () => this.#show(call, order);
  }

  #show({ headers }: SimulatorRequest, order: Order): SimulatorResponse {
    const whole = String(headers.prefer ?? "").includes("return=representation");
    return json(201, (whole ? wholeOrder : shortOrder)(this.#origin(), order));
  }

  #capture(call: SimulatorRequest, id: string): () => SimulatorResponse {
    readJson(call);
    const order = this.#store.order(id);
    if (order.capture) throw new PaypalApiError(422, "ORDER_ALREADY_CAPTURED");
    if (order.intent !== "CAPTURE") throw new PaypalApiError(422, "ACTION_DOES_NOT_MATCH_INTENT");
    const links = [{ href: payerLink(this.#origin(), order).href, rel: "redirect" }];
    if (order.status !== "APPROVED") throw new PaypalApiError(422, "ORDER_NOT_APPROVED");
    if (order.declines) throw new PaypalApiError(422, "INSTRUMENT_DECLINED", { links });
    if (this.#store.hasCaptured(order.unit.invoice_id)) throw new PaypalApiError(422, "DUPLICATE_INVOICE_ID");
    const capture = this.#store.addCapture(order, order.examines ? "PENDING" : "COMPLETED");
    this.sendCaptureWebhook(order, capture);
    // the response to a capture contains the capture, completed or not
    return () => json(201, wholeOrder(this.#origin(), order));
  }

  /** Sends the shop the result of a capture. */
  sendCaptureWebhook(order: Order, capture: Capture): void {
    const type = captureEvents[capture.status];
    if (type) this.#sendWebhook(order, type, captureResource(this.#origin(), order, capture));
  }

  #refund(call: SimulatorRequest, id: string): () => SimulatorResponse {
    const input = readJson(call);
    const { order, capture } = this.#store.ofCapture(id);
    if (capture.status === "PENDING") throw new PaypalApiError(422, "PENDING_CAPTURE");
    const left = capture.cents - Store.refunded(order);
    if (left <= 0) throw new PaypalApiError(422, "CAPTURE_FULLY_REFUNDED");
    const requested = input.amount as { currency_code?: string } | undefined;
    const cents = requested === undefined ? left : minorUnits(requested, "/amount", "DECIMALS_NOT_SUPPORTED");
    if (requested && requested.currency_code !== order.unit.amount.currency_code)
      throw new PaypalApiError(422, "CURRENCY_MISMATCH");
    if (cents <= 0) throw new PaypalApiError(422, "CANNOT_BE_ZERO_OR_NEGATIVE", { field: "/amount/value" });
    if (cents > left) throw new PaypalApiError(422, "REFUND_AMOUNT_EXCEEDED", { field: "/amount/value" });
    const text = (value: unknown) => (typeof value === "string" ? value : undefined);
    const own = { cents, invoiceId: text(input.invoice_id), note: text(input.note_to_payer) };
    const refund = this.#store.addRefund(order, capture, own);
    if (refund.status === "COMPLETED")
      this.#sendWebhook(order, "PAYMENT.CAPTURE.REFUNDED", refundResource(this.#origin(), order, refund));
    return () => this.#showRefund(refund.id, 201);
  }

  #showRefund(id: string, status: number): SimulatorResponse {
    const refund = this.#store.refund(id);
    const { order } = this.#store.ofCapture(refund.capture.id);
    return json(status, refundResource(this.#origin(), order, refund));
  }
}
