import { useSyncExternalStore } from "react";

const storageKey = "screen-scale";
/** the screen's own points in a millimetre, from a large television to a telephone held close */
const possible = { min: 2, max: 40 };

const follow = (changed: () => void) => {
  addEventListener("resize", changed);
  return () => removeEventListener("resize", changed);
};

/** The screen's own points in one of the page's pixels: zooming the page changes it, and not the screen. */
export const usePointsPerPixel = (): number =>
  useSyncExternalStore(
    follow,
    () => devicePixelRatio,
    () => 1,
  );

/** The screen's points in a millimetre that were set before on this device; null without, and where nothing can be kept. */
export function keptScale(): number | null {
  try {
    const points = Number(localStorage.getItem(storageKey));
    return points >= possible.min && points <= possible.max ? points : null;
  } catch {
    return null;
  }
}

export function keepScale(pointsPerMm: number): void {
  try {
    localStorage.setItem(storageKey, pointsPerMm.toFixed(3));
  } catch {
    // it holds for this page then
  }
}

/** A first guess, in the page's pixels: what CSS takes a millimetre for, and what telephones have. */
export const guessedPixelsPerMm = (): number => (matchMedia("(pointer: coarse)").matches ? 6 : 96 / 25.4);
