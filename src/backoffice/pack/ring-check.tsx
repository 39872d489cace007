import { useState } from "react";
import { Button } from "#design/button.tsx";
import { CardOutline } from "#design/true-scale/card-outline.tsx";
import { guessedPixelsPerMm, saveScale, storedScale, usePointsPerPixel } from "#design/true-scale/screen-scale.ts";
import { Alert } from "#design/alert.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Sizes are inner circumferences; the next ones differ by 2 mm. */
const sizeStep = 2;

const Circle = ({ mm, pixelsPerMm, faint = false }: { mm: number; pixelsPerMm: number; faint?: boolean }) => {
  const size = (mm / Math.PI) * pixelsPerMm;
  return (
    <span
      data-ring-mm={mm}
      className={`absolute rounded-full border ${faint ? "border-line" : "border-ink bg-blush/60"}`}
      style={{ width: size, height: size }}
    />
  );
};

interface RingCheckProps {
  /** the size that the order requires */
  mm: number;
  onClose: () => void;
}

/** A circle of the ring's inner diameter in true size, to lay the ring on, with the two neighbouring sizes. */
export function RingCheck({ mm, onClose }: RingCheckProps) {
  const t = useTexts();
  const pointsPerPixel = usePointsPerPixel();
  const [scale, setScale] = useState(storedScale);
  const [draft, setDraft] = useState<number | null>(null);
  const values = { mm, smaller: mm - sizeStep, larger: mm + sizeStep };
  if (draft !== null)
    return (
      <Sheet title={t("true_scale.scale_title")} onClose={() => setDraft(null)}>
        <CardOutline
          words={(key, texts) => t(`true_scale.${key}`, texts)}
          pixelsPerMm={draft}
          guessed={scale === null}
          focused
          onChange={setDraft}
          onDone={() => {
            saveScale(draft * pointsPerPixel);
            setScale(draft * pointsPerPixel);
            setDraft(null);
          }}
        />
      </Sheet>
    );
  const pixelsPerMm = scale === null ? null : scale / pointsPerPixel;
  return (
    <Sheet title={t("pack.ring_title", values)} onClose={onClose}>
      <div className="space-y-4">
        {pixelsPerMm === null ? (
          <Alert tone="warning">{t("pack.ring_needs")}</Alert>
        ) : (
          <>
            <p className="text-sm">{t("pack.ring_text", values)}</p>
            <div aria-hidden="true" className="relative grid h-64 place-items-center overflow-hidden bg-white">
              <Circle mm={values.larger} pixelsPerMm={pixelsPerMm} faint />
              <Circle mm={mm} pixelsPerMm={pixelsPerMm} />
              <Circle mm={values.smaller} pixelsPerMm={pixelsPerMm} faint />
            </div>
          </>
        )}
        <Button look="secondary" wide onClick={() => setDraft(pixelsPerMm ?? guessedPixelsPerMm())}>
          {t(pixelsPerMm === null ? "pack.calibrate" : "pack.calibrate_again")}
        </Button>
      </div>
    </Sheet>
  );
}
