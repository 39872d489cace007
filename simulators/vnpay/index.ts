import { WebhookSender, type Deliver, deliverByHttp, type WebhookResponse } from "#simulators/shared/webhook-sender.ts";
import { type ResponseFault, type Faults, FaultInjector, withFault } from "#simulators/shared/faults.ts";
import { type GatewayControl, type GatewaySimulator, applyControl, serveGateway } from "#simulators/shared/gateway.ts";
import { type SimulatorResponse, type SimulatorRequest, json } from "#simulators/shared/server.ts";
import { notify, type VnpayNotificationFault } from "./notifications.ts";
import { type PayFlow, shopperPages } from "./pay-flow.ts";
import type { Terminal } from "./pay-url.ts";
import { ServerCalls } from "./server-calls.ts";
import { type LedgerRow, type Transaction, Transactions } from "./transactions.ts";

export interface VnpayOptions {
  /** 0 picks a free one */
  port?: number;
  tmnCode: string;
  hashSecret: string;
  /** the URL for payment notifications (IPN); at VNPay it is set in the merchant's portal */
  ipnUrl: string;
  clock?: { now(): Date };
  /** VNPay waits 5 minutes; here a second by default */
  ipnRetryMs?: number;
  /** time until a refund is completed; 10 seconds by default */
  refundTakesMs?: number;
  /** delivers IPNs instead of HTTP */
  deliver?: Deliver;
}

export type VnpayEndpoint = "pay" | "querydr" | "refund";
export type VnpayFaults = Faults<VnpayEndpoint, VnpayNotificationFault>;

/** What `POST /control` takes. Refunds end sent to the bank (06), or rejected by it (09). */
export interface VnpayControl extends GatewayControl<VnpayEndpoint, VnpayNotificationFault, "06" | "09"> {
  /** the merchant's decision about a payment under review (07), whose reference is in `payment` */
  decide?: "paid" | "reversed";
}

export interface VnpaySimulator extends GatewaySimulator<VnpayControl, LedgerRow> {
  /** the value of `VNPAY_PAY_URL` */
  payUrl: string;
  /** the value of `VNPAY_API_URL` */
  apiUrl: string;
}

const ipnTries = 10;
const silent = new Set(["00", "02"]);

/** VNPay stops at a response that confirms the result, and retries after any other. */
function isAccepted({ status, body }: WebhookResponse): boolean {
  try {
    const { RspCode } = JSON.parse(body) as { RspCode?: string };
    return status === 200 && silent.has(RspCode ?? "");
  } catch {
    return false;
  }
}

class Vnpay implements PayFlow {
  readonly terminal: Terminal;
  readonly clock: { now(): Date };
  readonly transactions: Transactions;
  readonly sender: WebhookSender;
  readonly #ipnUrl: string;
  readonly #injector = new FaultInjector<VnpayEndpoint, VnpayNotificationFault>();
  readonly #calls: ServerCalls;

  constructor(options: VnpayOptions) {
    const { tmnCode, hashSecret, ipnUrl, clock = { now: () => new Date() } } = options;
    const { ipnRetryMs = 1_000, refundTakesMs = 10_000, deliver = deliverByHttp } = options;
    this.terminal = { tmnCode, hashSecret };
    this.clock = clock;
    this.#ipnUrl = ipnUrl;
    this.transactions = new Transactions(clock, refundTakesMs);
    this.sender = new WebhookSender({ deliver, tries: ipnTries, retryMs: ipnRetryMs, isAccepted });
    this.#calls = new ServerCalls(this.terminal, this.transactions, clock);
  }

  notify(transaction: Transaction): Promise<void> {
    const { terminal, sender } = this;
    const fault = this.#injector.notificationFault(transaction.reference);
    return notify(transaction, { terminal, ipnUrl: this.#ipnUrl, sender }, fault);
  }

  control({ decide, ...faults }: VnpayControl): void {
    if (decide && faults.payment !== undefined) this.#decide(faults.payment, decide);
    else applyControl(faults, this.#injector, this.transactions.refunding);
  }

  ledger(): LedgerRow[] {
    return this.transactions.ledger();
  }

  state(): unknown {
    return { ...this.#injector.state, refunds: this.transactions.refunding };
  }

  /** Handles any request of the shop or of a browser. */
  async handle(call: SimulatorRequest): Promise<SimulatorResponse | null> {
    const { method, url } = call;
    if (method === "POST" && url.pathname === "/merchant_webapi/api/transaction") {
      const { command, reference } = ServerCalls.about(call.body);
      return this.#withFaults(command, reference, async () => json(200, this.#calls.respond(call.body)));
    }
    const reference = url.searchParams.get("vnp_TxnRef") ?? this.#referenceOf(call);
    return this.#withFaults("pay", reference, async () => (await shopperPages(this, call)) ?? json(404, "Not Found"));
  }

  #withFaults(
    endpoint: VnpayEndpoint,
    reference: string,
    work: () => Promise<SimulatorResponse>,
  ): Promise<SimulatorResponse | null> {
    const fault: ResponseFault | null = this.#injector.responseFault(endpoint, reference);
    return withFault(fault, this.sender.signal, work);
  }

  #referenceOf({ method, url, body }: SimulatorRequest): string {
    const form = method === "POST" ? new URLSearchParams(body) : url.searchParams;
    return this.transactions.byToken(form.get("token"))?.reference ?? "";
  }

  #decide(reference: string, how: "paid" | "reversed"): void {
    const result = this.transactions.byReference(reference)?.result;
    if (result?.status !== "07") throw new Error(`${reference} is not under review`);
    result.status = how === "paid" ? "00" : "04";
  }
}

/**
 * Starts a simulator of VNPay: its payment pages with the sandbox's cards, querydr and refund,
 * notifications to the shop's server with retries, with the same signatures as the real one. `POST /control` takes a
 * {@link VnpayControl};
 * `GET /control/ledger` returns every payment.
 */
export async function startVnpay(options: VnpayOptions): Promise<VnpaySimulator> {
  const { origin, ...simulator } = await serveGateway(new Vnpay(options), options.port);
  return {
    ...simulator,
    payUrl: `${origin}/paymentv2/vpcpay.html`,
    apiUrl: `${origin}/merchant_webapi/api/transaction`,
  };
}
