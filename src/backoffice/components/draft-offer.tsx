import { Button } from "#design/button.tsx";
import type { FormDraft } from "#backoffice/device/use-draft.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Offers an earlier draft at the top of its form. */
export function DraftOffer({ draft: { offered, discard } }: { draft: Pick<FormDraft<never>, "offered" | "discard"> }) {
  const t = useTexts();
  if (!offered) return null;
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-x-3 bg-sand py-1 pr-1 pl-4 text-sm">
      <span>{t("draft.offer", { time: formatTime(t, offered.at.toISOString()) })}</span>
      <span className="flex">
        <Button look="quiet" className="min-h-12" onClick={offered.accept}>
          {t("draft.continue")}
        </Button>
        <Button look="quiet" className="min-h-12" onClick={discard}>
          {t("draft.discard")}
        </Button>
      </span>
    </div>
  );
}
