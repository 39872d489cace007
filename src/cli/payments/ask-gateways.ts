import type { Reader } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import {
  findRefundWork,
  type Gateway,
  GatewayDeclinedError,
  type Gateways,
  hasBeenPaid,
  type OnlineMethod,
  type PaymentStatusResult,
  type RefundStatusResult,
} from "#shop/payments/index.ts";
import type { DayPayment } from "./payment-day.ts";

/** What the gateway says of one payment. */
export interface GatewayWord {
  /** `not asked`: what the shop has recorded is final; `no gateway`: its credentials are not set any more */
  payment: PaymentStatusResult | "not asked" | "no answer" | "no gateway";
  refunds: { id: number; verdict: RefundStatusResult | "no answer" }[];
}

/** A gateway that was silent this often in a row is left alone: the report is not kept waiting for each payment. */
const patience = 2;

/** Asks gateways, and only asks: nothing is taken, moved or written. */
export class Asking {
  readonly #db: Reader;
  readonly #gateways: Gateways;
  readonly #all: boolean;
  readonly #silences = new Map<OnlineMethod, number>();

  /** @param all whether also what is final is asked about */
  constructor(db: Reader, gateways: Gateways, { all }: { all: boolean }) {
    this.#db = db;
    this.#gateways = gateways;
    this.#all = all;
  }

  async about({ attempt, openRefunds }: DayPayment): Promise<GatewayWord> {
    const gateway = this.#gateways.get(attempt.method);
    // the gateway has told the shop so itself, and nothing can change it but a refund
    const asked = this.#all || !hasBeenPaid(attempt);
    if (!gateway) return { payment: asked ? "no gateway" : "not asked", refunds: [] };
    const payment = asked
      ? await this.#heard(gateway, () => gateway.retrievePayment(attempt, { capture: false }))
      : "not asked";
    const refunds: GatewayWord["refunds"] = [];
    for (const id of openRefunds) {
      const work = await findRefundWork(this.#db, id);
      if (!work) continue;
      const { input, gatewayId } = work;
      refunds.push({ id, verdict: await this.#heard(gateway, () => gateway.retrieveRefund({ ...input, gatewayId })) });
    }
    return { payment, refunds };
  }

  async #heard<Word>({ method }: Gateway, ask: () => Promise<Word>): Promise<Word | "no answer"> {
    const silent = this.#silences.get(method) ?? 0;
    if (silent >= patience) return "no answer";
    try {
      const word = await ask();
      this.#silences.set(method, 0);
      return word;
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) this.#silences.set(method, silent + 1);
      else if (!(error instanceof GatewayDeclinedError)) throw error;
      return "no answer";
    }
  }
}
