import { useEffect } from "react";
import { undoMs } from "#contract/backoffice/order-rules.ts";
import { Button } from "#design/button.tsx";
import { externalStore } from "#design/external-store.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface UndoOffer {
  /** what was done: "Đã xác nhận đơn 10015" */
  message: string;
  /** distinguishes two offers with the same message */
  place: number;
  shownMs: number;
  /** null: it cannot be undone, and is only reported */
  undo: ((key: string) => Promise<unknown>) | null;
}

const reportedMs = 6_000;

const offered = externalStore<UndoOffer | null>(null);

let offers = 0;
const show = (offer: Omit<UndoOffer, "place">): void => offered.set({ ...offer, place: offers++ });

/** Reports an action that can still be undone, for 10 s, not until a time: the clock of a device may be wrong. A later one replaces it. */
export const offerUndo = (offer: Pick<UndoOffer, "message" | "undo">): void => show({ ...offer, shownMs: undoMs });

/** Reports that typed fields were discarded, and offers to restore them. */
export const offerDiscarded = (message: string, restore: () => void): void =>
  offerUndo({ message, undo: async () => restore() });

/** Reports an action that cannot be undone. */
export const reportDone = (message: string): void => show({ message, shownMs: reportedMs, undo: null });

function Toast({ offer }: { offer: UndoOffer }) {
  const t = useTexts();
  const undo = useAction(async (key) => {
    await offer.undo?.(key);
    return true;
  });
  const { message, shownMs } = offer;
  const isOver = undo.result !== null;
  useEffect(() => {
    if (undo.busy || undo.error) return;
    const timer = setTimeout(() => offered.set(null), isOver ? 4_000 : shownMs);
    return () => clearTimeout(timer);
  }, [shownMs, isOver, undo.busy, undo.error]);
  return (
    <div className="pointer-events-auto mx-auto w-full max-w-md rounded-xs bg-ink py-1 pr-1 pl-4 text-sm text-ivory shadow-float">
      <div className="flex items-center justify-between gap-3">
        <p className="py-2.5">{isOver ? t("undo.done") : message}</p>
        {offer.undo && !isOver && (
          <Button
            look="quiet"
            busy={undo.busy}
            onClick={() => void undo.run()}
            className="min-h-12 shrink-0 text-ivory hover:text-blush"
          >
            {t("undo.undo")}
          </Button>
        )}
      </div>
      <Failure error={undo.error} />
    </div>
  );
}

/** The place of the toast, above the bottom navigation and a screen's bar of actions. It is a live region, so it exists before its first text. */
export function UndoToast() {
  const offer = offered.use();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+var(--action-bar)+0.75rem)] z-40 lg:bottom-[calc(var(--action-bar)+1.5rem)] lg:left-64"
    >
      {offer && <Toast key={offer.place} offer={offer} />}
    </div>
  );
}
