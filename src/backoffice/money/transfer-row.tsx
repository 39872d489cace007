import { useState } from "react";
import { Link } from "react-router";
import type { OpenTransfer } from "#contract/backoffice/bank.ts";
import type { Dong } from "#contract/money.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo } from "#backoffice/layout/undo-toast.tsx";
import { refreshBankOverview } from "./refresh-bank-overview.ts";
import { SettleSheet } from "./settle-sheet.tsx";

interface TransferRowProps {
  transfer: OpenTransfer;
  /** what may be missing of an order's total */
  tolerance: Dong;
  onSettled: (message: string) => void;
}

/** What a person does with a transfer: it belongs to an order, or to none. */
function Decisions({ transfer, tolerance, onSettled }: TransferRowProps) {
  const t = useTexts();
  const { id, amount, suggested_order: suggested } = transfer;
  const [settling, setSettling] = useState(false);
  const setIgnored = async (ignored: boolean, key: string) => {
    await call("PUT bo/bank/transfers/{id}/ignored", { path: { id }, body: { ignored }, key });
    await refreshBankOverview();
  };
  const ignore = useAction(async (key) => {
    await setIgnored(true, key);
    offerUndo({
      message: t("transfers.ignored", { amount: formatAmount(amount) }),
      undo: (undoKey) => setIgnored(false, undoKey),
    });
  });
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <ServerButton look="secondary" size="small" className="min-h-12" onClick={() => setSettling(true)}>
          {suggested === null ? t("transfers.settle") : t("transfers.settle_for", { order: suggested })}
        </ServerButton>
        <ServerButton look="quiet" className="min-h-12" busy={ignore.busy} onClick={() => void ignore.run()}>
          {t("transfers.ignore")}
        </ServerButton>
      </div>
      <Failure error={ignore.error} />
      {settling && (
        <SettleSheet transfer={transfer} tolerance={tolerance} onDone={onSettled} onClose={() => setSettling(false)} />
      )}
    </div>
  );
}

/** A transfer without an order: its message, why it has none, and where it may belong. */
export function TransferRow({ transfer, tolerance, onSettled }: TransferRowProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const { amount, at, content, counter_account: account, reference, reason, suggested_order: suggested } = transfer;
  const facts = [
    formatTime(t, at),
    account && t("transfers.from", { account }),
    reference && t("transfers.reference", { reference }),
  ];
  return (
    <div className="space-y-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 space-y-0.5">
          {content && <p className="font-medium break-words">{content}</p>}
          <p>{t(`transfer_reasons.${reason}`)}</p>
          <p className="text-xs break-words text-taupe">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        <p className="tabular shrink-0 text-base font-medium">{formatAmount(amount)}</p>
      </div>
      {suggested !== null && (
        <Link to={`/orders/${suggested}`} className="inline-flex min-h-11 items-center underline">
          {t("transfers.suggested", { order: suggested })}
        </Link>
      )}
      {permissions.includes("money.reconcile") && (
        <Decisions transfer={transfer} tolerance={tolerance} onSettled={onSettled} />
      )}
    </div>
  );
}
