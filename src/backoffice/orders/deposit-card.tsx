import { useState } from "react";
import type { WooOrder } from "#contract/woo/order.ts";
import { type Dong, dong } from "#contract/money.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { DepositSheet } from "./deposit-sheet.tsx";
import { depositBlocked } from "./unavailable-money.tsx";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface DepositCardProps {
  order: WooOrder;
  etag: string | null;
}

function WithdrawSheet({ order, etag, amount, onClose }: DepositCardProps & { amount: Dong; onClose: () => void }) {
  const t = useTexts();
  const withdraw = useAction(async (key: string) => {
    await call("DELETE bo/orders/{id}/deposit", { path: { id: order.id }, key, ifMatch: etag });
    onClose();
    reportDone(t("deposit.withdrawn_done", { amount: formatAmount(amount) }));
    await refreshOrder();
  });
  const isConflict = withdraw.error?.status === 412;
  return (
    <>
      <ConfirmSheet
        title={t("deposit.withdraw_title")}
        text={t("deposit.withdraw_text")}
        confirm={t("deposit.withdraw")}
        action={{ busy: withdraw.busy, error: isConflict ? null : withdraw.error }}
        onConfirm={() => void withdraw.run()}
        onClose={onClose}
      />
      {isConflict && <OrderFailure order={order} action={withdraw} />}
    </>
  );
}

/** The deposit of a cash order: requested before the order is confirmed, withdrawn while it is not paid. */
export function DepositCard({ order, etag }: DepositCardProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const [sheet, setSheet] = useState<"request" | "withdraw" | null>(null);
  const deposit = order.lianne?.money.deposit ?? null;
  const edits = permissions.includes("orders.edit");
  const mayRequest = edits && depositBlocked(order) === null;
  if (!mayRequest && !deposit) return null;
  const waits = deposit?.state === "waiting";
  const state =
    deposit &&
    t(`deposit.${deposit.state}`, {
      amount: formatAmount(deposit.amount),
      rest: formatAmount(order.lianne?.money.due ?? dong(0)),
      until: formatTime(t, deposit.until),
    });
  return (
    <>
      <Card title={t("deposit.title")} text={state ?? t("deposit.none")}>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayRequest && (
            <Button look="secondary" size="small" className="min-h-12 flex-1" onClick={() => setSheet("request")}>
              {t(waits ? "deposit.change" : "deposit.create")}
            </Button>
          )}
          {waits && edits && (
            <Button look="quiet" className="min-h-12" onClick={() => setSheet("withdraw")}>
              {t("deposit.withdraw")}
            </Button>
          )}
        </div>
      </Card>
      {sheet === "request" && <DepositSheet order={order} etag={etag} onClose={() => setSheet(null)} />}
      {sheet === "withdraw" && deposit && (
        <WithdrawSheet order={order} etag={etag} amount={deposit.amount} onClose={() => setSheet(null)} />
      )}
    </>
  );
}
