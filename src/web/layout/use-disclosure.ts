import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

const openAfterMs = 120;
const closeAfterMs = 200;

interface Disclosure<Area extends HTMLElement> {
  open: boolean;
  toggle: () => void;
  /** the element that contains the button and what it opens */
  area: RefObject<Area | null>;
  /** for the area, if hovering is to open it too */
  pointer: { onPointerEnter: (event: PointerEvent) => void; onPointerLeave: (event: PointerEvent) => void };
}

/**
 * A disclosure opened by a button: closed by Escape (the focus returns to the button), a click elsewhere, the focus
 * leaving, or navigation.
 */
export function useDisclosure<Area extends HTMLElement>(): Disclosure<Area> {
  const [open, setOpen] = useState(false);
  const area = useRef<Area>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      if (area.current?.contains(document.activeElement))
        area.current.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", onEscape);
    };
  }, [open]);

  const later = (next: boolean, afterMs: number) => (event: PointerEvent) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), afterMs);
  };
  return {
    open,
    toggle: () => setOpen((before) => !before),
    area,
    pointer: { onPointerEnter: later(true, openAfterMs), onPointerLeave: later(false, closeAfterMs) },
  };
}
