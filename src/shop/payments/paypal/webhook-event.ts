import { z } from "zod";
import { lenient, lenientRows } from "#contract/lenient.ts";
import type { ValidWebhook, WebhookEvent } from "../gateway.ts";
import { redact } from "./redact.ts";

const Text = lenient(z.string());

/** The fields that identify a payment: an order's own id, a capture's order id, a refund's link to its capture. */
const Resource = z.object({
  id: Text,
  custom_id: Text,
  purchase_units: lenientRows(z.object({ custom_id: Text })),
  supplementary_data: lenient(z.object({ related_ids: lenient(z.object({ order_id: Text, capture_id: Text })) })),
  links: lenientRows(z.object({ rel: z.string(), href: z.string() })),
  order_id: Text,
});
type Resource = z.output<typeof Resource>;

/** The id only detects a repeated event, which has no effect in any case. */
const Event = z.object({
  id: z.string().min(1).max(200).nullable().catch(null),
  event_type: z.string().min(1).max(200),
  resource: Resource,
});

type EventIds = Pick<ValidWebhook, "subject" | "reference" | "gatewayId" | "gatewayTransaction">;

const parentCaptureId = ({ links }: Resource): string | null => {
  const up = links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  return up?.href.split("/captures/")[1]?.split(/[/?]/)[0] ?? null;
};

const refundEvent = /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/;

function idsOf(type: string, resource: Resource): EventIds {
  const related = resource.supplementary_data?.related_ids;
  const reference = resource.custom_id ?? resource.purchase_units[0]?.custom_id ?? null;
  const id = resource.id ?? null;
  if (type.startsWith("CHECKOUT.ORDER."))
    return { subject: "payment", reference, gatewayId: id, gatewayTransaction: null };
  if (type === "CHECKOUT.PAYMENT-APPROVAL.REVERSED")
    return { subject: "payment", reference, gatewayId: resource.order_id ?? null, gatewayTransaction: null };
  const gatewayId = related?.order_id ?? null;
  const captureId = parentCaptureId(resource) ?? related?.capture_id ?? null;
  if (refundEvent.test(type)) return { subject: "refund", reference, gatewayId, gatewayTransaction: captureId };
  // a chargeback: the money was withdrawn, and not by a refund of ours
  if (type === "PAYMENT.CAPTURE.REVERSED")
    return { subject: "other", reference, gatewayId, gatewayTransaction: captureId ?? id };
  if (type.startsWith("PAYMENT.CAPTURE.")) return { subject: "payment", reference, gatewayId, gatewayTransaction: id };
  return { subject: "other", reference, gatewayId, gatewayTransaction: null };
}

/** Parses a verified webhook. It only identifies the payment to query and never carries its status. */
export function parseEvent(rawBody: Buffer): WebhookEvent {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString("utf8"));
  } catch {
    return { ok: false, reason: "malformed", payload: {} };
  }
  const payload = redact(body);
  const event = Event.safeParse(body);
  if (!event.success) return { ok: false, reason: "malformed", payload };
  const { id, event_type: code, resource } = event.data;
  const gatewayRefund = refundEvent.test(code) ? (resource.id ?? null) : null;
  return { ok: true, eventId: id, ...idsOf(code, resource), gatewayRefund, status: null, code, payload };
}
