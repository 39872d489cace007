import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Card } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RefundRequestRow } from "./refund-request-row.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";

/** The requested refunds of an order, where the role may see them. */
export function useRefundRequests(orderId: number) {
  const enabled = useSession().permissions.includes("refunds.request");
  return useApi("GET bo/refund-requests", { query: { order: orderId } }, { enabled });
}

/** The requested refunds of an order; nothing without one. */
export function OrderRefundRequests({ orderId }: { orderId: number }) {
  const t = useTexts();
  const query = useRefundRequests(orderId);
  const requests = query.data?.data ?? [];
  if (requests.length === 0) return <FailedPart query={query} />;
  return (
    <Card title={t("refunds.title")}>
      <ul className="space-y-4">
        {requests.map((request) => (
          <li key={request.id}>
            <RefundRequestRow request={request} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
