import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";

const query = "(prefers-reduced-motion: reduce)";
/** True on the server: nothing moves before hydration. */
function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(true);
  useEffect(() => {
    const list = matchMedia(query);
    // a transition, since the gallery with all its pictures is re-rendered
    const update = () => startTransition(() => setReduced(list.matches));
    update();
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, []);
  return reduced;
}

function useInView(ref: RefObject<Element | null>): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      threshold: 0.3,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inView;
}

export interface Autoplay<E extends HTMLElement> {
  /** spread on the moving element: it stops while hovered, touched or focused */
  hold: {
    ref: RefObject<E | null>;
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
  /** state of the pause button, which stops and starts at once */
  playing: boolean;
  toggle: () => void;
  /** call on manual control */
  pause: () => void;
  /** false under reduced motion, when there is nothing to pause */
  moves: boolean;
}

/**
 * Calls `step` at an interval while in view, on a visible page, not paused, neither hovered nor focused, and never
 * under reduced motion.
 */
export function useAutoplay<E extends HTMLElement>(step: () => void, everyMs: number, enabled = true): Autoplay<E> {
  const ref = useRef<E>(null);
  const [playing, setPlaying] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const inView = useInView(ref);
  const moves = !useReducedMotion() && enabled;
  const running = moves && playing && !hovered && !focused && inView;
  const next = useEffectEvent(() => {
    if (document.visibilityState === "visible") step();
  });
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => next(), everyMs);
    return () => clearInterval(timer);
  }, [running, everyMs]);

  return {
    hold: {
      ref,
      onPointerEnter: ({ pointerType }) => setHovered(pointerType === "mouse"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget)),
    },
    playing,
    toggle: () => setPlaying(!playing),
    pause: () => setPlaying(false),
    moves,
  };
}
