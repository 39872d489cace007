import type { Reader } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import {
  findRefundWork,
  type Gateway,
  GatewayDeclinedError,
  type Gateways,
  hasBeenPaid,
  type OnlineMethod,
  type RefundStatusResult,
  type PaymentStatusResult,
} from "#shop/payments/index.ts";
import type { DayPayment } from "./payment-day.ts";

/** The gateway's status of a payment and of its refunds. */
export interface GatewayStatus {
  /** `not queried`: the shop's record is final; `no gateway`: its credentials are not configured any more */
  payment: PaymentStatusResult | "not queried" | "no response" | "no gateway";
  refunds: { id: number; status: RefundStatusResult | "no response" }[];
}

/**
 * After this many failures in a row the gateway is not queried any more, so that the report does not wait for a timeout
 * for each payment.
 */
const maxFailures = 2;

/** Queries gateways, read-only: captures nothing, changes no order and writes nothing. */
export class GatewayQueries {
  readonly #db: Reader;
  readonly #gateways: Gateways;
  readonly #all: boolean;
  readonly #failures = new Map<OnlineMethod, number>();

  /** @param all whether to query final payments too */
  constructor(db: Reader, gateways: Gateways, { all }: { all: boolean }) {
    this.#db = db;
    this.#gateways = gateways;
    this.#all = all;
  }

  async statusOf({ attempt, openRefunds }: DayPayment): Promise<GatewayStatus> {
    const gateway = this.#gateways.get(attempt.method);
    // the gateway itself has reported it as paid, and only a refund can change that
    const isQueried = this.#all || !hasBeenPaid(attempt);
    if (!gateway) return { payment: isQueried ? "no gateway" : "not queried", refunds: [] };
    const payment = isQueried
      ? await this.#query(gateway, () => gateway.retrievePayment(attempt, { capture: false }))
      : "not queried";
    const refunds: GatewayStatus["refunds"] = [];
    for (const id of openRefunds) {
      const work = await findRefundWork(this.#db, id);
      if (!work) continue;
      const { input, gatewayId } = work;
      refunds.push({ id, status: await this.#query(gateway, () => gateway.retrieveRefund({ ...input, gatewayId })) });
    }
    return { payment, refunds };
  }

  async #query<Status>({ method }: Gateway, send: () => Promise<Status>): Promise<Status | "no response"> {
    const failures = this.#failures.get(method) ?? 0;
    if (failures >= maxFailures) return "no response";
    try {
      const status = await send();
      this.#failures.set(method, 0);
      return status;
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) this.#failures.set(method, failures + 1);
      else if (!(error instanceof GatewayDeclinedError)) throw error;
      return "no response";
    }
  }
}
