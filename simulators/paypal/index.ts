import { WebhookSender, type Deliver, deliverByHttp } from "#simulators/shared/webhook-sender.ts";
import { type Faults, FaultInjector, withFault } from "#simulators/shared/faults.ts";
import { type GatewayControl, type GatewaySimulator, applyControl, serveGateway } from "#simulators/shared/gateway.ts";
import { type SimulatorResponse, type SimulatorRequest, json } from "#simulators/shared/server.ts";
import { Api } from "./api.ts";
import { shopperPage } from "./approval.ts";
import { makeSigningKey, type SigningKey } from "./certificate.ts";
import { PaypalApiError, errorResponse } from "./errors.ts";
import { type EventType, type PaypalNotificationFault, rawMember, Webhooks } from "./notifications.ts";
import { wholeOrder } from "./resources.ts";
import { type LedgerRow, type Order, type Refund, Store } from "./store.ts";
import { Tokens } from "./tokens.ts";

export interface PaypalOptions {
  /** 0 picks a free one */
  port?: number;
  clientId: string;
  clientSecret: string;
  webhookUrl: string;
  webhookId: string;
  clock?: { now(): Date };
  /** lifetime of a token; PayPal's 9 hours by default */
  tokenLifetimeMs?: number;
  /** PayPal retries for three days; here once a second by default */
  webhookRetryMs?: number;
  /** brings notifications to the shop instead of HTTP */
  deliver?: Deliver;
}

export type PaypalEndpoint =
  | "token"
  | "create"
  | "order"
  | "capture"
  | "refund"
  | "get_refund"
  | "page"
  | "certificate"
  | "verify";
export type PaypalFaults = Faults<PaypalEndpoint, PaypalNotificationFault>;

/** The body of `POST /control`; `payment` is an order's `custom_id`, and refunds that take time are PENDING. */
export interface PaypalControl extends GatewayControl<PaypalEndpoint, PaypalNotificationFault, Refund["status"]> {
  /** the result of a capture under review: with its order's `custom_id` in `payment` */
  decide?: "COMPLETED" | "DECLINED";
  /** all tokens expire now */
  revoke_tokens?: boolean;
}

export interface PaypalSimulator extends GatewaySimulator<PaypalControl, LedgerRow> {
  /** the value of `PAYPAL_API_URL` */
  apiUrl: string;
}

const webhookTries = 25;
const nineHoursMs = 9 * 60 * 60 * 1000;
const certificatePath = "/v1/notifications/certs/CERT-360caa42-lianne-simulator";

const endpointOf = ({ method, url: { pathname } }: SimulatorRequest): PaypalEndpoint => {
  if (pathname === "/v1/oauth2/token") return "token";
  if (pathname.startsWith("/v1/notifications/certs/")) return "certificate";
  if (pathname.startsWith("/v1/notifications/")) return "verify";
  if (pathname.endsWith("/capture")) return "capture";
  if (pathname.endsWith("/refund")) return "refund";
  if (pathname.startsWith("/v2/payments/refunds/")) return "get_refund";
  if (pathname.startsWith("/v2/")) return method === "POST" ? "create" : "order";
  return "page";
};

interface Keys {
  own: SigningKey;
  strangers: SigningKey;
}

class Paypal {
  /** known once it listens */
  origin = "";
  readonly store: Store;
  readonly sender: WebhookSender;
  readonly #injector = new FaultInjector<PaypalEndpoint, PaypalNotificationFault>();
  readonly #tokens: Tokens;
  readonly #api: Api;
  readonly #keys: Keys;
  #webhooks: Webhooks | undefined;
  readonly #options: PaypalOptions & { clock: { now(): Date } };

  constructor(options: PaypalOptions & { clock: { now(): Date } }, keys: Keys) {
    const { clock, clientId, clientSecret, tokenLifetimeMs = nineHoursMs, webhookRetryMs = 1_000 } = options;
    this.#options = options;
    this.#keys = keys;
    this.store = new Store(clock);
    this.#tokens = new Tokens(clientId, clientSecret, clock, tokenLifetimeMs);
    this.#api = new Api(
      () => this.origin,
      this.store,
      (order, type, resource) => this.#sendWebhook(order, type, resource),
    );
    this.sender = new WebhookSender({
      deliver: options.deliver ?? deliverByHttp,
      tries: webhookTries,
      retryMs: webhookRetryMs,
      isAccepted: ({ status }) => status >= 200 && status < 300,
    });
  }

  opened(origin: string): void {
    const { webhookUrl, webhookId, clock } = this.#options;
    this.origin = origin;
    this.#webhooks = new Webhooks(
      {
        webhookUrl,
        webhookId,
        clock,
        certUrl: `${origin}${certificatePath}`,
        key: this.#keys.own,
        strangersKey: this.#keys.strangers,
      },
      this.sender,
    );
  }

  control({ decide, revoke_tokens, ...faults }: PaypalControl): void {
    if (revoke_tokens) this.#tokens.revoke();
    if (decide && faults.payment !== undefined) this.#decide(faults.payment, decide);
    else applyControl(faults, this.#injector, this.store.refunding);
  }

  ledger(): LedgerRow[] {
    return this.store.ledger();
  }

  state(): unknown {
    return { ...this.#injector.state, refunds: this.store.refunding };
  }

  /** Handles any request of the shop or of a browser. */
  handle(call: SimulatorRequest): Promise<SimulatorResponse | null> {
    const endpoint = endpointOf(call);
    const fault = this.#injector.responseFault(endpoint, this.#referenceOf(endpoint, call));
    return withFault(fault, this.sender.signal, async () => {
      try {
        return this.#respond(endpoint, call);
      } catch (error) {
        if (error instanceof PaypalApiError) return errorResponse(error);
        throw error;
      }
    });
  }

  #respond(endpoint: PaypalEndpoint, call: SimulatorRequest): SimulatorResponse {
    if (endpoint === "token") return this.#tokens.give(call);
    if (endpoint === "certificate") {
      if (call.url.pathname !== certificatePath) throw new PaypalApiError(404, "INVALID_RESOURCE_ID");
      return { status: 200, headers: { "content-type": "application/x-pem-file" }, body: this.#keys.own.pem };
    }
    if (endpoint === "page") {
      if (call.url.pathname !== "/checkoutnow") throw new PaypalApiError(404, "INVALID_RESOURCE_ID");
      return shopperPage(call, this.store, (order) =>
        this.#sendWebhook(order, "CHECKOUT.ORDER.APPROVED", wholeOrder(this.origin, order)),
      );
    }
    this.#tokens.check(call);
    return endpoint === "verify" ? this.#verify(call) : this.#api.respond(call);
  }

  #verify({ url, body }: SimulatorRequest): SimulatorResponse {
    if (!url.pathname.endsWith("/verify-webhook-signature")) throw new PaypalApiError(404, "INVALID_RESOURCE_ID");
    const event = rawMember(body, "webhook_event");
    let verification: Record<string, unknown>;
    try {
      verification = JSON.parse(body) as Record<string, unknown>;
    } catch {
      throw new PaypalApiError(400, "MALFORMED_REQUEST_JSON");
    }
    if (event === null) throw new PaypalApiError(400, "MISSING_REQUIRED_PARAMETER", { field: "/webhook_event" });
    const ours = this.#webhooks?.isOurs(verification, event) ?? false;
    return json(200, { verification_status: ours ? "SUCCESS" : "FAILURE" });
  }

  /** Webhooks are delivered in the background: no response waits for them. */
  #sendWebhook(order: Order, type: EventType, resource: Record<string, unknown>): void {
    const fault = this.#injector.notificationFault(order.unit.custom_id ?? "");
    this.sender.runInBackground(async () => this.#webhooks?.send(order, type, resource, fault));
  }

  /** The `custom_id` of the order that a call is about, "" where that is not known yet. */
  #referenceOf(endpoint: PaypalEndpoint, { url, method, body }: SimulatorRequest): string {
    if (endpoint === "create") return /"custom_id"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? "";
    const token = method === "POST" ? new URLSearchParams(body).get("token") : url.searchParams.get("token");
    const id = url.pathname.split("/")[4] ?? token ?? "";
    return this.store.about(id)?.unit.custom_id ?? "";
  }

  #decide(reference: string, status: "COMPLETED" | "DECLINED"): void {
    const order = this.store.waiting(reference);
    if (!order?.capture) throw new Error(`${reference} has no pending capture`);
    order.capture.status = status;
    this.#api.sendCaptureWebhook(order, order.capture);
  }
}

/**
 * Starts a simulator of PayPal: tokens, orders, captures, refunds, the page where the shopper approves,
 * and webhooks signed by a certificate of its own. `POST /control` takes a {@link PaypalControl}; `GET /control/ledger`
 * returns every order.
 */
export async function startPaypal(options: PaypalOptions): Promise<PaypalSimulator> {
  const clock = options.clock ?? { now: () => new Date() };
  const name = "messageverificationcerts.simulator.paypal.com";
  const [own, strangers] = await Promise.all([makeSigningKey(name, clock.now()), makeSigningKey(name, clock.now())]);
  const paypal = new Paypal({ ...options, clock }, { own, strangers });
  const { origin, ...simulator } = await serveGateway(paypal, options.port);
  paypal.opened(origin);
  return { ...simulator, apiUrl: origin };
}
