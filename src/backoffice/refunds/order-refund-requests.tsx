import type { WooOrder } from "#contract/woo/order.ts";
import { SkeletonText } from "#design/skeleton.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RefundRequestRow } from "./refund-request-row.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";

/** Whether a refund request of the order is open. */
export const waitsForDecision = (order: WooOrder): boolean => (order.lianne?.money.refund_requested ?? 0) > 0;

interface RefundRequestsProps {
  orderId: number;
  /** a request is open: its place is there from the start */
  expected?: boolean;
}

/** The requested refunds of an order; nothing without one. */
export function OrderRefundRequests({ orderId, expected = false }: RefundRequestsProps) {
  const t = useTexts();
  const enabled = useSession().permissions.includes("refunds.request");
  const query = useApi("GET bo/refund-requests", { query: { order: orderId } }, { enabled });
  const requests = query.data?.data ?? [];
  const awaited = expected && query.isLoading;
  if (requests.length === 0 && !awaited) return <FailedPart query={query} />;
  return (
    <Card title={t("refunds.title")} {...(expected ? { className: "min-h-60" } : {})}>
      {awaited ? (
        <SkeletonText lines={5} />
      ) : (
        <ul className="space-y-4">
          {requests.map((request) => (
            <li key={request.id}>
              <RefundRequestRow request={request} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
