import { Courier, type Deliver, deliverByHttp, type NoticeAnswer } from "#simulators/shared/webhook-sender.ts";
import { type AnswerFault, type Faults, FaultInjector, withFault } from "#simulators/shared/faults.ts";
import { type GatewayControl, type GatewaySimulator, obey, serveGateway } from "#simulators/shared/gateway.ts";
import { type Answer, type Call, json } from "#simulators/shared/server.ts";
import { notify, type VnpayNoticeFault } from "./notices.ts";
import { type PayFlow, shopperPages } from "./pay-flow.ts";
import type { Terminal } from "./pay-url.ts";
import { ServerCalls } from "./server-calls.ts";
import { type LedgerRow, type Transaction, Transactions } from "./transactions.ts";

export interface VnpayOptions {
  /** 0 picks a free one */
  port?: number;
  tmnCode: string;
  hashSecret: string;
  /** where the shop's server hears of payments; at VNPay it is typed into the merchant's portal */
  ipnUrl: string;
  clock?: { now(): Date };
  /** VNPay waits 5 minutes; here a second unless said */
  ipnRetryMs?: number;
  /** how long a refund is under way before the bank has it; 10 seconds unless said */
  refundTakesMs?: number;
  /** brings notices to the shop instead of HTTP */
  deliver?: Deliver;
}

export type VnpayEndpoint = "pay" | "querydr" | "refund";
export type VnpayFaults = Faults<VnpayEndpoint, VnpayNoticeFault>;

/** What `POST /control` takes. Refunds end with the money at the bank (06), or turned down by it (09). */
export interface VnpayControl extends GatewayControl<VnpayEndpoint, VnpayNoticeFault, "06" | "09"> {
  /** what the merchant's portal decides about a payment that is held (07): with the reference in `payment` */
  decide?: "paid" | "reversed";
}

export interface VnpaySimulator extends GatewaySimulator<VnpayControl, LedgerRow> {
  /** as `VNPAY_PAY_URL` wants it */
  payUrl: string;
  /** as `VNPAY_API_URL` wants it */
  apiUrl: string;
}

const ipnTries = 10;
const silent = new Set(["00", "02"]);

/** VNPay is content with a recorded result, and asks again after anything else. */
function isHeard({ status, body }: NoticeAnswer): boolean {
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
  readonly courier: Courier;
  readonly #ipnUrl: string;
  readonly #board = new FaultInjector<VnpayEndpoint, VnpayNoticeFault>();
  readonly #calls: ServerCalls;

  constructor(options: VnpayOptions) {
    const { tmnCode, hashSecret, ipnUrl, clock = { now: () => new Date() } } = options;
    const { ipnRetryMs = 1_000, refundTakesMs = 10_000, deliver = deliverByHttp } = options;
    this.terminal = { tmnCode, hashSecret };
    this.clock = clock;
    this.#ipnUrl = ipnUrl;
    this.transactions = new Transactions(clock, refundTakesMs);
    this.courier = new Courier({ deliver, tries: ipnTries, retryMs: ipnRetryMs, heard: isHeard });
    this.#calls = new ServerCalls(this.terminal, this.transactions, clock);
  }

  notify(transaction: Transaction): Promise<void> {
    const { terminal, courier } = this;
    const fault = this.#board.noticeFault(transaction.reference);
    return notify(transaction, { terminal, ipnUrl: this.#ipnUrl, courier }, fault);
  }

  control({ decide, ...told }: VnpayControl): void {
    if (decide && told.payment !== undefined) this.#decide(told.payment, decide);
    else obey(told, this.#board, this.transactions.refunding);
  }

  ledger(): LedgerRow[] {
    return this.transactions.ledger();
  }

  state(): unknown {
    return { ...this.#board.state, refunds: this.transactions.refunding };
  }

  /** Answers any call of the shop or of a browser. */
  async handle(call: Call): Promise<Answer | null> {
    const { method, url } = call;
    if (method === "POST" && url.pathname === "/merchant_webapi/api/transaction") {
      const { command, reference } = ServerCalls.about(call.body);
      return this.#spoilt(command, reference, async () => json(200, this.#calls.answer(call.body)));
    }
    const reference = url.searchParams.get("vnp_TxnRef") ?? this.#referenceOf(call);
    return this.#spoilt("pay", reference, async () => (await shopperPages(this, call)) ?? json(404, "Not Found"));
  }

  #spoilt(endpoint: VnpayEndpoint, reference: string, work: () => Promise<Answer>): Promise<Answer | null> {
    const fault: AnswerFault | null = this.#board.answerFault(endpoint, reference);
    return withFault(fault, this.courier.signal, work);
  }

  #referenceOf({ method, url, body }: Call): string {
    const form = method === "POST" ? new URLSearchParams(body) : url.searchParams;
    return this.transactions.byToken(form.get("token"))?.reference ?? "";
  }

  #decide(reference: string, how: "paid" | "reversed"): void {
    const result = this.transactions.byReference(reference)?.result;
    if (result?.status !== "07") throw new Error(`${reference} is not held`);
    result.status = how === "paid" ? "00" : "04";
  }
}

/**
 * Starts a stand-in for VNPay on this machine: its pay pages with the sandbox's cards, querydr and refund, notices to the
 * shop's server with retries, every signature as the real one makes it. `POST /control` takes a {@link VnpayControl};
 * `GET /control/ledger` tells every payment.
 */
export async function startVnpay(options: VnpayOptions): Promise<VnpaySimulator> {
  const { origin, ...simulator } = await serveGateway(new Vnpay(options), options.port);
  return {
    ...simulator,
    payUrl: `${origin}/paymentv2/vpcpay.html`,
    apiUrl: `${origin}/merchant_webapi/api/transaction`,
  };
}
