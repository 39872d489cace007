import { useId, useRef, useState } from "react";
import { ChevronDownIcon } from "#design/icons.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { toast } from "#design/toast.ts";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { RememberedPlace } from "./place-memory.ts";

/** Shows the place of the delivery, and unfolds the fields that change it. */
export function PlaceButton({ place }: { place: RememberedPlace | null }) {
  const t = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const Chooser = useLazyComponent(
    () => import("./place-chooser.tsx"),
    open,
    () => {
      setOpen(false);
      toast("error", t("errors.network"));
    },
  );
  return (
    <div className="needs-scripts">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 scroll-mt-60 items-center gap-1.5 text-left text-ink underline underline-offset-4"
      >
        {place
          ? t("delivery_promise.to_place", { place: place.searched?.text || place.district })
          : t("delivery_promise.choose_place")}
        <ChevronDownIcon size={16} className={open ? "shrink-0 rotate-180" : "shrink-0"} />
      </button>
      <div id={id} hidden={!open} className="grid gap-3 pt-1 pb-3">
        {open && !Chooser && <Skeleton className="h-56" />}
        {open && Chooser && (
          <Chooser
            place={place}
            onChosen={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        )}
      </div>
    </div>
  );
}
