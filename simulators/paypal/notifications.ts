import { createVerify, randomBytes, randomUUID, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import type { WebhookSender, DeliveryFault, NotificationRequest } from "#simulators/shared/webhook-sender.ts";
import type { NotificationFault } from "#simulators/shared/faults.ts";
import type { SigningKey } from "./certificate.ts";
import type { Order } from "./store.ts";

/**
 * Faults of a webhook:
 * - those of its delivery
 * - `forged`: signed with another key, in PayPal's name
 * - `foreign_certificate`: correctly signed, with a certificate from another server
 * - `wrong_amount`, `wrong_reference`: correctly signed, with a wrong amount or an unknown order
 */
export type PaypalNotificationFault =
  | DeliveryFault
  | "forged"
  | "foreign_certificate"
  | "wrong_amount"
  | "wrong_reference";

export type EventType =
  | "CHECKOUT.ORDER.APPROVED"
  | "PAYMENT.CAPTURE.COMPLETED"
  | "PAYMENT.CAPTURE.PENDING"
  | "PAYMENT.CAPTURE.DENIED"
  | "PAYMENT.CAPTURE.REFUNDED";

const summaries: Record<EventType, string> = {
  "CHECKOUT.ORDER.APPROVED": "An order has been approved by buyer",
  "PAYMENT.CAPTURE.COMPLETED": "Payment completed",
  "PAYMENT.CAPTURE.PENDING": "Payment pending",
  "PAYMENT.CAPTURE.DENIED": "Payment denied",
  "PAYMENT.CAPTURE.REFUNDED": "A refund was issued",
};

type Resource = Record<string, unknown>;

/** The signed text: id and time of the message, id of the merchant's webhook, and CRC-32 of the raw body. */
const signedText = (id: string, time: string, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(Buffer.from(body, "utf8"))}`;

export interface WebhookSettings {
  webhookUrl: string;
  webhookId: string;
  certUrl: string;
  key: SigningKey;
  /** a key that PayPal's certificate does not match */
  strangersKey: SigningKey;
  clock: { now(): Date };
}

const replaced = (resource: Resource, from: string, to: string): Resource =>
  JSON.parse(JSON.stringify(resource).replaceAll(from, to)) as Resource;

/** The resource with another amount, or of another order, in every field that contains it. */
function corruptResource(resource: Resource, kind: PaypalNotificationFault | undefined, order: Order): Resource {
  if (kind === "wrong_amount") return replaced(resource, `"${order.unit.amount.value}"`, '"1.00"');
  if (kind !== "wrong_reference") return resource;
  const capture = order.capture?.id ?? "no capture";
  const stranger = randomBytes(9).toString("hex").slice(0, 17).toUpperCase();
  return [order.id, capture, `"${order.unit.custom_id}"`, `"${order.unit.invoice_id}"`].reduce(
    (all, name) => replaced(all, name, name.startsWith('"') ? `"${stranger}"` : stranger),
    resource,
  );
}

const typeOfResource = (type: EventType): string =>
  type === "CHECKOUT.ORDER.APPROVED" ? "checkout-order" : type === "PAYMENT.CAPTURE.REFUNDED" ? "refund" : "capture";

/** Creates, signs and sends webhook events. */
export class Webhooks {
  readonly #settings: WebhookSettings;
  readonly #sender: WebhookSender;

  constructor(settings: WebhookSettings, sender: WebhookSender) {
    this.#settings = settings;
    this.#sender = sender;
  }

  /** Sends a webhook event about an order; resolves after the first try, unless it is to be late. */
  send(
    order: Order,
    type: EventType,
    resource: Resource,
    fault: NotificationFault<PaypalNotificationFault> | null,
  ): Promise<void> {
    const eventId = `WH-${randomBytes(8).toString("hex").toUpperCase()}-${randomBytes(8).toString("hex").toUpperCase()}`;
    const createdAt = this.#settings.clock.now().toISOString();
    const make = (nth: number): NotificationRequest => {
      const kind = fault && nth <= (fault.times ?? Number.POSITIVE_INFINITY) ? fault.kind : undefined;
      const body = JSON.stringify({
        id: eventId,
        event_version: "1.0",
        create_time: createdAt,
        resource_type: typeOfResource(type),
        resource_version: "2.0",
        event_type: type,
        summary: summaries[type],
        resource: corruptResource(resource, kind, order),
        links: [],
      });
      return { method: "POST", url: this.#settings.webhookUrl, headers: this.#headers(body, kind), body };
    };
    return this.#sender.dispatch(
      { make, onResponse: (response) => order.notifications.push({ sent: type, response: response.slice(0, 200) }) },
      fault,
    );
  }

  #headers(body: string, kind: PaypalNotificationFault | undefined): Record<string, string> {
    const { clock, webhookId, key, strangersKey, certUrl } = this.#settings;
    const id = randomUUID();
    const time = `${clock.now().toISOString().slice(0, 19)}Z`;
    const foreign = kind === "foreign_certificate";
    const { privateKey } = kind === "forged" || foreign ? strangersKey : key;
    const signature = sign("sha256", Buffer.from(signedText(id, time, webhookId, body)), privateKey);
    return {
      "content-type": "application/json",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signature.toString("base64"),
      "paypal-cert-url": foreign ? "https://paypal.com.example/v1/notifications/certs/CERT-1" : certUrl,
      "paypal-auth-algo": "SHA256withRSA",
    };
  }

  /** `POST /v1/notifications/verify-webhook-signature`, called with the event's text as it was received. */
  isOurs(verification: Record<string, unknown>, event: string): boolean {
    const { webhookId, certUrl, key } = this.#settings;
    if (
      verification.auth_algo !== "SHA256withRSA" ||
      verification.cert_url !== certUrl ||
      verification.webhook_id !== webhookId
    )
      return false;
    const text = signedText(
      String(verification.transmission_id),
      String(verification.transmission_time),
      webhookId,
      event,
    );
    return createVerify("sha256")
      .update(text)
      .verify(key.publicKey, Buffer.from(String(verification.transmission_sig), "base64"));
  }
}

/** The exact text of one member of a JSON object; null if it is missing. */
export function rawMember(body: string, name: string): string | null {
  const found = new RegExp(`"${name}"\\s*:\\s*`).exec(body);
  if (!found) return null;
  const start = found.index + found[0].length;
  let depth = 0;
  for (const token of body.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token[0] === "{" || token[0] === "[") depth++;
    if (token[0] === "}" || token[0] === "]") depth--;
    if (depth === 0) return body.slice(start, start + token.index + token[0].length);
  }
  return null;
}
