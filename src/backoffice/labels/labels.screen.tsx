import { useParams } from "react-router";
import type { LabelSheet } from "#contract/backoffice/parcels.ts";
import { Button } from "#design/button.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { formatAmount, formatPhone, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { QrCode } from "#design/qr-code.tsx";

/** One label on a page of its own. */
function Label({ label }: { label: LabelSheet["labels"][number] }) {
  const t = useTexts();
  const { number, code, carrier, recipient, sender, cod, items, note } = label;
  return (
    <article
      aria-label={t("parcel_labels.number", { number })}
      className="card flex max-w-md break-inside-avoid break-after-page flex-col gap-3 p-4 last:break-after-auto print:max-w-none print:rounded-none print:border-2 print:border-black"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="tabular text-2xl font-medium">{number}</p>
          <p className="text-sm">{[carrier, code].filter(Boolean).join(" · ")}</p>
          <p className="text-sm">{t("parcel_labels.items", { count: items })}</p>
        </div>
        <div className="w-28 shrink-0">
          <QrCode text={number} label={t("parcel_labels.number", { number })} className="w-52 max-w-full" />
        </div>
      </div>
      <div>
        <p className="text-xs text-taupe print:text-black">{t("parcel_labels.to")}</p>
        <p className="text-lg font-medium">{recipient.name}</p>
        <p className="tabular text-lg font-medium">{formatPhone(recipient.phone)}</p>
        <p className="text-base">{recipient.address}</p>
        {note && <p className="mt-1 text-sm">{note}</p>}
      </div>
      <p className="tabular border-y-2 border-ink py-2 text-center text-xl font-medium">
        {cod > 0 ? `${t("parcel_labels.cod")} ${formatAmount(cod)}` : t("parcel_labels.no_cod")}
      </p>
      <p className="text-xs">
        {t("parcel_labels.from")}: {sender.name}, {formatPhone(sender.phone)}, {sender.address}
      </p>
    </article>
  );
}

/** The shop's own labels, for parcels that no carrier has booked. The address of the page is valid for half an hour. */
export default function Labels() {
  const t = useTexts();
  const token = useParams().token ?? "";
  const query = useApi("GET bo/label-sheets/{token}", { path: { token } });
  return (
    <Page
      title={t("parcel_labels.title")}
      width="form"
      actions={
        query.data && (
          <Button size="small" className="min-h-12 print:hidden" onClick={() => window.print()}>
            {t("parcel_labels.print")}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ labels, until }) => (
          <>
            <p className="mb-4 text-sm text-taupe print:hidden">
              {t("parcel_labels.valid", { time: formatTime(t, until) })}
            </p>
            <div className="space-y-4 print:space-y-0">
              {labels.map((label) => (
                <Label key={label.parcel_id} label={label} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
