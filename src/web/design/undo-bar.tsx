import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

interface UndoBarProps {
  /** what went */
  text: string;
  undoLabel: string;
  /** resolves to why it could not be undone, or null */
  onUndo: () => Promise<string | null>;
}

/**
 * Says what was removed and brings it back. It takes the focus that the removed thing had, and gives it on to the dialog: so it
 * is read out, and no live region, or what the toast says would be said twice.
 * At the bottom of what is seen: at the top the toast would lie over it, and the list would have to jump there.
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
