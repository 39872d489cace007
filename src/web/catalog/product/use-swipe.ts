import { type PointerEvent, type RefObject, useRef } from "react";

/** A swipe this long changes the picture; a shorter one does not. */
const thresholdPx = 40;
/** Less than this is a press. */
const slackPx = 8;

export interface Swipe {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
  onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => void;
}

/**
 * Follows a finger or a mouse across the track, which shifts along with it.
 * @param turn called with 1 for a swipe to the left, -1 for one to the right
 */
export function useSwipe(track: RefObject<HTMLElement | null>, turn: (by: 1 | -1) => void): Swipe {
  const from = useRef<number | null>(null);
  const swiped = useRef(false);
  const shift = (px: number) => {
    if (!track.current) return;
    track.current.style.translate = px === 0 ? "" : `${px}px`;
    track.current.toggleAttribute("data-dragged", px !== 0);
  };
  const end = () => {
    from.current = null;
    shift(0);
  };
  return {
    onPointerDown({ clientX, isPrimary, button }) {
      if (!isPrimary || button !== 0) return;
      from.current = clientX;
      swiped.current = false;
    },
    onPointerMove({ clientX, currentTarget, pointerId }) {
      if (from.current === null) return;
      const px = clientX - from.current;
      if (!swiped.current && Math.abs(px) < slackPx) return;
      if (!swiped.current) currentTarget.setPointerCapture(pointerId);
      swiped.current = true;
      shift(px);
    },
    onPointerUp({ clientX }) {
      if (from.current === null) return;
      const px = clientX - from.current;
      end();
      if (Math.abs(px) >= thresholdPx) turn(px < 0 ? 1 : -1);
    },
    onPointerCancel: end,
    // the press that ends a swipe opens nothing
    onClickCapture(event) {
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
