import { randomBytes } from "node:crypto";
import type { Refunding } from "#simulators/shared/gateway.ts";
import { PaypalApiError } from "./errors.ts";
import { moneyOf } from "./money.ts";
import type { OrderInput } from "./order-input.ts";

export interface Capture {
  id: string;
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED";
  cents: number;
  at: Date;
}
export interface Refund {
  id: string;
  capture: Capture;
  cents: number;
  status: "COMPLETED" | "PENDING" | "FAILED";
  invoiceId: string | undefined;
  note: string | undefined;
  at: Date;
}
/** The type of a sent webhook event, and the HTTP status of the shop's response ("" for none). */
export interface SentNotification {
  sent: string;
  response: string;
}
export interface Order extends OrderInput {
  id: string;
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED";
  payerId: string | null;
  /** the shopper's card or account is declined at the capture */
  declines: boolean;
  /** PayPal reviews the payment before it is paid */
  examines: boolean;
  capture: Capture | null;
  refunds: Refund[];
  notifications: SentNotification[];
  createdAt: Date;
}

/** The gateway's record of an order. Money is in the currency's smallest unit. */
export interface LedgerRow {
  id: string;
  /** the shop's own, `custom_id` */
  reference: string;
  currency: string;
  amount: number;
  state: string;
  capture: string;
  /** captured amount, before refunds */
  paid: number;
  /** refunded amount, pending refunds included */
  refunded: number;
  refunds: { amount: number; status: string }[];
  notifications: SentNotification[];
}

/** PayPal's ids have 17 of these characters. */
const idCharacters = "ABCDEFGHJKLMNPRSTUVWXY0123456789";
export const newId = (): string =>
  [...randomBytes(17)].map((byte) => idCharacters[byte % idCharacters.length]).join("");

const taken = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]);
const hourMs = 60 * 60 * 1000;
/** uncaptured orders expire */
const lapsesAfterMs = 6 * hourMs;

/** All orders of the merchant, in memory. */
export class Store {
  readonly #clock: { now(): Date };
  readonly #orders = new Map<string, Order>();
  readonly #captures = new Map<string, Order>();
  readonly #refunds = new Map<string, Refund>();
  /** the final status of refunds, and the time that a pending one takes */
  refunding: Refunding<Refund["status"]> = { ends: "COMPLETED", takesMs: 0 };

  constructor(clock: { now(): Date }) {
    this.#clock = clock;
  }

  addOrder(input: OrderInput): Order {
    const order: Order = {
      ...input,
      id: newId(),
      status: input.hasSource ? "PAYER_ACTION_REQUIRED" : "CREATED",
      payerId: null,
      declines: false,
      examines: false,
      capture: null,
      refunds: [],
      notifications: [],
      createdAt: this.#clock.now(),
    };
    this.#orders.set(order.id, order);
    return order;
  }

  find(id: string): Order | undefined {
    const order = this.#orders.get(id);
    const lapsed = order && !order.capture && order.createdAt.getTime() + lapsesAfterMs <= this.#clock.now().getTime();
    return lapsed ? undefined : order;
  }

  /** Finds an order by its own id, its capture's, or its refund's. */
  about(id: string): Order | undefined {
    const capture = this.#refunds.get(id)?.capture.id ?? id;
    return this.#orders.get(id) ?? this.#captures.get(capture);
  }

  /** The order of this `custom_id` whose capture is under review. */
  waiting(reference: string): Order | undefined {
    return [...this.#orders.values()].find(
      ({ unit, capture }) => unit.custom_id === reference && capture?.status === "PENDING",
    );
  }

  /** @throws PaypalApiError */
  order(id: string): Order {
    return this.find(id) ?? refuseUnknown();
  }

  addCapture(order: Order, status: Capture["status"]): Capture {
    const capture: Capture = { id: newId(), status, cents: order.cents, at: this.#clock.now() };
    order.capture = capture;
    order.status = "COMPLETED";
    this.#captures.set(capture.id, order);
    return capture;
  }

  hasCaptured(invoiceId: string | undefined): boolean {
    return invoiceId !== undefined && [...this.#captures.values()].some(({ unit }) => unit.invoice_id === invoiceId);
  }

  /** The order that was captured under this id. @throws PaypalApiError */
  ofCapture(id: string): { order: Order; capture: Capture } {
    const order = this.#captures.get(id);
    return order?.capture ? { order, capture: order.capture } : refuseUnknown();
  }

  addRefund(order: Order, capture: Capture, own: Pick<Refund, "cents" | "invoiceId" | "note">): Refund {
    const { ends, takesMs } = this.refunding;
    const status = takesMs > 0 && ends === "COMPLETED" ? "PENDING" : ends;
    const refund: Refund = { ...own, id: newId(), capture, status, at: this.#clock.now() };
    order.refunds.push(refund);
    this.#refunds.set(refund.id, refund);
    capture.status = Store.refunded(order) >= capture.cents ? "REFUNDED" : "PARTIALLY_REFUNDED";
    if (status === "FAILED") capture.status = Store.refunded(order) > 0 ? "PARTIALLY_REFUNDED" : "COMPLETED";
    return refund;
  }

  /** A pending refund is completed after its time. @throws PaypalApiError */
  refund(id: string): Refund {
    const refund = this.#refunds.get(id) ?? refuseUnknown();
    const over = refund.at.getTime() + this.refunding.takesMs <= this.#clock.now().getTime();
    if (refund.status === "PENDING" && over) refund.status = this.refunding.ends;
    return refund;
  }

  static refunded({ refunds }: Order): number {
    return refunds.filter(({ status }) => status !== "FAILED").reduce((sum, { cents }) => sum + cents, 0);
  }

  ledger(): LedgerRow[] {
    for (const id of this.#refunds.keys()) this.refund(id);
    return [...this.#orders.values()].map((order) => ({
      id: order.id,
      reference: order.unit.custom_id ?? "",
      currency: order.unit.amount.currency_code,
      amount: order.cents,
      state: order.status,
      capture: order.capture?.status ?? "",
      paid: order.capture && taken.has(order.capture.status) ? order.cents : 0,
      refunded: Store.refunded(order),
      refunds: order.refunds.map(({ cents, status }) => ({ amount: cents, status })),
      notifications: order.notifications,
    }));
  }
}

const refuseUnknown = (): never => {
  throw new PaypalApiError(404, "INVALID_RESOURCE_ID");
};

export const money = (order: Order, cents: number) => moneyOf(cents, order.unit.amount.currency_code);
