import { useState } from "react";
import { Link } from "react-router";
import type { OpenBankRefund } from "#contract/backoffice/bank.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { QrCode } from "#design/qr-code.tsx";
import { AccountSheet } from "./account-sheet.tsx";
import { refreshBankOverview } from "./refresh-bank-overview.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

/** The code that the shop's own bank app scans, and the number of the transfer once it was made. */
function PaySheet({ refund, onClose }: { refund: OpenBankRefund; onClose: () => void }) {
  const t = useTexts();
  const { id, order_id: order, content, account, qr } = refund;
  const [transaction, setTransaction] = useState("");
  const amount = formatAmount(refund.amount);
  const done = useAction(async (key) => {
    await call("POST bo/bank/refunds/{id}/done", { path: { id }, body: { transaction: transaction.trim() }, key });
    await refreshBankOverview();
    onClose();
    reportDone(t("transfers.returned", { amount, order }));
  });
  const facts = [
    [t("transfers.bank"), account?.bank],
    [t("transfers.account"), account?.masked],
    [t("transfers.holder"), account?.holder],
    [t("transfers.content"), content],
  ] as const;
  return (
    <Sheet title={t("transfers.pay_title", { amount, order })} onClose={onClose}>
      <div className="space-y-4">
        <QrCode text={qr} label={t("transfers.qr", { amount, content })} className="w-56" />
        <dl className="space-y-1 text-sm">
          {facts.map(([name, value]) =>
            value ? (
              <div key={name} className="flex justify-between gap-3">
                <dt className="text-taupe">{name}</dt>
                <dd className="text-right font-medium select-all">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            void done.run();
          }}
        >
          <TextField
            label={t("transfers.transaction")}
            hint={t("transfers.transaction_hint")}
            required
            minLength={3}
            maxLength={100}
            autoComplete="off"
            value={transaction}
            error={done.error?.fields.transaction}
            onChange={(event) => setTransaction(event.target.value)}
          />
          {!done.error?.fields.transaction && <Failure error={done.error} />}
          <ServerButton type="submit" wide busy={done.busy}>
            {t("transfers.done", { amount })}
          </ServerButton>
        </form>
      </div>
    </Sheet>
  );
}

/** Money that is to be transferred back: where to, and the code that pays it. */
export function BankRefundRow({ refund }: { refund: OpenBankRefund }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [open, setOpen] = useState<"pay" | "account" | null>(null);
  const { order_id: order, amount, since, account, qr } = refund;
  const mayPay = permissions.includes("money.reconcile");
  return (
    <div className="space-y-2 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <Link to={`/orders/${order}`} className="inline-flex min-h-11 items-center font-medium underline">
            {t("order.title", { number: order })}
          </Link>
          <p>
            {account
              ? [account.bank, account.masked, account.holder].filter(Boolean).join(" · ")
              : t("transfers.no_account")}
          </p>
          <p className="text-xs text-taupe">{t("transfers.since", { time: formatTime(t, since) })}</p>
        </div>
        <p className="tabular shrink-0 pt-3 text-base font-medium">{formatAmount(amount)}</p>
      </div>
      {mayPay && (
        <div className="flex flex-wrap gap-2">
          {qr && (
            <Button look="secondary" size="small" className="min-h-12" onClick={() => setOpen("pay")}>
              {t("transfers.show_qr")}
            </Button>
          )}
          <Button
            look={account ? "quiet" : "secondary"}
            size="small"
            className="min-h-12"
            onClick={() => setOpen("account")}
          >
            {t(account ? "transfers.change_account" : "transfers.enter_account")}
          </Button>
        </div>
      )}
      {open === "pay" && <PaySheet refund={refund} onClose={() => setOpen(null)} />}
      {open === "account" && <AccountSheet orderId={order} onClose={() => setOpen(null)} />}
    </div>
  );
}
