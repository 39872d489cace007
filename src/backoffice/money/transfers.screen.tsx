import { type ReactNode, useState } from "react";
import type { BankOverview } from "#contract/backoffice/bank.ts";
import { Alert } from "#design/alert.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { BankRefundRow } from "./bank-refund-row.tsx";
import { TransferRow } from "./transfer-row.tsx";

const everyMs = 30_000;

/** Whether transfers are still noticed. */
function NotifierState({ notifier: { name, responded_at: at, silent } }: Pick<BankOverview, "notifier">) {
  const t = useTexts();
  if (name === null || !silent) return null;
  return (
    <Alert tone="warning">
      {at === null ? t("transfers.never", { name }) : t("transfers.silent", { name, time: formatTime(t, at) })}
    </Alert>
  );
}

interface WorkProps {
  title: string;
  text: string;
  /** in place of the text, without any row */
  none: string;
  children: readonly ReactNode[];
}

/** A list of open work. */
const Work = ({ title, text, none, children }: WorkProps) =>
  children.length === 0 ? (
    <Card title={title}>
      <p className="text-sm text-taupe">{none}</p>
    </Card>
  ) : (
    <Card title={title} text={text}>
      <ul className="-mb-4 divide-y divide-line" aria-label={title}>
        {children}
      </ul>
    </Card>
  );

function Overview({ overview: { transfers, refunds, notifier, tolerance } }: { overview: BankOverview }) {
  const t = useTexts();
  const [done, setDone] = useState("");
  return (
    <div className="space-y-4">
      <NotifierState notifier={notifier} />
      {done && <Alert tone="success">{done}</Alert>}
      <Work title={t("queues.bank_transfers")} text={t("transfers.open_text")} none={t("transfers.none")}>
        {transfers.map((transfer) => (
          <li key={transfer.id} className="py-4">
            <TransferRow transfer={transfer} tolerance={tolerance} onSettled={setDone} />
          </li>
        ))}
      </Work>
      <Work title={t("transfers.refunds")} text={t("transfers.refunds_text")} none={t("transfers.no_refunds")}>
        {refunds.map((refund) => (
          <li key={refund.id} className="py-4">
            <BankRefundRow refund={refund} />
          </li>
        ))}
      </Work>
    </div>
  );
}

/** Bank transfers that a person decides about, and refunds that a person transfers. */
export default function Transfers() {
  const t = useTexts();
  const query = useApi("GET bo/bank", {}, { everyMs });
  return (
    <Page title={t("transfers.title")} width="form">
      <Loaded
        query={query}
        // an order that was paid before transfers were switched off may still have a refund
        isEmpty={({ notifier, transfers, refunds }) =>
          notifier.name === null && transfers.length === 0 && refunds.length === 0
        }
        empty={<StateCard title={t("transfers.off")} text={t("transfers.off_text")} />}
      >
        {(overview) => <Overview overview={overview} />}
      </Loaded>
    </Page>
  );
}
