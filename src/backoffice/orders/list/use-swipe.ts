import { type PointerEvent, useRef, useState } from "react";

/** Distance that a row has to be moved until its action is executed. */
const thresholdPx = 72;
const maxPx = 112;
/** Time that a finger rests on a row until the row is selected. */
const longPressMs = 500;
/** A movement up to here is a tap. */
const tapPx = 8;

interface SwipeHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

export interface RowSwipe {
  /** how far the row is moved, in pixels; negative to the left */
  offset: number;
  handlers: SwipeHandlers;
  /** whether the last touch was a swipe or a long press, so that its click opens nothing */
  wasGesture: () => boolean;
}

interface Gesture {
  x: number;
  y: number;
  /** not read from the state: the finger may be lifted before its last movement is rendered */
  offset: number;
  timer: ReturnType<typeof setTimeout>;
  direction: "undecided" | "horizontal" | "vertical" | "pressed";
}

/** Swipes and long presses of a finger on a row; a mouse has the checkbox and the row's menu instead. */
export function useSwipe(actions: {
  onRight?: (() => void) | undefined;
  onLeft: () => void;
  onLongPress: () => void;
}): RowSwipe {
  const [offset, setOffset] = useState(0);
  const gesture = useRef<Gesture | null>(null);
  const acted = useRef(false);
  const end = (done: boolean) => {
    const current = gesture.current;
    if (!current) return;
    clearTimeout(current.timer);
    gesture.current = null;
    if (done && current.direction === "horizontal") {
      if (current.offset >= thresholdPx) actions.onRight?.();
      if (current.offset <= -thresholdPx) actions.onLeft();
    }
    setOffset(0);
  };
  return {
    offset,
    wasGesture: () => acted.current,
    handlers: {
      onPointerDown: (event) => {
        acted.current = false;
        if (event.pointerType === "mouse") return;
        const current: Gesture = {
          x: event.clientX,
          y: event.clientY,
          offset: 0,
          // movements that a busy page has not handled yet are handled before the next frame: then it is a swipe
          timer: setTimeout(() => requestAnimationFrame(press), longPressMs),
          direction: "undecided",
        };
        const press = () => {
          if (gesture.current !== current || current.direction !== "undecided") return;
          current.direction = "pressed";
          acted.current = true;
          actions.onLongPress();
        };
        gesture.current = current;
      },
      onPointerMove: (event) => {
        const current = gesture.current;
        if (!current || current.direction === "pressed" || current.direction === "vertical") return;
        const [x, y] = [event.clientX - current.x, event.clientY - current.y];
        if (current.direction === "undecided") {
          if (Math.max(Math.abs(x), Math.abs(y)) < tapPx) return;
          clearTimeout(current.timer);
          current.direction = Math.abs(x) > Math.abs(y) ? "horizontal" : "vertical";
          if (current.direction === "vertical") return;
          acted.current = true;
        }
        const limit = actions.onRight ? maxPx : 0;
        current.offset = Math.max(-maxPx, Math.min(limit, x));
        setOffset(current.offset);
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    },
  };
}
