import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { IconButton } from "#design/button.tsx";
import { CloseIcon } from "#design/icons.tsx";

interface SheetProps {
  title: string;
  /** for Escape and the close button */
  onClose: () => void;
  children: ReactNode;
}

/** The buttons that complete a long form: at the bottom edge of its sheet while the rest of it is below. */
export const SheetActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 -mx-5 flex gap-3 bg-ivory px-5 py-3">{children}</div>
);

/**
 * A modal dialog, at the bottom edge of phones and in the middle of larger screens; rendered while it is open. The browser's own element: the
 * sign-in can open over another dialog, which then stays as it is, and each returns the focus to where it came from.
 */
export function Sheet({ title, onClose, children }: SheetProps) {
  const t = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // closed while it is still in the document: only then does the browser return the focus
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="sheet m-0 mt-auto max-h-[92dvh] w-full max-w-none overflow-y-auto rounded-t-xl bg-ivory p-0 text-ink shadow-float sm:m-auto sm:max-w-md sm:rounded-xl"
    >
      <div className="flex items-center justify-between gap-3 pt-2 pr-2 pl-5">
        <h2 id={id} className="py-2 text-lg">
          {title}
        </h2>
        <IconButton label={t("actions.close")} onClick={onClose} className="size-12">
          <CloseIcon />
        </IconButton>
      </div>
      <div className="px-5 pt-2 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{children}</div>
    </dialog>
  );
}
