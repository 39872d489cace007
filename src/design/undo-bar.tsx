import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface UndoBarProps {
  /** what was removed */
  text: string;
  undoLabel: string;
  /** resolves to the error message, or null */
  onUndo: () => Promise<string | null>;
}

/**
 * Reports a removal and undoes it. It takes over the focus of the removed item and returns it to the dialog: so it is
 * read out without a live region, which would repeat the toast. It is at the bottom: at the top the toast would cover
 * it, and the list would shift.
 */
export function UndoBar({ text, undoLabel, onUndo }: UndoBarProps) {
  const what = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => button.current?.focus(), []);
  const undo = async () => {
    setBusy(true);
    const around = button.current?.closest<HTMLElement>("[role=dialog], main");
    const why = await onUndo();
    setBusy(false);
    setFailure(why);
    if (why === null) around?.focus();
  };
  return (
    <div className="sticky bottom-0 z-10 mt-3 border border-line bg-sand py-1 pr-1 pl-4 text-sm shadow-float">
      <p className="flex items-center justify-between gap-3">
        <span id={what}>{text}</span>
        <Button
          ref={button}
          aria-describedby={what}
          look="quiet"
          className="shrink-0"
          busy={busy}
          onClick={() => void undo()}
        >
          {undoLabel}
        </Button>
      </p>
      {failure && (
        <p role="alert" className="pb-2 text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
