import { WebhookSender, type Deliver, deliverByHttp } from "#simulators/shared/webhook-sender.ts";
import type { NotificationType, Parcel } from "./parcel-store.ts";

export interface NoticeOptions {
  /** the shop's webhook URL; without one no webhooks are sent */
  webhookUrl?: string | undefined;
  /** delay between the ten retries */
  webhookRetryMs?: number | undefined;
  /** delivers the webhooks to a shop that listens on no port */
  deliver?: Deliver | undefined;
}

/** A fault in the delivery of webhooks. */
export type NotificationFault = "missing" | "double" | "out_of_order";

const tries = 11;
const retryMs = 5_000;

/** The body of GHN's webhook. It is not signed: GHN has no signatures. */
const notificationOf = (
  parcel: Parcel,
  { type, at, shopId }: { type: NotificationType; at: Date; shopId: number },
): object => ({
  CODAmount: parcel.cod,
  CODTransferDate: parcel.transferredAt?.toISOString() ?? null,
  ClientOrderCode: parcel.clientOrderCode,
  ConvertedWeight: parcel.input.weight,
  Description: type === "create" ? "Tạo đơn hàng" : "Cập nhật trạng thái",
  Fee: { MainService: parcel.price.serviceFee, Insurance: parcel.price.insuranceFee, CODFee: 0, Return: 0, R2S: 0 },
  Height: parcel.input.height,
  IsPartialReturn: false,
  Length: parcel.input.length,
  OrderCode: parcel.orderCode,
  PartialReturnCode: "",
  PaymentType: parcel.input.payment_type_id,
  Reason: parcel.status === "delivery_fail" ? "Không liên lạc được với người nhận" : "",
  ReasonCode: "",
  ShopID: shopId,
  Status: parcel.status,
  Time: at.toISOString(),
  TotalFee: parcel.price.serviceFee + parcel.price.insuranceFee,
  Type: type,
  Warehouse: "Bưu Cục 229 Quan Nhân-Q.Thanh Xuân-HN",
  Weight: parcel.input.weight,
  Width: parcel.input.width,
});

/** Sends the shop a webhook for every change: once, with up to ten retries until a 200, or with the configured faults. */
export class Notifications {
  readonly #sender: WebhookSender;
  readonly #url: string | undefined;
  readonly #shopId: number;
  #inFlight: Promise<unknown> = Promise.resolve();

  constructor({ webhookUrl, webhookRetryMs = retryMs, deliver = deliverByHttp }: NoticeOptions, shopId: number) {
    this.#sender = new WebhookSender({
      deliver,
      tries,
      retryMs: webhookRetryMs,
      isAccepted: ({ status }) => status === 200,
    });
    this.#url = webhookUrl;
    this.#shopId = shopId;
  }

  send(parcel: Parcel, type: NotificationType, at: Date, fault: NotificationFault | undefined): void {
    const url = this.#url;
    if (url === undefined) return;
    const body = JSON.stringify(notificationOf(parcel, { type, at, shopId: this.#shopId }));
    const request = { method: "POST" as const, url, headers: { "content-type": "application/json" }, body };
    const reported = this.#sender.dispatch(
      { make: () => request, onResponse: () => {} },
      fault ? { kind: fault } : null,
    );
    this.#inFlight = Promise.all([this.#inFlight, reported]);
  }

  /** Resolves when all webhooks were delivered, or their retries are exhausted. */
  async settled(): Promise<void> {
    await this.#inFlight;
    await this.#sender.idle();
  }

  close(): Promise<void> {
    return this.#sender.close();
  }
}
