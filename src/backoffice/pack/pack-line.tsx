import type { PackOrder } from "#contract/backoffice/packing.ts";
import { Button } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { CheckIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

export type PackLineData = PackOrder["lines"][number];

interface PackLineProps {
  line: PackLineData;
  onTap: () => void;
  onRing: () => void;
  onMissing: () => void;
}

/** One item: its picture, which enlarges it and ticks the item, and its option in the largest text of the screen. */
export function PackLine({ line, onTap, onRing, onMissing }: PackLineProps) {
  const t = useTexts();
  const done = line.ticked >= line.quantity;
  return (
    <li className={classes("flex gap-3 p-3", done && "bg-success-tint")}>
      <button
        type="button"
        onClick={onTap}
        aria-label={t(done ? "pack.look" : "pack.tick", { name: line.name })}
        className="relative size-24 shrink-0 overflow-hidden rounded-xs bg-sand sm:size-32"
      >
        {line.image && (
          <img
            src={line.image}
            alt=""
            className="size-full object-cover"
            // offline a picture that was never shown is missing: its place stays empty
            onError={({ currentTarget }) => currentTarget.setAttribute("hidden", "")}
          />
        )}
        {done && (
          <span className="absolute inset-0 grid place-items-center bg-success/60 text-ivory">
            <CheckIcon size={40} />
          </span>
        )}
      </button>
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-2 text-sm">
          <span>{line.name}</span>
          <span className="tabular shrink-0 font-medium">
            {line.ticked}/{line.quantity}
          </span>
        </p>
        {line.option && <p className="text-xl font-semibold break-words uppercase">{line.option}</p>}
        <p className="text-xs text-taupe">
          {[line.sku, line.place && t("pack.place", { place: line.place })].filter(Boolean).join(" · ")}
        </p>
        <div className="flex flex-wrap gap-x-3">
          {line.ring_mm !== null && (
            <Button look="quiet" className="-ml-2 min-h-12" onClick={onRing}>
              {t("pack.ring_check")}
            </Button>
          )}
          {!done && (
            <Button look="quiet" className="-ml-2 min-h-12" onClick={onMissing}>
              {t("pack.missing")}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
