import { maxPrinted } from "#contract/backoffice/bulk-actions.ts";
import { Button } from "#design/button.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { openTab } from "#backoffice/components/open-tab.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useLabels } from "#backoffice/parcels/use-labels.ts";
import { selectedRows, slipsUrl } from "./bulk-files.ts";
import type { OrderSelection } from "./selection.ts";

interface BulkPrintsProps {
  selection: OrderSelection;
  /** the list's filters, for all matching orders */
  query: string;
  className: string;
}

/** Slips and labels of the selected orders, each as one page. */
export function BulkPrints({ selection, query, className }: BulkPrintsProps) {
  const t = useTexts();
  const rows = () => selectedRows(selection, query);
  const slips = useAction(() => openTab(async () => slipsUrl((await rows()).map(({ id }) => id))));
  const withParcel = [...selection.rows.values()].filter(({ lianne }) => lianne.parcel?.code).length;
  const labels = useLabels(`${selection.everything} ${query} ${[...selection.rows.keys()].join(",")}`, async () => {
    const ids = (await rows()).flatMap(({ lianne }) => lianne.parcel?.id ?? []);
    if (ids.length === 0)
      throw new CallError(400, { code: "lianne_no_labels", message: t("bulk.no_labels"), data: { status: 400 } });
    return ids;
  });
  const labelText = selection.everything ? t("bulk.print_all_labels") : t("bulk.print_labels", { count: withParcel });
  return (
    <>
      <Button look="secondary" size="small" className={className} busy={slips.busy} onClick={() => void slips.run()}>
        {t("bulk.print_slips")}
      </Button>
      {(selection.everything || withParcel > 0) && (
        <Button look="secondary" size="small" className={className} busy={labels.busy} onClick={labels.open}>
          {labels.remaining > 0 ? t("parcels.labels_left", { count: labels.remaining }) : labelText}
        </Button>
      )}
      {selection.count > maxPrinted && (
        <span className="self-center px-2 text-xs text-taupe">{t("bulk.printed_first", { count: maxPrinted })}</span>
      )}
      <Failure error={slips.error ?? labels.error} />
    </>
  );
}
