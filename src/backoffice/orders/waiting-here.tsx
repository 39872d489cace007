import { Badge } from "#design/badge.tsx";
import { onSent, useQueue } from "#backoffice/api/queue/queue.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

/** What the queue of this device groups by, with the packing of the order. */
export const orderSubject = (id: number): string => `order:${id}`;

/** The actions on an order that this screen can do offline. Registered once, with the first order that is opened. */
const queuedHere: readonly string[] = ["POST bo/orders/{id}/calls", "POST wc/orders/{order_id}/notes"];
onSent(({ name }) => {
  if (queuedHere.includes(name)) void refreshOrder();
});

/** Notes and outcomes of calls that wait on this device: the server does not have them yet. */
export function WaitingHere({ id }: { id: number }) {
  const t = useTexts();
  const waiting = useQueue().filter(({ name, subject }) => subject === orderSubject(id) && queuedHere.includes(name));
  return (
    <div role="status" aria-label={t("waiting.title")} className="empty:hidden">
      {waiting.length > 0 && (
        <ul className="space-y-1 text-sm">
          {waiting.map(({ order, label, values }) => (
            <li key={order} className="flex items-start gap-2">
              <Badge tone="warning">{t("waiting.badge")}</Badge>
              <span className="min-w-0 break-words">{t(label, values)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
