import { Button } from "#design/button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { PackLineData } from "./pack-line.tsx";

interface TickQuestionProps {
  question: { kind: "one_more" | "right_item" | "look"; line: PackLineData };
  onYes: () => void;
  onClose: () => void;
}

/** Before a tap or a further unit counts: the picture, 400 px large, and the option in large text. For an item that is ticked, these alone. */
export function TickQuestion({ question: { kind, line }, onYes, onClose }: TickQuestionProps) {
  const t = useTexts();
  const isMore = kind === "one_more";
  return (
    <Sheet title={kind === "look" ? line.name : t(`pack.${kind}`)} onClose={onClose}>
      <div className="space-y-4 text-center">
        {line.image && (
          <img
            src={line.image}
            alt=""
            className="mx-auto max-h-[55dvh] w-full max-w-100 touch-pinch-zoom object-contain"
          />
        )}
        {kind !== "look" && <p>{line.name}</p>}
        <p className="text-2xl font-semibold uppercase">{line.option || line.sku}</p>
        {isMore && (
          <p className="text-sm text-taupe">
            {t("pack.one_more_text", { ticked: line.ticked, quantity: line.quantity })}
          </p>
        )}
        {kind !== "look" && (
          <Button wide onClick={onYes}>
            {t(isMore ? "pack.yes_more" : "pack.yes_right")}
          </Button>
        )}
        <Button look="secondary" wide onClick={onClose}>
          {t(kind === "look" ? "actions.close" : "actions.cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
