import { type PointerEvent, type RefObject, useRef } from "react";

/** Minimum length of a swipe that changes the picture. */
const thresholdPx = 40;
/** Below this it is a click. */
const slackPx = 8;

export interface Swipe {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
  onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => void;
}

/**
 * Moves the track with a finger or a mouse.
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
    // the click at the end of a swipe opens nothing
    onClickCapture(event) {
      if (!swiped.current) return;
      swiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
