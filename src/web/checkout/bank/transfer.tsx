import { Fragment, useState } from "react";
import type { BankPayment } from "#contract/bank-payment.ts";
import { formatDate, formatDeadline } from "#contract/dates.ts";
import { formatDong } from "#contract/money.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { QrCode } from "#design/qr-code.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { BankApps } from "./bank-apps.tsx";
import { CopyRow } from "./copy-row.tsx";
import { SavePicture } from "./save-picture.tsx";

type PayTo = NonNullable<BankPayment["pay_to"]>;

/** above this amount a bank may require more (a rule of the State Bank) */
const faceCheckAbove = 10_000_000;

interface TransferProps {
  payment: BankPayment;
  payTo: PayTo;
  linkKey: string | undefined;
  /** the last poll failed: what is shown is older */
  isStale: boolean;
  onChange: (payment: BankPayment) => void;
}

/** Makes the server look for the transfer now. It claims nothing: without a match the order goes on waiting. */
function HaveTransferred({ payment, linkKey, isStale, onChange }: Omit<TransferProps, "payTo">) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [seen, setSeen] = useState<"" | "not_seen" | "failed">("");
  const notSeen = () =>
    payment.received > 0
      ? t("bank_payment.rest_not_seen", { b: formatDong(payment.missing) })
      : t("bank_payment.not_seen");
  const check = async () => {
    setBusy(true);
    const result = await getApiClient().checkBankPayment(payment.order_id, linkKey);
    setBusy(false);
    if (!result.ok) return setSeen("failed");
    setSeen(result.data.received > payment.received || result.data.state !== "waiting" ? "" : "not_seen");
    onChange(result.data);
  };
  return (
    <div>
      <Button wide busy={busy} onClick={() => void check()}>
        {t("bank_payment.transferred")}
      </Button>
      <p role="status" className="mt-3 text-sm text-taupe">
        {isStale || seen === "failed"
          ? t("errors.network")
          : seen === "not_seen"
            ? notSeen()
            : t("bank_payment.watching")}
      </p>
    </div>
  );
}

/** Makes a link for a device without a login, and copies it. */
function OtherDevice({ payment, linkKey }: Pick<TransferProps, "payment" | "linkKey">) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [url, setUrl] = useState("");
  const make = async () => {
    setBusy(true);
    const result = await getApiClient().linkBankPayment(payment.order_id, linkKey);
    setBusy(false);
    if (!result.ok) return toast("error", t("errors.network"));
    setUrl(result.data.url);
    await navigator.clipboard?.writeText(result.data.url).then(
      () => toast("success", t("bank_payment.link_copied")),
      () => {},
    );
  };
  return (
    <div>
      <Button look="quiet" className="-ml-2" busy={busy} onClick={() => void make()}>
        {t("bank_payment.other_device")}
      </Button>
      {url && <p className="text-sm break-all select-all">{url}</p>}
    </div>
  );
}

/** Why another amount than the order's total is to be transferred: a deposit, or what a change costs more. */
function Purpose({ payment: { deposit, change } }: Pick<TransferProps, "payment">) {
  const t = useTexts();
  const rows = deposit
    ? [[t("bank_payment.deposit"), deposit.amount] as const, [t("bank_payment.rest"), deposit.rest] as const]
    : change
      ? [
          [t("bank_payment.change_amount"), change.amount] as const,
          [t("bank_payment.change_total"), change.total_after] as const,
        ]
      : [];
  if (rows.length === 0) return null;
  return (
    <>
      <p className="mt-4 max-w-3xl">{t(deposit ? "bank_payment.deposit_text" : "bank_payment.change_text")}</p>
      <dl className="mt-3 grid max-w-sm grid-cols-[1fr_auto] gap-y-1">
        {rows.map(([label, amount]) => (
          <Fragment key={label}>
            <dt className="text-taupe">{label}</dt>
            <dd className="text-right font-medium">{formatDong(amount)}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** What is to be transferred, in the order that a phone needs: picture, copy buttons, bank app, code. */
export function Transfer({ payment, payTo, linkKey, isStale, onChange }: TransferProps) {
  const t = useTexts();
  const { missing, received, deposit, change, held_until: until } = payment;
  const amount = formatDong(missing);
  const deadline = until && t("bank_payment.before", { time: formatDeadline(until, new Date()) });
  const lines = [
    [t("bank_payment.bank"), payTo.bank],
    [t("bank_payment.account"), payTo.account],
    [t("bank_payment.holder"), payTo.holder],
    [t("bank_payment.amount"), amount],
    ...(deposit ? [[t("bank_payment.rest"), formatDong(deposit.rest)] as const] : []),
    [t("bank_payment.content"), payTo.content],
    ...(until ? [[t("bank_payment.deadline"), formatDate(until).slice(0, 16)] as const] : []),
  ] as const;
  const title = deposit ? "bank_payment.deposit_title" : change ? "bank_payment.change_title" : "bank_payment.title";
  return (
    <section className="mx-auto max-w-5xl py-6 lg:py-8" aria-labelledby="transfer-title">
      <h1 id="transfer-title" className="text-2xl lg:text-3xl">
        {t(title, { order: payment.order_id })}
      </h1>
      <p className="mt-2 max-w-3xl text-taupe">
        {t("bank_payment.instruction")} {missing > faceCheckAbove && t("bank_payment.face_check")}
      </p>
      <Purpose payment={payment} />
      {received > 0 && (
        <Alert tone="success" className="mt-4">
          {t("bank_payment.part", { a: formatDong(received), b: amount })}
        </Alert>
      )}
      <div className="mt-6 grid gap-6 lg:grid-cols-[22rem_1fr] lg:gap-x-12">
        <div className="lg:col-start-1 lg:row-start-2">
          <SavePicture qr={payTo.qr} lines={lines} name={payTo.content} />
        </div>
        <ul className="divide-y divide-line border-y border-line lg:col-start-2 lg:row-start-1">
          <CopyRow label={t("bank_payment.bank")} shown={payTo.bank} />
          <CopyRow label={t("bank_payment.account")} shown={payTo.account} copied={t("bank_payment.copied_account")} />
          <CopyRow label={t("bank_payment.holder")} shown={payTo.holder} />
          <CopyRow
            label={t("bank_payment.amount")}
            shown={amount}
            value={String(missing)}
            copied={t("bank_payment.copied_amount")}
          />
          <CopyRow label={t("bank_payment.content")} shown={payTo.content} copied={t("bank_payment.copied_content")} />
        </ul>
        {payment.deep_links && (
          <div className="lg:col-start-2 lg:row-start-3">
            <BankApps payTo={payTo} amount={missing} />
          </div>
        )}
        <div className="lg:col-start-1 lg:row-start-1">
          <QrCode
            text={payTo.qr}
            label={t("bank_payment.qr_alt", { amount, content: payTo.content })}
            className="w-64 min-w-60 lg:w-80"
          />
        </div>
        <div className="flex flex-col gap-4 lg:col-start-2 lg:row-start-2">
          {deadline && <p className="font-medium">{deadline}</p>}
          <HaveTransferred payment={payment} linkKey={linkKey} isStale={isStale} onChange={onChange} />
          <OtherDevice payment={payment} linkKey={linkKey} />
        </div>
      </div>
    </section>
  );
}
