import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { classes } from "./class-names.ts";
import { CloseIcon } from "./icons.tsx";

interface OverlayProps {
  open: boolean;
  /** called for Escape, a click on the backdrop, and the close button */
  onClose: () => void;
  title: string;
  /** if the content has its own visible heading */
  titleHidden?: boolean;
  closeLabel: string;
  children: ReactNode;
  /** initial focus; the first control by default */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  className?: string;
}

const CloseButton = ({ label }: { label: string }) => (
  <Base.Close
    aria-label={label}
    className="ml-auto inline-grid size-11 shrink-0 place-items-center rounded-xs transition-colors hover:text-champagne"
  >
    <CloseIcon />
  </Base.Close>
);

/** Everything over the page: the backdrop, and a dialog or drawer. */
function Modal({ open, onClose, children }: Pick<OverlayProps, "open" | "onClose" | "children">) {
  // loaded when first opened, it would be mounted open, and then it opens without motion
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Base.Root open={open && mounted} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-50" />
        {children}
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A modal dialog in the middle of the page: it traps the focus, closes with Escape and restores the focus. Load its
 * users lazily (use-lazy-component.ts): it is not part of a page's initial scripts.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden,
  closeLabel,
  children,
  initialFocus,
  className,
}: OverlayProps) {
  return (
    <Modal open={open} onClose={onClose}>
      <Base.Viewport className="fixed inset-0 z-50 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            {...(initialFocus ? { initialFocus } : {})}
            className={classes(
              "panel-centre relative w-full max-w-lg bg-ivory px-6 pb-6 shadow-float outline-none sm:px-10 sm:pb-10",
              className,
            )}
          >
            {/* stays visible while a long dialog scrolls */}
            <div className="sticky top-0 z-20 -mx-6 mb-4 flex items-start gap-4 bg-ivory pt-3 pr-2 pb-2 pl-6 sm:-mx-10 sm:pt-5 sm:pr-4 sm:pl-10">
              <Base.Title className={titleHidden ? "sr-only" : "pt-1.5 text-2xl sm:pt-3"}>{title}</Base.Title>
              <CloseButton label={closeLabel} />
            </div>
            {children}
          </Base.Popup>
        </div>
      </Base.Viewport>
    </Modal>
  );
}

interface DrawerProps extends OverlayProps {
  side?: "left" | "right";
  /** replaces the visible title, which is then for screen readers only */
  heading?: ReactNode;
  /** sticks to the bottom edge while the content scrolls */
  footer?: ReactNode;
}

/** A full-height panel from the side: cart, wishlist, menu. Behaves like {@link Dialog}. */
export function Drawer({
  open,
  onClose,
  title,
  titleHidden,
  closeLabel,
  children,
  initialFocus,
  className,
  side = "right",
  heading,
  footer,
}: DrawerProps) {
  return (
    <Modal open={open} onClose={onClose}>
      <Base.Popup
        {...(initialFocus ? { initialFocus } : {})}
        className={classes(
          "fixed inset-y-0 z-50 flex flex-col bg-ivory shadow-float outline-none",
          side === "right" ? "panel-right right-0" : "panel-left left-0",
          className ?? "w-full max-w-md",
        )}
      >
        <div className="flex min-h-16 items-center justify-between gap-4 border-b border-line pr-2 pl-5">
          <Base.Title className={titleHidden || heading ? "sr-only" : "text-xl"}>{title}</Base.Title>
          {heading}
          <CloseButton label={closeLabel} />
        </div>
        <div className="flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
        {footer && (
          <div className="border-t border-line p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">{footer}</div>
        )}
      </Base.Popup>
    </Modal>
  );
}
