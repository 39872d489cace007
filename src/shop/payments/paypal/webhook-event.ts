import { z } from "zod";
import type { WebhookEvent } from "../gateway.ts";
import { withoutPersons } from "./redact.ts";

const Text = z.string().optional().catch(undefined);

/** What of a message names a payment. An order names itself, a capture its order, a refund its capture by a link. */
const Resource = z.object({
  id: Text,
  custom_id: Text,
  purchase_units: z
    .array(z.object({ custom_id: Text }))
    .optional()
    .catch(undefined),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: Text, capture_id: Text }).optional() })
    .optional()
    .catch(undefined),
  links: z
    .array(z.object({ rel: z.string(), href: z.string() }))
    .default([])
    .catch([]),
  order_id: Text,
});
type Resource = z.output<typeof Resource>;

const Event = z.object({ id: z.string().min(1).max(200), event_type: z.string().min(1).max(200), resource: Resource });

type Named = Pick<Extract<WebhookEvent, { ok: true }>, "about" | "reference" | "gatewayId" | "gatewayTransaction">;

const captureAbove = ({ links }: Resource): string | null => {
  const up = links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  return up?.href.split("/captures/")[1]?.split(/[/?]/)[0] ?? null;
};

const refundEvent = /^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\.)/;

function namesOf(type: string, resource: Resource): Named {
  const related = resource.supplementary_data?.related_ids;
  const reference = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? null;
  const id = resource.id ?? null;
  if (type.startsWith("CHECKOUT.ORDER."))
    return { about: "payment", reference, gatewayId: id, gatewayTransaction: null };
  if (type === "CHECKOUT.PAYMENT-APPROVAL.REVERSED")
    return { about: "payment", reference, gatewayId: resource.order_id ?? null, gatewayTransaction: null };
  const gatewayId = related?.order_id ?? null;
  const above = captureAbove(resource) ?? related?.capture_id ?? null;
  if (refundEvent.test(type)) return { about: "refund", reference, gatewayId, gatewayTransaction: above };
  // a chargeback: the money is gone, and no refund of ours took it
  if (type === "PAYMENT.CAPTURE.REVERSED")
    return { about: "something else", reference, gatewayId, gatewayTransaction: above ?? id };
  if (type.startsWith("PAYMENT.CAPTURE.")) return { about: "payment", reference, gatewayId, gatewayTransaction: id };
  return { about: "something else", reference, gatewayId, gatewayTransaction: null };
}

/** Reads a message that has proved itself. It says which payment to ask about, never what became of it. */
export function readEvent(rawBody: Buffer): WebhookEvent {
  let said: unknown;
  try {
    said = JSON.parse(rawBody.toString("utf8"));
  } catch {
    return { ok: false, because: "malformed", payload: {} };
  }
  const payload = withoutPersons(said);
  const event = Event.safeParse(said);
  if (!event.success) return { ok: false, because: "malformed", payload };
  const { id, event_type: code, resource } = event.data;
  const gatewayRefund = refundEvent.test(code) ? (resource.id ?? null) : null;
  return { ok: true, eventId: id, ...namesOf(code, resource), gatewayRefund, verdict: null, code, payload };
}
