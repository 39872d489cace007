import type { WooOrder } from "#contract/woo/order.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Card } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { paymentLinkBlocked } from "./unavailable-money.tsx";
import { LinkToSend } from "./link-to-send.tsx";

/** The link by which the customer pays, to copy or share; only while the order awaits an online payment. */
export function PaymentLinkCard({ order, etag }: { order: WooOrder; etag: string | null }) {
  const t = useTexts();
  const { permissions } = useSession();
  const link = useAction(async (key: string) => {
    const { data } = await call("POST bo/orders/{id}/payment-link", {
      ...{ path: { id: order.id }, body: {} },
      ...{ key, ifMatch: etag },
    });
    return data;
  });
  const { result } = link;
  if (paymentLinkBlocked(order) !== null || !permissions.includes("orders.edit")) return null;
  return (
    <Card title={t("payment_link.title")} text={t("payment_link.text")}>
      <div className="space-y-3">
        {result && (
          <LinkToSend
            url={result.url}
            message={t("payment_link.message", { number: order.number, url: result.url })}
            note={t("payment_link.until", { time: formatTime(t, result.until) })}
          />
        )}
        <OrderFailure order={order} action={link} />
        <ServerButton
          look={result ? "quiet" : "primary"}
          wide={!result}
          busy={link.busy}
          className="min-h-12"
          onClick={() => void link.run()}
        >
          {t(result ? "payment_link.again" : "payment_link.create")}
        </ServerButton>
      </div>
    </Card>
  );
}
