import type { WooOrder } from "#contract/woo/order.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useCopy } from "#backoffice/components/use-copy.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The link by which the customer pays, to copy or share; only while the order awaits an online payment. */
export function PaymentLinkCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const { permissions } = useSession();
  const link = useAction(async (key: string) => {
    const { data } = await call("POST bo/orders/{id}/payment-link", { path: { id: order.id }, body: {}, key });
    return data;
  });
  const { result } = link;
  const url = result?.url ?? "";
  const { copied, copy } = useCopy(url);
  if (order.lianne?.stage !== "awaiting_payment" || !permissions.includes("orders.edit")) return null;
  const text = t("payment_link.message", { number: order.number, url });
  return (
    <Card title={t("payment_link.title")} text={t("payment_link.text")}>
      <div className="space-y-3">
        {result && (
          <>
            <p className="max-h-24 overflow-y-auto bg-sand p-3 text-xs break-all select-all">{result.url}</p>
            <p role="status" className="text-sm">
              {copied ? t("payment_link.copied") : t("payment_link.until", { time: formatTime(t, result.until) })}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button className="min-h-12 flex-1 px-4" onClick={copy}>
                {t("payment_link.copy")}
              </Button>
              {typeof navigator.share === "function" && (
                <Button
                  look="secondary"
                  className="px-4"
                  onClick={() => void navigator.share({ text }).catch(() => {})}
                >
                  {t("payment_link.share")}
                </Button>
              )}
            </div>
          </>
        )}
        <Failure error={link.error} />
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
