import { Button } from "#design/button.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { useLabels } from "./use-labels.ts";

/** Opens the label of a parcel for printing. */
export function LabelButton({ id }: { id: number }) {
  const t = useTexts();
  const labels = useLabels(String(id), () => [id]);
  return (
    <>
      <Button look="secondary" size="small" className="min-h-12" busy={labels.busy} onClick={labels.open}>
        {t("parcel_actions.label")}
      </Button>
      {labels.error && (
        <div className="basis-full">
          <Failure error={labels.error} />
        </div>
      )}
    </>
  );
}
